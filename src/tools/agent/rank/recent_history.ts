import { type History, readHistory } from "../../../git/history.ts";
import { UNREADABLE } from "../../../git/read_file.ts";
import { Repository } from "../../../git/repository.ts";
import type { Ancestry } from "../../../gitignore/ancestry.ts";
import type { Pacer } from "../../../pacing/pacer.ts";
import type { Scope } from "../../../scope/scope.ts";
import { commitsLike, likenessOf, likestSubjects, recencyOf } from "./commit_weights.ts";
import type { PathWeights } from "./path_weights.ts";
import { TaskRanker } from "./task_ranker.ts";
import type { TaskWords } from "./task_words.ts";

/** Maximum commits that are read for scores. With a task, more find more; without one, few other files. */
export const MAX_COMMITS = { withTask: 1000, withoutTask: 500 } as const;

/** The last commits of a repository, and the directory of interest in it. */
export interface RecentHistory {
  readonly history: History;
  /** The directory's path: `""`, or one that ends in a slash. */
  readonly prefix: string;
  /** True if subjects may be quoted. Where the host hides paths, they could name one. */
  readonly isQuotable: boolean;
}

/**
 * Reads the last commits of the repository that a directory lies in, hidden by the host or not; `undefined` where none
 * can be read.
 */
export async function readRecentHistory(
  { unfiltered, visibility }: Scope,
  { repository: root, directories: [start] }: Ancestry,
  maxCommits: number,
  pacer: Pacer,
): Promise<RecentHistory | undefined> {
  if (root === undefined) return undefined;
  const repository = await Repository.at(unfiltered, root, pacer);
  const history = await readHistory(unfiltered, repository, maxCommits, pacer);
  if (history === undefined || history === UNREADABLE) return undefined;
  const below = start!.real.slice(root.real.length).replace(/^\//, "");
  return { history, prefix: below === "" ? "" : `${below}/`, isQuotable: visibility === undefined };
}

/** What commits and a task say of files. */
export interface Signals {
  readonly recency: PathWeights | undefined;
  readonly task: TaskRanker | undefined;
}

/** Returns what commits say of the files in their directory of interest, and what a task does if it has words. */
export async function signalsOf(
  recent: RecentHistory | undefined,
  task: TaskWords,
  pacer: Pacer,
): Promise<Signals> {
  if (task.count > 0) return { recency: undefined, task: await rankerFor(recent, task, pacer) };
  const recency = recent && await recencyOf(recent.history, recent.prefix, pacer);
  return { recency, task: undefined };
}

/** Returns a ranker by a task, and by the commits if any of them says something of a file. */
export async function rankerFor(
  recent: RecentHistory | undefined,
  task: TaskWords,
  pacer: Pacer,
): Promise<TaskRanker> {
  if (!recent?.history.commits.some(({ paths }) => paths.length > 0)) {
    return new TaskRanker(task, {});
  }
  const { history, prefix, isQuotable } = recent;
  const commits = await commitsLike(history, task, pacer);
  return new TaskRanker(task, {
    likeness: await likenessOf(commits, prefix, pacer),
    recency: await recencyOf(history, prefix, pacer),
    ...isQuotable && {
      subjectsFor: (files, pacer) => likestSubjects(commits, { start: prefix, files }, pacer),
    },
  });
}
