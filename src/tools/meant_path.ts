/** Finds what the path of a call means where, as it was sent, it names nothing. */
import { DirscopeError, isMissingPath, mapErrors } from "../errors.ts";
import {
  baseNameOf,
  isAbsolute,
  isWithinAsNamed,
  partsOf,
  resolvePath,
} from "../scope/path_text.ts";
import type { Scope } from "../scope/scope.ts";
import { fromLineSafe } from "../text/line_safe.ts";

/**
 * Returns the path as it was sent or, where only one of these exists:
 *
 * 1. for `.`, where the working directory lies in no root, the first root below it;
 * 2. the path from the root whose name it starts with, as `api/src` if `/home/me/api` is a root;
 * 3. the path with the escapes of line-safe text undone.
 *
 * The scope checks each, and the returned one again when it is entered. Requires `--allow-read` permission for it.
 */
export function meantPath(scope: Scope, path: string): string {
  const { cwd, roots } = scope;
  if (path === ".") {
    const below = roots.find((root) => root !== cwd && isWithinAsNamed(root, cwd));
    return below === undefined || isPresent(scope, cwd) ? path : below;
  }
  const [first, ...rest] = partsOf(path.replace(/^(?:\.\/+)+/, ""));
  const named = roots.filter((root) => baseNameOf(root) === first);
  const isOther = roots.length > 1 || named[0] !== cwd;
  if (named.length === 1 && isOther && !isAbsolute(path) && !isPresent(scope, path)) {
    return resolvePath(named[0]!, rest.join("/"));
  }
  const unescaped = path.includes("\\") ? fromLineSafe(path) : undefined;
  if (unescaped === undefined || existenceOf(scope, path) !== "missing") return path;
  return isPresent(scope, unescaped) ? unescaped : path;
}

function isPresent(scope: Scope, path: string): boolean {
  return existenceOf(scope, path) === "present";
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
