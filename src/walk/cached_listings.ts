/** Directory listings of earlier calls, and the proof that one is still valid. */
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

/** A listing that was read, with the proof of its validity. */
interface CachedListing extends ListedDirectory {
  readonly validator: Validator;
  token: AncestryToken;
  /** The number of the last call that had begun when it was read. */
  readonly lastCall: number;
  /** The token of the directory in which it was found last. */
  parentToken: AncestryToken;
  /** True once the listing is known to be that of the stat-ed directory: see {@linkcode CachedListings.find}. */
  isConfirmed: boolean;
}

/** Memory of a directory and of one of its keys besides the characters, in bytes. */
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

/** The directories above the start of a walk, as one token. */
const ANCESTORS: CacheKind<{ readonly times: string; readonly token: AncestryToken }> = {
  name: "above",
  bytesOf: ({ times }) => times.length,
};

/** The keys of a directory, cached or just read. */
export interface ListedDirectory {
  readonly keys: DirectoryKeys;
  readonly token: AncestryToken | undefined;
}

export class CachedListings {
  readonly #scope: Scope;
  readonly #revalidation: Revalidation;

  constructor(scope: Scope, revalidation: Revalidation) {
    this.#scope = scope;
    this.#revalidation = revalidation;
  }

  /**
   * Returns the cached listing of a directory that was just stat-ed, if it is valid.
   *
   * A directory is stat-ed by its path and then read by its path. Had a directory above it been replaced in
   * between, even for a moment, something else was read; no call could notice, and all later ones would show
   * it. Such a replacement changes the times of the directory replaced and of its parent. So a listing is valid
   * only once a later call has reached it through the same directories, none of which had changed since
   * before it was read. A call that had begun by then may have stat-ed them before the replacement.
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

  /** Stores the listing read from a directory that was stat-ed right before. */
  store(
    { open }: ScopedPath,
    info: StatFields,
    parentToken: AncestryToken,
    read: readonly EntryKey[],
  ): ListedDirectory {
    const keys = new DirectoryKeys(read);
    const validator = this.#revalidation.validatorOf(info);
    if (validator === undefined) return { keys, token: new AncestryToken() };
    const lastCall = this.#revalidation.cache.calls;
    const token = new AncestryToken();
    const cached = { validator, keys, token, lastCall, parentToken, isConfirmed: false };
    this.#revalidation.cache.keep(LISTINGS, open, cached);
    return cached;
  }

  /** Returns the token of the directories above the start of a walk. Roots themselves count as unchanged. */
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
