import type { CacheKind, TreeCache } from "../cache/tree_cache.ts";
import { LocalDevices } from "./local_devices.ts";

/** The fields of a `lstat` that tell a changed file or directory from an unchanged one. */
export type StatFields = Pick<Deno.FileInfo, "dev" | "ino" | "mtime" | "ctime" | "size">;

/** A validator, as of an HTTP cache: when a file or directory changes, so does one of these. Times are in ms. */
export interface Validator {
  readonly dev: number;
  readonly ino: number;
  readonly mtime: number;
  readonly ctime: number;
  readonly size: number;
  /** See {@linkcode TreeCache.epoch}. */
  readonly epoch: number;
}

interface Validated<Value> {
  readonly validator: Validator;
  readonly value: Value;
}

/**
 * Minimum age of a time at the `lstat`, in milliseconds, so that a later change must have a later time.
 * Clocks of file systems lag by a tick, 10 ms at most. The coarsest count in steps of 2 seconds, and Deno
 * returns `ctime` in whole seconds. The clock may have been set back by a quarter of a second unnoticed. Git
 * calls an index entry "racily clean" for the same reason.
 */
const RACY_MS = 3000;

/** Revalidates, for one call, what earlier calls read. */
export class Revalidation {
  readonly cache: TreeCache;
  readonly #devices = new LocalDevices();
  readonly #epoch: number;
  /** {@linkcode RACY_MS} before the call began, in ms since 1970: a later time is too young to be trusted. */
  readonly #racySince: number;

  constructor(cache: TreeCache) {
    this.cache = cache;
    this.#epoch = cache.epoch();
    this.#racySince = Date.now() - RACY_MS;
  }

  /** Returns the validator of a file or directory before it is read; `undefined` where none can be trusted. */
  validatorOf({ dev, ino, mtime, ctime, size }: StatFields): Validator | undefined {
    if (ino === null || mtime === null || ctime === null || !this.#devices.has(dev)) {
      return undefined;
    }
    const ctimeMs = ctime.getTime();
    if (ctimeMs > this.#racySince || mtime.getTime() > this.#racySince) return undefined;
    return { dev, ino, mtime: mtime.getTime(), ctime: ctimeMs, size, epoch: this.#epoch };
  }

  /** Reports whether a file or directory is unchanged, by its `lstat` right before. */
  isValid(validator: Validator, { dev, ino, mtime, ctime, size }: StatFields): boolean {
    return validator.ctime === ctime?.getTime() && validator.mtime === mtime?.getTime() &&
      validator.ino === ino && validator.dev === dev && validator.size === size &&
      validator.epoch === this.#epoch && this.#devices.has(dev);
  }

  /** Returns the value of a file that is unchanged, by its `lstat` right before. */
  find<Value>(kind: ValidatedKind<Value>, path: string, info: StatFields): Value | undefined {
    const cached = this.cache.find(kind, path);
    return cached !== undefined && this.isValid(cached.validator, info) ? cached.value : undefined;
  }

  /** Stores the value of a file, with its `lstat` from right before it was read. */
  store<Value>(kind: ValidatedKind<Value>, path: string, info: StatFields, value: Value): void {
    const validator = this.validatorOf(info);
    if (validator !== undefined) this.cache.keep(kind, path, { validator, value });
  }
}

export type ValidatedKind<Value> = CacheKind<Validated<Value>>;

/** Size of a validator in memory, in bytes, roughly. */
export const VALIDATOR_BYTES = 128;
