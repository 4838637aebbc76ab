import type { Pacer } from "../../../pacing/pacer.ts";
import { paced } from "../../../pacing/paced.ts";
import type { ChildKind } from "../../discovery/child_kinds.ts";
import { BestPaths } from "../match/best_paths.ts";
import type { TaskRanker } from "../rank/task_ranker.ts";
import type { PathMatch, QueryMatches } from "./finder.ts";

/** The score of the best entry: words of a task are never as sure as a name. */
const MAX_TASK_SCORE = 0.7;

/**
 * Entries below this share of the best score are left out: of what commits modified, 1 point more is then missing in
 * the first twenty, which are fifteen, and none or half a point in the first ten.
 */
const MIN_SCORE_RATIO = 0.075;

const TASK_MATCH = { rank: 0, hasTypos: false, isPartial: true } as const;

/** Entries of one kind in one folder. */
export interface FoundRun {
  /** The folder's path from the root of the search: `""`, or one that ends in a slash. */
  readonly prefix: string;
  readonly files: readonly string[];
  readonly kind: ChildKind;
}

/** Returns the entries that a task concerns, best first, up to a limit and one more if there are more. */
export async function searchByTask(
  ranker: TaskRanker,
  runs: readonly FoundRun[],
  limit: number,
  pacer: Pacer,
): Promise<QueryMatches> {
  const weights = await ranker.rank(runs, pacer);
  const best = new BestPaths<PathMatch>(limit + 1);
  let count = 0;
  for await (const { prefix, files, kind } of paced(runs, pacer)) {
    const ofNames = weights.in(prefix);
    if (ofNames === undefined) continue;
    for (const name of files) {
      const score = ofNames.get(name) ?? 0;
      if (score === 0 || !ranker.isRelated(prefix, name)) continue;
      count++;
      best.add({ ...TASK_MATCH, path: prefix + name, name, kind, score });
    }
  }
  const all = best.sorted();
  const largest = all[0]?.score ?? 0;
  const listed = all.filter(({ score }) => score >= MIN_SCORE_RATIO * largest);
  const reasons = ranker.reasonsFor(listed.map(({ path }) => path));
  const entries = listed.map((entry): PathMatch => ({
    ...entry,
    score: MAX_TASK_SCORE * entry.score / largest,
    taskReason: reasons.get(entry.path) ?? "commits",
  }));
  return {
    entries,
    weaker: entries.length <= limit ? count - entries.length : 0,
    isPartial: true,
    lacksHistory: !ranker.hasHistory,
  };
}
