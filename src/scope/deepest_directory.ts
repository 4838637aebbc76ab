import { firstNotBelow } from "../binary_search.ts";
import { errorCodeOf, isMissingPath } from "../errors.ts";
import { resolvePath, rootOf } from "./path_text.ts";
import type { Scope } from "./scope.ts";
import type { ScopedPath } from "./scoped_path.ts";

export interface DeepestDirectory {
  readonly directory: ScopedPath;
  /** The parts of the path below that directory. */
  readonly rest: readonly string[];
}

/** @throws {DirscopeError} As `Scope.enter`, except that the path need not exist. */
export function deepestDirectory(scope: Scope, path: string): DeepestDirectory {
  const absolute = resolvePath(scope.cwd, path);
  const root = rootOf(absolute);
  const parts = absolute.slice(root.length).split("/");
  const isThere = (length: number): boolean => {
    try {
      scope.enterDirectory(root + parts.slice(0, length).join("/"));
      return true;
    } catch (error) {
      // Above the roots, every path is outside, whether or not it exists. Search deeper.
      const isOutside = errorCodeOf(error) === "outside_scope";
      if (!isMissingPath(error) && (length === parts.length || !isOutside)) throw error;
      return isOutside;
    }
  };
  // The whole path first, so that no prefix of an outside path is stat-ed.
  const deepest = isThere(parts.length)
    ? parts.length
    : firstNotBelow(1, parts.length, isThere) - 1;
  const directory = scope.enterDirectory(root + parts.slice(0, deepest).join("/"));
  return { directory, rest: parts.slice(deepest) };
}
