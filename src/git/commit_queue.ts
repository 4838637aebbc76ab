/** What waits for its turn in a walk. */
interface Waiting<Item> {
  readonly item: Item;
  readonly date: number;
}

/** Commits by date, newest first; of those with one date, the first that came: the order of `git log`. */
export class CommitQueue<Item> {
  /** The next one last. */
  readonly #waiting: Waiting<Item>[] = [];

  /** Adds one. */
  add(item: Item, date: number): void {
    let low = 0;
    let high = this.#waiting.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#waiting[middle]!.date < date) low = middle + 1;
      else high = middle;
    }
    this.#waiting.splice(low, 0, { item, date });
  }

  /** Takes the next one. */
  next(): Item | undefined {
    return this.#waiting.pop()?.item;
  }
}
