/** What a walk has yet to open, in its order. */

/** What an {@linkcode Agenda} lists. It is in at most one of them, and there only once. */
export abstract class AgendaItem {
  /** @internal */
  next: AgendaItem = this;
  /** @internal */
  previous: AgendaItem = this;

  /** Whether it is in an agenda. */
  get isListed(): boolean {
    return this.next !== this;
  }
}

/** A list from which items are taken, and into which they are put, at any place in constant time. */
export class Agenda<Item extends AgendaItem> {
  readonly #head = new (class extends AgendaItem {})();

  /** The first item, or the one after another. */
  after(item?: Item): Item | undefined {
    const { next } = item ?? this.#head;
    return next === this.#head ? undefined : next as Item;
  }

  /** Puts items before another, or at the end. */
  insert(items: readonly Item[], before?: Item): void {
    const at: AgendaItem = before ?? this.#head;
    for (const item of items) {
      item.previous = at.previous;
      item.next = at;
      at.previous.next = item;
      at.previous = item;
    }
  }

  /** Takes an item out. */
  remove(item: Item): void {
    item.previous.next = item.next;
    item.next.previous = item.previous;
    item.next = item.previous = item;
  }
}
