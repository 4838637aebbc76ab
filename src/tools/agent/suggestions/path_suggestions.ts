/** Which existing path a missing one may stand for. */
import { deepestDirectory } from "../../../scope/deepest_directory.ts";
import { DirscopeError } from "../../../errors.ts";
import { ancestorOf, isWithinAsNamed } from "../../../scope/path_text.ts";
import type { Scope } from "../../../scope/scope.ts";
import type { StartedCall } from "../../call.ts";
import type { Advice, DiscoveryFailure } from "../../discovery/result.ts";
import { RequestedPath } from "./requested_path.ts";
import { Candidates } from "./candidates.ts";
import { lookElsewhere } from "./search_elsewhere.ts";
import { lookNearby } from "./search_nearby.ts";
import { attempted } from "./existing_kind.ts";
import { basesOf, type Deepest, type Reading, readingsOf, respelt } from "./interpretation.ts";
import { isPattern, spellingsOf } from "./spellings.ts";

/** A longer path is no slip. */
const MAX_LENGTH = 4096;

/** What a file costs that the path goes through as if it were a directory: hardly anything is nearer. */
const FILE_ON_THE_WAY = 25;

/** What a path is needed for. */
interface Need {
  /** Whether it should name a directory, to list. */
  readonly isListed: boolean;
  /** Whether the answer may not cost a walk of the tree. */
  readonly isCheap: boolean;
}

/** Advice for a call that failed at its path, which should name a directory. */
export async function adviceForFailure(
  { code }: DiscoveryFailure,
  path: unknown,
  call: StartedCall | undefined,
): Promise<Advice> {
  if (typeof path !== "string" || call === undefined) return {};
  if (code === "not_a_directory") return hintAt(fileOnTheWay(path, call.scope), call.scope);
  const isMissing = code === "not_found" || code === "outside_root";
  return isMissing ? await suggest(path, call, { isListed: true, isCheap: false }) : {};
}

/**
 * Suggests existing paths for one that does not exist or lies outside the scope; what lies outside makes no
 * difference. It looks in three places, and stops where no doubt is left:
 *
 * 1. for the path itself in another spelling, as without quotes, line number or the root's name;
 * 2. where the path was asked for, for names that are near;
 * 3. in the rest of the tree, unless it must be cheap.
 */
export async function suggest(path: string, call: StartedCall, need: Need): Promise<Advice> {
  if (path.length > MAX_LENGTH) return {};
  const { scope } = call;
  try {
    const bases = basesOf(scope);
    const spellings = spellingsOf(path);
    const same = respelt(spellings, { scope, bases, isListed: need.isListed });
    if (same !== undefined) return { suggestions: [scope.displayed(same)] };
    if (isPattern(path)) return { hints: [patternHint(path, scope)] };
    const readings = bases.length === 0 ? [] : readingsOf(spellings, scope, bases);
    if (readings.length === 0) return {};
    const file = fileOnTheWay(path, scope, readings[0]!.deepest);
    const paths = await nearestPaths({ readings, file }, call, need);
    const suggestions = paths.map((each) => scope.displayed(each));
    return { ...suggestions.length > 0 && { suggestions }, ...hintAt(file, scope) };
  } catch (error) {
    // The answer stands without advice.
    if (error instanceof DirscopeError) return {};
    throw error;
  }
}

async function nearestPaths(
  { readings, file }: { readonly readings: readonly Reading[]; readonly file: string | undefined },
  call: StartedCall,
  { isListed, isCheap }: Need,
): Promise<readonly string[]> {
  const requested = readings.map(({ parts }) => new RequestedPath(parts));
  const candidates = new Candidates({
    requested,
    isListed,
    isDirectory: isListed && !requested.some(({ namesFile }) => namesFile),
    isOutside: readings[0]!.deepest === undefined,
  });
  if (file !== undefined) candidates.addAt(file, FILE_ON_THE_WAY);
  for (const reading of readings) await lookNearby({ reading, candidates }, call);
  if (!isCheap && !candidates.isCertain) {
    await lookElsewhere({ requested, reading: readings.at(-1)!, candidates }, call);
  }
  return candidates.best;
}

/** The file that a path goes through as if it were a directory. */
function fileOnTheWay(
  path: string,
  scope: Scope,
  deepest: Pick<Deepest, "rest"> | undefined = attempted(() => deepestDirectory(scope, path)),
): string | undefined {
  if (deepest === undefined || deepest.rest.length < 2) return undefined;
  const file = ancestorOf(scope.resolve(path), deepest.rest.length - 1);
  return attempted(() => scope.enter(file))?.isDirectory === false ? file : undefined;
}

function hintAt(file: string | undefined, scope: Scope): Advice {
  return file === undefined
    ? {}
    : { hints: [`'${scope.displayed(file)}' is a file: nothing lies below it`] };
}

function patternHint(path: string, scope: Scope): string {
  const isInside = isWithinAsNamed(scope.resolve(path), scope.cwd);
  const pattern = isInside ? scope.displayed(path) : path.replace(/^\/+/, "");
  return `this is a pattern: glob_search takes pattern: ${JSON.stringify(pattern)}`;
}
