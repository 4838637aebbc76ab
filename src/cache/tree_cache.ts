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

/**
 * A cache of what calls read of git: its commits, and its index, while that file is as it was. A host makes one for
 * each scope and passes it to all calls there. Results are the same with it and without.
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
  readonly #entries: LruCache<string, unknown>;

  /**
   * Makes an empty cache.
   *
   * @param options The size.
   * @throws {TypeError} If a field is of a wrong type or unknown.
   */
  constructor(options: TreeCacheOptions = {}) {
    const fields = { maxBytes: AT_LEAST_0 };
    const { maxBytes = 40_000_000 } = checkedOptions(options, fields, "the options of TreeCache");
    this.#entries = new LruCache(maxBytes);
  }

  /** Returns the value of a key. For the tools: a host need not call it. */
  find<Value>(kind: CacheKind<Value>, key: string): Value | undefined {
    return this.#entries.get(fullKeyOf(kind, key)) as Value | undefined;
  }

  /** Stores a value, which nobody may change from now on. For the tools: a host need not call it. */
  keep<Value>(kind: CacheKind<Value>, key: string, value: Value): void {
    const fullKey = fullKeyOf(kind, key);
    this.#entries.set(fullKey, value, ENTRY_BYTES + 2 * fullKey.length + kind.bytesOf(value));
  }
}

function fullKeyOf(kind: CacheKind<never>, key: string): string {
  return `${kind.name}\0${key}`;
}
