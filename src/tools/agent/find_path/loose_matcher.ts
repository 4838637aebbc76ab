/** How well a path fits some of the words of a sentence. */
import type { Folder } from "./folder.ts";
import type { Letters } from "./letters.ts";
import type { Query, Word } from "./parse_query.ts";
import { TypoFinder } from "./typos.ts";

export const T3 = { folder: 0.6, most: 0.7 };

/** A word of one of the queries. */
interface Part {
  readonly word: Word;
  readonly query: number;
  /** What it adds by the folder alone. */
  inFolder: number;
  /** What it adds by the name besides. */
  inName: number;
}

/** Looks for the words of all queries at once: a name is looked at only where one of its words begins like one of theirs. */
export class LooseMatcher {
  readonly #folder: Folder;
  readonly #parts: readonly Part[];
  readonly #byFirst = new Map<number, Part[]>();
  readonly #lengths: number[];
  readonly #inFolder: number[];
  readonly #sums: number[];
  readonly #typos = new TypoFinder();
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
    this.#sums = queries.map(() => 0);
    this.#inFolder = queries.map(() => 0);
  }

  /** Takes a name; then {@linkcode fitOf} tells. */
  take(name: Letters): void {
    this.#forget();
    if (this.#serial !== this.#folder.serial) this.#enter();
    this.#look(name, 0, name.length, 5);
  }

  fitOf(query: number): number {
    const length = this.#lengths[query]!;
    return length === 0 ? 0 : T3.most / 5 * (this.#inFolder[query]! + this.#sums[query]!) / length;
  }

  #forget(): void {
    for (const part of this.#met) {
      this.#sums[part.query]! -= part.inName;
      part.inName = 0;
    }
    this.#met.length = 0;
  }

  #enter(): void {
    this.#serial = this.#folder.serial;
    for (const part of this.#parts) part.inFolder = 0;
    this.#inFolder.fill(0);
    const { letters, parts } = this.#folder;
    for (const { start, end } of parts) this.#look(letters, start, end, 3);
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
        const fit = share * (part.word.codes.length - 2 * typos);
        const more = fit - part.inFolder - part.inName;
        if (more <= 0) continue;
        if (part.inName === 0) this.#met.push(part);
        part.inName += more;
        this.#sums[part.query]! += more;
      }
    }
  }
}
