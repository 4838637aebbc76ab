/** The directories that earlier calls read, and which of them need not be read again. */
import { DirectoryKeys } from "../directory/directory_keys.ts";
import type { EntryKey } from "../directory/entry_key.ts";
import type { Scope } from "../scope/scope.ts";
import type { ScopedPath } from "../scope/scoped_path.ts";
import {
  type Revalidation,
  type StatFields,
  type Validator,
  VALIDATOR_BYTES,
} from "../scope/revalidation.ts";
import type { CacheKind } from "../cache/tree_cache.ts";

/**
 * A directory and all those above it in the scope, as long as none of them changes. Compared by identity alone,
 * so it has no fields: a later call finds the same object as long as nothing changed, else a new one.
 */
export class AncestryToken {}

/** A directory that was read. */
class CachedListing {
  readonly validator: Validator;
  readonly keys: DirectoryKeys;
  token: AncestryToken = new AncestryToken();
  /** The last call that had begun when it had been read. */
  readonly lastCall: number;
  /** Where it was met last. */
  parentToken: AncestryToken;
  /** Whether what was read is certainly what was asked before: see {@linkcode CachedListings.find}. */
  isConfirmed = false;

  constructor(validator: Validator, keys: DirectoryKeys, above: AncestryToken, lastCall: number) {
    this.validator = validator;
    this.keys = keys;
    this.parentToken = above;
    this.lastCall = lastCall;
  }
}

/** How much a directory and one of its keys take besides the characters, in bytes. */
const DIRECTORY_BYTES = VALIDATOR_BYTES + 256;
const KEY_BYTES = 48;

const LISTINGS: CacheKind<CachedListing> = {
  name: "listing",
  bytesOf: ({ keys: { all } }) => {
    let bytes = DIRECTORY_BYTES + KEY_BYTES * all.length;
    for (const key of all) bytes += key.length;
    return bytes;
  },
};

/** What lies above the start of a walk. */
const ANCESTORS: CacheKind<{ readonly times: string; readonly token: AncestryToken }> = {
  name: "above",
  bytesOf: ({ times }) => times.length,
};

/** What a walk knows of a directory that it opens. */
export interface ListedDirectory {
  readonly keys: DirectoryKeys;
  /** Its place, where what was read of it may be kept. */
  readonly token: AncestryToken | undefined;
}

/** The directories that earlier calls read, for one walk. */
export class CachedListings {
  readonly #scope: Scope;
  readonly #revalidation: Revalidation;

  private constructor(scope: Scope, revalidation: Revalidation) {
    this.#scope = scope;
    this.#revalidation = revalidation;
  }

  /** Those of a scope, if the host keeps any. */
  static of(scope: Scope): CachedListings | undefined {
    return scope.revalidation && new CachedListings(scope, scope.revalidation);
  }

  /**
   * What is known of a directory that was just asked, if it need not be read.
   *
   * A directory is asked by its path and then read by its path. Had a directory above it been replaced in
   * between, even for a moment, something else was read; no call could tell, and all later ones would show
   * it. Such a replacement changes the times of what was replaced and of what held it. So a listing counts
   * only once a later call has come to it through the same directories, none of which had changed since
   * before it was read. A call that had begun by then may have asked them before the replacement.
   */
  find(
    { open }: ScopedPath,
    info: StatFields,
    tokenAbove: AncestryToken,
  ): ListedDirectory | undefined {
    const cached = this.#revalidation.cache.find(LISTINGS, open);
    if (cached === undefined || !this.#revalidation.isValid(cached.validator, info)) {
      return undefined;
    }
    if (cached.parentToken === tokenAbove && this.#revalidation.call > cached.lastCall) {
      cached.isConfirmed = true;
    } else if (!cached.isConfirmed) return undefined;
    if (cached.parentToken !== tokenAbove) {
      cached.parentToken = tokenAbove;
      cached.token = new AncestryToken();
    }
    return cached;
  }

  /** Takes what was read from a directory that was asked right before. */
  store(
    { open }: ScopedPath,
    info: StatFields,
    tokenAbove: AncestryToken,
    read: readonly EntryKey[],
  ): ListedDirectory {
    const keys = new DirectoryKeys(read);
    const validator = this.#revalidation.validatorOf(info);
    if (validator === undefined) return { keys, token: new AncestryToken() };
    const cached = new CachedListing(validator, keys, tokenAbove, this.#revalidation.cache.calls);
    this.#revalidation.cache.keep(LISTINGS, open, cached);
    return cached;
  }

  /** The place of what lies above the start of a walk. Roots themselves are taken to stay where they are. */
  tokenAbove(start: ScopedPath): AncestryToken {
    let times = "";
    let path = this.#scope.parent(start);
    for (; path !== undefined; path = this.#scope.parent(path)) {
      const validator = this.#validatorAt(path);
      if (validator === undefined) return new AncestryToken();
      times +=
        `${validator.dev} ${validator.ino} ${validator.mtime} ${validator.ctime} ${validator.epoch}\n`;
    }
    const { cache } = this.#revalidation;
    const cached = cache.find(ANCESTORS, start.open);
    if (cached?.times === times) return cached.token;
    const token = new AncestryToken();
    cache.keep(ANCESTORS, start.open, { times, token });
    return token;
  }

  #validatorAt({ open }: ScopedPath): Validator | undefined {
    try {
      return this.#revalidation.validatorOf(this.#scope.fileSystem.lstat(open));
    } catch {
      return undefined;
    }
  }
}
