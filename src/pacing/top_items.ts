import { tooManyEntries } from "../errors.ts";

const MAX_SORTED_AT_ONCE = 8192;

/** Maximum items to hold at all: about 300 MB of strings. */
export const MAX_ITEMS_HELD = 2_000_000;

/** Keeps the k smallest items, and never more than 2k. Of equal ones, it keeps the first added. */
export class TopItems<T> {
  readonly #limit: number;
  readonly #compare: (a: T, b: T) => number;
  readonly #items: T[] = [];
  /** The upper bound of the k smallest, once that many were added. */
  #last: T | undefined;

  /** @param limit k. Where that is too large to sort without a pause, all items are kept. */
  constructor(limit: number, compare: (a: T, b: T) => number) {
    this.#limit = limit <= MAX_SORTED_AT_ONCE ? limit : Infinity;
    this.#compare = compare;
  }

  /** Adds one more. Throws `scan_limit` if it holds {@linkcode MAX_ITEMS_HELD} already. */
  add(item: T): void {
    if (this.#last !== undefined && this.#compare(item, this.#last) >= 0) return;
    if (this.#items.length === MAX_ITEMS_HELD) throw tooManyEntries(MAX_ITEMS_HELD);
    this.#items.push(item);
    if (this.#items.length < 2 * this.#limit) return;
    this.#items.sort(this.#compare).length = this.#limit;
    this.#last = this.#items.at(-1);
  }

  get kept(): readonly T[] {
    return this.#items;
  }
}
