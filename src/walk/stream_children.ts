import { DistinctNames } from "../directory/distinct_names.ts";
import { type EntryKey, nameOf } from "../directory/entry_key.ts";
import { sizeClassOf } from "../directory/read_directory.ts";
import type { Pacer } from "../pacing/pacer.ts";
import type { Scope } from "../scope/scope.ts";
import type { ScopedPath } from "../scope/scoped_path.ts";
import { checkOpenable, leftOutIn, readKeys, streamKeys } from "./read_keys.ts";
import { startAt } from "./steps.ts";

/**
 * Passes on the sort keys of a directory's children, in no order. It never holds a huge directory whole.
 *
 * @param visit Takes one key; what it returns is waited for.
 * @throws {DirscopeError} If the directory cannot be read.
 * @throws {DOMException} `AbortError` once the call is aborted.
 */
export async function streamChildren(
  scope: Scope,
  path: ScopedPath,
  pacer: Pacer,
  visit: (key: EntryKey) => void | Promise<void>,
): Promise<void> {
  const directory = startAt(path);
  checkOpenable(scope, directory);
  const names = new DistinctNames();
  const visitNew = (key: EntryKey): void | Promise<void> => {
    if (names.isNew(nameOf(key))) return visit(key);
  };
  const sizeClass = sizeClassOf(path);
  const hidden = leftOutIn(scope, path);
  if (sizeClass === "huge") return await streamKeys(directory, pacer, visitNew, hidden);
  for (const key of await readKeys(directory, sizeClass, pacer, hidden)) {
    const visited = visitNew(key);
    if (visited !== undefined) await visited;
    if (pacer.isDue()) await pacer.pause();
  }
}
