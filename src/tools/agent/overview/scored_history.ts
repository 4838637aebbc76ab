import { type History, readHistory } from "../../../git/history.ts";
import { UNREADABLE } from "../../../git/read_file.ts";
import { Repository } from "../../../git/repository.ts";
import type { Ancestry } from "../../../gitignore/ancestry.ts";
import type { Pacer } from "../../../pacing/pacer.ts";
import type { Scope } from "../../../scope/scope.ts";
import type { ScopedPath } from "../../../scope/scoped_path.ts";
import { likenessOf, recencyOf } from "../rank/commit_weights.ts";
import { TaskRanker } from "../rank/task_ranker.ts";
import type { TaskWords } from "../rank/task_words.ts";
import type { Signals } from "./scores.ts";

/** Maximum commits that are read for scores. With a task, more find more; without one, few other files. */
const MAX_COMMITS = { withTask: 1000, withoutTask: 500 } as const;

/** The last commits of a repository, and what they and a task say of its files. */
export interface ScoredHistory {
  /** The commits; `undefined` if none can be read. */
  readonly history: History | undefined;
  readonly signals: Signals;
}

/** Reads the last commits of the repository that a directory lies in, hidden by the host or not. */
export async function readScoredHistory(
  scope: Scope,
  { repository: root, directories: [start] }: Ancestry,
  task: TaskWords,
  pacer: Pacer,
): Promise<ScoredHistory> {
  const hasTask = task.count > 0;
  const history = root && await readCommits(scope, root, hasTask, pacer);
  const noCommits = {
    recency: undefined,
    task: hasTask ? new TaskRanker(task, undefined) : undefined,
  };
  if (root === undefined || history === undefined) {
    return { history: undefined, signals: noCommits };
  }
  const below = start!.real.slice(root.real.length).replace(/^\//, "");
  const prefix = below === "" ? "" : `${below}/`;
  const recency = recencyOf(history, prefix);
  if (!hasTask) return { history, signals: { recency, task: undefined } };
  const likeness = likenessOf(history, prefix, task);
  return { history, signals: { recency, task: new TaskRanker(task, { likeness, recency }) } };
}

async function readCommits(
  { unfiltered }: Scope,
  root: ScopedPath,
  hasTask: boolean,
  pacer: Pacer,
): Promise<History | undefined> {
  const repository = await Repository.at(unfiltered, root, pacer);
  const maxCommits = hasTask ? MAX_COMMITS.withTask : MAX_COMMITS.withoutTask;
  const history = await readHistory(unfiltered, repository, maxCommits, pacer);
  return history === UNREADABLE ? undefined : history;
}
