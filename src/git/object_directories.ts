import type { Pacer } from "../pacing/pacer.ts";
import type { Scope } from "../scope/scope.ts";
import type { ScopedPath } from "../scope/scoped_path.ts";
import { directoryAt } from "./git_directory.ts";
import { decodeUtf8, readGitFile, UNREADABLE } from "./read_file.ts";

/** The most directories that are looked into, and how deep one may name another. Git's own bound is the second. */
const MAX_OBJECT_DIRECTORIES = 8;
const MAX_ALTERNATES_DEPTH = 5;

/** The longest list of other directories that is read, in bytes, and the most of them that are looked for. */
const MAX_ALTERNATES_BYTES = 64 * 1024;
const MAX_ALTERNATES = 64;

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
    if (depth > MAX_ALTERNATES_DEPTH) return UNREADABLE;
    const next: ScopedPath[] = [];
    for (const directory of level) {
      const alternates = await alternatesOf(scope, directory, pacer);
      if (alternates === UNREADABLE) return UNREADABLE;
      for (const alternate of alternates) {
        if (found.has(alternate.real)) continue;
        if (found.size === MAX_OBJECT_DIRECTORIES) return UNREADABLE;
        found.set(alternate.real, alternate);
        next.push(alternate);
      }
    }
    level = next;
  }
  return [...found.values()];
}

async function alternatesOf(
  scope: Scope,
  directory: ScopedPath,
  pacer: Pacer,
): Promise<readonly ScopedPath[] | typeof UNREADABLE> {
  const file = { path: "info/alternates", maxBytes: MAX_ALTERNATES_BYTES };
  const read = await readGitFile(scope, directory, file, pacer);
  if (typeof read !== "object") return read === undefined ? [] : UNREADABLE;
  const alternates: ScopedPath[] = [];
  const lines = decodeUtf8(read.bytes).split("\n").filter((line) => /^[^#]/.test(line));
  if (lines.length > MAX_ALTERNATES) return UNREADABLE;
  for (const line of lines) {
    const alternate = directoryAt(scope, directory, line);
    // Git passes over one that is gone. What is in quotes is not unquoted.
    if (alternate === "outside_scope" || line.startsWith('"')) return UNREADABLE;
    if (typeof alternate === "object") alternates.push(alternate);
  }
  return alternates;
}
