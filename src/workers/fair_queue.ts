/** Who an item is for. */
export type Client = object;

/** A queue that serves its clients in turn, so that none waits for all that another has asked. */
export class FairQueue<T> {
  /** By client, who is served next first; no list is empty. */
  readonly #lists = new Map<Client, T[]>();
  #size = 0;

  /** The number of items. */
  get size(): number {
    return this.#size;
  }

  /** The clients that have items, whose turn it is first. */
  get clients(): Client[] {
    return [...this.#lists.keys()];
  }

  /** The items, those of whose turn it is first. */
  get items(): T[] {
    return [...this.#lists.values()].flat();
  }

  /** The client who has the most items. */
  get greediest(): Client | undefined {
    let found: Client | undefined;
    let most = 0;
    for (const [client, { length }] of this.#lists) {
      if (length > most) [found, most] = [client, length];
    }
    return found;
  }

  /** Adds an item behind those of its client. */
  add(client: Client, item: T): void {
    this.#size++;
    const list = this.#lists.get(client);
    if (list === undefined) this.#lists.set(client, [item]);
    else list.push(item);
  }

  /** Takes the next item of a client, whose next turn is the last. */
  take(client: Client): T | undefined {
    const [item] = this.#lists.get(client) ?? [];
    if (item === undefined || !this.remove(client, item)) return undefined;
    const rest = this.#lists.get(client);
    if (rest !== undefined && this.#lists.delete(client)) this.#lists.set(client, rest);
    return item;
  }

  /** Takes the newest item of a client. */
  takeNewest(client: Client): T | undefined {
    const item = this.#lists.get(client)?.at(-1);
    if (item !== undefined) this.remove(client, item);
    return item;
  }

  /** Removes an item; `false` if it is not there. */
  remove(client: Client, item: T): boolean {
    const list = this.#lists.get(client);
    const at = list?.indexOf(item) ?? -1;
    if (list === undefined || at < 0) return false;
    list.splice(at, 1);
    this.#size--;
    if (list.length === 0) this.#lists.delete(client);
    return true;
  }
}
