/** Records the paths that a process touches in the file system. */
import { type DiskCall, failingDisk, OPERATIONS, watching } from "./failing_disk.ts";

/** The calls that stat a path itself; all others follow a link. */
const UNFOLLOWED: readonly string[] = ["lstat", "lstatSync", "readLink", "readLinkSync"];

const { realPathSync } = Deno;

/** Reports each call from now on, right before it is made. */
export function watchTouches(tell: (touch: DiskCall) => void): void {
  failingDisk(watching(OPERATIONS, tell));
}

/** Reports whether the permission for a call is missing: on a terminal, Deno would prompt for it. */
export function isRefused({ path }: DiskCall): boolean {
  if (path.includes("\0")) return false;
  return Deno.permissions.querySync({ name: "read", path }).state !== "granted";
}

/** The real path that a call reaches; `undefined` if nothing is there or it cannot be resolved. */
export function reachOf({ operation, path }: DiskCall): string | undefined {
  const cut = path.lastIndexOf("/");
  const [parent, last] = [path.slice(0, cut) || "/", path.slice(cut)];
  if (!UNFOLLOWED.includes(operation)) {
    const whole = realPathOf(path);
    if (whole !== undefined) return whole;
  }
  const real = realPathOf(parent);
  return real === undefined ? undefined : real + last;
}

function realPathOf(path: string): string | undefined {
  try {
    return realPathSync(path);
  } catch {
    return undefined;
  }
}
