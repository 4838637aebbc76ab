/** What the text of a path says by itself, without a look at the file system. */
import { type PathStyle, POSIX_PATHS } from "./posix_paths.ts";
import { WINDOWS_PATHS } from "./windows_paths.ts";

/** The longest path that Linux accepts, in bytes. */
const MAX_PATH_BYTES = 4096;

/** How paths are written here: the one place that asks for the system. */
const STYLE: PathStyle = Deno.build.os === "windows" ? WINDOWS_PATHS : POSIX_PATHS;

export const {
  /** Takes a path apart: where it starts, from a base, and its parts. */
  split: splitPath,
  /** Whether a path says where it is without a base. */
  isAbsolute,
  /** The root directory of an absolute path; it ends in `/`. */
  rootOf,
  /** A path as the system gave it, as one of ours. */
  fromSystem,
  /** Whether a path names a device or a name space of the system. */
  isDevice,
  /** Whether a path leads to another machine. */
  isRemote,
  /** Whether many spellings of a name reach one entry on every disk. */
  isCaseInsensitive,
} = STYLE;

/**
 * The absolute form of a path: joined to a base and normalised. On Linux and macOS it equals `resolve` of
 * `@std/path/posix`, which would take time to load at every start.
 */
export function resolvePath(base: string, path: string): string {
  const { start, parts } = splitPath(path, base);
  const root = rootOf(start);
  const resolved: string[] = [];
  const all = start === root ? parts : [...start.slice(root.length).split("/"), ...parts];
  for (const part of all) {
    if (part === "..") resolved.pop();
    else if (part !== "" && part !== ".") resolved.push(part);
  }
  return root + resolved.join("/");
}

/** The working directory. */
export function workingDirectory(): string {
  return fromSystem(Deno.cwd());
}

/** The absolute form of a path that starts from the working directory, unless it says otherwise. */
export function absolutePath(path: string): string {
  return resolvePath(workingDirectory(), path);
}

/** Whether a resolved path is a root directory, which has no parent. */
export function isRoot(path: string): boolean {
  return path.endsWith("/") && path === rootOf(path);
}

/** Whether a resolved path is another or lies below it, by segment. */
export function isWithin(path: string, root: string): boolean {
  return path === root || path.startsWith(root.endsWith("/") ? root : `${root}/`);
}

/** The same for paths as somebody wrote them, where spellings that mean one name count as one. */
export function isWithinAsNamed(path: string, root: string): boolean {
  return isWithin(path, root) || isCaseInsensitive && isWithin(STYLE.fold(path), STYLE.fold(root));
}

/** Whether two paths or names, as somebody wrote them, mean one. */
export function isSameAsNamed(a: string, b: string): boolean {
  return a === b || isCaseInsensitive && STYLE.fold(a) === STYLE.fold(b);
}

/** The parts of a path; those that are empty say nothing. */
export function partsOf(path: string): string[] {
  return path.split("/").filter((part) => part !== "");
}

/** The parts of a path below one that it lies within. */
export function partsBetween(path: string, root: string): string[] {
  return partsOf(path.slice(root.length));
}

/** The path of a directory's entry. */
export function childOf(directory: string, name: string): string {
  return directory.endsWith("/") ? directory + name : `${directory}/${name}`;
}

/** The path of the parent directory; a root directory for itself. */
export function parentOf(path: string): string {
  const parent = path.slice(0, path.lastIndexOf("/"));
  const root = rootOf(path);
  return parent.length < root.length ? root : parent;
}

/** The path of the directory that lies this many levels above; no further than a root directory. */
export function ancestorOf(path: string, levels: number): string {
  let ancestor = path;
  for (let i = 0; i < levels; i++) ancestor = parentOf(ancestor);
  return ancestor;
}

/** The last part of a path; `""` for a root directory. */
export function baseNameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** What a path is called: its last part; a root directory by itself. */
export function baseNameOrRoot(path: string): string {
  return baseNameOf(path) || path;
}

/** The path that one part, which may be `..`, leads to from a directory. */
export function stepTo(directory: string, part: string): string {
  return part === ".." ? parentOf(directory) : childOf(directory, part);
}

/** Whether a path or a name in it is longer than the operating system accepts, so nothing can be there. */
export function isPathTooLong(path: string): boolean {
  return path.length > MAX_PATH_BYTES || new TextEncoder().encode(path).length > MAX_PATH_BYTES ||
    path.split("/").some((name) => name.length > STYLE.maxNameLength);
}

/**
 * Whether a name reaches its own entry. Deno reads a name that is not valid UTF-8 with U+FFFD in
 * it, and that name may reach another file. So do names that Windows reads otherwise: `NUL.txt`, `a.`, `a:b`.
 */
export function isAddressable(name: string): boolean {
  return !name.includes("\uFFFD") && name.isWellFormed() && STYLE.isLiteralName(name);
}

/** Whether every part of a path reaches its own entry. */
export function isAddressablePath(path: string): boolean {
  return path.split("/").every((part) => part === "." || part === ".." || isAddressable(part));
}

/** Whether a name starts with a dot: listings leave such names out by convention. */
export function isHidden(name: string): boolean {
  return name.startsWith(".");
}
