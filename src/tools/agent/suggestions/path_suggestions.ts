import { type DeepestDirectory, deepestDirectory } from "../../../scope/deepest_directory.ts";
import { DirscopeError } from "../../../errors.ts";
import { ancestorOf } from "../../../scope/path_text.ts";
import type { Scope } from "../../../scope/scope.ts";
import type { StartedCall } from "../../call.ts";
import type { Advice, DiscoveryFailure } from "../../discovery/result.ts";
import { fileHint, patternHint } from "../hints/path_hints.ts";
import { RequestedPath } from "./requested_path.ts";
import { Candidates } from "./candidates.ts";
import { searchElsewhere } from "./search_elsewhere.ts";
import { searchNearby } from "./search_nearby.ts";
import { undefinedIfRefused } from "./existing_kind.ts";
import {
  basesOf,
  existingSpelling,
  interpretationsOf,
  type PathFromBase,
} from "./interpretation.ts";
import { isPattern, spellingsOf } from "./spellings.ts";

/** Maximum characters of a path that gets suggestions: no longer one is a typo. */
const MAX_PATH_LENGTH = 4096;

/** The cost of a file that the path uses as a directory: hardly any candidate is nearer. */
const FILE_PARENT_COST = 25;

interface SuggestionOptions {
  /** True if the path is to be listed, so that directories are suggested rather. */
  readonly isForListing: boolean;
  /** True if the suggestions may cost a walk of the tree. */
  readonly mayWalk: boolean;
}

/** Returns suggestions and hints for a call that failed at its path, which should name a directory. */
export async function adviceForFailure(
  { code }: DiscoveryFailure,
  path: unknown,
  call: StartedCall | undefined,
): Promise<Advice> {
  if (typeof path !== "string" || call === undefined) return {};
  if (code === "not_a_directory") {
    const file = fileAmongParents(path, call.scope);
    return file === undefined ? {} : { hints: [fileHint(file, call.scope)] };
  }
  const isMissing = code === "not_found" || code === "outside_root";
  return isMissing ? await suggestPaths(path, call, { isForListing: true, mayWalk: true }) : {};
}

/**
 * Suggests existing paths for one that does not exist or lies outside the scope; what exists outside makes no
 * difference. It tries three sources, and stops at a candidate that leaves no doubt:
 *
 * 1. other spellings of the path itself, as without quotes, line number or the root's name;
 * 2. similar names in the directories that the path leads to;
 * 3. the rest of the tree, if `mayWalk`.
 *
 * A path through a file and a path that is a pattern get a hint.
 */
export async function suggestPaths(
  path: string,
  call: StartedCall,
  options: SuggestionOptions,
): Promise<Advice> {
  if (path.length > MAX_PATH_LENGTH) return {};
  const { scope } = call;
  try {
    const bases = basesOf(scope);
    const spellings = spellingsOf(path);
    const { isForListing } = options;
    const respelt = existingSpelling(spellings, { scope, bases, isForListing });
    if (respelt !== undefined) return { suggestions: [scope.displayed(respelt)] };
    if (isPattern(path)) return { hints: [patternHint(path, scope)] };
    const interpretations = bases.length === 0 ? [] : interpretationsOf(spellings, scope, bases);
    if (interpretations.length === 0) return {};
    const file = fileAmongParents(path, scope, interpretations[0]!.deepest);
    const paths = await nearestPaths({ interpretations, file }, call, options);
    const suggestions = paths.map((each) => scope.displayed(each));
    return {
      ...suggestions.length > 0 && { suggestions },
      ...file !== undefined && { hints: [fileHint(file, scope)] },
    };
  } catch (error) {
    // Advice is optional: its failure must not replace the result.
    if (error instanceof DirscopeError) return {};
    throw error;
  }
}

async function nearestPaths(
  { interpretations, file }: {
    readonly interpretations: readonly PathFromBase[];
    readonly file: string | undefined;
  },
  call: StartedCall,
  { isForListing, mayWalk }: SuggestionOptions,
): Promise<readonly string[]> {
  const requested = interpretations.map(({ parts }) => new RequestedPath(parts));
  const candidates = new Candidates({
    requested,
    isForListing,
    isDirectory: isForListing && !requested.some(({ namesFile }) => namesFile),
    isOutside: interpretations[0]!.deepest === undefined,
  });
  if (file !== undefined) candidates.addWithCost(file, FILE_PARENT_COST);
  for (const interpretation of interpretations) {
    await searchNearby({ interpretation, candidates }, call);
  }
  if (mayWalk && !candidates.isCertain) {
    await searchElsewhere({ requested, interpretation: interpretations.at(-1)!, candidates }, call);
  }
  return candidates.best;
}

/** Returns the file that a path uses as if it were a directory. */
function fileAmongParents(
  path: string,
  scope: Scope,
  deepest: DeepestDirectory | undefined = undefinedIfRefused(() => deepestDirectory(scope, path)),
): string | undefined {
  if (deepest === undefined || deepest.rest.length < 2) return undefined;
  const file = ancestorOf(scope.resolve(path), deepest.rest.length - 1);
  return undefinedIfRefused(() => scope.enter(file))?.isDirectory === false ? file : undefined;
}
