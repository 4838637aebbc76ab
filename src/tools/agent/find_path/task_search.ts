import type { Pacer } from "../../../pacing/pacer.ts";
import type { ChildKind } from "../../discovery/child_kinds.ts";
import { byScore } from "../match/best_paths.ts";
import { type FileFolder, Ranking, type TaskRanker } from "../rank/task_ranker.ts";
import { spelledFirst } from "../rank/spelled_places.ts";
import type { NameMatches, PathMatch, QueryMatches } from "./finder.ts";

/** The score of the best entry: words of a task are never as sure as a name. */
const MAX_TASK_SCORE = 0.7;

/** The share of the entries that what the task spells out may take; of a whole issue, that can be many folders. */
const SPELLED_SHARE = 0.5;

/** Entries of one kind in one folder. */
export interface FoundRun extends FileFolder {
  readonly kind: ChildKind;
}

/**
 * Returns the entries that a task concerns, best first, up to a limit and one more if there are more.
 *
 * @param own The entries that match it as a name.
 */
export async function searchByTask(
  ranker: TaskRanker,
  runs: readonly FoundRun[],
  own: NameMatches,
  limit: number,
  pacer: Pacer,
): Promise<QueryMatches> {
  const ranking = await Ranking.of(runs, ranker, pacer);
  const spelled = own.isPartial ? own.spelled.slice(0, Math.ceil(SPELLED_SHARE * limit)) : [];
  // Of the letters of several words, each path of some length holds the most in order.
  const named = own.isPartial ? [] : own.entries.filter(({ isScattered }) => !isScattered);
  const except = new Set([...spelled, ...named].map(({ path }) => path));
  const { files, total } = await ranking.best({ limit: limit + 1, except }, pacer);
  const likely = files.map(({ path, name, folder, score, reason }): PathMatch => ({
    path,
    name,
    kind: folder.kind,
    score: MAX_TASK_SCORE * score,
    why: reason ?? "commits",
  }));
  const found = [...spelled, ...[...named, ...likely].sort(byScore)].slice(0, limit + 1);
  const entries: PathMatch[] = [];
  for (const entry of found) {
    const isShown = entries.length < limit && entry.kind === "file" && !entry.isLinked;
    entries.push(
      isShown ? spelledFirst(await ranking.withLines(entry, pacer), ranker.contents) : entry,
    );
  }
  if (Deno.env.get("COV")) {
    console.log(
      "COV",
      entries[0] && ranking.coverageOf(entries[0].path).toFixed(3),
      entries[0]?.path,
    );
  }
  return {
    entries,
    limit,
    weaker: entries.length <= limit ? total + except.size - entries.length : 0,
    isPartial: true,
    lacksHistory: ranker.commits === undefined,
  };
}
