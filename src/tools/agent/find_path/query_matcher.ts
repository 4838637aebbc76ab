import { TypoFinder } from "../match/typo_finder.ts";
import type { Query } from "./parse_query.ts";
import { type PathLetters, WordMatcher } from "./word_matcher.ts";

/** The weight of the share of the name that the query covers, beside 1 for the fit of its words. */
const COVERAGE_WEIGHT = 0.1;

/** Below this fit, the letters of a word are scattered: those of an abbreviation, or within one word, fit better. */
const SCATTERED_FIT = 0.55;

/** Maximum fit of a partial match. */
const MAX_PARTIAL_FIT = 0.7;

/** The weight of a subword's letter in a folder, beside 1 in a name. */
const FOLDER_WEIGHT = 0.6;

/** Letters of a subword that a typo cancels. */
const LETTERS_PER_TYPO = 2;

/** Computes how well a path fits a query: all of its words, or some of its subwords. */
export class QueryMatcher {
  /** True if the last path that fits all words does so with typos only. */
  hasTypos = false;
  /** True if the letters of some word are scattered over it. */
  isScattered = false;
  readonly #words: readonly WordMatcher[];
  readonly #weight: number;
  readonly #subwords: readonly { readonly length: number; readonly finder: TypoFinder }[];
  readonly #subwordsLength: number;

  constructor({ words, subwords }: Query, finders: TypoFinderCache) {
    this.#words = words.map((word) => new WordMatcher(word, finders.of(word.codes)));
    this.#weight = this.#words.reduce((sum, { weight }) => sum + weight, 0);
    this.#subwords = subwords.map(({ codes }) => ({
      length: codes.length,
      finder: finders.of(codes),
    }));
    this.#subwordsLength = this.#subwords.reduce((sum, { length }) => sum + length, 0);
  }

  /** Returns the fit of a path to all words, from 0 (none) to 1. */
  fit(path: PathLetters, name: string): number {
    let sum = 0;
    let inName = 0;
    this.hasTypos = this.isScattered = false;
    for (const word of this.#words) {
      const fit = word.fit(path);
      if (fit === 0) return 0;
      sum += fit * word.weight;
      if (word.isInName) inName += word.length;
      if (word.hasTypos) this.hasTypos = true;
      else if (fit < SCATTERED_FIT) this.isScattered = true;
    }
    const dot = name.lastIndexOf(".");
    const covered = inName / (dot > 0 ? dot : name.length);
    return (sum / this.#weight + COVERAGE_WEIGHT * Math.min(1, covered)) / (1 + COVERAGE_WEIGHT);
  }

  /** Returns its fit to the subwords, from 0 (none matches) to {@linkcode MAX_PARTIAL_FIT}. */
  partialFit({ folder, name }: PathLetters): number {
    let matchedLetters = 0;
    for (const { length, finder } of this.#subwords) {
      const inFolder = FOLDER_WEIGHT * (length - LETTERS_PER_TYPO * finder.find(folder));
      matchedLetters += Math.max(0, inFolder, length - LETTERS_PER_TYPO * finder.find(name));
    }
    return matchedLetters === 0 ? 0 : MAX_PARTIAL_FIT * matchedLetters / this.#subwordsLength;
  }
}

/** One {@linkcode TypoFinder} for each distinct word, so that queries that share a word share its cached results. */
export class TypoFinderCache {
  readonly #finders = new Map<string, TypoFinder>();

  of(word: Int32Array): TypoFinder {
    const key = word.join();
    const finder = this.#finders.get(key) ?? new TypoFinder(word);
    this.#finders.set(key, finder);
    return finder;
  }
}
