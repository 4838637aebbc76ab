import { deepestDirectory } from "../../../scope/deepest_directory.ts";
import { DirscopeError, undefinedIfRefused } from "../../../errors.ts";
import { ancestorOf } from "../../../scope/path_text.ts";
import type { Scope } from "../../../scope/scope.ts";
import type { StartedCall } from "../../call.ts";
import type { AdviceData } from "../../advice.ts";
import type { DiscoveryFailure } from "../../discovery/result.ts";
import { patternHint } from "./pattern_hint.ts";
import { existingKindOf, linkOutside } from "./existing_kind.ts";
import { nearPaths } from "./near_paths.ts";
import { nearSiblings } from "./near_siblings.ts";
import { basesOf, existingSpelling, pathFromBase } from "./interpretation.ts";
import { isPattern, spellingsOf } from "../task/spellings.ts";

/** Maximum characters of a path that gets suggestions: no longer one is a typo. */
const MAX_PATH_LENGTH = 4096;

const MAX_SUGGESTIONS = 3;

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
  return isMissing ? await suggestPaths(path, call, true) : {};
}

/**
 * Suggests existing paths for one that does not exist or lies outside the scope; what exists outside makes no
 * difference. The first of these that finds any, a directory where one is to be listed, is the last that is tried:
 *
 * 1. other spellings of the path itself, as without quotes, line number or the root's name;
 * 2. the file that the path uses as a directory;
 * 3. a name near the first one that is missing, with the rest of the path below it;
 * 4. the same name elsewhere, or the nearest, without noise.
 *
 * A path through a file and a path that is a pattern get a hint.
 *
 * @param isForListing True if the path is to be listed, so that directories are suggested rather.
 */
export async function suggestPaths(
  path: string,
  call: StartedCall,
  isForListing: boolean,
): Promise<AdviceData> {
  if (path.length > MAX_PATH_LENGTH) return {};
  const { scope } = call;
  try {
    const bases = basesOf(scope);
    const spellings = spellingsOf(path);
    const respelt = existingSpelling(spellings, scope, bases);
    if (respelt !== undefined) return { suggestions: [scope.displayed(respelt)] };
    // A root that is one is the host's mistake.
    const isRoot = scope.roots.includes(scope.resolve(path));
    if (isPattern(path) && !isRoot) return { hints: [patternHint(path, scope)] };
    const requested = pathFromBase(spellings, scope, bases);
    if (requested === undefined) return {};
    const shown = (paths: readonly string[]): string[] =>
      (isForListing ? listable(paths, scope) : paths)
        .slice(0, MAX_SUGGESTIONS).map((each) => scope.displayed(each));
    const file = fileAmongParents(path, scope);
    if (file !== undefined) return { suggestions: shown([file]), hints: [fileHint(file, scope)] };
    const near = await nearSiblings(requested.path, call);
    const isFit = (path: string): boolean =>
      !isForListing || existingKindOf(scope, path) === "directory";
    const others = near.some(isFit) ? [] : await nearPaths(requested, call);
    return { suggestions: shown([...new Set([...near, ...others])]) };
  } catch (error) {
    // Advice is optional: its failure must not replace the result.
    if (error instanceof DirscopeError) return {};
    throw error;
  }
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
