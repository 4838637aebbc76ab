import { Alignment, idealScore } from "../match/alignment.ts";
import type { Letters } from "../match/letters.ts";
import { maxTypos, type TypoFinder } from "../match/typo_finder.ts";
import type { Word } from "./parse_query.ts";

/** Subtracted from the fit for the first typo, and for each further one of a short word. */
const TYPO_COST = { first: 0.22, further: 0.18 } as const;

/** Maximum letters of a word that is allowed one typo only. */
const SHORT_WORD_LETTERS = 7;

/** Subtracted from the fit where the word matches only a prefix of a word. */
const PREFIX_COST = 0.05;

/** Multiplies the fit of a word that matches a folder with typos. */
const FOLDER_TYPO_FACTOR = 0.9;

/** From this fit on, a word is not tried with typos. */
const TYPO_FREE_FIT = 0.75;

/** The letters of a path: its folder, with a slash at the end, and its name. */
export interface PathLetters {
  readonly folder: Letters;
  readonly name: Letters;
}

/** Computes how well a path fits one word: as a subsequence, or with typos at the start of a word of the path. */
export class WordMatcher {
  /** Number of its letters. */
  readonly length: number;
  /** The weight of its fit in that of the query. */
  readonly weight: number;
  readonly #word: Word;
  readonly #alignment: Alignment;
  readonly #typos: TypoFinder;
  /** The version of the folder's letters that the next two fields belong to. */
  #folderVersion = -1;
  /** The length of the word's longest prefix that is a subsequence of the folder. */
  #folderMatched = 0;
  /** The fit of the folder alone, computed when first needed. */
  #folderFit: number | undefined;
  /** True if the last path matched in its name. */
  isInName = false;
  /** True if it matched with typos only. */
  hasTypos = false;

  constructor(word: Word, typos: TypoFinder) {
    this.length = word.codes.length;
    this.weight = idealScore(this.length);
    this.#word = word;
    this.#alignment = new Alignment(word.codes);
    this.#typos = typos;
  }

  /** Returns the fit of a path, from 0 (no match) to 1. */
  fit({ folder, name }: PathLetters): number {
    const { target } = this.#word;
    if (this.#folderVersion !== folder.version) this.#enter(folder);
    this.isInName = this.hasTypos = false;
    let fit = this.#folderMatched === this.length ? this.#fitOfFolder(folder) : 0;
    const consider = (each: number, isInName: boolean, hasTypos: boolean): void => {
      if (each <= fit) return;
      fit = each;
      this.isInName = isInName;
      this.hasTypos = hasTypos;
    };
    if (target !== "folder") consider(this.#fitOfName(folder, name), true, false);
    if (fit >= TYPO_FREE_FIT || maxTypos(this.length) === 0) return fit;
    if (target !== "name") {
      consider(FOLDER_TYPO_FACTOR * this.#fitOfTypos(this.#typos.find(folder)), false, true);
    }
    if (target !== "folder") consider(this.#fitOfTypos(this.#typos.find(name)), true, true);
    return fit;
  }

  #enter(folder: Letters): void {
    const { codes, target } = this.#word;
    this.#folderVersion = folder.version;
    this.#folderMatched = target === "name" ? 0 : subsequenceLength(folder, codes, 0);
    this.#folderFit = undefined;
  }

  #fitOfFolder(folder: Letters): number {
    return this.#folderFit ??= Math.max(
      0,
      this.#alignment.alignFolder(this.#folderMatched === 0 ? undefined : folder) / this.weight,
    );
  }

  /** Returns the fit of the best alignment that ends in the name. */
  #fitOfName(folder: Letters, name: Letters): number {
    // The name matches the last letter at least.
    const matched = Math.min(this.#folderMatched, this.length - 1);
    if (subsequenceLength(name, this.#word.codes, matched) < this.length) return 0;
    this.#fitOfFolder(folder);
    return this.#alignment.alignName(name) / this.weight;
  }

  #fitOfTypos(typos: number): number {
    if (typos === Infinity) return 0;
    if (typos < 1) return 1 - 2 * typos * PREFIX_COST;
    // A further typo costs less in a longer word.
    return 1 - TYPO_COST.first - (typos - 1) * TYPO_COST.further * SHORT_WORD_LETTERS / this.length;
  }
}

/** Returns the length of the word's longest prefix that is a subsequence, `start` letters of it matched before. */
function subsequenceLength({ codes, length }: Letters, word: Int32Array, start: number): number {
  let matched = start;
  for (let i = 0; i < length && matched < word.length; i++) {
    if (codes[i] === word[matched]) matched++;
  }
  return matched;
}
