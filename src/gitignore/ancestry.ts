import { holdsGit } from "../git/find_git.ts";
import { gitDirectoriesOf } from "../git/git_directory.ts";
import type { Pacer } from "../pacing/pacer.ts";
import type { Scope } from "../scope/scope.ts";
import type { ScopedPath } from "../scope/scoped_path.ts";

/** The directories from a start up to the root of its repository, or up to the end of the scope. */
export interface Ancestry {
  /** The start first, then each directory above it. */
  readonly directories: readonly ScopedPath[];
  /** The last one, if it is the root of a repository. */
  readonly repository: ScopedPath | undefined;
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
    const repository = holdsGit(scope, path) ? path : undefined;
    if (repository !== undefined || path.real === "/") {
      return { directories, repository, endsAtRoot: true };
    }
  }
  return { directories, repository: undefined, endsAtRoot: false };
}

/** Which rules may hold in a directory and are not known, since they lie outside the scope. */
export interface UnknownRules {
  readonly rules_above_scope?: "unknown";
  readonly git_directory?: "outside_scope";
}

/** Tells what is not known of the rules in a directory, given its ancestry. */
export async function unknownRulesOf(
  scope: Scope,
  { repository, endsAtRoot }: Ancestry,
  pacer: Pacer,
): Promise<UnknownRules> {
  if (repository === undefined) return endsAtRoot ? {} : { rules_above_scope: "unknown" };
  const { own, common } = await gitDirectoriesOf(scope, repository, pacer);
  return own === "outside" || common === "outside"
    ? { rules_above_scope: "unknown", git_directory: "outside_scope" }
    : {};
}
