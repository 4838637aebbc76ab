/**
 * The direct children of a directory that a call names, as they come.
 *
 * @module
 */
import type { Pacer } from "./cooperate.ts";
import { isAddressable, nameOf } from "./entry.ts";
import { DirscopeError, errorCodeOf } from "./errors.ts";
import { bulkOfNamed, readDirectory, streamDirectory } from "./read_directory.ts";
import type { Scope, ScopedPath } from "./scope.ts";

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
    const bulk = bulkOfNamed(directory);
    if (bulk === "huge") return await streamDirectory(directory.open, pacer, visitOnce);
    if (bulk === "large") await pacer.pause();
    for (const key of readDirectory(directory.open)) {
      visitOnce(key);
      if (pacer.isDue()) await pacer.pause();
    }
  } catch (error) {
    pacer.check();
    throw new DirscopeError(errorCodeOf(error));
  }
}
