import { DirscopeError, isMissingPath, withMappedErrors } from "../errors.ts";
import { fromLineSafe } from "../text/line_safe.ts";
import type { Scope } from "./scope.ts";

/**
 * The path that a call means: as it was sent, or, where only that exists, with the escapes of line-safe text
 * undone. Both pass the same gate, and so does what is returned when it is entered. Requires `--allow-read`
 * permission for it.
 */
export function unescapedPath(scope: Scope, path: string): string {
  const unescaped = path.includes("\\") ? fromLineSafe(path) : undefined;
  if (unescaped === undefined || existenceOf(scope, path) !== "missing") return path;
  return existenceOf(scope, unescaped) === "there" ? unescaped : path;
}

/** Whether an entry is there, its last part not followed; what cannot be told is neither. */
function existenceOf(scope: Scope, path: string): "missing" | "there" | undefined {
  try {
    const { open } = scope.locateEntry(path);
    withMappedErrors(() => scope.fileSystem.lstat(open));
    return "there";
  } catch (error) {
    if (!(error instanceof DirscopeError)) throw error;
    return isMissingPath(error) || error.code === "name_too_long" ? "missing" : undefined;
  }
}
