/**
 * What was used last, bounded in bytes: where there is no more room, what was not used for longest goes.
 */
export class RecentMap<Key, Value> {
  readonly #maxBytes: number;
  /** Least recently used first. */
  readonly #entries = new Map<Key, { readonly value: Value; readonly bytes: number }>();
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
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** Keeps a value in the place of what the key had. One that is larger than all there is room for is not kept. */
  set(key: Key, value: Value, bytes: number): void {
    this.#remove(key);
    if (bytes > this.#maxBytes) return;
    this.#entries.set(key, { value, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#remove(oldest);
    }
  }

  #remove(key: Key): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#bytes -= entry.bytes;
  }
}
