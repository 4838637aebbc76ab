import { DirscopeError, isMissingPath, mapErrors } from "../errors.ts";
import { fromLineSafe } from "../text/line_safe.ts";
import type { Scope } from "./scope.ts";

/**
 * Returns the path as it was sent or, where only that exists, with the escapes of line-safe text undone. Both
 * spellings are checked by the scope, and so is the returned one when it is entered. Requires `--allow-read`
 * permission for it.
 */
export function unescapedPath(scope: Scope, path: string): string {
  const unescaped = path.includes("\\") ? fromLineSafe(path) : undefined;
  if (unescaped === undefined || existenceOf(scope, path) !== "missing") return path;
  return existenceOf(scope, unescaped) === "present" ? unescaped : path;
}

/** Checks whether an entry exists, its last part not followed; `undefined` where that is unknown. */
function existenceOf(scope: Scope, path: string): "missing" | "present" | undefined {
  try {
    const { open } = scope.locateEntry(path);
    mapErrors(() => scope.fileSystem.lstat(open));
    return "present";
  } catch (error) {
    if (!(error instanceof DirscopeError)) throw error;
    return isMissingPath(error) || error.code === "name_too_long" ? "missing" : undefined;
  }
}
