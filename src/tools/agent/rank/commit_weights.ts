/** Weights of files by the last commits. They depend on the order of commits, not on their dates. */
import type { Commit, History } from "../../../git/history.ts";
import { PathWeights } from "./path_weights.ts";
import { type TaskWords, WordCounts } from "./task_words.ts";

/** The age, in commits, at which a commit has half the weight of the last. */
const RECENT_COMMITS = 200;
/** The same for a commit whose subject is like a task. */
const LIKE_COMMITS = 500;
/** Maximum paths of a commit whose subject says something of each. */
const MAX_LIKE_PATHS = 100;

/**
 * Returns the weights of files by how lately commits touched them.
 *
 * @param start The directory of interest: `""`, or its path, ending in a slash. Other paths are left out.
 */
export function recencyOf({ commits }: History, start: string): PathWeights {
  const weights = new PathWeights();
  for (const [age, { paths }] of commits.entries()) {
    // A commit that touches many files says little of each.
    const weight = 1 / (1 + age / RECENT_COMMITS) / Math.sqrt(Math.max(1, paths.length));
    addBelow(weights, { paths, start }, weight);
  }
  return weights;
}

/** Returns the weights of files by how like a task the subjects of the commits are that touched them. */
export function likenessOf({ commits }: History, start: string, task: TaskWords): PathWeights {
  const weights = new PathWeights();
  for (const { paths, weight } of commitsLike(task, commits)) {
    addBelow(weights, { paths, start }, weight);
  }
  return weights;
}

/** Returns, for each of some files, the subject of the commit that adds the most to its likeness. */
export function likestSubjects(
  { commits }: History,
  start: string,
  task: TaskWords,
  files: readonly string[],
): ReadonlyMap<string, string> {
  const wanted = new Map(files.map((file) => [start + file, file]));
  const subjects = new Map<string, string>();
  const byWeight = [...commitsLike(task, commits)].sort((a, b) => b.weight - a.weight);
  for (const { paths, subject } of byWeight) {
    for (const path of paths) {
      const file = wanted.get(path);
      if (file !== undefined && !subjects.has(file)) subjects.set(file, subject);
    }
  }
  return subjects;
}

/** Yields the commits whose subjects share words with a task, and the weight that each adds to its files. */
function* commitsLike(
  task: TaskWords,
  commits: readonly Commit[],
): Generator<Commit & { readonly weight: number }> {
  const counts = new WordCounts(task);
  const subjects = commits.map(({ subject }) => task.wordsIn(subject));
  for (const words of subjects) counts.add(words);
  for (const [age, commit] of commits.entries()) {
    const { length } = commit.paths;
    const information = counts.informationOf(subjects[age]!);
    if (information === 0 || length > MAX_LIKE_PATHS) continue;
    const weight = information ** 2 / (LIKE_COMMITS + age) / Math.sqrt(Math.max(1, length));
    yield { ...commit, weight };
  }
}

function addBelow(
  weights: PathWeights,
  { paths, start }: { readonly paths: readonly string[]; readonly start: string },
  weight: number,
): void {
  for (const path of paths) {
    if (path.startsWith(start)) weights.add(path.slice(start.length), weight);
  }
}
