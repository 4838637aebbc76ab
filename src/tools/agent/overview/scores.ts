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
import type { Signals } from "../rank/recent_history.ts";
import { forEachPaced, type Pacer } from "../../../pacing/pacer.ts";
import { sortPaced } from "../../../pacing/sort_paced.ts";
import type { Literals } from "../task/literals.ts";
import type { CountedTree } from "./tree_counter.ts";
import { type CountedDirectory, priceOf } from "./counted_directory.ts";

/** The share of names in a score where there are signals: of commits, or of the words of a task alone. */
const NAME_SHARES = { ofCommits: 0.1, ofWords: 0.5 } as const;
/** The factor that puts any signal above the score of a name. */
const SIGNAL_FACTOR = 1000;
/** The score of an entry that is no file, relative to source code in the same directory. */
const NON_FILE_SCORE = 0.05;
/** The score of a directory's row, relative to the scores in it. */
const DIRECTORY_ROW_SHARE = 0.1;

/** What commits and a task say of the files of a tree. */
export interface TreeSignals extends Signals {
  /** What the task spells out. */
  readonly literals: Literals;
}

interface DirectoryScores {
  /** The score of source code in it, by its path. */
  readonly sourceScore: number;
  /** The product of the factors of the names in its path. */
  readonly pathScore: number;
  readonly depth: number;
  readonly isTest: boolean;
  readonly signals: NameWeights | undefined;
  /** The score of each file: of its name alone until all directories are added. */
  readonly fileScores: number[];
}

/** The parts of a score, each in a unit of its own. */
interface ScoreParts {
  names: number;
  signals: number;
}

/** Returns the files of a huge directory with the highest scores, before those of the tree are known: signals come first. */
export async function bestFiles(
  { prefix, files }: CountedDirectory,
  count: number,
  { recency, task, literals }: TreeSignals,
  pacer: Pacer,
): Promise<readonly string[]> {
  const weights = recency?.in(prefix);
  const signalOf = (name: string): number =>
    literals.keysOf(prefix, name).length > 0
      ? SIGNAL_FACTOR
      : (weights?.get(name) ?? 0) + (task?.quickWeight(prefix, name) ?? 0);
  const sorted = await sortPaced(files, pacer);
  const scores: number[] = [];
  await forEachPaced(sorted, pacer, (name) => {
    scores.push((fileScore(name) + SIGNAL_FACTOR * signalOf(name)) / priceOf(name));
  });
  const ascending = Float64Array.from(scores).sort();
  const minScore = ascending.at(-count)!;
  let ties = ascending.findLastIndex((score) => score <= minScore) + 1 + count - scores.length;
  return sorted.filter((_, i) => scores[i]! > minScore || scores[i] === minScore && ties-- > 0);
}

/** The inverse precision of sums: of scores of names, which are small, and of signals, which may be some millions. */
const NAME_SCORE_UNIT = 2 ** 20;
const SIGNAL_UNIT = 2 ** 30;

/** The scores of all entries. Those of all files add up to 1. */
export class Scores {
  readonly #weights: PathWeights | undefined;
  /** 1 where the weights consider what is a test. */
  readonly #testFactor: number;
  readonly #directories: DirectoryScores[] = [];
  readonly #sum: ScoreParts = { names: 0, signals: 0 };
  #scale: ScoreParts = this.#sum;

  private constructor(weights: PathWeights | undefined, testFactor: number) {
    this.#weights = weights;
    this.#testFactor = testFactor;
  }

  /** Computes the scores. Names and signals are scaled by their sums over the tree. */
  static async of(
    { directories }: CountedTree,
    { task, weights }: Pick<Signals, "task"> & { readonly weights: PathWeights | undefined },
    pacer: Pacer,
  ): Promise<Scores> {
    const scores = new Scores(weights, task === undefined ? TEST_SIGNAL_FACTOR : 1);
    await forEachPaced(directories, pacer, (each) => scores.#add(each));
    const share = NAME_SHARES[task?.hasHistory === false ? "ofWords" : "ofCommits"];
    scores.#scale = scaleFor(scores.#sum, share);
    await forEachPaced(directories, pacer, (each) => scores.#weightFiles(each));
    return scores;
  }

  ofFiles(directory: CountedDirectory): readonly number[] {
    return this.#directories[directory.index]!.fileScores;
  }

  /** Returns the score of an entry of a directory that is neither a file nor a directory. */
  ofOther(directory: CountedDirectory): number {
    return NON_FILE_SCORE * this.#directories[directory.index]!.sourceScore * this.#scale.names;
  }

  ofRow(directory: CountedDirectory, inside: number): number {
    const { depth } = this.#directories[directory.index]!;
    return DIRECTORY_ROW_SHARE * inside / depth ** 2;
  }

  #directoryScoresOf(directory: CountedDirectory): DirectoryScores {
    const { name, parent, prefix } = directory;
    const above = parent && this.#directories[parent.index]!;
    const depth = above === undefined ? 0 : above.depth + 1;
    const pathScore = above === undefined ? 1 : above.pathScore * directoryScore(name);
    return {
      sourceScore: above === undefined ? 1 : pathScore * depthScore(depth),
      pathScore,
      depth,
      isTest: above !== undefined && (above.isTest || isTestDirectory(name)),
      signals: this.#weights?.in(prefix),
      fileScores: directory.files.map((file) => fileScore(file, above === undefined)),
    };
  }

  #add(directory: CountedDirectory): void {
    const scored = this.#directoryScoresOf(directory);
    this.#directories.push(scored);
    let names = 0;
    for (const score of scored.fileScores) names += roundToUnit(score, NAME_SCORE_UNIT);
    this.#sum.names += names * scored.sourceScore;
    for (const name of scored.signals === undefined ? [] : directory.files) {
      this.#sum.signals += roundToUnit(this.#signalOf(scored, name), SIGNAL_UNIT);
    }
  }

  #weightFiles(directory: CountedDirectory): void {
    const scored = this.#directories[directory.index]!;
    const { fileScores } = scored;
    const scale = this.#scale;
    const unit = scored.sourceScore * scale.names;
    for (let i = 0; i < fileScores.length; i++) fileScores[i]! *= unit;
    if (scored.signals === undefined) return;
    for (const [i, name] of directory.files.entries()) {
      fileScores[i] = fileScores[i]! + this.#signalOf(scored, name) * scale.signals;
    }
  }

  #signalOf({ signals, isTest }: DirectoryScores, name: string): number {
    const weight = signals?.get(name) ?? 0;
    return weight !== 0 && (isTest || isTestFile(name)) ? this.#testFactor * weight : weight;
  }
}

/** Returns the factor of each part that gives the parts their shares, given that of names beside signals. */
function scaleFor({ names, signals }: ScoreParts, shareOfNames: number): ScoreParts {
  const share = signals > 0 ? shareOfNames : 1;
  return {
    names: names > 0 ? share / names : share,
    signals: signals > 0 ? (1 - share) / signals : 0,
  };
}
