import type { Pacer } from "../pacing/pacer.ts";
import type { Scope } from "../scope/scope.ts";
import type { ScopedPath } from "../scope/scoped_path.ts";
import { decodeUtf8, readGitFile, UNREADABLE } from "./read_file.ts";

/** A directory, or the reason that it cannot be used: outside the scope, or missing or malformed. */
type GitDirectory = ScopedPath | "outside_scope" | "broken";

export interface GitDirectories {
  /** The git directory, of one work tree: it holds the index and `HEAD`. */
  readonly gitDirectory: GitDirectory;
  /** The common directory of all work trees: it holds the configuration, objects and most references. */
  readonly commonDirectory: GitDirectory;
}

/** Maximum size of a `.git` or `commondir` file, in bytes: a path and a word. */
const MAX_PATH_FILE_BYTES = 8 * 1024;

const GITDIR_PREFIX = "gitdir: ";

/** Finds the directories behind a `.git` in `root`: a directory, a file or a link to one, hidden by the host or not. */
export async function gitDirectoriesOf(
  { unfiltered: scope }: Scope,
  root: ScopedPath,
  pacer: Pacer,
): Promise<GitDirectories> {
  const gitDirectory = await gitDirectoryOf(scope, root, pacer);
  if (typeof gitDirectory === "string") return { gitDirectory, commonDirectory: gitDirectory };
  const text = await readPathFile(scope, gitDirectory, "commondir", pacer);
  const commonDirectory = text === undefined
    ? gitDirectory
    : text === UNREADABLE
    ? "broken"
    : directoryAt(scope, gitDirectory, text);
  return { gitDirectory, commonDirectory };
}

async function gitDirectoryOf(scope: Scope, root: ScopedPath, pacer: Pacer): Promise<GitDirectory> {
  const resolution = scope.follow(root.real, ".git");
  if (resolution.outcome !== "file") return directoryAt(scope, root, ".git");
  const text = await readPathFile(scope, root, ".git", pacer);
  if (typeof text !== "string" || !text.startsWith(GITDIR_PREFIX)) return "broken";
  return directoryAt(scope, root, text.slice(GITDIR_PREFIX.length));
}

export function directoryAt(scope: Scope, from: ScopedPath, path: string): GitDirectory {
  const resolution = scope.follow(from.real, path);
  if (resolution.outcome === "directory") return resolution.end;
  const isOutside = resolution.outcome === "failed" && resolution.code === "outside_scope";
  return isOutside ? "outside_scope" : "broken";
}

/** Reads a file that holds a path, without its line end. */
async function readPathFile(scope: Scope, directory: ScopedPath, path: string, pacer: Pacer) {
  const read = await readGitFile(scope, directory, { path, maxBytes: MAX_PATH_FILE_BYTES }, pacer);
  return typeof read === "object" ? decodeUtf8(read.bytes).replace(/[\r\n]+$/, "") : read;
}
