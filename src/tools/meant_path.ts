/** Finds what the path of a call means where, as it was sent, it names nothing. */
import { DirscopeError, isMissingPath, mapErrors, undefinedIfRefused } from "../errors.ts";
import {
  baseNameOf,
  isAbsolute,
  isRoot,
  isWithin,
  isWithinAsNamed,
  partsOf,
  resolvePath,
} from "../scope/path_text.ts";
import type { Scope } from "../scope/scope.ts";
import { fromLineSafe } from "../text/line_safe.ts";

/**
 * Returns the path as it was sent or, where only one is meant, one of these:
 *
 * 1. for `.`, where the working directory lies in no root, the first root below it that exists, if any does;
 * 2. the path in the root whose name it starts with, as `api/src` if `/home/me/api` is a root, unless the working
 *    directory has an entry of that name;
 * 3. the path with the escapes of line-safe text undone.
 *
 * The scope checks each, and the returned one again when it is entered. Requires `--allow-read` permission for it.
 */
export function meantPath(scope: Scope, path: string): string {
  const { cwd, roots } = scope;
  if (path === ".") {
    const below = roots.filter((root) => root !== cwd && isWithinAsNamed(root, cwd));
    if (below.length === 0 || existenceOf(scope, cwd) === "present") return path;
    return below.find((root) => existenceOf(scope, root) !== "missing") ?? below[0]!;
  }
  const [first, ...below] = partsOf(path).filter((part) => part !== ".");
  const named = isAbsolute(path) ? [] : roots.filter((root) => baseNameOf(root) === first);
  // At a terminal all roots hold the working directory, whose own name is no path in it.
  const isOther = roots.some((root) => !isWithinAsNamed(cwd, root));
  if (named.length === 1 && isOther && existenceOf(scope, first!) !== "present") {
    return resolvePath(named[0]!, below.join("/"));
  }
  const unescaped = path.includes("\\") ? fromLineSafe(path) : undefined;
  if (unescaped === undefined || existenceOf(scope, path) !== "missing") return path;
  return existenceOf(scope, unescaped) === "present" ? unescaped : path;
}

/**
 * Returns the other roots, for a call that looks at the first one by default: without those in one before. One around
 * it counts only for a call that looks at a root, and is no root of the file system, which stands for no limit.
 *
 * @param sent The path as it was sent.
 * @param path The path that it means.
 */
export function otherRoots(sent: string, path: string, scope: Scope): string[] {
  const { roots } = scope;
  if (roots.length < 2 || sent !== ".") return [];
  const realOf = (each: string) => undefinedIfRefused(() => scope.enterDirectory(each).real);
  const start = realOf(path);
  const isAtRoot = roots.some((root) => realOf(root) === start);
  const seen = start === undefined ? [] : [start];
  return roots.filter((root) => {
    const real = realOf(root);
    if (real === undefined || seen.some((each) => isWithin(real, each))) return false;
    const isAround = start !== undefined && isWithin(start, real);
    if (isAround && (!isAtRoot || isRoot(real))) return false;
    seen.push(real);
    return true;
  });
}

/** Returns the real paths of the directories of a call before one: that one may lie around them. */
export function realPathsBefore(
  scope: Scope,
  directories: readonly string[],
  turn: number,
): ReadonlySet<string> {
  return new Set(directories.slice(0, turn).map((each) => scope.enterDirectory(each).real));
}

/** Checks whether an entry exists, its last part not followed; `undefined` where that is unknown. */
export function existenceOf(scope: Scope, path: string): "missing" | "present" | undefined {
  try {
    const { open } = scope.locateEntry(path);
    mapErrors(() => scope.fileSystem.lstat(open));
    return "present";
  } catch (error) {
    if (!(error instanceof DirscopeError)) throw error;
    return isMissingPath(error) || error.code === "name_too_long" ? "missing" : undefined;
  }
}
