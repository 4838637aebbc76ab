import { entryKindOf, nameOf } from "../../../directory/entry_key.ts";
import { undefinedIfRefused } from "../../../errors.ts";
import { forEachPaced } from "../../../pacing/pacer.ts";
import { deepestDirectory } from "../../../scope/deepest_directory.ts";
import { ancestorOf, childOf, isAddressable } from "../../../scope/path_text.ts";
import { readChildren } from "../../../walk/read_children.ts";
import type { StartedCall } from "../../call.ts";
import { BestPaths } from "../match/best_paths.ts";
import { scoreIn } from "../rank/name_score.ts";
import { existingKindOf } from "./existing_kind.ts";
import { distanceTo } from "./name_distance.ts";

/** Maximum entries that are asked whether they hold the rest of the path. */
const MAX_SIBLINGS = 16;

/**
 * Returns the paths that exist and differ from a missing one in its first missing part alone, by a distance of 0 or
 * else 1. It reads one directory: the deepest that exists. Throws `DirscopeError` if the directory cannot be read.
 */
export async function nearSiblings(
  path: string,
  { scope, pacer }: StartedCall,
): Promise<string[]> {
  const deepest = undefinedIfRefused(() => deepestDirectory(scope, path));
  const [part, ...below] = deepest?.rest ?? [];
  if (deepest === undefined || part === undefined) return [];
  const distanceOf = distanceTo(part);
  const scoreOf = scoreIn("");
  const byDistance = [0, 1].map(() => new BestPaths(MAX_SIBLINGS));
  await forEachPaced(await readChildren(scope, deepest.directory, pacer), pacer, (key) => {
    const name = nameOf(key);
    if (!isAddressable(name) || name === part) return;
    const score = scoreOf(name, entryKindOf(key) === "directory");
    byDistance[distanceOf(name)]?.add({ path: name, score });
  });
  const parent = ancestorOf(path, below.length + 1);
  const found = byDistance.map((best) =>
    best.sorted().map((each) => [childOf(parent, each.path), ...below].join("/"))
      .filter((each) => existingKindOf(scope, each) !== undefined)
  );
  return found.find((paths) => paths.length > 0) ?? [];
}
