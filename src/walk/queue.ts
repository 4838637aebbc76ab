/**
 * A queue that stays quick however long it is.
 *
 * @module
 */

/** First in, first out, in constant time on the whole: `Array.shift()` moves all that a long array holds. */
export class Queue<T> {
  #added: T[] = [];
  /** In reverse. */
  #leaving: T[] = [];

  /** Adds an item at the end. */
  add(item: T): void {
    this.#added.push(item);
  }

  /** Takes the first item, if there is one. */
  take(): T | undefined {
    if (this.#leaving.length === 0 && this.#added.length > 0) {
      [this.#added, this.#leaving] = [this.#leaving, this.#added.reverse()];
    }
    return this.#leaving.pop();
  }

  /** Puts an item at the front. */
  putBack(item: T): void {
    this.#leaving.push(item);
  }
}
