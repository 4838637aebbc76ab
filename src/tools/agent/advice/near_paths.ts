import { Verdicts } from "../../../gitignore/verdicts.ts";
import { rulesAbove } from "../../../gitignore/rules_above.ts";
import { forEachPaced } from "../../../pacing/pacer.ts";
import { ancestorOf, childOf, isAddressable, isWithin, partsOf } from "../../../scope/path_text.ts";
import { Walk } from "../../../walk/walk.ts";
import type { StartedCall } from "../../call.ts";
import { otherRoots, realPathsBefore } from "../../meant_path.ts";
import { BestPaths } from "../match/best_paths.ts";
import { scoreIn } from "../rank/name_score.ts";
import { adviceLimits, entryBatches } from "./entry_batches.ts";
import { partsBelow } from "./existing_kind.ts";
import type { PathFromBase } from "./interpretation.ts";
import { NameDistance } from "./name_distance.ts";

/** Maximum paths that are kept: the best ones. */
const MAX_NEAR_PATHS = 256;

/** Maximum directories of each path that are compared: the last ones. */
const MAX_COMPARED_DIRECTORIES = 8;

const MAX_NAME_DISTANCE = 2;

/** Maximum distance of the names of a directory that two paths share. */
const MAX_DIRECTORY_DISTANCE = 1;

/**
 * Returns the paths whose name is the nearest to that of a missing one, best first, without those that are noise. Paths
 * that git ignores are none of them, unless the path leads into one: then only that is searched.
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
  const { maxScanned, maxMatched } = adviceLimits(call);
  const end = pacer.counts.entries + maxScanned;
  const near = Array.from({ length: MAX_NAME_DISTANCE + 1 }, () => new BestPaths(MAX_NEAR_PATHS));
  const scoreOf = nearnessTo(parts, requested.isOutside);
  const name = new NameDistance(parts.at(-1)!);
  for (const [turn, directory] of directories.entries()) {
    if (turn > 0 && pacer.counts.entries >= end) break;
    const start = scope.enterDirectory(directory);
    const walk = new Walk(scope, start, {
      order: "breadth",
      unsortedFiles: true,
      rules: await rulesAbove(scope, start, "project", pacer),
      except: realPathsBefore(scope, directories, turn),
      maxScanned: end - pacer.counts.entries,
      maxMatched,
    }, pacer);
    for await (const batch of entryBatches(walk)) {
      for (const { directory: { prefix }, names, kind } of batch) {
        await forEachPaced(names, pacer, (each) => {
          const distance = isAddressable(each) ? name.of(each) : Infinity;
          if (distance > MAX_NAME_DISTANCE) return;
          const score = scoreOf(prefix + each, distance) +
            scoreIn(prefix)(each, kind === "directory");
          if (score > 0) near[distance]!.add({ path: childOf(directory, prefix + each), score });
        });
      }
    }
  }
  const found = near.map((best) => best.sorted()).find(({ length }) => length > 0) ?? [];
  const shared = Math.floor((found[0]?.score ?? 0) / SHARED_DIRECTORY);
  return found.filter(({ score, path }) =>
    score >= shared * SHARED_DIRECTORY && path !== requested.path
  ).map(({ path }) => path);
}

/** The score of a directory that two paths share: more than their first directories and a name can have. */
const SHARED_DIRECTORY = 10_000;

/**
 * Returns the score of a path by what it shares with the missing one: its directories, then its first ones in a row.
 * `-Infinity` is noise: what shares none, unless its name is the requested one, and of a path outside the scope, only at
 * the top of the tree.
 */
function nearnessTo(
  parts: readonly string[],
  isOutside: boolean,
): (path: string, distance: number) => number {
  const directories = comparedDirectories(parts).map((part) => new NameDistance(part));
  return (path, distance) => {
    const own = partsOf(path);
    const parents = comparedDirectories(own);
    const shared =
      directories.filter((each) =>
        parents.some((parent) => each.of(parent) <= MAX_DIRECTORY_DISTANCE)
      ).length;
    const isElsewhere = parents.length > 0 && directories.length > 0 && shared === 0;
    if (isElsewhere && (isOutside || distance > 0)) return -Infinity;
    // One first directory, such as `packages`, says little.
    const lead = Math.max(parts.findIndex((part, i) => part !== own[i]), 1);
    return shared * SHARED_DIRECTORY + lead;
  };
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
