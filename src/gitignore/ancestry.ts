import { holdsGit } from "../git/holds_git.ts";
import { isRoot } from "../scope/path_text.ts";
import type { Scope } from "../scope/scope.ts";
import type { ScopedPath } from "../scope/scoped_path.ts";

/** The directories from a start up to the root of its repository, or up to the end of the scope. */
export interface Ancestry {
  /** The start first, then each directory above it; none without a start. */
  readonly directories: readonly ScopedPath[];
  readonly repository: ScopedPath | undefined;
  /** True if the last one is the root of the repository or of the file system; false if the scope ended first. */
  readonly endsAtRoot: boolean;
}

/** Collects the directories up to the first that holds `.git`, or to the end of the scope. */
export function ancestryOf(scope: Scope, start: ScopedPath | undefined): Ancestry {
  const directories: ScopedPath[] = [];
  for (let path = start; path !== undefined; path = scope.parent(path)) {
    directories.push(path);
    const repository = holdsGit(scope, path) ? path : undefined;
    if (repository !== undefined || isRoot(path.real)) {
      return { directories, repository, endsAtRoot: true };
    }
  }
  return { directories, repository: undefined, endsAtRoot: false };
}
