import type { Pacer } from "../pacing/pacer.ts";
import type { Scope } from "../scope/scope.ts";
import type { ScopedPath } from "../scope/scoped_path.ts";
import { directoryAt } from "./git_directory.ts";
import { readGitFile, textOf, UNREADABLE } from "./read_file.ts";

/** The most directories that are looked into, and how deep one may name another. Git's own bound is the second. */
const MAX_DIRECTORIES = 8;
const MAX_DEPTH = 5;

/** The longest list of other directories that is read, in bytes, and the most of them that are looked for. */
const MAX_BYTES = 64 * 1024;
const MAX_LINES = 64;

/**
 * Where the objects of a repository are: in its own directory, and in those that it borrows from
 * (`info/alternates`). If any of them cannot be reached, there is no telling what is missing.
 */
export async function objectDirectoriesOf(
  scope: Scope,
  common: ScopedPath,
  pacer: Pacer,
): Promise<readonly ScopedPath[] | typeof UNREADABLE> {
  const own = directoryAt(scope, common, "objects");
  if (typeof own === "string") return UNREADABLE;
  const found = new Map([[own.real, own]]);
  let level: readonly ScopedPath[] = [own];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return UNREADABLE;
    const next: ScopedPath[] = [];
    for (const directory of level) {
      const borrowed = await borrowedBy(scope, directory, pacer);
      if (borrowed === UNREADABLE) return UNREADABLE;
      for (const each of borrowed) {
        if (found.has(each.real)) continue;
        if (found.size === MAX_DIRECTORIES) return UNREADABLE;
        found.set(each.real, each);
        next.push(each);
      }
    }
    level = next;
  }
  return [...found.values()];
}

async function borrowedBy(
  scope: Scope,
  directory: ScopedPath,
  pacer: Pacer,
): Promise<readonly ScopedPath[] | typeof UNREADABLE> {
  const file = { path: "info/alternates", maxBytes: MAX_BYTES };
  const read = await readGitFile(scope, directory, file, pacer);
  if (typeof read !== "object") return read === undefined ? [] : UNREADABLE;
  const borrowed: ScopedPath[] = [];
  const lines = textOf(read.bytes).split("\n").filter((line) => /^[^#]/.test(line));
  if (lines.length > MAX_LINES) return UNREADABLE;
  for (const line of lines) {
    const located = directoryAt(scope, directory, line);
    // Git passes over one that is gone. What is in quotes is not unquoted.
    if (located === "outside_scope" || line.startsWith('"')) return UNREADABLE;
    if (typeof located === "object") borrowed.push(located);
  }
  return borrowed;
}
