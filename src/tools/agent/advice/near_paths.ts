import { Verdicts } from "../../../gitignore/verdicts.ts";
import { rulesAbove } from "../../../gitignore/rules_above.ts";
import { forEachPaced } from "../../../pacing/pacer.ts";
import { ancestorOf, childOf, isAddressable, isWithin, partsOf } from "../../../scope/path_text.ts";
import { startAt } from "../../../walk/walk_options.ts";
import { Walk } from "../../../walk/walk.ts";
import { placeOf, prefixOf, WalksInTurn } from "../../../walk/walks_in_turn.ts";
import type { StartedCall } from "../../call.ts";
import { otherRoots, realPathsBefore } from "../../meant_path.ts";
import { BestPaths, type ScoredPath } from "../match/best_paths.ts";
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
  const walk = new WalksInTurn(directories.length, 0, async (turn) => {
    const start = scope.enterDirectory(directories[turn]!);
    return new Walk(scope, startAt(start, prefixOf(turn)), {
      order: "breadth",
      unsortedFiles: true,
      rules: await rulesAbove(scope, start, "project", pacer),
      except: realPathsBefore(scope, directories, turn),
      maxScanned: end - pacer.counts.entries,
      maxMatched,
    }, pacer);
  });
  const judge = new Judge(parts, requested.isOutside);
  for await (const batch of entryBatches(walk)) {
    for (const { directory: { prefix }, names, kind } of batch) {
      const scoreOf = scoreIn(prefix);
      await forEachPaced(names, pacer, (name) => {
        judge.visit(prefix, name, () => scoreOf(name, kind === "directory"));
      });
    }
  }
  return judge.nearest().map((each) => {
    const { turn, below } = placeOf(each);
    return childOf(directories[turn]!, below);
  }).filter((each) => each !== requested.path);
}

/** A near path, by how much it shares with the missing one. */
interface NearPath extends ScoredPath {
  readonly shared: number;
}

/**
 * Keeps the paths whose name is the nearest and that share the most directories with the missing path, those that start
 * as it does first. What shares none is noise, unless its name is the requested one: and of a path outside the scope,
 * only at the top of the tree.
 */
class Judge {
  readonly #parts: readonly string[];
  readonly #isOutside: boolean;
  readonly #requested: NameDistance;
  readonly #directories: readonly NameDistance[];
  /** By distance. */
  readonly #near = Array.from(
    { length: MAX_NAME_DISTANCE + 1 },
    () => new BestPaths<NearPath>(MAX_NEAR_PATHS),
  );

  constructor(parts: readonly string[], isOutside: boolean) {
    this.#parts = parts;
    this.#isOutside = isOutside;
    this.#requested = new NameDistance(parts.at(-1)!);
    this.#directories = comparedDirectories(parts).map((part) => new NameDistance(part));
  }

  visit(prefix: string, name: string, nameScore: () => number): void {
    const best = this.#near[isAddressable(name) ? this.#requested.of(name) : Infinity];
    if (best === undefined) return;
    const own = partsOf(placeOf(prefix + name).below);
    // One first directory, such as `packages`, says little.
    const lead = Math.max(this.#parts.findIndex((part, i) => part !== own[i]), 1);
    const parents = comparedDirectories(own);
    const shared =
      this.#directories.filter((each) =>
        parents.some((parent) => each.of(parent) <= MAX_DIRECTORY_DISTANCE)
      ).length;
    const isElsewhere = parents.length > 0 && this.#directories.length > 0 && shared === 0;
    if (isElsewhere && (this.#isOutside || best !== this.#near[0])) return;
    best.add({ path: prefix + name, shared, score: 1000 * shared + lead + nameScore() });
  }

  nearest(): readonly string[] {
    const found = this.#near.map((best) => best.sorted()).find(({ length }) => length > 0) ?? [];
    return found.filter(({ shared }) => shared === found[0]!.shared).map(({ path }) => path);
  }
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
