/** What the entries of a census are worth, in relation to each other. */
import {
  depthWorth,
  directoryWorth,
  fileWorth,
  isTestDirectory,
  isTestFile,
} from "../worth/name_worth.ts";
import type { HistoryWorth, Touches } from "../worth/history_worth.ts";
import type { QueryWords } from "../worth/query_words.ts";
import type { Pacer } from "../../../pacing/pacer.ts";
import { priceOf } from "./row_price.ts";
import type { Census, CountedDirectory } from "./census.ts";
import { summable } from "./summable.ts";

/** What is known besides names. */
export interface Clues {
  readonly history: HistoryWorth | undefined;
  readonly query: QueryWords;
  /** The files that were changed since the last commit, by the path of their directory. */
  readonly changed: ReadonlyMap<string, ReadonlySet<string>>;
}

/** How much of the worth is told by names where there is a history. */
const OF_NAMES = 0.1;

/** How much is told by the query, where something matches it: by names, and by the subjects of commits. */
const OF_QUERY = { names: 0.6, subjects: 0.3 };

/** What a match in the path of a file counts, if its name holds none. */
const INHERITED = 0.15;

/** How much of what the history and the query tell of a file is left if it is a test. */
const TEST_LOSS = 0.2;

/** A changed file counts as if this many commits of one file had just touched it. */
const CHANGED = 2;

/** Beside any worth of a name. */
const FAR_MORE = 1000;

/** What entries that are no files are worth, beside a source in the same place. */
const ODD = 0.05;

/** So many files in a directory are no crowd. */
const CROWD = 8;

/** What a directory's own row tells, beside what is in it. */
const OF_ROW = 0.1;

interface Place {
  /** What a source in it is worth by its place. */
  readonly worth: number;
  /** What the names of the directories on the way here make of that. */
  readonly path: number;
  readonly depth: number;
  readonly isTest: boolean;
  /** The words of the query that its path holds. */
  readonly words: number;
  readonly touches: Touches | undefined;
  readonly meant: Touches | undefined;
  readonly changed: ReadonlySet<string> | undefined;
}

/** The parts of a worth, each in a measure of its own. */
interface Parts {
  names: number;
  history: number;
  query: number;
  subjects: number;
}

/** What puts the files of a huge directory in order before all is known; those that are touched or meant come first. */
export function worthBesides(
  history: HistoryWorth | undefined,
  query: QueryWords,
  prefix: string,
): (name: string) => number {
  const touches = history?.touchesIn(prefix);
  const meant = history?.meantIn(prefix);
  return (name) =>
    (fileWorth(name) + FAR_MORE * ((touches?.get(name) ?? 0) + (meant?.get(name) ?? 0) +
          query.matchOf(query.wordsIn(name)))) / priceOf(name);
}

/** How exact the sums of the clues are; none of them is above some millions. */
const SUM_BITS = 30;

const NOTHING = { history: 0, query: 0, subjects: 0 };

/** What each entry is worth; that of all files adds up to 1. */
export class Worths {
  readonly #clues: Clues;
  readonly #places = new Map<CountedDirectory, Place>();
  readonly #sum: Parts = { names: 0, history: 0, query: 0, subjects: 0 };
  #scale: Parts = this.#sum;

  private constructor(clues: Clues) {
    this.#clues = clues;
  }

  /** Weighs the clues against each other, once it is known what there is. */
  static async of({ directories }: Census, clues: Clues, pacer: Pacer): Promise<Worths> {
    const worths = new Worths(clues);
    for (const directory of directories) {
      if (pacer.isDue()) await pacer.pause();
      const place = worths.#placeOf(directory);
      worths.#places.set(directory, place);
      worths.#sum.names += directory.worth * place.worth;
      await worths.#add(directory, place, pacer);
    }
    worths.#scale = scaleOf(worths.#sum);
    return worths;
  }

  /** What each file of a directory is worth, in the order of its names. */
  ofFiles(directory: CountedDirectory): number[] {
    const { files, fileWorths } = directory;
    const place = this.#places.get(directory)!;
    const scale = this.#scale;
    if (!this.#hasClues(place)) {
      const unit = place.worth * scale.names;
      return fileWorths.map((worth) => worth * unit);
    }
    return files.map((name, i) => {
      const { history, query, subjects } = this.#partsOf(place, name);
      return fileWorths[i]! * place.worth * scale.names + history * scale.history +
        query * scale.query + subjects * scale.subjects;
    });
  }

  /** What an entry is worth that is neither a file nor a directory. */
  ofOther(directory: CountedDirectory): number {
    return ODD * this.#places.get(directory)!.worth * this.#scale.names;
  }

  /** What the row of a directory is worth, if what is in it is worth so much. */
  ofRow(directory: CountedDirectory, inside: number): number {
    const place = this.#places.get(directory)!;
    const match = this.#matchOfRow(directory, place);
    return OF_ROW * inside / place.depth ** 2 + match * this.#scale.query;
  }

  #placeOf(directory: CountedDirectory): Place {
    const { prefix, name, parent } = directory;
    const { history, query, changed } = this.#clues;
    const clues = {
      touches: history?.touchesIn(prefix),
      meant: history?.meantIn(prefix),
      // Most often nothing is known, and a long path takes long to look up.
      changed: changed.size === 0 ? undefined : changed.get(prefix),
    };
    if (parent === undefined) {
      return { worth: 1, path: 1, depth: 0, isTest: false, words: 0, ...clues };
    }
    const above = this.#places.get(parent)!;
    const depth = above.depth + 1;
    const path = above.path * directoryWorth(name);
    return {
      worth: path * depthWorth(depth) * crowdWorth(directory),
      path,
      depth,
      isTest: above.isTest || isTestDirectory(name),
      words: above.words | query.wordsIn(name),
      ...clues,
    };
  }

  async #add(directory: CountedDirectory, place: Place, pacer: Pacer): Promise<void> {
    this.#sum.query += summable(this.#matchOfRow(directory, place), SUM_BITS);
    if (!this.#hasClues(place)) return;
    for (const name of directory.files) {
      if (pacer.isDue()) await pacer.pause();
      const { history, query, subjects } = this.#partsOf(place, name);
      this.#sum.history += summable(history, SUM_BITS);
      this.#sum.query += summable(query, SUM_BITS);
      this.#sum.subjects += summable(subjects, SUM_BITS);
    }
  }

  /** Whether more is known of the files of a directory than their names. */
  #hasClues({ touches, changed }: Place): boolean {
    return !this.#clues.query.isEmpty || touches !== undefined || changed !== undefined;
  }

  #partsOf(place: Place, name: string): Omit<Parts, "names"> {
    const { words, touches, meant, changed } = place;
    const touched = (touches?.get(name) ?? 0) + (changed?.has(name) ? CHANGED : 0);
    const query = this.#matchOf(name, words);
    const subjects = meant?.get(name) ?? 0;
    if (touched + query + subjects === 0) return NOTHING;
    const left = place.isTest || isTestFile(name) ? TEST_LOSS : 1;
    return { history: left * touched, query: left * query, subjects: left * subjects };
  }

  #matchOfRow({ name }: CountedDirectory, { words, isTest }: Place): number {
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
function crowdWorth({ totals, directories }: CountedDirectory): number {
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
