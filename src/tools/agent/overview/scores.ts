/** What the entries of a census are worth, in relation to each other. */
import {
  depthScore,
  directoryScore,
  fileScore,
  isTestDirectory,
  isTestFile,
} from "../rank/name_score.ts";
import type { HistoryScore, Touches } from "../rank/history_score.ts";
import type { QueryWords } from "../rank/query_words.ts";
import { forEachPaced } from "../../../pacing/paced.ts";
import type { Pacer } from "../../../pacing/pacer.ts";
import type { Census } from "./census.ts";
import type { CountedDirectory } from "./counted_directory.ts";
import { priceOf } from "./planned_row.ts";

/** What is known besides names. */
interface Clues {
  readonly history: HistoryScore | undefined;
  readonly query: QueryWords;
}

/** How much of the worth is told by names where there is a history. */
const OF_NAMES = 0.1;

/** How much is told by the query, where something matches it: by names, and by the subjects of commits. */
const OF_QUERY = { names: 0.6, subjects: 0.3 };

/** What a match in the path of a file counts, if its name holds none. */
const INHERITED = 0.15;

/** How much of what the history and the query tell of a file is left if it is a test. */
const TEST_LOSS = 0.2;

/** Beside any worth of a name. */
const FAR_MORE = 1000;

/** What entries that are no files are worth, beside a source in the same place. */
const ODD = 0.05;

/** So many files in a directory are no crowd. */
const CROWD = 8;

/** What a directory's own row tells, beside what is in it. */
const OF_ROW = 0.1;

/** What is known of a directory. */
interface ScoredPlace {
  /** What a source in it is worth by its place. */
  readonly score: number;
  /** What the names of the directories on the way here make of that. */
  readonly path: number;
  readonly depth: number;
  readonly isTest: boolean;
  /** The words of the query that its path holds. */
  readonly words: number;
  /** Whether more is known of its files than their names, and what. */
  readonly isKnown: boolean;
  readonly touches: Touches | undefined;
  readonly meant: Touches | undefined;
  /** What each file is worth: by its name alone until all is known. */
  readonly files: number[];
}

/** The parts of a worth, each in a measure of its own. */
interface Parts {
  names: number;
  history: number;
  query: number;
  subjects: number;
}

/** The files of a huge directory that are worth most before all is known: those that are touched or meant come first. */
export function bestFiles(
  { prefix, files }: CountedDirectory,
  count: number,
  { history, query }: Clues,
): readonly string[] {
  const touches = history?.touchesIn(prefix);
  const meant = history?.meantIn(prefix);
  const worthOf = (name: string): number =>
    (fileScore(name) + FAR_MORE * ((touches?.get(name) ?? 0) + (meant?.get(name) ?? 0) +
          query.matchOf(query.wordsIn(name)))) / priceOf(name);
  const worths = Float64Array.from(files, worthOf).sort();
  const least = worths.at(-count)!;
  let ties = worths.findLastIndex((score) => score <= least) + 1 + count - worths.length;
  return files.toSorted().filter((name) => {
    const score = worthOf(name);
    return score > least || score === least && ties-- > 0;
  });
}

/** How exact the sums are, of what names are worth, which is little, and of the clues, which may be some millions. */
const SCORE_UNIT = 2 ** 20;
const CLUE_UNIT = 2 ** 30;

/**
 * Rounds a number to a multiple of `1 / unit`. Sums of such numbers are exact up to 2 ** 53 of them, so that it
 * does not matter in which order a disk lists what is added up.
 *
 * @param unit A power of two.
 */
export function summable(value: number, unit: number): number {
  return Math.round(value * unit) / unit;
}

const NOTHING = { history: 0, query: 0, subjects: 0 };

/** What each entry is worth; that of all files adds up to 1. */
export class Scores {
  readonly #clues: Clues;
  readonly #places: ScoredPlace[] = [];
  readonly #sum: Parts = { names: 0, history: 0, query: 0, subjects: 0 };
  #scale: Parts = this.#sum;

  private constructor(clues: Clues) {
    this.#clues = clues;
  }

  /** Weighs the clues against each other, once it is known what there is. */
  static async of({ directories }: Census, clues: Clues, pacer: Pacer): Promise<Scores> {
    const worths = new Scores(clues);
    await forEachPaced(directories, pacer, (each) => worths.#add(each));
    worths.#scale = scaleOf(worths.#sum);
    await forEachPaced(directories, pacer, (each) => worths.#weigh(each));
    return worths;
  }

  /** What each file of a directory is worth. */
  ofFiles(directory: CountedDirectory): readonly number[] {
    return this.#places[directory.index]!.files;
  }

  /** What an entry is worth that is neither a file nor a directory. */
  ofOther(directory: CountedDirectory): number {
    return ODD * this.#places[directory.index]!.score * this.#scale.names;
  }

  /** What the row of a directory is worth, if what is in it is worth so much. */
  ofRow(directory: CountedDirectory, inside: number): number {
    const place = this.#places[directory.index]!;
    const match = this.#matchOfRow(directory, place);
    return OF_ROW * inside / place.depth ** 2 + match * this.#scale.query;
  }

  #placeOf(directory: CountedDirectory): ScoredPlace {
    const { history, query } = this.#clues;
    const { name, parent, prefix } = directory;
    const above = parent && this.#places[parent.index]!;
    const depth = above === undefined ? 0 : above.depth + 1;
    const path = above === undefined ? 1 : above.path * directoryScore(name);
    const touches = history?.touchesIn(prefix);
    return {
      score: above === undefined ? 1 : path * depthScore(depth) * crowdScore(directory),
      path,
      depth,
      isTest: above !== undefined && (above.isTest || isTestDirectory(name)),
      words: above === undefined ? 0 : above.words | query.wordsIn(name),
      isKnown: !query.isEmpty || touches !== undefined,
      touches,
      meant: history?.meantIn(prefix),
      files: directory.files.map(fileScore),
    };
  }

  #add(directory: CountedDirectory): void {
    const place = this.#placeOf(directory);
    this.#places.push(place);
    let names = 0;
    for (const score of place.files) names += summable(score, SCORE_UNIT);
    this.#sum.names += names * place.score;
    this.#sum.query += summable(this.#matchOfRow(directory, place), CLUE_UNIT);
    for (const name of place.isKnown ? directory.files : []) {
      const { history, query, subjects } = this.#partsOf(place, name);
      this.#sum.history += summable(history, CLUE_UNIT);
      this.#sum.query += summable(query, CLUE_UNIT);
      this.#sum.subjects += summable(subjects, CLUE_UNIT);
    }
  }

  /** Turns what the names of files are worth into what the files are. */
  #weigh(directory: CountedDirectory): void {
    const place = this.#places[directory.index]!;
    const { files } = place;
    const scale = this.#scale;
    const unit = place.score * scale.names;
    for (let i = 0; i < files.length; i++) files[i]! *= unit;
    for (const [i, name] of place.isKnown ? directory.files.entries() : []) {
      const { history, query, subjects } = this.#partsOf(place, name);
      files[i] = files[i]! + history * scale.history + query * scale.query +
        subjects * scale.subjects;
    }
  }

  #partsOf(place: ScoredPlace, name: string): Omit<Parts, "names"> {
    const { words, isTest, touches, meant } = place;
    const touched = touches?.get(name) ?? 0;
    const query = this.#matchOf(name, words);
    const subjects = meant?.get(name) ?? 0;
    if (touched + query + subjects === 0) return NOTHING;
    const left = isTest || isTestFile(name) ? TEST_LOSS : 1;
    return { history: left * touched, query: left * query, subjects: left * subjects };
  }

  #matchOfRow({ name }: CountedDirectory, { words, isTest }: ScoredPlace): number {
    return this.#matchOf(name, words) * (isTest ? TEST_LOSS : 1);
  }

  /** How well a name answers the query, below a path that holds some words of it. */
  #matchOf(name: string, above: number): number {
    const { query } = this.#clues;
    if (query.isEmpty) return 0;
    const own = query.wordsIn(name);
    return query.matchOf(own | above) * (own === 0 ? INHERITED : 1);
  }
}

/** What is left of the worth of a file by its name where there are many beside it. */
function crowdScore({ totals, directories }: CountedDirectory): number {
  const files = directories.reduce((sum, each) => sum - each.totals.files, totals.files);
  return 1 / Math.sqrt(Math.max(1, files / CROWD));
}

/** What a unit of each part counts, so that the parts have the shares that they are to have. */
function scaleOf(sum: Parts): Parts {
  const query = sum.query > 0 ? OF_QUERY.names : 0;
  const subjects = sum.subjects > 0 ? OF_QUERY.subjects : 0;
  const rest = 1 - query - subjects;
  const names = sum.history > 0 ? OF_NAMES * rest : rest;
  const share = (part: number, all: number) => all > 0 ? part / all : part;
  return {
    names: share(names, sum.names),
    history: share(rest - names, sum.history),
    query: share(query, sum.query),
    subjects: share(subjects, sum.subjects),
  };
}
