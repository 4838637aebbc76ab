/** What the disk says of a path that may be suggested. */
import { DirscopeError, withMappedErrors } from "../../../errors.ts";
import { isWithinAsNamed, partsBetween, partsOf } from "../../../scope/path_text.ts";
import type { Scope } from "../../../scope/scope.ts";

/** What may be suggested: a link counts as what it leads to, and as a link if that is nothing inside. */
export type ExistingKind = "directory" | "file" | "link";

/** What a path is; `undefined` if it is nothing, or lies outside the scope. */
export function existingKindOf(scope: Scope, path: string): ExistingKind | undefined {
  return valueOrUndefined(() => {
    const { open } = scope.locateEntry(path);
    const { isDirectory, isSymlink } = withMappedErrors(() => scope.fileSystem.lstat(open));
    if (!isSymlink) return isDirectory ? "directory" : "file";
    const end = valueOrUndefined(() => scope.enter(path));
    return end === undefined ? "link" : end.isDirectory ? "directory" : "file";
  });
}

/** What a look at the disk gives; `undefined` if it fails. */
export function valueOrUndefined<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    if (error instanceof DirscopeError) return undefined;
    throw error;
  }
}

/** The parts of an absolute path, from a directory above it on. */
export function partsBelow(path: string, base: string): string[] {
  return isWithinAsNamed(path, base) ? partsBetween(path, base) : partsOf(path);
}
