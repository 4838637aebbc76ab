/** A FIFO queue in amortised constant time; `Array.shift()` moves every item of a long array. */
export class Queue<T> {
  #added: T[] = [];
  /** In reverse order. */
  #leaving: T[] = [];

  /** Adds an item at the end. */
  add(item: T): void {
    this.#added.push(item);
  }

  /** Removes and returns the first item, if any. */
  take(): T | undefined {
    if (this.#leaving.length === 0 && this.#added.length > 0) {
      [this.#added, this.#leaving] = [this.#leaving, this.#added.reverse()];
    }
    return this.#leaving.pop();
  }
}
