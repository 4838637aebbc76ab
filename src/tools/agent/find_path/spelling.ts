/** Finds a word, misspelt perhaps, where a word of a path begins. */
import type { Letters } from "../match/letters.ts";
import { TypoFinder } from "../match/typos.ts";
import type { Word } from "./parse_query.ts";

/** How a word of a query is spelt in the paths of one folder: with how many typos, `Infinity` if it is not there. */
export class Spelling {
  /** The number of letters. */
  readonly length: number;
  readonly #word: Word;
  readonly #typos: TypoFinder;
  #folder: Letters | undefined;
  /** The typos in the folder, once that was asked. */
  #inFolder: number | undefined;
  /** The typos in the last name. */
  #inName = Infinity;
  #readings = -1;

  constructor(word: Word) {
    this.length = word.codes.length;
    this.#word = word;
    this.#typos = new TypoFinder(word.codes);
  }

  /** Moves to a folder. */
  enter(folder: Letters): void {
    this.#folder = folder;
    this.#inFolder = undefined;
  }

  /** Whether a path holds the word, by its name. */
  isIn(name: Letters): boolean {
    return this.inName(name) < Infinity || this.inFolder < Infinity;
  }

  /** The fewest typos in a part of the folder's path. */
  get inFolder(): number {
    if (this.#word.place === "name") return Infinity;
    return this.#inFolder ??= this.#typos.find(this.#folder!);
  }

  /** The fewest typos in a name in the folder. */
  inName(name: Letters): number {
    if (this.#word.place === "folder") return Infinity;
    if (name.readings !== this.#readings) {
      this.#readings = name.readings;
      this.#inName = this.#typos.find(name);
    }
    return this.#inName;
  }
}

/** How the words of several queries are spelt; one that stands in two of them is looked for once. */
export class Spellings {
  readonly #known = new Map<string, Spelling>();

  /** How a word is spelt. */
  of(word: Word): Spelling {
    const key = `${word.place} ${word.codes.join()}`;
    const known = this.#known.get(key) ?? new Spelling(word);
    this.#known.set(key, known);
    return known;
  }

  /** Moves to a folder. */
  enter(folder: Letters): void {
    for (const each of this.#known.values()) each.enter(folder);
  }
}
