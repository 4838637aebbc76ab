import type { Pacer } from "../../../pacing/pacer.ts";
import type { ChildKind } from "../../discovery/child_kinds.ts";
import { relatedFiles } from "../rank/related_files.ts";
import type { TaskRanker } from "../rank/task_ranker.ts";
import { distinct, type PathMatch, type QueryMatches } from "./finder.ts";

/** The score of the best entry: words of a task are never as sure as a name. */
const MAX_TASK_SCORE = 0.7;

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
  { limit, first }: {
    readonly limit: number;
    /** The entries that the task spells out, which come before all others. */
    readonly first: readonly PathMatch[];
  },
  pacer: Pacer,
): Promise<QueryMatches> {
  const weights = await ranker.rank(runs, pacer);
  const { best, count } = await relatedFiles({ ranker, weights }, runs, limit + 1, pacer);
  const isCounted = ({ path, name }: PathMatch): boolean => {
    const prefix = path.slice(0, -name.length);
    return (weights.in(prefix)?.get(name) ?? 0) > 0 && ranker.isRelated(prefix, name);
  };
  const largest = best[0]?.score;
  const reasons = ranker.reasonsFor(best.map(({ path }) => path));
  const likely = best.map(({ path, name, folder, score }): PathMatch => ({
    ...TASK_MATCH,
    path,
    name,
    kind: folder.kind,
    score: MAX_TASK_SCORE * score / largest!,
    taskReason: reasons.get(path) ?? "commits",
  }));
  const entries = distinct([...first, ...likely]).slice(0, limit + 1);
  const all = count + first.length - first.filter(isCounted).length;
  return {
    entries,
    weaker: entries.length <= limit ? all - entries.length : 0,
    isPartial: true,
    lacksHistory: !ranker.hasHistory,
  };
}
