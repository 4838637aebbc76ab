import { forEachPaced } from "../../../pacing/paced.ts";
import type { Pacer } from "../../../pacing/pacer.ts";
import { BestPaths, type ScoredPath } from "../match/best_paths.ts";
import type { PathWeights } from "./path_weights.ts";
import type { FileFolder, TaskRanker } from "./task_ranker.ts";

/**
 * Files below this share of the best score are left out: of what commits modified, 1 point more is then missing in the
 * first twenty, which are fifteen, and none or half a point in the first ten.
 */
const MIN_SCORE_RATIO = 0.075;

/** A file that a task concerns. */
export interface RelatedFile<Folder> extends ScoredPath {
  readonly name: string;
  readonly folder: Folder;
}

/** The files that a task concerns most, best first, and the number of all. */
export interface RelatedFiles<Folder> {
  readonly best: readonly RelatedFile<Folder>[];
  readonly count: number;
}

/** Returns the files that a task concerns most by the weights that its ranker gave them, up to a limit. */
export async function relatedFiles<Folder extends FileFolder>(
  { ranker, weights }: { readonly ranker: TaskRanker; readonly weights: PathWeights },
  folders: readonly Folder[],
  limit: number,
  pacer: Pacer,
): Promise<RelatedFiles<Folder>> {
  const best = new BestPaths<RelatedFile<Folder>>(limit);
  let count = 0;
  await forEachPaced(folders, pacer, (folder) => {
    const { prefix, files } = folder;
    const ofNames = weights.in(prefix);
    if (ofNames === undefined) return;
    for (const name of files) {
      const score = ofNames.get(name) ?? 0;
      if (score === 0 || !ranker.isRelated(prefix, name)) continue;
      count++;
      best.add({ path: prefix + name, name, folder, score });
    }
  });
  const all = best.sorted();
  const least = MIN_SCORE_RATIO * (all[0]?.score ?? 0);
  return { best: all.filter(({ score }) => score >= least), count };
}
