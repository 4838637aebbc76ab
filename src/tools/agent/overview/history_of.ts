import type { TreeCache } from "../../../cache/tree_cache.ts";
import { type History, readHistory } from "../../../git/history.ts";
import { UNREADABLE } from "../../../git/read_file.ts";
import { Repository } from "../../../git/repository.ts";
import type { Ancestry } from "../../../gitignore/ancestry.ts";
import type { Pacer } from "../../../pacing/pacer.ts";
import type { Scope } from "../../../scope/scope.ts";
import { HistoryScore } from "../rank/history_score.ts";
import type { QueryWords } from "../rank/query_words.ts";

/** How many commits tell what matters. More would find few other files, and take longer. */
const COMMITS = 500;

/** What the history of a directory tells. */
export interface KnownHistory {
  readonly history: HistoryScore | undefined;
  /** What was read of it. */
  readonly read: History | undefined;
}

const NONE: KnownHistory = { history: undefined, read: undefined };

/** Reads the last commits of the repository that a directory lies in. */
export async function historyOf(
  scope: Scope,
  { repository: root, directories: [start] }: Ancestry,
  { query, cache }: { readonly query: QueryWords; readonly cache: TreeCache | undefined },
  pacer: Pacer,
): Promise<KnownHistory> {
  if (root === undefined) return NONE;
  const repository = await Repository.at(scope, root, pacer);
  if (repository.isHidden) return NONE;
  const history = await readHistory(scope, repository, { maxCommits: COMMITS, cache }, pacer);
  if (history === undefined || history === UNREADABLE) return NONE;
  const below = start!.real.slice(root.real.length).replace(/^\//, "");
  return {
    history: new HistoryScore(history, below === "" ? "" : `${below}/`, query),
    read: history,
  };
}
