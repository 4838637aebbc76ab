/** How many calls a pool carries out, where, and for how long. */

import { MAX_CACHE_BYTES } from "../cache/tree_cache.ts";

/** Options of a pool. */
export interface PoolOptions {
  /**
   * The most workers that carry calls out; with 0, the thread that answers does it by itself.
   *
   * @default {navigator.hardwareConcurrency}, at least 2 and at most 8
   */
  readonly workers?: number | undefined;
  /**
   * How long a call may hear nothing from the disk before it ends, in milliseconds. Only a call in a worker
   * can be ended so.
   *
   * @default {30_000}
   */
  readonly stallTimeoutMs?: number | undefined;
  /**
   * The most that the objects of one worker may take, in megabytes. The largest single directory that is read
   * in one go, of a million entries, takes some 600.
   *
   * @default {1024}
   */
  readonly heapMb?: number | undefined;
  /**
   * How much of what it has read each worker keeps for later calls, in bytes; with 0, nothing.
   *
   * @default {40_000_000}
   */
  readonly cacheBytes?: number | undefined;
  /** The most calls that wait for their turn. @default {256} */
  readonly maxWaiting?: number | undefined;
  /** Receives what people should know, a line at a time. */
  readonly report?: ((line: string) => void) | undefined;
}

/** {@linkcode PoolOptions} with its defaults filled in. */
export type PoolSettings = { readonly [K in keyof PoolOptions]-?: NonNullable<PoolOptions[K]> };

/** Fills in the defaults. */
export function poolSettingsOf(options: PoolOptions): PoolSettings {
  const cores = navigator.hardwareConcurrency;
  const workers = options.workers ?? Math.min(Math.max(cores, 2), 8);
  return {
    workers,
    stallTimeoutMs: options.stallTimeoutMs ?? 30_000,
    heapMb: options.heapMb ?? 1024,
    cacheBytes: options.cacheBytes ?? MAX_CACHE_BYTES,
    maxWaiting: options.maxWaiting ?? 256,
    report: options.report ?? (() => {}),
  };
}
