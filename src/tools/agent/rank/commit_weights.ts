/** Weights of files by the last commits. They depend on the order of commits, not on their dates. */
import type { Commit, History } from "../../../git/history.ts";
import { forEachPaced, type Pacer } from "../../../pacing/pacer.ts";
import { PathWeights } from "./path_weights.ts";
import { isReleaseSubject } from "../task/task_lines.ts";
import { type TaskWords, wordCountOf, WordCounts, type WordSet } from "../task/task_words.ts";

/** The age, in commits, at which a commit has half the weight of the last. */
const RECENT_COMMITS = 200;
/** The same for a commit whose subject is like a task. */
const LIKE_COMMITS = 500;
const MAX_LIKE_PATHS = 100;

/** A commit whose subject shares words with a task. */
export interface LikeCommit extends Commit {
  /** What it adds to the weight of each of its files. */
  readonly weight: number;
}

/**
 * Returns the weights of files by how lately commits touched them.
 *
 * @param start The directory of interest: `""`, or its path, ending in a slash. Other paths are left out.
 * @param above What the paths of weights start with in its place.
 */
export async function recencyOf(
  { commits }: History,
  start: string,
  pacer: Pacer,
  weights: PathWeights = new PathWeights(),
  above = "",
): Promise<PathWeights> {
  await forEachPaced(commits.entries(), pacer, ([age, { paths }]) => {
    // A commit that touches many files says little of each.
    const weight = 1 / (1 + age / RECENT_COMMITS) / Math.sqrt(Math.max(1, paths.length));
    addBelow(weights, { paths, start, above }, weight);
  });
  return weights;
}

/** Returns the commits whose subjects are like a task, newest first. Those that only release something say nothing. */
export async function commitsLike(
  { commits }: History,
  task: TaskWords,
  pacer: Pacer,
): Promise<LikeCommit[]> {
  const counts = new WordCounts(task);
  const subjects: WordSet[] = [];
  await forEachPaced(commits, pacer, ({ subject }) => {
    const words = task.wordsIn(subject);
    counts.add(words);
    subjects.push(words);
  });
  const like: LikeCommit[] = [];
  await forEachPaced(commits.entries(), pacer, ([age, commit]) => {
    const { paths: { length }, subject } = commit;
    const information = counts.informationOf(subjects[age]!);
    if (information === 0 || length === 0 || length > MAX_LIKE_PATHS) return;
    if (!task.concernsRecords && isReleaseSubject(subject)) return;
    // A long subject shares words by chance. What touches many files says a little less of each.
    const chance = Math.sqrt(wordCountOf(subject) * Math.sqrt(length));
    const weight = information ** 2 * Math.sqrt(information) / (LIKE_COMMITS + age) / chance;
    like.push({ ...commit, weight });
  });
  return like;
}

/** Returns the weights of files by how like a task the commits are that touched them. */
export async function likenessOf(
  commits: readonly LikeCommit[],
  start: string,
  pacer: Pacer,
  weights: PathWeights = new PathWeights(),
  above = "",
): Promise<PathWeights> {
  await forEachPaced(commits, pacer, ({ paths, weight }) => {
    addBelow(weights, { paths, start, above }, weight);
  });
  return weights;
}

/** Returns, for each of some files, the subject of the commit that adds the most to its likeness. */
export async function likestSubjects(
  commits: readonly LikeCommit[],
  { start, above = "", files }: {
    readonly start: string;
    readonly above?: string;
    readonly files: readonly string[];
  },
  pacer: Pacer,
): Promise<ReadonlyMap<string, string>> {
  const own = files.filter((file) => file.startsWith(above));
  const wanted = new Map(own.map((file) => [start + file.slice(above.length), file]));
  const subjects = new Map<string, string>();
  await forEachPaced(commits.toSorted((a, b) => b.weight - a.weight), pacer, (commit) => {
    for (const path of commit.paths) {
      const file = wanted.get(path);
      if (file !== undefined && !subjects.has(file)) subjects.set(file, commit.subject);
    }
  });
  return subjects;
}

function addBelow(
  weights: PathWeights,
  { paths, start, above }: {
    readonly paths: readonly string[];
    readonly start: string;
    readonly above: string;
  },
  weight: number,
): void {
  for (const path of paths) {
    if (path.startsWith(start)) weights.add(above + path.slice(start.length), weight);
  }
}
