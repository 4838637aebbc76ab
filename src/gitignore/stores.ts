/** Stores of version control: what lies in them is no part of a project. */
import { childOf } from "../scope/path_text.ts";
import type { Scope } from "../scope/scope.ts";
import type { ScopedPath } from "../scope/scoped_path.ts";

/** The names of stores, each with entries of which a store has one: another directory may bear the name. */
const MARKS: ReadonlyMap<string, readonly string[]> = new Map([
  // Git lists no entry of this name, be it a directory or the file of a linked work tree.
  [".git", [""]],
  [".hg", ["requires", "store"]],
  [".jj", ["repo"]],
  [".sl", ["requires", "store"]],
  [".svn", ["wc.db", "entries"]],
]);

export function mayBeStore(name: string): boolean {
  return MARKS.has(name);
}

/** Reports whether a directory in another is a store. It must be no link: what is behind one may lie outside. */
export function isStore({ fileSystem }: Scope, { open }: ScopedPath, name: string): boolean {
  return MARKS.get(name)?.some((mark) => {
    try {
      return mark === "" || fileSystem.lstat(childOf(childOf(open, name), mark)) !== undefined;
    } catch {
      return false;
    }
  }) === true;
}
