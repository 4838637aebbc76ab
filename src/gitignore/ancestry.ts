import { childOf, isRoot } from "../scope/path_text.ts";
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

/**
 * Reports whether a directory is the root of a repository: whether it holds `.git`, of any kind, as in ripgrep. A
 * link that leads out of the scope counts, dangling or not; a loop, and a link to nothing inside, do not. It counts
 * although the host hides it, or a permission denies it.
 */
export function holdsGit({ unfiltered: scope }: Scope, directory: ScopedPath): boolean {
  const real = childOf(directory.real, ".git");
  const path = scope.locate(real);
  if (path === undefined) return true;
  try {
    if (!scope.fileSystem.lstat(path.open).isSymlink) return true;
    const resolution = scope.follow(directory.real, scope.fileSystem.readLink(path.open), real);
    const { outcome } = resolution;
    if (outcome === "failed") return resolution.code === "outside_scope";
    return outcome !== "cycle";
  } catch {
    return false;
  }
}
