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

  /** How many items a client has. */
  countOf(client: Client): number {
    return this.#lists.get(client)?.length ?? 0;
  }

  /** The client who has the most items. */
  get greediest(): Client | undefined {
    let found: Client | undefined;
    for (const [client, { length }] of this.#lists) {
      if (found === undefined || length > this.countOf(found)) found = client;
    }
    return found;
  }

  /** Adds an item behind those of its client, or before them. */
  add(client: Client, item: T, { isFirst = false }: { readonly isFirst?: boolean } = {}): void {
    this.#size++;
    const list = this.#lists.get(client);
    if (list === undefined) this.#lists.set(client, [item]);
    else if (isFirst) list.unshift(item);
    else list.push(item);
  }

  /** Takes the next item, of the client whose turn it is. */
  take(): T | undefined {
    const [next] = this.#lists;
    if (next === undefined) return undefined;
    const [client, list] = next;
    const item = list.shift();
    this.#size--;
    this.#lists.delete(client);
    if (list.length > 0) this.#lists.set(client, list);
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
