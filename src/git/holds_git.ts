import { childOf } from "../scope/path_text.ts";
import type { Scope } from "../scope/scope.ts";
import type { ScopedPath } from "../scope/scoped_path.ts";

/**
 * Reports whether a directory is the root of a repository: whether it holds `.git`, of any kind, as in ripgrep. A
 * link that leads out of the scope counts, dangling or not; a loop, and a link to nothing inside, do not. It counts
 * although the host hides it.
 */
export function holdsGit({ unfiltered: scope }: Scope, directory: ScopedPath): boolean {
  const real = childOf(directory.real, ".git");
  const path = scope.locate(real);
  if (path === undefined) return false;
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
