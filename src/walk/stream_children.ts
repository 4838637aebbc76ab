/**
 * The direct children of a directory that a call names, as they come.
 *
 * @module
 */
import type { Pacer } from "../pacing/pacer.ts";
import { nameOf } from "../directory/entry_key.ts";
import { isAddressable } from "../scope/path_text.ts";
import { DirscopeError, errorCodeOf } from "../errors.ts";
import { readDirectory, sizeClassOfNamed, streamDirectory } from "../directory/read_directory.ts";
import type { Scope } from "../scope/scope.ts";
import type { ScopedPath } from "../scope/scoped_path.ts";

/** Hands over the sort keys of a directory's children, in no order: a huge directory is never held whole. */
export async function streamChildren(
  scope: Scope,
  directory: ScopedPath,
  pacer: Pacer,
  visit: (key: string) => void,
): Promise<void> {
  if (!scope.allows(directory)) throw new DirscopeError("outside_scope");
  const odd = new Set<string>();
  const visitOnce = (key: string): void => {
    pacer.entries++;
    if (!isAddressable(key)) {
      // Names that are not valid UTF-8 may read back as one name.
      if (odd.has(nameOf(key))) return;
      odd.add(nameOf(key));
    }
    visit(key);
  };
  pacer.directories++;
  try {
    const sizeClass = sizeClassOfNamed(directory);
    if (sizeClass === "huge") return await streamDirectory(directory.open, pacer, visitOnce);
    if (sizeClass === "large") await pacer.pause();
    for (const key of readDirectory(directory.open)) {
      visitOnce(key);
      if (pacer.isDue()) await pacer.pause();
    }
  } catch (error) {
    pacer.check();
    throw new DirscopeError(errorCodeOf(error));
  }
}
