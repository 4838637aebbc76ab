/** Weights of files by the last commits. They depend on the order of commits, not on their dates. */
import type { History } from "../../../git/history.ts";
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
  const counts = new WordCounts(task);
  const subjects = commits.map(({ subject }) => task.wordsIn(subject));
  for (const words of subjects) counts.add(words);
  const weights = new PathWeights();
  for (const [age, { paths }] of commits.entries()) {
    const information = counts.informationOf(subjects[age]!);
    if (information === 0 || paths.length > MAX_LIKE_PATHS) continue;
    const weight = information ** 2 / (LIKE_COMMITS + age) / Math.sqrt(Math.max(1, paths.length));
    addBelow(weights, { paths, start }, weight);
  }
  return weights;
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
