/** Weights of files by the last commits. They depend on the order of commits, not on their dates. */
import type { Commit, History } from "../../../git/history.ts";
import { forEachPaced, type Pacer } from "../../../pacing/pacer.ts";
import type { PathWeights } from "./path_weights.ts";
import { isReleaseSubject } from "../task/task_lines.ts";
import { type TaskWords, wordCountOf, WordCounts, type WordSet } from "../task/task_words.ts";

/** The age, in commits, at which a commit has half the weight of the last. */
const RECENT_COMMITS = 200;
/** The same for a commit whose subject is like a task. */
const LIKE_COMMITS = 500;
const MAX_LIKE_PATHS = 100;

/** A commit, and what it adds to the weight of each of its files. */
export interface WeightedCommit extends Commit {
  readonly weight: number;
  /** How much its message shares with a task. */
  readonly information?: number;
}

/** The least share that a commit tells of what the most like one does, to be a reason. */
const MIN_REASON_SHARE = 0.6;

/** The directory of a repository whose files commits weigh. */
export interface WeightedArea {
  /** Its path: `""`, or one that ends in a slash. */
  readonly start: string;
  /** What the paths of its files start with in place of that. @default {""} */
  readonly above?: string;
}

/** Returns commits with their weights by how recent they are. */
export function recentCommits({ commits }: History): WeightedCommit[] {
  return commits.map((commit, age) => {
    // A commit that touches many files says little of each.
    const share = Math.sqrt(Math.max(1, commit.paths.length));
    return { ...commit, weight: 1 / (1 + age / RECENT_COMMITS) / share };
  });
}

/** Returns the commits whose messages are like a task, newest first. Those that only release something say nothing. */
export async function commitsLike(
  { commits }: History,
  task: TaskWords,
  pacer: Pacer,
): Promise<WeightedCommit[]> {
  const counts = new WordCounts(task);
  const messages: WordSet[] = [];
  await forEachPaced(commits, pacer, ({ subject, body }) => {
    const words = task.wordsIn(`${subject}\n${body}`);
    counts.add(words);
    messages.push(words);
  });
  const like: WeightedCommit[] = [];
  await forEachPaced(commits.entries(), pacer, ([age, commit]) => {
    const { paths: { length }, subject } = commit;
    const information = counts.informationOf(messages[age]!);
    if (information === 0 || length === 0 || length > MAX_LIKE_PATHS) return;
    if (!task.concernsRecords && isReleaseSubject(subject)) return;
    // A long message shares words by chance. What touches many files says a little less of each.
    const chance = Math.sqrt(wordCountOf(subject) * Math.sqrt(length));
    const weight = information ** 2 * Math.sqrt(information) / (LIKE_COMMITS + age) / chance;
    like.push({ ...commit, weight, information });
  });
  return like;
}

export async function addWeights(
  weights: PathWeights,
  commits: readonly WeightedCommit[],
  { start, above = "" }: WeightedArea,
  pacer: Pacer,
): Promise<void> {
  await forEachPaced(commits, pacer, ({ paths, weight }) => {
    for (const path of paths) {
      if (path.startsWith(start)) weights.add(above + path.slice(start.length), weight);
    }
  });
}

/**
 * Returns, for each of some files, the subject of the commit with the most weight that touched it, among those that share
 * with the task what tells most.
 */
export async function likestSubjects(
  commits: readonly WeightedCommit[],
  { start, above = "" }: WeightedArea,
  files: readonly string[],
  pacer: Pacer,
): Promise<ReadonlyMap<string, string>> {
  const own = files.filter((file) => file.startsWith(above));
  const wanted = new Map(own.map((file) => [start + file.slice(above.length), file]));
  const subjects = new Map<string, string>();
  const most = commits.reduce((best, { information = 0 }) => Math.max(best, information), 0);
  const telling = commits.filter(({ information = 0 }) => information >= MIN_REASON_SHARE * most);
  await forEachPaced(telling.toSorted((a, b) => b.weight - a.weight), pacer, (commit) => {
    for (const path of commit.paths) {
      const file = wanted.get(path);
      if (file !== undefined && !subjects.has(file)) subjects.set(file, commit.subject);
    }
  });
  return subjects;
}
