/** Which file systems are local, so that a change there always shows in the times that they tell. */
import { readPermissionOf } from "./read_permission.ts";

/** Where Linux says what is mounted. */
const MOUNTINFO_PATH = "/proc/self/mountinfo";

/**
 * File systems of the kernel's own that set the times of a directory with each change in it, by the clock of
 * this machine. Network file systems have another clock, and may go on telling old times for a while; FUSE
 * and the likes of `/proc` say what they please. `btrfs` is missing, since its files have other device
 * numbers than the mount table tells.
 */
const LOCAL_FILE_SYSTEM_TYPES: ReadonlySet<string> = new Set([
  ..."bcachefs erofs ext2 ext3 ext4 f2fs jfs overlay ramfs reiserfs squashfs tmpfs xfs zfs".split(
    " ",
  ),
]);

/** What one call knows of devices. */
export class LocalDevices {
  readonly #isLocalByDevice = new Map<number, boolean>();
  #types: ReadonlyMap<string, string> | undefined | "unread" = "unread";

  /** Whether a file system is local, by its device number. */
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

/** The major and minor number of a device, as Linux joins them. */
function majorAndMinorOf(device: number): readonly [number, number] {
  const wide = BigInt(device);
  const major = wide >> 8n & 0xfffn | wide >> 32n & 0xfffff000n;
  const minor = wide & 0xffn | wide >> 12n & 0xffffff00n;
  return [Number(major), Number(minor)];
}

/**
 * The type of what is mounted, by device; nothing where that cannot be read. To read it takes all
 * permissions.
 */
function readMountTypes(): ReadonlyMap<string, string> | undefined {
  try {
    return readPermissionOf(MOUNTINFO_PATH) === "granted"
      ? parseMountTypes(Deno.readTextFileSync(MOUNTINFO_PATH))
      : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The types that a mount table tells, by device. A device to which two lines give different types has none.
 */
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
