import type { EntryKey } from "../directory/entry_key.ts";
import type { Pacer } from "../pacing/pacer.ts";
import { takePaced } from "../pacing/paced_steps.ts";
import type { Scope } from "../scope/scope.ts";
import type { ScopedPath } from "../scope/scoped_path.ts";
import { checkReadable, DirectoryReader } from "./directory_reader.ts";
import { startAt } from "./walk_options.ts";

/** In order. Throws `DirscopeError` if the directory cannot be read. */
export async function readChildren(
  scope: Scope,
  path: ScopedPath,
  pacer: Pacer,
): Promise<readonly EntryKey[]> {
  const directory = startAt(path);
  checkReadable(scope, directory);
  const reader = new DirectoryReader(scope, { order: "name" }, pacer);
  const { listing } = await takePaced(reader.read({ directory }), pacer);
  return listing.keys;
}
