/** Where git keeps what it knows of a repository. */
import type { Pacer } from "../pacing/pacer.ts";
import type { Scope } from "../scope/scope.ts";
import type { ScopedPath } from "../scope/scoped_path.ts";
import { readGitFile, textOf, UNREADABLE } from "./read_file.ts";

/** A directory, or why it cannot be read: it lies outside the scope, or nothing usable is there. */
type Located = ScopedPath | "outside_scope" | "broken";

/** The directories of a repository. */
export interface GitDirectories {
  /** What one worktree has for itself: the index. */
  readonly own: Located;
  /** What all worktrees share: the configuration, `info/exclude`. */
  readonly common: Located;
}

/** The longest `.git` or `commondir` file that is read, in bytes: a path and a word. */
const MAX_BYTES = 8 * 1024;

const GITDIR = "gitdir: ";

/**
 * Finds the directories of the repository whose root holds `.git`: a directory, a file, or a link to one; hidden or
 * not, as whoever reads them must.
 */
export async function gitDirectoriesOf(
  { unfiltered: scope }: Scope,
  root: ScopedPath,
  pacer: Pacer,
): Promise<GitDirectories> {
  const own = await ownDirectory(scope, root, pacer);
  if (typeof own === "string") return { own, common: own };
  const text = await pathIn(scope, own, "commondir", pacer);
  const common = text === undefined
    ? own
    : text === UNREADABLE
    ? "broken"
    : directoryAt(scope, own, text);
  return { own, common };
}

async function ownDirectory(scope: Scope, root: ScopedPath, pacer: Pacer): Promise<Located> {
  const resolution = scope.follow(root.real, ".git");
  if (resolution.outcome !== "file") return directoryAt(scope, root, ".git");
  const text = await pathIn(scope, root, ".git", pacer);
  if (typeof text !== "string" || !text.startsWith(GITDIR)) return "broken";
  return directoryAt(scope, root, text.slice(GITDIR.length));
}

/** The directory that a path leads to from another. */
export function directoryAt(scope: Scope, from: ScopedPath, path: string): Located {
  const resolution = scope.follow(from.real, path);
  if (resolution.outcome === "directory") return resolution.end;
  const isOutside = resolution.outcome === "failed" && resolution.code === "outside_scope";
  return isOutside ? "outside_scope" : "broken";
}

/** The text of a file that holds a path. */
async function pathIn(scope: Scope, directory: ScopedPath, path: string, pacer: Pacer) {
  const read = await readGitFile(scope, directory, { path, maxBytes: MAX_BYTES }, pacer);
  return typeof read === "object" ? textOf(read.bytes).replace(/[\r\n]+$/, "") : read;
}
