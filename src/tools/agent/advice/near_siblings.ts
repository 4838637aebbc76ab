import { entryKindOf, nameOf } from "../../../directory/entry_key.ts";
import { forEachPaced } from "../../../pacing/pacer.ts";
import { ancestorOf, childOf, isAddressable } from "../../../scope/path_text.ts";
import { readChildren } from "../../../walk/read_children.ts";
import type { StartedCall } from "../../call.ts";
import { BestPaths, type ScoredPath } from "../match/best_paths.ts";
import { scoreIn } from "../rank/name_score.ts";
import { existingKindOf } from "./existing_kind.ts";
import type { PathFromBase } from "./interpretation.ts";
import { NameDistance } from "./name_distance.ts";

/** Maximum entries that are asked whether they hold the rest of the path. */
const MAX_SIBLINGS = 16;

/**
 * Returns the paths that exist and differ from a missing one in its first missing part alone, by a distance of 0 or
 * else 1. It reads one directory: the deepest that exists. Throws `DirscopeError` if the directory cannot be read.
 */
export async function nearSiblings(
  { path, deepest }: PathFromBase,
  { scope, pacer }: StartedCall,
): Promise<string[]> {
  const [part, ...below] = deepest?.rest ?? [];
  if (deepest === undefined || part === undefined) return [];
  const requested = new NameDistance(part);
  const nameScore = scoreIn("");
  const byDistance = [0, 1].map(() => new BestPaths<ScoredPath>(MAX_SIBLINGS));
  await forEachPaced(await readChildren(scope, deepest.directory, pacer), pacer, (key) => {
    const name = nameOf(key);
    if (!isAddressable(name) || name === part) return;
    const score = nameScore(name, entryKindOf(key) === "directory");
    byDistance[requested.of(name)]?.add({ path: name, score });
  });
  const parent = ancestorOf(path, below.length + 1);
  const found = byDistance.map((best) =>
    best.sorted().map((each) => [childOf(parent, each.path), ...below].join("/"))
      .filter((each) => existingKindOf(scope, each) !== undefined)
  );
  return found.find((paths) => paths.length > 0) ?? [];
}
