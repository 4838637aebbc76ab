import { type History, type NoHistory, readHistory } from "../../../git/history.ts";
import { Repository } from "../../../git/repository.ts";
import type { Ancestry } from "../../../gitignore/ancestry.ts";
import type { Pacer } from "../../../pacing/pacer.ts";
import type { Scope } from "../../../scope/scope.ts";
import { prefixOf } from "../../../walk/walks_in_turn.ts";
import {
  addWeights,
  commitsLike,
  likestSubjects,
  recentCommits,
  type WeightedArea,
  type WeightedCommit,
} from "./commit_weights.ts";
import type { Contents } from "../contents/contents.ts";
import { PathWeights } from "./path_weights.ts";
import { type CommitMention, isMeant } from "../task/commit_mention.ts";
import { type TaskReason, touchedBy } from "./task_reason.ts";
import type { TaskRanker } from "./task_ranker.ts";
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

/** Returns what the commits of a directory say of its files, by how recent they are. */
export async function recencyOf(
  recent: RecentHistory | string,
  pacer: Pacer,
): Promise<PathWeights | undefined> {
  if (typeof recent === "string") return undefined;
  const recency = new PathWeights();
  const { history, prefix: start } = recent;
  await addWeights(recency, recentCommits(history), { start }, pacer);
  return recency;
}

/** Returns the files of the commits that a text means, the newest first, each with the reason. */
export function filesOfCommits(
  recents: readonly (RecentHistory | string)[],
  mention: CommitMention,
): ReadonlyMap<string, TaskReason | "commits"> {
  const files = new Map<string, TaskReason | "commits">();
  for (const [turn, recent] of recents.entries()) {
    if (typeof recent === "string") continue;
    const { history, prefix, isQuotable } = recent;
    for (const commit of history.commits) {
      if (!isMeant(mention, commit)) continue;
      const reason = isQuotable ? touchedBy(commit.subject) : "commits";
      for (const path of commit.paths.filter((path) => path.startsWith(prefix))) {
        const own = prefixOf(turn) + path.slice(prefix.length);
        if (!files.has(own)) files.set(own, reason);
      }
    }
  }
  return files;
}

/** Returns a ranker by a task, by the commits of each searched directory, and by what files say. */
export async function rankerFor(
  recents: readonly (RecentHistory | string)[],
  task: TaskWords,
  pacer: Pacer,
  contents?: Contents,
): Promise<TaskRanker> {
  const [likeness, recency] = [new PathWeights(), new PathWeights()];
  const quotable: (WeightedArea & { readonly commits: readonly WeightedCommit[] })[] = [];
  let hasCommits = false;
  for (const [turn, recent] of recents.entries()) {
    if (typeof recent === "string") continue;
    const { history, prefix, isQuotable } = recent;
    if (!history.commits.some(({ paths }) => paths.length > 0)) continue;
    hasCommits = true;
    const area = { start: prefix, above: prefixOf(turn) };
    const commits = await commitsLike(history, task, pacer);
    await addWeights(likeness, commits, area, pacer);
    await addWeights(recency, recentCommits(history), area, pacer);
    if (isQuotable) quotable.push({ ...area, commits });
  }
  const ranker = { task, contents: task.count > 0 ? contents : undefined };
  if (!hasCommits) return ranker;
  const subjectsFor = async (files: readonly string[], pacer: Pacer) => {
    const subjects: [string, string][] = [];
    for (const { commits, ...area } of quotable) {
      subjects.push(...await likestSubjects(commits, area, files, pacer));
    }
    return new Map(subjects);
  };
  return { ...ranker, commits: { likeness, recency, subjectsFor } };
}
