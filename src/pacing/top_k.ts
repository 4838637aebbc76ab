/**
 * The first strings of an order, out of many that come in none.
 *
 * @module
 */
import { compareCodePoints } from "../text/compare_code_points.ts";
import type { Pacer } from "./pacer.ts";
import { sortPaced } from "./sort_paced.ts";

/** Up to so many are sorted in one go. */
const AT_ONCE = 8192;

/** Keeps the first strings in code point order, in space for no more than twice as many. */
export class TopK {
  readonly #limit: number;
  #kept: string[] = [];
  /** None after this one is among the first. */
  #last: string | undefined;

  /** @param limit How many to keep. More than can be sorted in one go means all. */
  constructor(limit: number) {
    this.#limit = limit <= AT_ONCE ? limit : Infinity;
  }

  /** Looks at one more. */
  add(text: string): void {
    if (this.#last !== undefined && compareCodePoints(text, this.#last) >= 0) return;
    this.#kept.push(text);
    if (this.#kept.length < 2 * this.#limit) return;
    this.#kept.sort(compareCodePoints).length = this.#limit;
    this.#last = this.#kept.at(-1);
  }

  /** The first ones, in order; there may be a few more than asked for. */
  sorted(pacer: Pacer): Promise<string[]> {
    return sortPaced(this.#kept, pacer, compareCodePoints);
  }
}
