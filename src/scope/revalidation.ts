import type { CacheKind, TreeCache } from "../cache/tree_cache.ts";
import { LocalDevices } from "./local_devices.ts";

/** What a look at a file or directory tells of it. */
export type StatFields = Pick<Deno.FileInfo, "dev" | "ino" | "mtime" | "ctime" | "size">;

/** What tells that a file or directory is as it was: when it changes, one of these does. */
export interface Validator {
  readonly dev: number;
  readonly ino: number;
  readonly mtime: number;
  readonly ctime: number;
  readonly size: number;
  /** See {@linkcode TreeCache.epoch}. */
  readonly epoch: number;
}

/** A value, and the stamp of what it was read from. */
interface Validated<Value> {
  readonly validator: Validator;
  readonly value: Value;
}

/**
 * How old a time must be when it is read, in milliseconds, so that a later change must give a later one.
 * Clocks of file systems lag by a tick, 10 ms at most. The coarsest count in steps of 2 seconds, and Deno
 * gives `ctime` in whole seconds. The clock may have been set back by a quarter of a second unnoticed. Git
 * does the same with its index: a time that is not older than the look at it is "racily clean", and tells
 * nothing.
 */
const RACY_MS = 3000;

/** How one call tells whether what earlier calls read is as it was. */
export class Revalidation {
  /** What earlier calls read. */
  readonly cache: TreeCache;
  /** The number of the call; later calls have higher ones. */
  readonly call: number;
  readonly #devices = new LocalDevices();
  /** The epoch in which the call began. */
  readonly #epoch: number;
  /** {@linkcode RACY_MS} before the call began: a later time is too young to be trusted. */
  readonly #racySince: number;

  /** @param cache What earlier calls read. */
  constructor(cache: TreeCache) {
    this.cache = cache;
    this.call = cache.begin();
    this.#epoch = cache.epoch();
    this.#racySince = Date.now() - RACY_MS;
  }

  /**
   * The stamp of what was just looked at, before it is read; `undefined` where no later look could be
   * trusted.
   */
  validatorOf({ dev, ino, mtime, ctime, size }: StatFields): Validator | undefined {
    if (ino === null || mtime === null || ctime === null || !this.#devices.has(dev)) {
      return undefined;
    }
    const ctimeMs = ctime.getTime();
    if (ctimeMs > this.#racySince || mtime.getTime() > this.#racySince) return undefined;
    return { dev, ino, mtime: mtime.getTime(), ctime: ctimeMs, size, epoch: this.#epoch };
  }

  /** Whether what was just looked at is as it was. */
  isValid(validator: Validator, { dev, ino, mtime, ctime, size }: StatFields): boolean {
    return validator.ctime === ctime?.getTime() && validator.mtime === mtime?.getTime() &&
      validator.ino === ino && validator.dev === dev && validator.size === size &&
      validator.epoch === this.#epoch && this.#devices.has(dev);
  }

  /** What was read from a file that is as it was. */
  find<Value>(kind: ValidatedKind<Value>, path: string, info: Deno.FileInfo): Value | undefined {
    const cached = this.cache.find(kind, path);
    return cached !== undefined && this.isValid(cached.validator, info) ? cached.value : undefined;
  }

  /** Keeps what was read from a file that was looked at right before. */
  store<Value>(
    kind: ValidatedKind<Value>,
    path: string,
    info: Deno.FileInfo,
    value: Value,
  ): void {
    const validator = this.validatorOf(info);
    if (validator !== undefined) this.cache.keep(kind, path, { validator, value });
  }
}

/** A kind of thing that is kept with a stamp. */
export type ValidatedKind<Value> = CacheKind<Validated<Value>>;

/** How much a stamp takes, in bytes, roughly. */
export const VALIDATOR_BYTES = 128;
