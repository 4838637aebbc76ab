/** Scores the entries of a tree by names, history and query. */
import {
  depthScore,
  directoryScore,
  fileScore,
  isTestDirectory,
  isTestFile,
} from "../rank/name_score.ts";
import type { HistoryScores, TouchWeights } from "../rank/history_score.ts";
import type { QueryWords } from "../rank/query_words.ts";
import { forEachPaced } from "../../../pacing/paced.ts";
import type { Pacer } from "../../../pacing/pacer.ts";
import type { CountedTree } from "./tree_counter.ts";
import type { CountedDirectory } from "./counted_directory.ts";
import { priceOf } from "./planned_row.ts";

/** The signals besides names. */
export interface Signals {
  readonly history: HistoryScores | undefined;
  readonly query: QueryWords;
}

/** The share of names in a score where there is a history. */
const NAME_SHARE_WITH_HISTORY = 0.1;
/** The shares of the query where something matches it: in names, and in the subjects of commits. */
const QUERY_SHARES = { names: 0.6, subjects: 0.3 };
/** The factor of a match in the path of a file whose name has none. */
const INHERITED_MATCH = 0.15;
/** The factor of the history and the query for a test. */
const TEST_SIGNAL_FACTOR = 0.2;
/** The factor that puts any signal above the score of a name. */
const SIGNAL_FACTOR = 1000;
/** The score of an entry that is no file, relative to source code in the same directory. */
const NON_FILE_SCORE = 0.05;
/** Maximum files of a directory without loss of score for their number. */
const MAX_UNCROWDED_FILES = 8;
/** The score of a directory's row, relative to the scores in it. */
const DIRECTORY_ROW_SHARE = 0.1;

interface DirectoryScores {
  /** The score of source code in it, by its path. */
  readonly sourceScore: number;
  /** The product of the factors of the names in its path. */
  readonly pathScore: number;
  readonly depth: number;
  readonly isTest: boolean;
  /** The words of the query in its path. */
  readonly pathWords: number;
  /** True if its files may have signals besides their names. */
  readonly hasSignals: boolean;
  readonly touches: TouchWeights | undefined;
  readonly queryTouches: TouchWeights | undefined;
  /** The score of each file: of its name alone until all directories are added. */
  readonly fileScores: number[];
}

/** The parts of a score, each in a unit of its own. */
interface ScoreParts {
  names: number;
  history: number;
  query: number;
  subjects: number;
}

/** Returns the files of a huge directory with the highest scores, before those of the tree are known: signals come first. */
export function bestFiles(
  { prefix, files }: CountedDirectory,
  count: number,
  { history, query }: Signals,
): readonly string[] {
  const touches = history?.touchesIn(prefix);
  const queryTouches = history?.queryTouchesIn(prefix);
  const scoreOf = (name: string): number =>
    (fileScore(name) + SIGNAL_FACTOR * ((touches?.get(name) ?? 0) + (queryTouches?.get(name) ?? 0) +
          query.matchScore(query.wordsIn(name)))) / priceOf(name);
  const scores = Float64Array.from(files, scoreOf).sort();
  const minScore = scores.at(-count)!;
  let ties = scores.findLastIndex((score) => score <= minScore) + 1 + count - scores.length;
  return files.toSorted().filter((name) => {
    const score = scoreOf(name);
    return score > minScore || score === minScore && ties-- > 0;
  });
}

/** The inverse precision of sums: of scores of names, which are small, and of signals, which may be some millions. */
const NAME_SCORE_UNIT = 2 ** 20;
const SIGNAL_UNIT = 2 ** 30;

/**
 * Rounds a number to a multiple of `1 / unit`, `unit` being a power of two. Sums of such numbers are exact up to
 * 2 ** 53 of them, so that they do not depend on the order in which a disk lists entries.
 */
export function roundToUnit(value: number, unit: number): number {
  return Math.round(value * unit) / unit;
}

const NO_SIGNALS = { history: 0, query: 0, subjects: 0 };

/** The scores of all entries. Those of all files add up to 1. */
export class Scores {
  readonly #signals: Signals;
  readonly #directories: DirectoryScores[] = [];
  readonly #sum: ScoreParts = { names: 0, history: 0, query: 0, subjects: 0 };
  #scale: ScoreParts = this.#sum;

  private constructor(signals: Signals) {
    this.#signals = signals;
  }

  /** Computes the scores. Each kind of signal is scaled by its sum over the tree. */
  static async of({ directories }: CountedTree, signals: Signals, pacer: Pacer): Promise<Scores> {
    const scores = new Scores(signals);
    await forEachPaced(directories, pacer, (each) => scores.#add(each));
    scores.#scale = scaleFor(scores.#sum);
    await forEachPaced(directories, pacer, (each) => scores.#weightFiles(each));
    return scores;
  }

  /** Returns the scores of a directory's files. */
  ofFiles(directory: CountedDirectory): readonly number[] {
    return this.#directories[directory.index]!.fileScores;
  }

  /** Returns the score of an entry of a directory that is neither a file nor a directory. */
  ofOther(directory: CountedDirectory): number {
    return NON_FILE_SCORE * this.#directories[directory.index]!.sourceScore * this.#scale.names;
  }

  /** Returns the score of a directory's row, given the sum of the scores in it. */
  ofRow(directory: CountedDirectory, inside: number): number {
    const scored = this.#directories[directory.index]!;
    const match = this.#matchOfRow(directory, scored);
    return DIRECTORY_ROW_SHARE * inside / scored.depth ** 2 + match * this.#scale.query;
  }

  #directoryScoresOf(directory: CountedDirectory): DirectoryScores {
    const { history, query } = this.#signals;
    const { name, parent, prefix } = directory;
    const above = parent && this.#directories[parent.index]!;
    const depth = above === undefined ? 0 : above.depth + 1;
    const pathScore = above === undefined ? 1 : above.pathScore * directoryScore(name);
    const touches = history?.touchesIn(prefix);
    return {
      sourceScore: above === undefined ? 1 : pathScore * depthScore(depth) * crowdFactor(directory),
      pathScore,
      depth,
      isTest: above !== undefined && (above.isTest || isTestDirectory(name)),
      pathWords: above === undefined ? 0 : above.pathWords | query.wordsIn(name),
      hasSignals: !query.isEmpty || touches !== undefined,
      touches,
      queryTouches: history?.queryTouchesIn(prefix),
      fileScores: directory.files.map(fileScore),
    };
  }

  #add(directory: CountedDirectory): void {
    const scored = this.#directoryScoresOf(directory);
    this.#directories.push(scored);
    let names = 0;
    for (const score of scored.fileScores) names += roundToUnit(score, NAME_SCORE_UNIT);
    this.#sum.names += names * scored.sourceScore;
    this.#sum.query += roundToUnit(this.#matchOfRow(directory, scored), SIGNAL_UNIT);
    for (const name of scored.hasSignals ? directory.files : []) {
      const { history, query, subjects } = this.#signalsOf(scored, name);
      this.#sum.history += roundToUnit(history, SIGNAL_UNIT);
      this.#sum.query += roundToUnit(query, SIGNAL_UNIT);
      this.#sum.subjects += roundToUnit(subjects, SIGNAL_UNIT);
    }
  }

  /** Turns the scores of names into scores of files. */
  #weightFiles(directory: CountedDirectory): void {
    const scored = this.#directories[directory.index]!;
    const { fileScores } = scored;
    const scale = this.#scale;
    const unit = scored.sourceScore * scale.names;
    for (let i = 0; i < fileScores.length; i++) fileScores[i]! *= unit;
    for (const [i, name] of scored.hasSignals ? directory.files.entries() : []) {
      const { history, query, subjects } = this.#signalsOf(scored, name);
      fileScores[i] = fileScores[i]! + history * scale.history + query * scale.query +
        subjects * scale.subjects;
    }
  }

  #signalsOf(scored: DirectoryScores, name: string): Omit<ScoreParts, "names"> {
    const { pathWords, isTest, touches, queryTouches } = scored;
    const history = touches?.get(name) ?? 0;
    const query = this.#matchOf(name, pathWords);
    const subjects = queryTouches?.get(name) ?? 0;
    if (history + query + subjects === 0) return NO_SIGNALS;
    const factor = isTest || isTestFile(name) ? TEST_SIGNAL_FACTOR : 1;
    return { history: factor * history, query: factor * query, subjects: factor * subjects };
  }

  #matchOfRow({ name }: CountedDirectory, { pathWords, isTest }: DirectoryScores): number {
    return this.#matchOf(name, pathWords) * (isTest ? TEST_SIGNAL_FACTOR : 1);
  }

  /** Returns the query's score of a name below a path with some of its words. */
  #matchOf(name: string, above: number): number {
    const { query } = this.#signals;
    if (query.isEmpty) return 0;
    const own = query.wordsIn(name);
    return query.matchScore(own | above) * (own === 0 ? INHERITED_MATCH : 1);
  }
}

/** Returns the factor of a file's name score for the number of files beside it. */
function crowdFactor({ totals, directories }: CountedDirectory): number {
  const files = directories.reduce((sum, each) => sum - each.totals.files, totals.files);
  return 1 / Math.sqrt(Math.max(1, files / MAX_UNCROWDED_FILES));
}

/** Returns the factor of each part that gives the parts their shares. */
function scaleFor(sum: ScoreParts): ScoreParts {
  const query = sum.query > 0 ? QUERY_SHARES.names : 0;
  const subjects = sum.subjects > 0 ? QUERY_SHARES.subjects : 0;
  const rest = 1 - query - subjects;
  const names = sum.history > 0 ? NAME_SHARE_WITH_HISTORY * rest : rest;
  const share = (part: number, all: number) => all > 0 ? part / all : part;
  return {
    names: share(names, sum.names),
    history: share(rest - names, sum.history),
    query: share(query, sum.query),
    subjects: share(subjects, sum.subjects),
  };
}
