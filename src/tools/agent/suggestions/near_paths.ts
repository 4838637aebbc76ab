import { rulesAbove } from "../../../gitignore/rules_above.ts";
import { isInGitDirectory, Verdicts } from "../../../gitignore/verdicts.ts";
import { ancestorOf, childOf, isAddressable, isWithin, partsOf } from "../../../scope/path_text.ts";
import type { ScopedPath } from "../../../scope/scoped_path.ts";
import type { StartedCall } from "../../call.ts";
import { adviceLimits } from "../advice_limits.ts";
import type { PathMatch } from "../find_path/finder.ts";
import { parseQuery } from "../find_path/parse_query.ts";
import { search } from "../find_path/search.ts";
import { scoreIn } from "../rank/name_score.ts";
import { partsBelow } from "./existing_kind.ts";
import type { PathFromBase } from "./interpretation.ts";
import { NameDistance } from "./name_distance.ts";

/** Maximum matches to judge: the best ones. */
const MAX_MATCHES = 512;

/** Maximum distance of the last name: of a path that shares a directory, and of one that shares none. */
const MAX_DISTANCE = { related: 2, unrelated: 1 } as const;

/** Maximum distance of the names of a directory that two paths share. */
const MAX_DIRECTORY_DISTANCE = 1;

/** Maximum paths that share only the name: if there are more, the name alone identifies none. */
const MAX_UNRELATED_PATHS = 3;

/**
 * Returns the paths that `find_path` finds for a missing one, best first, without those that are noise. Paths that git
 * ignores are none of them, unless the path leads into one: then only that is searched.
 */
export async function nearPaths(
  requested: PathFromBase,
  call: StartedCall,
): Promise<string[]> {
  const { scope, pacer } = call;
  const { start, path, parts } = await searchRootOf(requested, call);
  const rules = await rulesAbove(scope, start, "git", pacer);
  const queries = [parseQuery(parts.join("/"))];
  const request = { queries, kind: "any", limit: MAX_MATCHES, scoreIn } as const;
  const area = { scope, start, rules, ...adviceLimits(call) };
  const { matches: [found] } = await search(request, area, pacer);
  const near = withoutNoise(found!.entries, {
    name: new NameDistance(parts.at(-1)!),
    directories: parts.slice(0, -1).map((part) => new NameDistance(part)),
    isOutside: requested.isOutside,
  });
  return near.map((each) => childOf(path, each.path)).filter((each) => each !== requested.path);
}

/** What matches are judged by. */
interface RequestedNames {
  readonly name: NameDistance;
  readonly directories: readonly NameDistance[];
  /** True if the path lies outside the scope. */
  readonly isOutside: boolean;
}

/** A match with what tells it from noise. */
interface JudgedMatch extends PathMatch {
  readonly distance: number;
  /** The number of directories that it shares with the requested path. */
  readonly shared: number;
  /** True if it shares some, or the requested path has none. */
  readonly isRelated: boolean;
}

/**
 * Leaves out the matches whose name is not the nearest, and those that share no directory with the path, if they are
 * many. Of a path outside the scope, a name alone identifies only an entry at the top of the tree.
 */
function withoutNoise(
  matches: readonly PathMatch[],
  { name, directories, isOutside }: RequestedNames,
): readonly PathMatch[] {
  const judged = matches.map((match): JudgedMatch => {
    const parents = partsOf(match.path).slice(0, -1);
    const isShared = (own: NameDistance) =>
      parents.some((each) => own.of(each) <= MAX_DIRECTORY_DISTANCE);
    const shared = directories.filter(isShared).length;
    const isRelated = directories.length === 0 || shared > 0;
    const isNamed = isAddressable(match.name) && (isRelated || !isOutside || parents.length === 0);
    const distance = isNamed ? name.of(match.name) : Infinity;
    return { ...match, shared, isRelated, distance };
  });
  const related = judged.filter((each) => each.isRelated && each.distance <= MAX_DISTANCE.related);
  const unrelated = judged.filter((each) =>
    !each.isRelated && each.distance <= MAX_DISTANCE.unrelated
  );
  const near = unrelated.length > MAX_UNRELATED_PATHS ? related : [...related, ...unrelated];
  const least = Math.min(...near.map(({ distance }) => distance));
  return near.filter(({ distance }) => distance === least).sort((a, b) => b.shared - a.shared);
}

/** The directory to search, and the parts of the requested path below it. */
interface SearchRoot {
  readonly start: ScopedPath;
  readonly path: string;
  readonly parts: readonly string[];
}

/** Returns the base, or the deepest existing directory of the path if git ignores that. */
async function searchRootOf(
  { path, base, parts, deepest }: PathFromBase,
  { scope, pacer }: StartedCall,
): Promise<SearchRoot> {
  const start = scope.enterDirectory(base.path);
  const whole = { start, path: base.path, parts };
  const real = deepest?.directory.real ?? base.real;
  if (deepest === undefined || real === base.real || !isWithin(real, base.real)) return whole;
  const below = partsBelow(real, base.real).join("/");
  const verdicts = await Verdicts.below(scope, start, pacer);
  const { isIgnored } = await verdicts.of(below, true);
  if (!isIgnored && !isInGitDirectory(below, true)) return whole;
  const { directory, rest } = deepest;
  return { start: directory, path: ancestorOf(path, rest.length), parts: rest };
}
