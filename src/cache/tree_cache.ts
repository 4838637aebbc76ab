import { LruCache } from "./lru_cache.ts";
import { type Snapshots, snapshotsIn, type SnapshotStore } from "./snapshots.ts";

/** Options of a {@linkcode TreeCache}. */
export interface TreeCacheOptions {
  /** The most that it holds, in bytes, roughly. @default {40_000_000} */
  readonly maxBytes?: number | undefined;
  /** Where snapshots are kept; `null` where none are to be. @default {the cache itself, within its bound} */
  readonly snapshots?: SnapshotStore | null | undefined;
}

const SNAPSHOT_KIND: CacheKind<string> = {
  name: "snapshot",
  // Characters of Latin-1 take one byte each.
  bytesOf: (text) => /[^\0-\xff]/.test(text) ? 2 * text.length : text.length,
};

/** A kind of thing that a {@linkcode TreeCache} keeps. Keys of different kinds are different keys. */
export interface CacheKind<Value> {
  /** The name of the kind. */
  readonly name: string;
  /** How much a value takes, in bytes, roughly. */
  readonly bytesOf: (value: Value) => number;
}

/** What all views of one cache share besides its entries. */
interface SharedState {
  epoch: number;
  /** The furthest that it was ahead of the clock that only goes forward, since it was last set back. */
  ahead: number;
  /** How many calls have begun. */
  calls: number;
}

/** How much a cache holds by default, in bytes. */
const MAX_CACHE_BYTES = 40_000_000;

/** How much an entry takes besides its key and its value, in bytes. */
const ENTRY_BYTES = 128;

/** How far back the clock may go unnoticed, in milliseconds. Much less than what makes a time old enough. */
const MAX_CLOCK_STEP_MS = 250;

/**
 * What a second look need not read again, such as the commits of a repository. A host makes one for each
 * scope and gives it to all calls there. What calls give is the same with it and without.
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
  /** Whether there is room for anything. For the tools: a host need not ask. */
  readonly hasRoom: boolean;
  #entries: LruCache<string, unknown>;
  /** Where snapshots are kept, if they are. For the tools: a host need not use it. */
  snapshots: Snapshots | undefined;
  /** Tells this cache from those of earlier processes: whether the clock was set back since is not known. */
  readonly #id: string = crypto.randomUUID();
  #shared: SharedState = { epoch: 0, ahead: -Infinity, calls: 0 };

  /**
   * An empty cache.
   *
   * @param options How much it may hold.
   */
  constructor(options: TreeCacheOptions = {}) {
    const { maxBytes = MAX_CACHE_BYTES } = options;
    this.hasRoom = maxBytes > 0;
    this.#entries = new LruCache(maxBytes);
    const store = options.snapshots ?? {
      keep: (name, text) => this.keep(SNAPSHOT_KIND, name, text),
      find: (name) => this.find(SNAPSHOT_KIND, name),
    };
    this.snapshots = options.snapshots === null
      ? undefined
      : snapshotsIn(store, () => `${this.#id} ${this.epoch()}`);
  }

  /** How much it holds, in bytes, roughly. */
  get bytes(): number {
    return this.#entries.bytes;
  }

  /**
   * A number that changes when the clock was set back: the same time then comes twice, so times from before
   * tell nothing any more. For the tools: a host need not call it.
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

  /** Numbers a call that begins, from 1 on. For the tools: a host need not call it. */
  begin(): number {
    return ++this.#shared.calls;
  }

  /** How many calls have begun. For the tools: a host need not ask. */
  get calls(): number {
    return this.#shared.calls;
  }

  /** The same cache with another place for snapshots, or none. For the workers: a host need not call it. */
  withSnapshots(snapshots: Snapshots | undefined): TreeCache {
    const same = new TreeCache({ maxBytes: this.hasRoom ? 1 : 0, snapshots: null });
    same.#entries = this.#entries;
    same.#shared = this.#shared;
    same.snapshots = snapshots;
    return same;
  }

  /** What is kept under a key. For the tools: a host need not call it. */
  find<Value>(kind: CacheKind<Value>, key: string): Value | undefined {
    return this.#entries.get(qualifiedKey(kind, key)) as Value | undefined;
  }

  /**
   * Keeps a value, which nobody changes from now on. For the tools: a host need not call it.
   *
   * @returns Whether there is room for it.
   */
  keep<Value>(kind: CacheKind<Value>, key: string, value: Value): boolean {
    const qualified = qualifiedKey(kind, key);
    return this.#entries.set(
      qualified,
      value,
      ENTRY_BYTES + 2 * qualified.length + kind.bytesOf(value),
    );
  }
}

function qualifiedKey(kind: CacheKind<never>, key: string): string {
  return `${kind.name}\0${key}`;
}
