import { type History, type NoHistory, readHistory } from "../../../git/history.ts";
import { Repository } from "../../../git/repository.ts";
import type { Ancestry } from "../../../gitignore/ancestry.ts";
import type { Pacer } from "../../../pacing/pacer.ts";
import type { Scope } from "../../../scope/scope.ts";
import { prefixOf } from "../../../walk/walks_in_turn.ts";
import { commitsLike, likenessOf, likestSubjects, recencyOf } from "./commit_weights.ts";
import type { Contents } from "../contents/contents.ts";
import { PathWeights } from "./path_weights.ts";
import { type CommitWeights, TaskRanker } from "./task_ranker.ts";
import type { TaskWords } from "../task/task_words.ts";

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

/** Why no history is read, as a model is told. */
export const NO_HISTORY = {
  none: "no .git in scope",
  no_commit: "no commit yet",
  outside_scope: "outside the scope",
  partial_clone: "a partial clone left out what its commits changed",
  reftable: "its refs are in reftables",
  unreadable: "unreadable",
} as const satisfies Record<NoHistory | NonNullable<Repository["lack"]> | "none", string>;

/**
 * Reads the last commits of the repository that a directory lies in, hidden by the host or not. Returns the commits,
 * or why none can be read.
 */
export async function readRecentHistory(
  { unfiltered, visibility }: Scope,
  { repository: root, directories: [start] }: Ancestry,
  maxCommits: number,
  pacer: Pacer,
): Promise<RecentHistory | keyof typeof NO_HISTORY> {
  if (root === undefined) return "none";
  const repository = await Repository.at(unfiltered, root, pacer);
  const history = await readHistory(unfiltered, repository, maxCommits, pacer);
  const isNone = history === "unreadable" ||
    typeof history === "object" && !history.isWhole && history.commits.length === 0;
  if (isNone) return repository.lack ?? "unreadable";
  if (typeof history === "string") return history;
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
  recent: RecentHistory | string,
  task: TaskWords,
  pacer: Pacer,
  contents?: Contents,
): Promise<Signals> {
  if (task.count > 0) {
    return { recency: undefined, task: await rankerFor([recent], task, pacer, contents) };
  }
  if (typeof recent === "string") return { recency: undefined, task: undefined };
  return { recency: await recencyOf(recent.history, recent.prefix, pacer), task: undefined };
}

/** Returns a ranker by a task, by the commits of each searched directory, and by what files say. */
export async function rankerFor(
  recents: readonly (RecentHistory | string)[],
  task: TaskWords,
  pacer: Pacer,
  contents?: Contents,
): Promise<TaskRanker> {
  const [likeness, recency] = [new PathWeights(), new PathWeights()];
  const quotable: ((files: readonly string[]) => Promise<ReadonlyMap<string, string>>)[] = [];
  let hasCommits = false;
  for (const [turn, recent] of recents.entries()) {
    if (typeof recent === "string") continue;
    const { history, prefix: start, isQuotable } = recent;
    if (!history.commits.some(({ paths }) => paths.length > 0)) continue;
    hasCommits = true;
    const above = prefixOf(turn);
    const commits = await commitsLike(history, task, pacer);
    await likenessOf(commits, start, pacer, likeness, above);
    await recencyOf(history, start, pacer, recency, above);
    if (isQuotable) {
      quotable.push((files) => likestSubjects(commits, { start, above, files }, pacer));
    }
  }
  if (!hasCommits) return new TaskRanker(task, {}, contents);
  const commits: CommitWeights = {
    likeness,
    recency,
    subjectsFor: async (files) =>
      new Map(
        (await Promise.all(quotable.map((each) => each(files)))).flatMap((each) => [...each]),
      ),
  };
  return new TaskRanker(task, commits, contents);
}
