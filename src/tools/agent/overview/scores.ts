/** Scores the entries of a tree by names, commits and a task. */
import {
  depthScore,
  directoryScore,
  fileScore,
  isTestDirectory,
  isTestFile,
  TEST_SIGNAL_FACTOR,
} from "../rank/name_score.ts";
import { type NameWeights, type PathWeights, roundToUnit } from "../rank/path_weights.ts";
import { quickWeight, type TaskRanker } from "../rank/task_ranker.ts";
import { forEachPaced, type Pacer } from "../../../pacing/pacer.ts";
import { sortPaced } from "../../../pacing/sort_paced.ts";
import type { Literals } from "../task/literals.ts";
import type { CountedTree } from "./tree_counter.ts";
import { type CountedDirectory, MAX_ROWS, priceOf } from "./counted_directory.ts";

/** The share of names in a score where there are signals: of commits, or of the words of a task alone. */
const NAME_SHARES = { ofCommits: 0.1, ofWords: 0.5 } as const;
/** The factor that puts any signal above the score of a name. */
const SIGNAL_FACTOR = 1000;
/** The score of an entry that is no file, relative to source code in the same directory. */
const NON_FILE_SCORE = 0.05;

/** What says which files of a tree matter: recent commits, or a task, and what it spells out. */
export interface TreeSignals {
  readonly recency: PathWeights | undefined;
  readonly ranker: TaskRanker | undefined;
  readonly literals: Literals;
}

/** The scores of the entries of a directory. Those of all files of a tree add up to 1. */
export interface DirectoryScores {
  /** The score of each file. */
  readonly files: readonly number[];
  /** The score of an entry that is neither a file nor a directory. */
  readonly other: number;
  /** Its level: 0 for the root. */
  readonly depth: number;
}

/** Returns the files of a huge directory with the highest scores, before those of the tree are known: signals come first. */
export async function bestFiles(
  { prefix, files }: CountedDirectory,
  { recency, ranker, literals }: TreeSignals,
  pacer: Pacer,
): Promise<readonly string[]> {
  const weights = recency?.in(prefix);
  const signalOf = (name: string): number =>
    literals.keysOf(prefix, name).length > 0
      ? SIGNAL_FACTOR
      : (weights?.get(name) ?? 0) + (ranker === undefined ? 0 : quickWeight(ranker, prefix, name));
  const sorted = await sortPaced(files, pacer);
  const scores: number[] = [];
  await forEachPaced(sorted, pacer, (name) => {
    scores.push((fileScore(name) + SIGNAL_FACTOR * signalOf(name)) / priceOf(name));
  });
  const ascending = Float64Array.from(scores).sort();
  const minScore = ascending.at(-MAX_ROWS)!;
  let ties = ascending.findLastIndex((score) => score <= minScore) + 1 + MAX_ROWS - scores.length;
  return sorted.filter((_, i) => scores[i]! > minScore || scores[i] === minScore && ties-- > 0);
}

/** The inverse precision of sums: of scores of names, which are small, and of signals, which may be some millions. */
const NAME_SCORE_UNIT = 2 ** 20;
const SIGNAL_UNIT = 2 ** 30;

/** What the scores of a directory are made of. */
interface Parts {
  /** The product of the factors of the names in its path. */
  readonly pathScore: number;
  /** The score of source code in it. */
  readonly sourceScore: number;
  readonly depth: number;
  readonly isTest: boolean;
  /** By file: the scores of names, and the weights of signals. */
  readonly names: readonly number[];
  readonly signals: readonly number[] | undefined;
}

/** Returns the scores of directories, by index. Names and signals are scaled by their sums over the tree. */
export async function scoresOf(
  { directories }: CountedTree,
  { ranker, weights }: Pick<TreeSignals, "ranker"> & { readonly weights: PathWeights | undefined },
  pacer: Pacer,
): Promise<readonly DirectoryScores[]> {
  // A ranker considers what is a test.
  const testFactor = ranker === undefined ? TEST_SIGNAL_FACTOR : 1;
  const all: Parts[] = [];
  const sums = { names: 0, signals: 0 };
  await forEachPaced(directories, pacer, (directory) => {
    const above = directory.parent && all[directory.parent.index];
    const parts = partsOf(directory, above, weights?.in(directory.prefix), testFactor);
    all.push(parts);
    let names = 0;
    for (const score of parts.names) names += roundToUnit(score, NAME_SCORE_UNIT);
    sums.names += names * parts.sourceScore;
    for (const weight of parts.signals ?? []) sums.signals += roundToUnit(weight, SIGNAL_UNIT);
  });
  const ownShare = NAME_SHARES[ranker && !ranker.commits ? "ofWords" : "ofCommits"];
  const share = sums.signals > 0 ? ownShare : 1;
  const nameScale = sums.names > 0 ? share / sums.names : share;
  const signalScale = sums.signals > 0 ? (1 - share) / sums.signals : 0;
  const scores: DirectoryScores[] = [];
  await forEachPaced(all, pacer, ({ names, signals, sourceScore, depth }) => {
    const unit = sourceScore * nameScale;
    scores.push({
      files: names.map((score, i) => score * unit + (signals?.[i] ?? 0) * signalScale),
      other: NON_FILE_SCORE * sourceScore * nameScale,
      depth,
    });
  });
  return scores;
}

function partsOf(
  { name, files }: CountedDirectory,
  above: Parts | undefined,
  weights: NameWeights | undefined,
  testFactor: number,
): Parts {
  const depth = above === undefined ? 0 : above.depth + 1;
  const pathScore = above === undefined ? 1 : above.pathScore * directoryScore(name);
  const isTest = above !== undefined && (above.isTest || isTestDirectory(name));
  return {
    pathScore,
    sourceScore: pathScore * depthScore(depth),
    depth,
    isTest,
    names: files.map((file) => fileScore(file, above === undefined)),
    signals: weights && files.map((file) => {
      const weight = weights.get(file) ?? 0;
      return weight !== 0 && (isTest || isTestFile(file)) ? testFactor * weight : weight;
    }),
  };
}
