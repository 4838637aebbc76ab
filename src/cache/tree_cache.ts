import { AT_LEAST_0, checkedOptions, hasMethods } from "../checked_options.ts";
import { LruCache } from "./lru_cache.ts";
import type { SnapshotStore } from "./snapshot_store.ts";

/** Options of a {@linkcode TreeCache}. */
export interface TreeCacheOptions {
  /** Maximum size, in bytes, roughly. @default {40_000_000} */
  readonly maxBytes?: number | undefined;
  /** The store of snapshots; `null` for none. @default {the cache itself, within its bound} */
  readonly snapshots?: SnapshotStore | null | undefined;
}

const CACHE_FIELDS = {
  maxBytes: AT_LEAST_0,
  snapshots: { rule: "must be an object with keep and find", isValid: hasMethods("keep", "find") },
};

const SNAPSHOT_KIND: CacheKind<string> = {
  name: "snapshot",
  // Characters of Latin-1 take one byte each.
  bytesOf: (text) => /[^\0-\xff]/.test(text) ? 2 * text.length : text.length,
};

/** A kind of value in a {@linkcode TreeCache}. Each kind has keys of its own. */
export interface CacheKind<Value> {
  /** The name of the kind. */
  readonly name: string;
  /** Returns the size of a value, in bytes, roughly. */
  readonly bytesOf: (value: Value) => number;
}

interface SharedState {
  epoch: number;
  /** Maximum lead of the clock over the monotonic one since it was last set back, in milliseconds. */
  ahead: number;
  /** The number of calls that have begun. */
  calls: number;
}

/** Size of an entry besides its key and its value, in bytes. */
const ENTRY_BYTES = 128;

/** Maximum step back of the clock that goes unnoticed, in milliseconds: far less than `RACY_MS` of revalidation. */
const MAX_CLOCK_STEP_MS = 250;

/**
 * A cache of what calls read, such as directories and commits; later calls revalidate it. A host makes one for
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
  /** True if there is room for anything. For the tools: a host need not read it. */
  readonly hasRoom: boolean;
  #entries: LruCache<string, unknown>;
  /** The snapshots, unless there are to be none. For the tools: a host need not use it. */
  snapshots: SnapshotStore | undefined;
  #shared: SharedState = { epoch: 0, ahead: -Infinity, calls: 0 };

  /**
   * Makes an empty cache.
   *
   * @param options The size, and the store of snapshots.
   * @throws {TypeError} If a field is of a wrong type or unknown.
   */
  constructor(options: TreeCacheOptions = {}) {
    const { maxBytes = 40_000_000 } = checkedOptions(
      options,
      CACHE_FIELDS,
      "the options of TreeCache",
    );
    this.hasRoom = maxBytes > 0;
    this.#entries = new LruCache(maxBytes);
    const own: SnapshotStore = {
      keep: (name, text) => this.keep(SNAPSHOT_KIND, name, text),
      find: (name) => this.find(SNAPSHOT_KIND, name),
    };
    this.snapshots = options?.snapshots === null ? undefined : options?.snapshots ?? own;
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
    const clock = this.#shared;
    const ahead = Date.now() - performance.now();
    if (ahead < clock.ahead - MAX_CLOCK_STEP_MS) {
      clock.epoch++;
      clock.ahead = ahead;
    }
    clock.ahead = Math.max(clock.ahead, ahead);
    return clock.epoch;
  }

  /** Begins a call, and returns its number, from 1 on. For the tools: a host need not call it. */
  begin(): number {
    return ++this.#shared.calls;
  }

  /** The number of calls that have begun. For the tools: a host need not read it. */
  get calls(): number {
    return this.#shared.calls;
  }

  /** Returns a view of this cache with another store of snapshots, or none. For the workers: a host need not call it. */
  withSnapshots(snapshots: SnapshotStore | undefined): TreeCache {
    const same = new TreeCache({ maxBytes: this.hasRoom ? 1 : 0, snapshots: null });
    same.#entries = this.#entries;
    same.#shared = this.#shared;
    same.snapshots = snapshots;
    return same;
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
