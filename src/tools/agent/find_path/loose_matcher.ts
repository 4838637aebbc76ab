/** How well a path fits some of the words of a sentence. */
import type { Folder } from "./folder.ts";
import type { Letters } from "./letters.ts";
import type { Query, Word } from "./parse_query.ts";
import { TypoFinder } from "./typos.ts";

/** What a letter counts in a name, and in a folder. */
const IN_NAME = 5;
const IN_FOLDER = 3;

/** How well a path fits at most that is known by words alone. */
const MOST = 0.7;

/** How many letters a typo costs. */
const TYPO = 2;

/** A word of one of the queries. What it adds is a number of letters, {@linkcode IN_NAME} each. */
interface Part {
  readonly word: Word;
  readonly query: number;
  /** What it adds by the folder alone. */
  inFolder: number;
  /** What it adds by the name besides. */
  inName: number;
}

/** Looks for the words of all queries at once: only those that begin as a word of a name does. */
export class LooseMatcher {
  readonly #folder: Folder;
  readonly #parts: readonly Part[];
  /** The parts by their first letter, which must be right. */
  readonly #byFirst = new Map<number, Part[]>();
  /** How many letters each query has. */
  readonly #lengths: readonly number[];
  /** What the folder adds up to for each query. */
  readonly #inFolder: number[];
  /** What the name adds besides. */
  readonly #inName: number[];
  readonly #typos = new TypoFinder();
  /** The parts that the last name holds better than the folder. */
  readonly #met: Part[] = [];
  #serial = 0;

  constructor(queries: readonly Query[], folder: Folder) {
    this.#folder = folder;
    this.#parts = queries.flatMap(({ parts }, query) =>
      parts.map((word) => ({ word, query, inFolder: 0, inName: 0 }))
    );
    for (const part of this.#parts) {
      const first = part.word.codes[0]!;
      const others = this.#byFirst.get(first);
      if (others === undefined) this.#byFirst.set(first, [part]);
      else others.push(part);
    }
    this.#lengths = queries.map(({ parts }) =>
      parts.reduce((sum, { codes }) => sum + codes.length, 0)
    );
    this.#inName = queries.map(() => 0);
    this.#inFolder = queries.map(() => 0);
  }

  /** Takes the name of an entry of the folder; {@linkcode fitOf} then tells how well it fits. */
  take(name: Letters): void {
    this.#forget();
    if (this.#serial !== this.#folder.serial) this.#enter();
    this.#look(name, 0, name.length, IN_NAME);
  }

  /** How well the last name fits some words of a query, 0 to 1. */
  fitOf(query: number): number {
    const length = this.#lengths[query]!;
    return length === 0
      ? 0
      : MOST / IN_NAME * (this.#inFolder[query]! + this.#inName[query]!) / length;
  }

  #forget(): void {
    for (const part of this.#met) {
      this.#inName[part.query]! -= part.inName;
      part.inName = 0;
    }
    this.#met.length = 0;
  }

  #enter(): void {
    this.#serial = this.#folder.serial;
    for (const part of this.#parts) part.inFolder = 0;
    this.#inFolder.fill(0);
    const { letters, parts } = this.#folder;
    for (const { start, end } of parts) this.#look(letters, start, end, IN_FOLDER);
    for (const part of this.#met) {
      part.inFolder = part.inName;
      this.#inFolder[part.query]! += part.inFolder;
    }
    this.#forget();
  }

  #look(letters: Letters, start: number, end: number, share: number): void {
    const { codes, starts, startCount } = letters;
    for (let i = 0; i < startCount; i++) {
      const at = starts[i]!;
      if (at < start) continue;
      if (at >= end) break;
      const parts = this.#byFirst.get(codes[at]!);
      if (parts === undefined) continue;
      for (const part of parts) {
        const typos = this.#typos.findAt(part.word, letters, at, end);
        if (typos === Infinity) continue;
        const fit = share * (part.word.codes.length - TYPO * typos);
        const more = fit - part.inFolder - part.inName;
        if (more <= 0) continue;
        if (part.inName === 0) this.#met.push(part);
        part.inName += more;
        this.#inName[part.query]! += more;
      }
    }
  }
}
