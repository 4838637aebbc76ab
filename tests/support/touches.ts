/**
 * Watches what a process touches in the file system.
 *
 * @module
 */

/** A call of Deno's that looks at a path. */
export interface Touch {
  /** Its name. */
  readonly name: string;
  readonly path: string;
}

/** The calls that look at what a path itself is; all others look at where it leads. */
const UNFOLLOWED = ["lstat", "lstatSync", "readLink", "readLinkSync"];

const WATCHED = [
  ...UNFOLLOWED,
  ...["stat", "statSync", "readDir", "readDirSync", "realPath", "realPathSync"],
  ...["readFile", "readFileSync", "readTextFile", "readTextFileSync", "open", "openSync"],
];

const { realPathSync } = Deno;

/** Tells of each touch from now on, right before it happens. */
export function watchTouches(tell: (touch: Touch) => void): void {
  const api = Deno as unknown as Record<string, (...args: unknown[]) => unknown>;
  for (const name of WATCHED) {
    const original = api[name]!;
    api[name] = (...args) => {
      tell({ name, path: String(args[0]) });
      return original.apply(Deno, args);
    };
  }
}

/** Whether the permission for a touch is missing: it would prompt on a terminal. */
export function isRefused({ path }: Touch): boolean {
  if (path.includes("\0")) return false;
  return Deno.permissions.querySync({ name: "read", path }).state !== "granted";
}

/** Where a touch really reaches; `undefined` where nothing is, or it cannot be told. */
export function reachOf({ name, path }: Touch): string | undefined {
  const cut = path.lastIndexOf("/");
  const [parent, last] = [path.slice(0, cut) || "/", path.slice(cut)];
  if (!UNFOLLOWED.includes(name)) {
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
