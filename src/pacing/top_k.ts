import { compareCodePoints } from "../text/compare_code_points.ts";
import { tooManyEntries } from "../errors.ts";
import type { Pacer } from "./pacer.ts";
import { sortPaced } from "./sort_paced.ts";

/** Maximum strings to sort without a pause. */
const MAX_SORTED_AT_ONCE = 8192;

/** Maximum strings to hold at all: about 300 MB. */
export const MAX_STRINGS_HELD = 2_000_000;

/** Keeps the k smallest strings, by code point, and never more than 2k. */
export class TopK<T extends string = string> {
  readonly #limit: number;
  #strings: T[] = [];
  /** The upper bound of the k smallest, once that many were added. */
  #last: T | undefined;

  /** @param limit k. Where that is too large to sort without a pause, all strings are kept. */
  constructor(limit: number) {
    this.#limit = limit <= MAX_SORTED_AT_ONCE ? limit : Infinity;
  }

  /**
   * Adds one more.
   *
   * @throws {DirscopeError} `scan_limit` if it holds {@linkcode MAX_STRINGS_HELD} already.
   */
  add(text: T): void {
    if (this.#last !== undefined && compareCodePoints(text, this.#last) >= 0) return;
    if (this.#strings.length === MAX_STRINGS_HELD) throw tooManyEntries(MAX_STRINGS_HELD);
    this.#strings.push(text);
    if (this.#strings.length < 2 * this.#limit) return;
    this.#strings.sort(compareCodePoints).length = this.#limit;
    this.#last = this.#strings.at(-1);
  }

  /** Returns the k smallest, in order; a few more may follow. */
  sorted(pacer: Pacer): Promise<T[]> {
    return sortPaced(this.#strings, pacer, compareCodePoints);
  }
}
