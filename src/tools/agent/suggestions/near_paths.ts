import { rulesAbove } from "../../../gitignore/rules_above.ts";
import { Verdicts } from "../../../gitignore/verdicts.ts";
import { ancestorOf, childOf, isAddressable, isWithin, partsOf } from "../../../scope/path_text.ts";
import type { ScopedPath } from "../../../scope/scoped_path.ts";
import { placeOf } from "../../../walk/walks_in_turn.ts";
import { otherRoots } from "../../meant_path.ts";
import type { IgnoreRules } from "../../../gitignore/ignore_rules.ts";
import type { StartedCall } from "../../call.ts";
import { adviceLimits } from "../entry_batches.ts";
import type { PathMatch } from "../find_path/finder.ts";
import { parseQuery } from "../find_path/parse_query.ts";
import { search } from "../find_path/search.ts";
import { scoreIn } from "../rank/name_score.ts";
import { partsBelow } from "./existing_kind.ts";
import type { PathFromBase } from "./interpretation.ts";
import { NameDistance } from "./name_distance.ts";

/** Maximum matches to judge: the best ones. */
const MAX_MATCHES = 256;

/** Maximum directories of each path that are compared: the last ones. */
const MAX_COMPARED_DIRECTORIES = 8;

const MAX_NAME_DISTANCE = 2;

/** Maximum distance of the names of a directory that two paths share. */
const MAX_DIRECTORY_DISTANCE = 1;

/**
 * Returns the paths that `find_path` finds for a missing one, best first, without those that are noise. Paths that git
 * ignores are none of them, unless the path leads into one: then only that is searched.
 */
export async function nearPaths(
  requested: PathFromBase,
  call: StartedCall,
): Promise<string[]> {
  const { scope, pacer } = call;
  const { path, parts } = await searchRootOf(requested, call);
  // What is missing in one root may lie in another.
  const others = path === requested.base.path ? otherRoots(".", path, scope) : [];
  const directories = [path, ...others];
  const starts: { start: ScopedPath; rules: IgnoreRules }[] = [];
  for (const directory of directories) {
    const start = scope.enterDirectory(directory);
    starts.push({ start, rules: await rulesAbove(scope, start, "project", pacer) });
  }
  const queries = [parseQuery(parts.join("/"))];
  const request = { queries, kind: "any", limit: MAX_MATCHES, scoreIn } as const;
  const area = { scope, starts, ...adviceLimits(call) };
  const { matches: [found] } = await search(request, area, pacer);
  const near = withoutNoise(found!.entries, parts, requested.isOutside);
  return near.map((each) => {
    const { turn, below } = placeOf(each.path);
    return childOf(directories[turn]!, below);
  }).filter((each) => each !== requested.path);
}

/** A match with what tells it from noise. */
interface JudgedMatch {
  readonly path: string;
  readonly distance: number;
  readonly shared: number;
  /** The number of first directories that they share, 1 at least: one, such as `packages`, says little. */
  readonly lead: number;
}

/**
 * Returns the matches whose name is the nearest, those that share the most directories with the path first, then those
 * that start as it does. What shares none is noise, unless its name is the requested one: and of a path outside the
 * scope, only at the top of the tree.
 */
function withoutNoise(
  matches: readonly PathMatch[],
  parts: readonly string[],
  isOutside: boolean,
): readonly JudgedMatch[] {
  const requested = new NameDistance(parts.at(-1)!);
  const directories = comparedDirectories(parts).map((part) => new NameDistance(part));
  const judge = ({ path, name }: PathMatch): JudgedMatch[] => {
    const distance = isAddressable(name) ? requested.of(name) : Infinity;
    if (distance > MAX_NAME_DISTANCE) return [];
    const own = partsOf(placeOf(path).below);
    const lead = Math.max(parts.findIndex((part, i) => part !== own[i]), 1);
    const parents = comparedDirectories(own);
    const isShared = (own: NameDistance) =>
      parents.some((each) => own.of(each) <= MAX_DIRECTORY_DISTANCE);
    const shared = directories.filter(isShared).length;
    const isElsewhere = parents.length > 0 && directories.length > 0 && shared === 0;
    return isElsewhere && (isOutside || distance > 0) ? [] : [{ path, distance, shared, lead }];
  };
  const near = matches.flatMap(judge);
  const least = Math.min(...near.map(({ distance }) => distance));
  return near.filter(({ distance }) => distance === least).sort((a, b) =>
    b.shared - a.shared || b.lead - a.lead
  );
}

function comparedDirectories(parts: readonly string[]): readonly string[] {
  return parts.slice(0, -1).slice(-MAX_COMPARED_DIRECTORIES);
}

/** The directory to search, and the parts of the requested path below it. */
interface SearchRoot {
  readonly path: string;
  readonly parts: readonly string[];
}

/** Returns the base, or the deepest existing directory of the path if git ignores that. */
async function searchRootOf(
  { path, base, parts, deepest }: PathFromBase,
  { scope, pacer }: StartedCall,
): Promise<SearchRoot> {
  const start = scope.enterDirectory(base.path);
  const whole = { path: base.path, parts };
  const real = deepest?.directory.real ?? base.real;
  if (deepest === undefined || real === base.real || !isWithin(real, base.real)) return whole;
  const below = partsBelow(real, base.real).join("/");
  const verdicts = await Verdicts.below(scope, start, pacer);
  const { isIgnored, store } = await verdicts.of(below, true);
  if (!isIgnored && store === undefined) return whole;
  const { rest } = deepest;
  return { path: ancestorOf(path, rest.length), parts: rest };
}
