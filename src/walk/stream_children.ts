import { DistinctNames } from "../directory/distinct_names.ts";
import { type EntryKey, nameOf } from "../directory/entry_key.ts";
import type { Pacer } from "../pacing/pacer.ts";
import { type Steps, takePaced } from "../pacing/paced_steps.ts";
import type { Scope } from "../scope/scope.ts";
import type { ScopedPath } from "../scope/scoped_path.ts";
import { checkReadable, readShown } from "./read_visible.ts";
import { startAt } from "./walk_options.ts";

/**
 * Streams the sort keys of a directory's children, in no order. It never holds a huge directory whole.
 *
 * @param visit Takes one key; a promise that it returns is awaited.
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
  checkReadable(scope, directory);
  const { fileSystem, visibility } = scope;
  const shown = { fileSystem, hidden: visibility?.in(path), counts: pacer.counts };
  const names = new DistinctNames();
  const take = function* (part: readonly EntryKey[]): Steps<void> {
    for (const key of part) if (names.isNew(nameOf(key))) yield visit(key);
  };
  await takePaced(readShown(directory, shown, take), pacer);
}
