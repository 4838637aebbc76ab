/** How well one word of a query fits a path. */
import { Alignment, idealScore } from "../match/alignment.ts";
import type { Letters } from "../match/letters.ts";
import { mostTypos } from "../match/typos.ts";
import type { Word } from "./parse_query.ts";
import type { Spelling, Spellings } from "./spelling.ts";

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

/** How well one word fits: its letters in order, or with typos where a word of the path begins. */
export class WordMatcher {
  readonly #word: Word;
  readonly #ideal: number;
  readonly #alignment: Alignment;
  /** Of a word that may have typos. */
  readonly #spelling: Spelling | undefined;
  #folder: Letters | undefined;
  /** How many letters of the word the folder holds in order, once that was asked. */
  #heldInFolder: number | undefined;
  /** How well the folder fits alone, once that was asked. */
  #inFolder: number | undefined;
  /** Whether the last path matched in its name. */
  isInName = false;
  /** Whether it matched with typos only. */
  isMisspelt = false;

  constructor(word: Word, spellings: Spellings) {
    this.#word = word;
    this.#ideal = idealScore(word.codes.length);
    this.#alignment = new Alignment(word.codes);
    this.#spelling = mostTypos(word.codes.length) > 0 ? spellings.of(word) : undefined;
  }

  /** The number of its letters. */
  get length(): number {
    return this.#word.codes.length;
  }

  /** Its share in a query. */
  get weight(): number {
    return this.#ideal;
  }

  /** Moves to a folder. */
  enter(folder: Letters): void {
    this.#folder = this.#word.place === "name" ? undefined : folder;
    this.#heldInFolder = this.#inFolder = undefined;
  }

  get #held(): number {
    if (this.#folder === undefined) return 0;
    return this.#heldInFolder ??= heldBy(this.#folder, this.#word.codes, 0);
  }

  /** Whether a path may fit, by its name. Rather quick, and wrong only in saying yes. */
  mayFit(name: Letters): boolean {
    return this.#held === this.length || this.#mayEndIn(name.mask) ||
      (this.#spelling?.isIn(name) ?? false);
  }

  /** How well a path fits, 0 to 1, by the name of an entry of the folder. */
  fit(name: Letters): number {
    let fit = this.#held === this.length ? this.#fitOfFolder() : 0;
    this.isInName = this.isMisspelt = false;
    const look = (each: number, isInName: boolean, isMisspelt: boolean): void => {
      if (each <= fit) return;
      fit = each;
      this.isInName = isInName;
      this.isMisspelt = isMisspelt;
    };
    if (this.#mayEndIn(name.mask)) look(this.#fitOfName(name), true, false);
    if (this.#spelling === undefined || fit >= SURE) return fit;
    look(IN_FOLDER * this.#fitWith(this.#spelling.inFolder), false, true);
    look(this.#fitWith(this.#spelling.inName(name)), true, true);
    return fit;
  }

  /** Whether the letters that the folder lacks, and the last one, may be in a name. */
  #mayEndIn(mask: number): boolean {
    const { masks, place } = this.#word;
    return place !== "folder" && (masks[Math.min(this.#held, this.length - 1)]! & ~mask) === 0;
  }

  #fitOfFolder(): number {
    const folder = this.#held === 0 ? undefined : this.#folder;
    return this.#inFolder ??= Math.max(0, this.#alignment.layOverFolder(folder) / this.#ideal);
  }

  /** How well a path fits where the word ends in the name. */
  #fitOfName(name: Letters): number {
    if (heldBy(name, this.#word.codes, this.#held) < this.length) return 0;
    this.#fitOfFolder();
    return this.#alignment.layOverName(name) / this.#ideal;
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
