import { type History, readHistory } from "../../../git/history.ts";
import { UNREADABLE } from "../../../git/read_file.ts";
import { Repository } from "../../../git/repository.ts";
import type { Ancestry } from "../../../gitignore/ancestry.ts";
import type { Pacer } from "../../../pacing/pacer.ts";
import type { Scope } from "../../../scope/scope.ts";
import { HistoryScores } from "../rank/history_score.ts";
import type { QueryWords } from "../rank/query_words.ts";

/** Maximum commits that are read for scores. More would find few other files, and take longer. */
const MAX_SCORED_COMMITS = 500;

/** The last commits of a repository, and the scores of the files that they touched. */
export interface ScoredHistory {
  readonly history: History;
  readonly scores: HistoryScores;
}

/**
 * Reads the last commits of the repository that a directory lies in, hidden by the host or not; `undefined` where none
 * can be read.
 */
export async function readScoredHistory(
  scope: Scope,
  { repository: root, directories: [start] }: Ancestry,
  query: QueryWords,
  pacer: Pacer,
): Promise<ScoredHistory | undefined> {
  if (root === undefined) return undefined;
  const { unfiltered } = scope;
  const repository = await Repository.at(unfiltered, root, pacer);
  const history = await readHistory(unfiltered, repository, MAX_SCORED_COMMITS, pacer);
  if (history === undefined || history === UNREADABLE) return undefined;
  const below = start!.real.slice(root.real.length).replace(/^\//, "");
  return { history, scores: new HistoryScores(history, below === "" ? "" : `${below}/`, query) };
}
