import { Alignment, idealScore } from "../match/alignment.ts";
import { Letters } from "../match/letters.ts";
import { maxTypos, TypoFinder } from "../match/typo_finder.ts";
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

const NO_FOLDER = new Letters("");

interface WordFit {
  /** From 0 (no match) to 1. */
  readonly fit: number;
  readonly isInName: boolean;
  /** True if it matches with typos only. */
  readonly hasTypos: boolean;
}

/** Computes how well a path fits one word: as a subsequence, or with typos at the start of a word of the path. */
export class WordMatcher {
  readonly length: number;
  /** The weight of its fit in that of the query. */
  readonly weight: number;
  readonly #target: Word["target"];
  readonly #alignment: Alignment;
  readonly #typos: TypoFinder;

  constructor({ codes, target }: Word) {
    this.length = codes.length;
    this.weight = idealScore(codes.length);
    this.#target = target;
    this.#alignment = new Alignment(codes);
    this.#typos = new TypoFinder(codes);
  }

  fit({ folder, name }: PathLetters): WordFit {
    const [inFolder, inName] = [this.#target !== "name", this.#target !== "folder"];
    const above = inFolder ? folder : NO_FOLDER;
    const ofFolder = this.#alignment.scoreInFolder(above) / this.weight;
    const ofName = inName ? this.#alignment.scoreInName(above, name) / this.weight : 0;
    const fit = Math.max(0, ofFolder, ofName);
    const plain = { fit, isInName: ofName > ofFolder, hasTypos: false };
    if (fit >= TYPO_FREE_FIT || maxTypos(this.length) === 0) return plain;
    const typosOfFolder = inFolder ? FOLDER_TYPO_FACTOR * this.#fitOfTypos(folder) : 0;
    const typosOfName = inName ? this.#fitOfTypos(name) : 0;
    const withTypos = Math.max(typosOfFolder, typosOfName);
    return withTypos <= fit
      ? plain
      : { fit: withTypos, isInName: typosOfName > typosOfFolder, hasTypos: true };
  }

  #fitOfTypos(text: Letters): number {
    const typos = this.#typos.find(text);
    if (typos === Infinity) return 0;
    if (typos < 1) return 1 - 2 * typos * PREFIX_COST;
    // A further typo costs less in a longer word.
    return 1 - TYPO_COST.first - (typos - 1) * TYPO_COST.further * SHORT_WORD_LETTERS / this.length;
  }
}
