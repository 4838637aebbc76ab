/** Recognizes local file systems, where every change shows in the times that `lstat` returns. */
import { permissionOf } from "./read_permission.ts";

const MOUNTINFO_PATH = "/proc/self/mountinfo";

/**
 * Types of the kernel's own file systems that set the times of a directory with each change in it, by the clock of
 * this machine. Network file systems have another clock, and may return old times for a while; FUSE and file systems
 * such as `/proc` may return anything. `btrfs` is missing, since `lstat` and the mount table disagree on its devices.
 */
const LOCAL_FILE_SYSTEM_TYPES: ReadonlySet<string> = new Set([
  ..."bcachefs erofs ext2 ext3 ext4 f2fs jfs overlay ramfs reiserfs squashfs tmpfs xfs zfs".split(
    " ",
  ),
]);

export class LocalDevices {
  readonly #isLocalByDevice = new Map<number, boolean>();
  #types: ReadonlyMap<string, string> | undefined | "unread" = "unread";

  has(device: number): boolean {
    let isLocal = this.#isLocalByDevice.get(device);
    if (isLocal === undefined) this.#isLocalByDevice.set(device, isLocal = this.#isLocal(device));
    return isLocal;
  }

  #isLocal(device: number): boolean {
    if (Deno.build.os !== "linux") return false;
    if (this.#types === "unread") this.#types = readMountTypes();
    const [major, minor] = majorAndMinorOf(device);
    // Network file systems, FUSE and those without a disk have no device, so their major number is 0.
    if (this.#types === undefined) return major !== 0;
    return LOCAL_FILE_SYSTEM_TYPES.has(this.#types.get(`${major}:${minor}`) ?? "");
  }
}

function majorAndMinorOf(device: number): readonly [number, number] {
  const wide = BigInt(device);
  const major = wide >> 8n & 0xfffn | wide >> 32n & 0xfffff000n;
  const minor = wide & 0xffn | wide >> 12n & 0xffffff00n;
  return [Number(major), Number(minor)];
}

/** Reads the type of each mounted device; `undefined` where Deno does not grant it: that takes all permissions. */
function readMountTypes(): ReadonlyMap<string, string> | undefined {
  try {
    if (permissionOf(MOUNTINFO_PATH) !== "granted") return undefined;
    return parseMountTypes(Deno.readTextFileSync(MOUNTINFO_PATH));
  } catch {
    return undefined;
  }
}

/** Parses a mount table into types by device, `major:minor`. The type is `""` where two lines disagree. */
export function parseMountTypes(table: string): ReadonlyMap<string, string> {
  const types = new Map<string, string>();
  for (const line of table.split("\n")) {
    const fields = line.split(" ");
    const device = fields[2];
    // A hyphen ends the optional fields. Spaces in paths are escaped.
    const end = fields.indexOf("-", 6);
    const type = fields[end + 1];
    if (end < 0 || device === undefined || type === undefined) continue;
    types.set(device, (types.get(device) ?? type) === type ? type : "");
  }
  return types;
}
