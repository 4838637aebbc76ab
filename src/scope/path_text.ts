/** What the text of a path says by itself, without a look at the file system. */

/** The longest path that Linux accepts, in bytes. */
const PATH_MAX = 4096;

/**
 * The absolute form of a path: joined to a base and normalised. It equals `resolve` of
 * `@std/path/posix`, which would take time to load at every start.
 */
export function resolvePath(base: string, path: string): string {
  const parts: string[] = [];
  for (const part of (path.startsWith("/") ? path : `${base}/${path}`).split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return `/${parts.join("/")}`;
}

/** Whether a path is a root or lies below it, by segment. */
export function isWithin(path: string, root: string): boolean {
  return path === root || path.startsWith(root.endsWith("/") ? root : `${root}/`);
}

/** The path of a directory's entry. */
export function childOf(directory: string, name: string): string {
  return directory.endsWith("/") ? directory + name : `${directory}/${name}`;
}

/** The path of the parent directory; `/` for `/`. */
export function parentOf(path: string): string {
  return path.slice(0, Math.max(1, path.lastIndexOf("/")));
}

/** The last part of a path; `""` for the root directory. */
export function baseNameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The path that one part, which may be `..`, leads to from a directory. */
export function stepTo(directory: string, part: string): string {
  return part === ".." ? parentOf(directory) : childOf(directory, part);
}

/** Whether a path is longer than the operating system accepts, so nothing can be there. */
export function isTooLong(path: string): boolean {
  return path.length > PATH_MAX || new TextEncoder().encode(path).length > PATH_MAX;
}

/**
 * Whether a name reaches its own entry. Deno reads a name that is not valid UTF-8 with U+FFFD in
 * it, and that name may reach another file.
 */
export function isAddressable(name: string): boolean {
  return !name.includes("\uFFFD") && name.isWellFormed();
}

/** Whether a name starts with a dot: listings leave such names out by convention. */
export function isHidden(name: string): boolean {
  return name.startsWith(".");
}
