/** Functions of the text of a path alone, which do not touch the file system. */
import { type PathStyle, POSIX_PATHS } from "./posix_paths.ts";
import { WINDOWS_PATHS } from "./windows_paths.ts";

const MAX_PATH_BYTES = 4096;

/** The paths of this operating system. No other code asks which one it is to read a path. */
const STYLE: PathStyle = Deno.build.os === "windows" ? WINDOWS_PATHS : POSIX_PATHS;

export const { split: splitPath, isAbsolute, rootOf, fromSystem, isDevice, isRemote, ignoresCase } =
  STYLE;

/** As `resolve` of `@std/path/posix`, which would take time to load at every start. */
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

export function workingDirectory(): string {
  return fromSystem(Deno.cwd());
}

export function absolutePath(path: string): string {
  return resolvePath(workingDirectory(), path);
}

export function isRoot(path: string): boolean {
  return path.endsWith("/") && path === rootOf(path);
}

/** Reports whether a resolved path is another or lies below it, by segment. */
export function isWithin(path: string, root: string): boolean {
  return path === root || path.startsWith(root.endsWith("/") ? root : `${root}/`);
}

/** Like {@linkcode isWithin} for paths as a person or a model wrote them: case counts only where it does on disk. */
export function isWithinAsNamed(path: string, root: string): boolean {
  return isWithin(path, root) || ignoresCase && isWithin(STYLE.fold(path), STYLE.fold(root));
}

/** Reports whether two paths or names, as a person or a model wrote them, are equal: case counts as on disk. */
export function isSameAsNamed(a: string, b: string): boolean {
  return a === b || ignoresCase && STYLE.fold(a) === STYLE.fold(b);
}

export function partsOf(path: string): string[] {
  return path.split("/").filter((part) => part !== "");
}

export function partsBetween(path: string, root: string): string[] {
  return partsOf(path.slice(root.length));
}

export function childOf(directory: string, name: string): string {
  return directory.endsWith("/") ? directory + name : `${directory}/${name}`;
}

/** Of a root directory, itself. */
export function parentOf(path: string): string {
  const parent = path.slice(0, path.lastIndexOf("/"));
  const root = rootOf(path);
  return parent.length < root.length ? root : parent;
}

export function ancestorOf(path: string, levels: number): string {
  let ancestor = path;
  for (let i = 0; i < levels; i++) ancestor = parentOf(ancestor);
  return ancestor;
}

/** `""` for a root directory. */
export function baseNameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Of a root directory, itself. */
export function baseNameOrRoot(path: string): string {
  return baseNameOf(path) || path;
}

export function stepTo(directory: string, part: string): string {
  return part === ".." ? parentOf(directory) : childOf(directory, part);
}

/** Reports whether a path or a name in it is longer than the operating system accepts: nothing can be there. */
export function isPathTooLong(path: string): boolean {
  return path.length > MAX_PATH_BYTES || new TextEncoder().encode(path).length > MAX_PATH_BYTES ||
    path.split("/").some((name) => name.length > STYLE.maxNameLength);
}

/**
 * Reports whether a name reaches its own entry. Deno reads a name that is not valid UTF-8 with U+FFFD in
 * it, and that name may reach another file. So do names that Windows reads otherwise: `NUL.txt`, `a.`, `a:b`.
 */
export function isAddressable(name: string): boolean {
  return !name.includes("\uFFFD") && name.isWellFormed() && STYLE.isLiteralName(name);
}

export function isAddressablePath(path: string): boolean {
  return path.split("/").every((part) => part === "." || part === ".." || isAddressable(part));
}

export function isHidden(name: string): boolean {
  return name.startsWith(".");
}
