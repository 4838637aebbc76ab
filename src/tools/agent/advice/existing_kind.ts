import { DirscopeError, mapErrors, undefinedIfRefused } from "../../../errors.ts";
import { isRoot, parentOf } from "../../../scope/path_text.ts";
import type { Scope } from "../../../scope/scope.ts";

/** The kind of a path that may be suggested: that of a link's target, `link` if it has none in the scope. */
type ExistingKind = "directory" | "file" | "link";

/** Returns the kind of a path; `undefined` if it does not exist or lies outside the scope. */
export function existingKindOf(scope: Scope, path: string): ExistingKind | undefined {
  return undefinedIfRefused(() => {
    const { isDirectory, isSymlink } = lstatIn(scope, path);
    if (!isSymlink) return isDirectory ? "directory" : "file";
    const target = undefinedIfRefused(() => scope.enter(path));
    return target === undefined ? "link" : target.isDirectory ? "directory" : "file";
  });
}

/** Returns the link inside the roots that leads a path outside; `undefined` if none does, be anything there or not. */
export function linkOutside(scope: Scope, path: string): string | undefined {
  try {
    scope.enter(path);
    return undefined;
  } catch (error) {
    if (!(error instanceof DirscopeError) || error.code !== "outside_scope") return undefined;
  }
  for (let at = scope.resolve(path); !isRoot(at) && !scope.roots.includes(at); at = parentOf(at)) {
    const info = undefinedIfRefused(() => lstatIn(scope, at));
    if (info !== undefined) return info.isSymlink ? at : undefined;
  }
  return undefined;
}

function lstatIn(scope: Scope, path: string): Deno.FileInfo {
  const { open } = scope.locateEntry(path);
  return mapErrors(() => scope.fileSystem.lstat(open));
}
