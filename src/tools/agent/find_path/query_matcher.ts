/** How well a path fits a query. */
import { TypoFinder } from "../match/typo_finder.ts";
import type { Query } from "./parse_query.ts";
import { type PathLetters, WordMatcher } from "./word_matcher.ts";

/** How much it counts, beside how well the words fit, that they are all of the name. */
const COVER = 0.1;

/** How well a path fits at most that holds only some of the words. */
const MOST_OF_SOME = 0.7;

/** What a letter of some words counts in a folder, beside one in a name. */
const IN_FOLDER = 0.6;

/** How many letters a typo costs. */
const TYPO = 2;

/** How well a path fits all the words of a query, and how well it fits some of them. */
export class QueryMatcher {
  /** Whether the last path that fits all words does so with typos only. */
  isMisspelt = false;
  readonly #words: readonly WordMatcher[];
  readonly #weight: number;
  readonly #parts: readonly { readonly length: number; readonly typos: TypoFinder }[];
  readonly #partsLength: number;

  constructor({ words, parts }: Query, typos: TypoFinders) {
    this.#words = words.map((word) => new WordMatcher(word, typos.of(word.codes)));
    this.#weight = this.#words.reduce((sum, { weight }) => sum + weight, 0);
    this.#parts = parts.map(({ codes }) => ({ length: codes.length, typos: typos.of(codes) }));
    this.#partsLength = this.#parts.reduce((sum, { length }) => sum + length, 0);
  }

  /** How well a path fits all the words, 0 to 1. */
  fit(path: PathLetters, name: string): number {
    let sum = 0;
    let inName = 0;
    this.isMisspelt = false;
    for (const word of this.#words) {
      const fit = word.fit(path);
      if (fit === 0) return 0;
      sum += fit * word.weight;
      if (word.isInName) inName += word.length;
      if (word.isMisspelt) this.isMisspelt = true;
    }
    const dot = name.lastIndexOf(".");
    const covered = inName / (dot > 0 ? dot : name.length);
    return (sum / this.#weight + COVER * Math.min(1, covered)) / (1 + COVER);
  }

  /** How well it fits some of the words that those are made of. */
  fitOfSome({ folder, name }: PathLetters): number {
    let right = 0;
    for (const { length, typos } of this.#parts) {
      const inFolder = IN_FOLDER * (length - TYPO * typos.find(folder));
      right += Math.max(0, inFolder, length - TYPO * typos.find(name));
    }
    return right === 0 ? 0 : MOST_OF_SOME * right / this.#partsLength;
  }
}

/** What finds the words of several queries; one that stands in two of them is looked for once. */
export class TypoFinders {
  readonly #known = new Map<string, TypoFinder>();

  /** What finds a word. */
  of(word: Int32Array): TypoFinder {
    const key = word.join();
    const known = this.#known.get(key) ?? new TypoFinder(word);
    this.#known.set(key, known);
    return known;
  }
}
