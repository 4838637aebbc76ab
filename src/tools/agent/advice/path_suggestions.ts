import { deepestDirectory } from "../../../scope/deepest_directory.ts";
import { DirscopeError, undefinedIfRefused } from "../../../errors.ts";
import { ancestorOf } from "../../../scope/path_text.ts";
import type { Scope } from "../../../scope/scope.ts";
import type { StartedCall } from "../../call.ts";
import type { AdviceData } from "../../advice.ts";
import { inNamedRoots } from "../../meant_path.ts";
import type { DiscoveryFailure } from "../../discovery/result.ts";
import { patternHint } from "./pattern_hint.ts";
import { existingKindOf, linkOutside } from "./existing_kind.ts";
import { nearPaths } from "./near_paths.ts";
import { nearSiblings } from "./near_siblings.ts";
import { basesOf, existingSpelling, type PathFromBase, pathFromBase } from "./interpretation.ts";
import { isPattern, spellingsOf } from "../task/spellings.ts";

/** Maximum characters of a path that gets suggestions: no longer one is a typo. */
const MAX_PATH_LENGTH = 4096;

const MAX_SUGGESTIONS = 3;

interface SuggestionOptions {
  /** True if the path is to be listed, so that directories are suggested rather. */
  readonly isForListing: boolean;
  readonly mayWalk: boolean;
}

/** Returns suggestions and hints for a call that failed at its path, which should name a directory. */
export async function adviceForFailure(
  { code }: DiscoveryFailure,
  path: unknown,
  call: StartedCall | undefined,
): Promise<AdviceData> {
  if (typeof path !== "string" || call === undefined) return {};
  if (code === "not_a_directory") {
    const file = fileAmongParents(path, call.scope);
    return file === undefined ? {} : { hints: [fileHint(file, call.scope)] };
  }
  const link = code === "outside_root" ? linkOutside(call.scope, path) : undefined;
  if (link !== undefined) {
    return { hints: [`'${call.scope.displayed(link)}' is a link that leads outside`] };
  }
  const isMissing = code === "not_found" || code === "outside_root";
  return isMissing ? await suggestPaths(path, call, { isForListing: true, mayWalk: true }) : {};
}

/**
 * Suggests existing paths for one that does not exist or lies outside the scope; what exists outside makes no
 * difference. The first of these that finds any, a directory where one is to be listed, is the last that is tried:
 *
 * 1. what it is in each root whose name it starts with, if there are several;
 * 2. other spellings of the path itself, as without quotes, line number or the root's name;
 * 3. the file that the path uses as a directory;
 * 4. a name near the first one that is missing, with the rest of the path below it;
 * 5. the same name elsewhere, or the nearest, without noise, if `mayWalk`.
 *
 * A path through a file and a path that is a pattern get a hint.
 */
export async function suggestPaths(
  path: string,
  call: StartedCall,
  options: SuggestionOptions,
): Promise<AdviceData> {
  if (path.length > MAX_PATH_LENGTH) return {};
  const { scope } = call;
  try {
    const bases = basesOf(scope);
    const spellings = spellingsOf(path);
    const inRoots = inNamedRoots(scope, path)
      .filter((each) => existingKindOf(scope, each) !== undefined);
    if (inRoots.length > 1) return { suggestions: inRoots.slice(0, MAX_SUGGESTIONS) };
    const respelt = existingSpelling(spellings, { scope, bases, ...options });
    if (respelt !== undefined) return { suggestions: [scope.displayed(respelt)] };
    // A root that is one is the host's mistake.
    const isRoot = scope.roots.includes(scope.resolve(path));
    if (isPattern(path) && !isRoot) return { hints: [patternHint(path, scope)] };
    const requested = pathFromBase(spellings, scope, bases);
    if (requested === undefined) return {};
    const file = fileAmongParents(path, scope);
    const paths = file === undefined ? await nearestPaths(requested, call, options) : [file];
    const suggestions = (options.isForListing ? listable(paths, scope) : paths)
      .slice(0, MAX_SUGGESTIONS).map((each) => scope.displayed(each));
    return { suggestions, hints: file === undefined ? [] : [fileHint(file, scope)] };
  } catch (error) {
    // Advice is optional: its failure must not replace the result.
    if (error instanceof DirscopeError) return {};
    throw error;
  }
}

/** Returns the paths near a missing one. */
async function nearestPaths(
  requested: PathFromBase,
  call: StartedCall,
  { isForListing, mayWalk }: SuggestionOptions,
): Promise<readonly string[]> {
  const near = await nearSiblings(requested, call);
  const isFit = (path: string): boolean =>
    !isForListing || existingKindOf(call.scope, path) === "directory";
  if (!mayWalk || near.some(isFit)) return near;
  return [...new Set([...near, ...await nearPaths(requested, call)])];
}

function fileHint(file: string, scope: Scope): string {
  return `'${scope.displayed(file)}' is a file: nothing lies below it`;
}

/** Returns the paths that may be listed: directories, or what is no link that leads nowhere. */
function listable(paths: readonly string[], scope: Scope): readonly string[] {
  const kinds = new Map(paths.map((path) => [path, existingKindOf(scope, path)]));
  const directories = paths.filter((path) => kinds.get(path) === "directory");
  return directories.length > 0 ? directories : paths.filter((path) => kinds.get(path) !== "link");
}

/** Returns the file that a path uses as if it were a directory. */
function fileAmongParents(path: string, scope: Scope): string | undefined {
  const deepest = undefinedIfRefused(() => deepestDirectory(scope, path));
  if (deepest === undefined || deepest.rest.length < 2) return undefined;
  const file = ancestorOf(scope.resolve(path), deepest.rest.length - 1);
  return undefinedIfRefused(() => scope.enter(file))?.isDirectory === false ? file : undefined;
}
