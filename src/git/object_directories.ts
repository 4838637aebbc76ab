import type { Pacer } from "../pacing/pacer.ts";
import type { Scope } from "../scope/scope.ts";
import type { ScopedPath } from "../scope/scoped_path.ts";
import { directoryAt } from "./git_directory.ts";
import { decodeUtf8, readGitFile, UNREADABLE } from "./read_file.ts";

/** Maximum object directories, and maximum depth of alternates, which is git's own bound. */
const MAX_OBJECT_DIRECTORIES = 8;
const MAX_ALTERNATES_DEPTH = 5;

/** Maximum size of `info/alternates`, in bytes, maximum lines in it, and maximum characters of one. */
const MAX_ALTERNATES_BYTES = 64 * 1024;
const MAX_ALTERNATES = 64;
const MAX_ALTERNATE_LENGTH = 4096;

/** Cost of resolving one, which may lead through 40 links of as many parts each. */
const ALTERNATE_COST = 4 * 1024 * 1024;

type UnreachableObjects = typeof UNREADABLE | "outside_scope";

/** Finds a repository's own objects and its alternates: all must be reachable, since any may hold what is needed. */
export async function objectDirectoriesOf(
  scope: Scope,
  common: ScopedPath,
  pacer: Pacer,
): Promise<readonly ScopedPath[] | UnreachableObjects> {
  const own = directoryAt(scope, common, "objects");
  if (typeof own === "string") return own === "outside_scope" ? own : UNREADABLE;
  const found = new Map([[own.real, { directory: own, depth: 0 }]]);
  // The loop also visits what it adds to the map.
  for (const { directory, depth } of found.values()) {
    if (depth > MAX_ALTERNATES_DEPTH) return UNREADABLE;
    const alternates = await alternatesOf(scope, directory, pacer);
    if (alternates === UNREADABLE || alternates === "outside_scope") return alternates;
    for (const alternate of alternates) {
      if (found.has(alternate.real)) continue;
      if (found.size === MAX_OBJECT_DIRECTORIES) return UNREADABLE;
      found.set(alternate.real, { directory: alternate, depth: depth + 1 });
    }
  }
  return Array.from(found.values(), ({ directory }) => directory);
}

async function alternatesOf(
  scope: Scope,
  directory: ScopedPath,
  pacer: Pacer,
): Promise<readonly ScopedPath[] | UnreachableObjects> {
  const file = { path: "info/alternates", maxBytes: MAX_ALTERNATES_BYTES };
  const read = await readGitFile(scope, directory, file, pacer);
  if (typeof read !== "object") return read === undefined ? [] : UNREADABLE;
  const alternates: ScopedPath[] = [];
  const lines = decodeUtf8(read.bytes).split("\n").filter((line) => /^[^#]/.test(line));
  if (lines.length > MAX_ALTERNATES) return UNREADABLE;
  for (const line of lines) {
    if (pacer.isDue()) await pacer.pause();
    const isAllowed = line.length <= MAX_ALTERNATE_LENGTH && pacer.budget.spend(ALTERNATE_COST);
    if (!isAllowed) return UNREADABLE;
    const alternate = directoryAt(scope, directory, line);
    if (alternate === "outside_scope") return alternate;
    // Git skips a missing one. Quoted paths are not supported.
    if (line.startsWith('"')) return UNREADABLE;
    if (typeof alternate === "object") alternates.push(alternate);
  }
  return alternates;
}
