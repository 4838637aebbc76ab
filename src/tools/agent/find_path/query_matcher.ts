/** How well a path fits a query. */
import type { Letters } from "../match/letters.ts";
import type { Query } from "./parse_query.ts";
import type { Spelling, Spellings } from "./spelling.ts";
import { WordMatcher } from "./word_matcher.ts";

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
  readonly #parts: readonly Spelling[];
  readonly #partsLength: number;

  constructor({ words, parts }: Query, spellings: Spellings) {
    this.#words = words.map((word) => new WordMatcher(word, spellings));
    this.#weight = this.#words.reduce((sum, { weight }) => sum + weight, 0);
    this.#parts = parts.map((word) => spellings.of(word));
    this.#partsLength = this.#parts.reduce((sum, { length }) => sum + length, 0);
  }

  /** Moves to a folder. */
  enter(folder: Letters): void {
    for (const word of this.#words) word.enter(folder);
  }

  /** How well a path fits all the words, 0 to 1, by the name of an entry of the folder. */
  fit(letters: Letters, name: string): number {
    for (const word of this.#words) if (!word.mayFit(letters)) return 0;
    let sum = 0;
    let inName = 0;
    this.isMisspelt = false;
    for (const word of this.#words) {
      const fit = word.fit(letters);
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
  fitOfSome(letters: Letters): number {
    let right = 0;
    for (const part of this.#parts) {
      const inFolder = IN_FOLDER * (part.length - TYPO * part.inFolder);
      right += Math.max(0, inFolder, part.length - TYPO * part.inName(letters));
    }
    return right === 0 ? 0 : MOST_OF_SOME * right / this.#partsLength;
  }
}
