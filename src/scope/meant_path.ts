import { attempt, DirscopeError, isMissing } from "../errors.ts";
import { fromLineSafe } from "../text/line_safe.ts";
import type { Scope } from "./scope.ts";

/**
 * The path that a call means: as it was sent, or, where only that exists, with the escapes of line-safe text
 * undone. Both pass the same gate, and so does what is returned when it is entered. Requires `--allow-read`
 * permission for it.
 */
export function meantPath(scope: Scope, path: string): string {
  const unescaped = path.includes("\\") ? fromLineSafe(path) : undefined;
  if (unescaped === undefined || presenceOf(scope, path) !== "missing") return path;
  return presenceOf(scope, unescaped) === "there" ? unescaped : path;
}

/** Whether an entry is there, its last part not followed; what cannot be told is neither. */
function presenceOf(scope: Scope, path: string): "missing" | "there" | undefined {
  try {
    const { open } = scope.locateEntry(path);
    attempt(() => scope.fileSystem.lstat(open));
    return "there";
  } catch (error) {
    if (!(error instanceof DirscopeError)) throw error;
    return isMissing(error) || error.code === "name_too_long" ? "missing" : undefined;
  }
}
