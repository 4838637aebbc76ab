import { TypoFinder } from "../match/typo_finder.ts";
import type { Query } from "./parse_query.ts";
import { type PathLetters, WordMatcher } from "./word_matcher.ts";

/** The weight of the share of the name that the query covers, beside 1 for the fit of its words. */
const COVERAGE_WEIGHT = 0.1;

/** Below this fit, the letters of a word are scattered: those of an abbreviation, or within one word, fit better. */
const SCATTERED_FIT = 0.55;

const MAX_PARTIAL_FIT = 0.7;

/** The weight of a subword's letter in a folder, beside 1 in a name. */
const FOLDER_WEIGHT = 0.6;

/** Letters of a subword that a typo cancels. */
const LETTERS_PER_TYPO = 2;

interface QueryFit {
  /** From 0 (not all match) to 1. */
  readonly fit: number;
  /** True if some words match with typos only. */
  readonly hasTypos: boolean;
  readonly isScattered: boolean;
}

const NO_FIT: QueryFit = { fit: 0, hasTypos: false, isScattered: false };

/** Computes how well a path fits a query: all of its words, or some of its subwords. */
export class QueryMatcher {
  readonly #words: readonly WordMatcher[];
  readonly #weight: number;
  readonly #subwords: readonly { readonly length: number; readonly finder: TypoFinder }[];
  readonly #subwordsLength: number;

  constructor({ words, subwords }: Query) {
    this.#words = words.map((word) => new WordMatcher(word));
    this.#weight = this.#words.reduce((sum, { weight }) => sum + weight, 0);
    this.#subwords = subwords.map(({ codes }) => ({
      length: codes.length,
      finder: new TypoFinder(codes),
    }));
    this.#subwordsLength = this.#subwords.reduce((sum, { length }) => sum + length, 0);
  }

  fit(path: PathLetters, name: string): QueryFit {
    let [sum, inName] = [0, 0];
    let [hasTypos, isScattered] = [false, false];
    for (const word of this.#words) {
      const match = word.fit(path);
      if (match.fit === 0) return NO_FIT;
      sum += match.fit * word.weight;
      if (match.isInName) inName += word.length;
      if (match.hasTypos) hasTypos = true;
      else if (match.fit < SCATTERED_FIT) isScattered = true;
    }
    const dot = name.lastIndexOf(".");
    const covered = inName / (dot > 0 ? dot : name.length);
    const fit = sum / this.#weight + COVERAGE_WEIGHT * Math.min(1, covered);
    return { fit: fit / (1 + COVERAGE_WEIGHT), hasTypos, isScattered };
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
