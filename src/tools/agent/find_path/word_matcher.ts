/** How well one word of a query fits a path. */
import { Alignment, idealScore } from "../match/alignment.ts";
import type { Letters } from "../match/letters.ts";
import { mostTypos, type TypoFinder } from "../match/typo_finder.ts";
import type { Word } from "./parse_query.ts";

/** What the first typo costs, and each further one of a short word. */
const TYPO = { first: 0.22, further: 0.18 } as const;

/** The longest word that may have one typo only. */
const SHORT = 7;

/** What an end within a word costs. */
const OPEN_END = 0.05;

/** How well a word fits a folder at most that is named with typos. */
const IN_FOLDER = 0.9;

/** A word that fits as well has no typos. */
const SURE = 0.75;

/** A path: its folder, with a slash at the end, and its name. */
export interface PathLetters {
  readonly folder: Letters;
  readonly name: Letters;
}

/** How well one word fits: its letters in order, or with typos where a word of the path begins. */
export class WordMatcher {
  /** The number of its letters. */
  readonly length: number;
  /** Its share in a query. */
  readonly weight: number;
  readonly #word: Word;
  readonly #alignment: Alignment;
  readonly #typos: TypoFinder;
  /** Which folder what follows is of. */
  #readings = -1;
  /** How many letters of the word the folder holds in order. */
  #held = 0;
  /** How well the folder fits alone, once that was asked. */
  #inFolder: number | undefined;
  /** Whether the last path matched in its name. */
  isInName = false;
  /** Whether it matched with typos only. */
  isMisspelt = false;

  constructor(word: Word, typos: TypoFinder) {
    this.length = word.codes.length;
    this.weight = idealScore(this.length);
    this.#word = word;
    this.#alignment = new Alignment(word.codes);
    this.#typos = typos;
  }

  /** How well a path fits, 0 to 1. */
  fit({ folder, name }: PathLetters): number {
    const { place } = this.#word;
    if (this.#readings !== folder.readings) this.#enter(folder);
    this.isInName = this.isMisspelt = false;
    let fit = this.#held === this.length ? this.#fitOfFolder(folder) : 0;
    const look = (each: number, isInName: boolean, isMisspelt: boolean): void => {
      if (each <= fit) return;
      fit = each;
      this.isInName = isInName;
      this.isMisspelt = isMisspelt;
    };
    if (place !== "folder") look(this.#fitOfName(folder, name), true, false);
    if (fit >= SURE || mostTypos(this.length) === 0) return fit;
    if (place !== "name") look(IN_FOLDER * this.#fitWith(this.#typos.find(folder)), false, true);
    if (place !== "folder") look(this.#fitWith(this.#typos.find(name)), true, true);
    return fit;
  }

  #enter(folder: Letters): void {
    const { codes, place } = this.#word;
    this.#readings = folder.readings;
    this.#held = place === "name" ? 0 : heldBy(folder, codes, 0);
    this.#inFolder = undefined;
  }

  #fitOfFolder(folder: Letters): number {
    return this.#inFolder ??= Math.max(
      0,
      this.#alignment.layOverFolder(this.#held === 0 ? undefined : folder) / this.weight,
    );
  }

  /** How well a path fits where the word ends in the name. */
  #fitOfName(folder: Letters, name: Letters): number {
    // The last letter at least is in the name.
    const held = Math.min(this.#held, this.length - 1);
    if (heldBy(name, this.#word.codes, held) < this.length) return 0;
    this.#fitOfFolder(folder);
    return this.#alignment.layOverName(name) / this.weight;
  }

  #fitWith(typos: number): number {
    if (typos === Infinity) return 0;
    if (typos < 1) return 1 - 2 * typos * OPEN_END;
    // Two typos of a long word are less than two of a short one.
    return 1 - TYPO.first - (typos - 1) * TYPO.further * SHORT / this.length;
  }
}

/** How many of a word's first letters a text holds in order, after what holds some. */
function heldBy({ codes, length }: Letters, word: Int32Array, some: number): number {
  let held = some;
  for (let i = 0; i < length && held < word.length; i++) if (codes[i] === word[held]) held++;
  return held;
}
