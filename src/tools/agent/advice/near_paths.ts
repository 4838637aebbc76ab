import { rulesAbove } from "../../../gitignore/rules_above.ts";
import { forEachPaced } from "../../../pacing/pacer.ts";
import { childOf, isAddressable, partsOf } from "../../../scope/path_text.ts";
import { Walk } from "../../../walk/walk.ts";
import type { StartedCall } from "../../call.ts";
import { otherRoots, realPathsBefore } from "../../meant_path.ts";
import { BestPaths } from "../match/best_paths.ts";
import { scoreIn } from "../rank/name_score.ts";
import { adviceLimits, entryBatches } from "./entry_batches.ts";
import type { PathFromBase } from "./interpretation.ts";
import { distanceTo } from "./name_distance.ts";

/** Maximum paths that are kept: the best ones. */
const MAX_NEAR_PATHS = 256;

/** Maximum directories of each path that are compared: the last ones. */
const MAX_COMPARED_DIRECTORIES = 8;

const MAX_NAME_DISTANCE = 2;

/** Maximum distance of the names of a directory that two paths share. */
const MAX_DIRECTORY_DISTANCE = 1;

/**
 * Returns the paths whose name is the nearest to that of a missing one, and of these the ones that share the most
 * directories with it, best first. Paths that git ignores are none of them, nor is noise: another name elsewhere.
 */
export async function nearPaths(
  { path, base, parts }: PathFromBase,
  call: StartedCall,
): Promise<string[]> {
  const { scope, pacer } = call;
  // What is missing in one root may lie in another.
  const directories = [base, ...otherRoots(".", base, scope)];
  const { maxScanned, maxMatched } = adviceLimits(call);
  const end = pacer.counts.entries + maxScanned;
  const near = new BestPaths(MAX_NEAR_PATHS);
  const distanceOf = distanceTo(parts.at(-1)!);
  const requested = comparedDirectories(parts).map(distanceTo);
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
        await forEachPaced(names, pacer, (name) => {
          const distance = isAddressable(name) ? distanceOf(name) : Infinity;
          if (distance > MAX_NAME_DISTANCE) return;
          const parents = comparedDirectories(partsOf(prefix + name));
          const isShared = (distanceOfPart: (name: string) => number): boolean =>
            parents.some((parent) => distanceOfPart(parent) <= MAX_DIRECTORY_DISTANCE);
          const shared = requested.filter(isShared).length;
          const isElsewhere = parents.length > 0 && requested.length > 0 && shared === 0;
          if (isElsewhere && distance > 0) return;
          const fit = shared - distance * (MAX_COMPARED_DIRECTORIES + 1);
          // The name's score, at most 1, decides between those that fit as well.
          const score = fit + scoreIn(prefix)(name, kind === "directory") / 2;
          near.add({ path: childOf(directory, prefix + name), score });
        });
      }
    }
  }
  const found = near.sorted();
  const isAsFit = (score: number): boolean => Math.floor(score) === Math.floor(found[0]!.score);
  return found.filter((each) => isAsFit(each.score) && each.path !== path)
    .map((each) => each.path);
}

function comparedDirectories(parts: readonly string[]): readonly string[] {
  return parts.slice(0, -1).slice(-MAX_COMPARED_DIRECTORIES);
}
