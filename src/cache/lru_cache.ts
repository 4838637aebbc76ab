/** An entry, and its neighbours in the order of use, which is a ring. */
interface LruEntry<Key, Value> {
  readonly key: Key;
  readonly value: Value;
  readonly bytes: number;
  older: LruEntry<Key, Value>;
  newer: LruEntry<Key, Value>;
}

/**
 * What was used last, bounded in bytes: where there is no more room, what was not used for longest goes.
 */
export class LruCache<Key, Value> {
  readonly #maxBytes: number;
  readonly #entries = new Map<Key, LruEntry<Key, Value>>();
  #newest: LruEntry<Key, Value> | undefined;
  #bytes = 0;

  /** @param maxBytes The most that it holds. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** How much it holds. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The value of a key, which counts as used now. */
  get(key: Key): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    if (entry !== this.#newest) {
      this.#unlink(entry);
      this.#link(entry);
    }
    return entry.value;
  }

  /**
   * Keeps a value under a key, and drops the one before.
   *
   * @returns Whether it is kept: one that is larger than all there is room for is not.
   */
  set(key: Key, value: Value, bytes: number): boolean {
    const before = this.#entries.get(key);
    if (before !== undefined) this.#remove(before);
    if (bytes > this.#maxBytes) return false;
    const entry = { key, value, bytes } as LruEntry<Key, Value>;
    this.#entries.set(key, entry);
    this.#link(entry);
    this.#bytes += bytes;
    while (this.#bytes > this.#maxBytes) this.#remove(this.#newest!.newer);
    return true;
  }

  #remove(entry: LruEntry<Key, Value>): void {
    this.#entries.delete(entry.key);
    this.#unlink(entry);
    this.#bytes -= entry.bytes;
  }

  /** Puts an entry in as the newest; after it comes the oldest. */
  #link(entry: LruEntry<Key, Value>): void {
    const newest = this.#newest ?? entry;
    const oldest = this.#newest?.newer ?? entry;
    entry.older = newest;
    entry.newer = oldest;
    newest.newer = oldest.older = this.#newest = entry;
  }

  #unlink(entry: LruEntry<Key, Value>): void {
    const { older, newer } = entry;
    older.newer = newer;
    newer.older = older;
    if (entry === this.#newest) this.#newest = older === entry ? undefined : older;
  }
}
