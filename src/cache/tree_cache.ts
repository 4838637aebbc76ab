import { AT_LEAST_0, checkedOptions } from "../checked_options.ts";
import { LruCache } from "./lru_cache.ts";

/** Options of a {@linkcode TreeCache}. */
export interface TreeCacheOptions {
  /** Maximum size, in bytes, roughly. @default {40_000_000} */
  readonly maxBytes?: number | undefined;
}

/** A kind of value in a {@linkcode TreeCache}. Each kind has keys of its own. */
export interface CacheKind<Value> {
  /** The name of the kind. */
  readonly name: string;
  /** Returns the size of a value, in bytes, roughly. */
  readonly bytesOf: (value: Value) => number;
}

/** Size of an entry besides its key and its value, in bytes. */
const ENTRY_BYTES = 128;

/** Maximum step back of the clock that goes unnoticed, in milliseconds: far less than `RACY_MS` of revalidation. */
const MAX_CLOCK_STEP_MS = 250;

/**
 * A cache of what calls read of git: commits and its index; later calls revalidate it. A host makes one for each scope
 * and passes it to all calls there. Results are the same with it and without.
 *
 * @example Usage
 * ```ts
 * import { TOOLSETS, TreeCache } from "@dirscope/dirscope";
 * import { assertEquals } from "@std/assert";
 *
 * const cache = new TreeCache({ maxBytes: 8 * 1024 * 1024 });
 * const context = { cwd: "fixtures/sample", cache };
 * const first = await TOOLSETS.agent.overview.execute({}, context);
 * assertEquals(await TOOLSETS.agent.overview.execute({}, context), first);
 * ```
 */
export class TreeCache {
  /** True if there is room for anything. For the tools: a host need not read it. */
  readonly hasRoom: boolean;
  readonly #entries: LruCache<string, unknown>;
  #epoch = 0;
  /** Maximum lead of the clock over the monotonic one since it was last set back, in milliseconds. */
  #ahead = -Infinity;

  /**
   * Makes an empty cache.
   *
   * @param options The size.
   * @throws {TypeError} If a field is of a wrong type or unknown.
   */
  constructor(options: TreeCacheOptions = {}) {
    const fields = { maxBytes: AT_LEAST_0 };
    const { maxBytes = 40_000_000 } = checkedOptions(options, fields, "the options of TreeCache");
    this.hasRoom = maxBytes > 0;
    this.#entries = new LruCache(maxBytes);
  }

  /** The total size of the entries, in bytes, roughly. */
  get bytes(): number {
    return this.#entries.bytes;
  }

  /**
   * Returns a number that changes when the clock was set back: the same time then comes twice, so times from
   * before prove nothing any more. For the tools: a host need not call it.
   */
  epoch(): number {
    const ahead = Date.now() - performance.now();
    if (ahead < this.#ahead - MAX_CLOCK_STEP_MS) {
      this.#epoch++;
      this.#ahead = ahead;
    }
    this.#ahead = Math.max(this.#ahead, ahead);
    return this.#epoch;
  }

  /** Returns the value of a key. For the tools: a host need not call it. */
  find<Value>(kind: CacheKind<Value>, key: string): Value | undefined {
    return this.#entries.get(fullKeyOf(kind, key)) as Value | undefined;
  }

  /**
   * Stores a value, which nobody may change from now on. For the tools: a host need not call it.
   *
   * @returns `true` if there was room for it.
   */
  keep<Value>(kind: CacheKind<Value>, key: string, value: Value): boolean {
    const fullKey = fullKeyOf(kind, key);
    const bytes = ENTRY_BYTES + 2 * fullKey.length + kind.bytesOf(value);
    return this.#entries.set(fullKey, value, bytes);
  }
}

function fullKeyOf(kind: CacheKind<never>, key: string): string {
  return `${kind.name}\0${key}`;
}
