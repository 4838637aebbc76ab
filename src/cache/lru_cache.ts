/** The part of a full cache that stays when room is made: making it entry by entry would pass each hole of the map again. */
const KEPT_SHARE = 7 / 8;

/** A cache bounded in bytes, which evicts the least recently used entries. */
export class LruCache<Key, Value> {
  readonly #maxBytes: number;
  /** The least recently used entry comes first. */
  readonly #entries = new Map<Key, { readonly value: Value; readonly bytes: number }>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Returns the value of a key, and counts it as used now. */
  get(key: Key): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** Stores a value under a key, in place of the one before; none that is larger than the whole cache. */
  set(key: Key, value: Value, bytes: number): void {
    this.#remove(key);
    if (bytes > this.#maxBytes) return;
    if (this.#bytes + bytes > this.#maxBytes) this.#shrinkTo(this.#maxBytes * KEPT_SHARE - bytes);
    this.#entries.set(key, { value, bytes });
    this.#bytes += bytes;
  }

  #shrinkTo(bytes: number): void {
    for (const key of this.#entries.keys()) {
      if (this.#bytes <= bytes) return;
      this.#remove(key);
    }
  }

  #remove(key: Key): void {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0;
    this.#entries.delete(key);
  }
}
