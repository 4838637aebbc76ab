import { fileSystem } from "../scope/file_system.ts";
import { childOf } from "../scope/path_text.ts";
import type { Scope } from "../scope/scope.ts";
import type { ScopedPath } from "../scope/scoped_path.ts";

/** The directories from a start up to the root of its repository, or up to the end of the scope. */
export interface Ancestry {
  /** The start first, then each directory above it. */
  readonly directories: readonly ScopedPath[];
  /**
   * Whether the last one is the root of the repository or of the file system, so that no file above
   * it applies. Otherwise the scope ended first.
   */
  readonly endsAtRoot: boolean;
}

/** Climbs to the first directory that holds `.git`, or to the end of the scope. */
export function ancestryOf(scope: Scope, start: ScopedPath): Ancestry {
  const directories: ScopedPath[] = [];
  for (let path: ScopedPath | undefined = start; path !== undefined; path = scope.parent(path)) {
    directories.push(path);
    if (path.real === "/" || holdsGit(scope, path)) return { directories, endsAtRoot: true };
  }
  return { directories, endsAtRoot: false };
}

/** Whether a directory holds `.git`. A link that leads out of the scope counts, dangling or not; a loop does not. */
function holdsGit(scope: Scope, directory: ScopedPath): boolean {
  const real = childOf(directory.real, ".git");
  const path = scope.locate(real);
  if (path === undefined) return false;
  try {
    if (!fileSystem.lstatSync(path.open).isSymlink) return true;
    const resolution = scope.follow(directory.real, fileSystem.readLinkSync(path.open), real);
    const { outcome } = resolution;
    if (outcome === "failed") return resolution.code === "outside_scope";
    return outcome !== "cycle";
  } catch {
    return false;
  }
}
