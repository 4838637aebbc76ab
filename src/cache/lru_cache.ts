/** An entry, and its neighbours in the order of use: a ring of linked entries. */
interface LruEntry<Key, Value> {
  readonly key: Key;
  readonly value: Value;
  readonly bytes: number;
  older: LruEntry<Key, Value>;
  newer: LruEntry<Key, Value>;
}

/** A cache bounded in bytes, which evicts the least recently used entries. */
export class LruCache<Key, Value> {
  readonly #maxBytes: number;
  readonly #entries = new Map<Key, LruEntry<Key, Value>>();
  #newest: LruEntry<Key, Value> | undefined;
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The total size of the entries. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Returns the value of a key, and counts it as used now. */
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
   * Stores a value under a key, in place of the one before. Returns `true` if it is stored; `false` if it is larger
   * than the whole cache.
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

  /** Inserts an entry as the newest; the oldest follows it in the ring. */
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
