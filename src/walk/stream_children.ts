import { DistinctNames } from "../directory/distinct_names.ts";
import { type EntryKey, nameOf } from "../directory/entry_key.ts";
import type { Pacer } from "../pacing/pacer.ts";
import type { Scope } from "../scope/scope.ts";
import type { ScopedPath } from "../scope/scoped_path.ts";
import { checkOpenable, readKeys, sizeClassAt, streamKeys } from "./read_keys.ts";
import { startAt } from "./steps.ts";

/**
 * Passes on the sort keys of a directory's children, in no order. It never holds a huge directory whole.
 *
 * @throws {DirscopeError} If the directory cannot be read.
 * @throws {DOMException} `AbortError` once the call is aborted.
 */
export async function streamChildren(
  scope: Scope,
  path: ScopedPath,
  pacer: Pacer,
  visit: (key: EntryKey) => void,
): Promise<void> {
  const directory = startAt(path);
  checkOpenable(scope, directory);
  const names = new DistinctNames();
  const visitNew = (key: EntryKey): void => {
    if (names.isNew(nameOf(key))) visit(key);
  };
  const sizeClass = sizeClassAt(directory);
  const hidden = scope.visibility?.in(path);
  if (sizeClass === "huge") return await streamKeys(directory, pacer, visitNew, hidden);
  for (const key of await readKeys(directory, sizeClass, pacer, hidden)) {
    visitNew(key);
    if (pacer.isDue()) await pacer.pause();
  }
}
