/** The directories that earlier calls read, and which of them need not be read again. */
import { DirectoryKeys } from "../directory/directory_keys.ts";
import type { EntryKey } from "../directory/entry_key.ts";
import { fileSystem } from "../scope/file_system.ts";
import type { Scope } from "../scope/scope.ts";
import type { ScopedPath } from "../scope/scoped_path.ts";
import { type Look, type SecondLook, type Stamp, STAMP_BYTES } from "../scope/second_look.ts";
import type { CacheKind } from "../cache/tree_cache.ts";

/**
 * A directory and all those above it in the scope, as long as none of them changes: the next look then gives
 * the same object. Where nothing can be trusted, the place is a new object, which equals no other.
 */
export type Place = Readonly<Record<never, never>>;

/** A directory that was read. */
class Known {
  readonly stamp: Stamp;
  readonly keys: DirectoryKeys;
  place: Place = {};
  /** The last call that had begun when it had been read. */
  readonly lastCall: number;
  /** Where it was met last. */
  above: Place;
  /** Whether what was read is certainly what was asked before: see {@linkcode KnownListings.find}. */
  isConfirmed = false;

  constructor(stamp: Stamp, keys: DirectoryKeys, above: Place, lastCall: number) {
    this.stamp = stamp;
    this.keys = keys;
    this.above = above;
    this.lastCall = lastCall;
  }
}

/** How much a directory and one of its keys take besides the characters, in bytes. */
const DIRECTORY_BYTES = STAMP_BYTES + 256;
const KEY_BYTES = 48;

const LISTINGS: CacheKind<Known> = {
  name: "listing",
  bytesOf: ({ keys: { all } }) => {
    let bytes = DIRECTORY_BYTES + KEY_BYTES * all.length;
    for (const key of all) bytes += key.length;
    return bytes;
  },
};

/** What lies above the start of a walk. */
const ABOVE: CacheKind<{ readonly times: string; readonly place: Place }> = {
  name: "above",
  bytesOf: ({ times }) => times.length,
};

/** What a walk knows of a directory that it opens. */
export interface KnownListing {
  readonly keys: DirectoryKeys;
  /** Its place, where what was read of it may be kept. */
  readonly place: Place | undefined;
}

/** The directories that earlier calls read, for one walk. */
export class KnownListings {
  readonly #scope: Scope;
  readonly #secondLook: SecondLook;

  private constructor(scope: Scope, secondLook: SecondLook) {
    this.#scope = scope;
    this.#secondLook = secondLook;
  }

  /** Those of a scope, if the host keeps any. */
  static of(scope: Scope): KnownListings | undefined {
    return scope.secondLook && new KnownListings(scope, scope.secondLook);
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
  find({ open }: ScopedPath, info: Look, above: Place): KnownListing | undefined {
    const known = this.#secondLook.cache.find(LISTINGS, open);
    if (known === undefined || !this.#secondLook.isSame(known.stamp, info)) return undefined;
    if (known.above === above && this.#secondLook.call > known.lastCall) known.isConfirmed = true;
    else if (!known.isConfirmed) return undefined;
    if (known.above !== above) {
      known.above = above;
      known.place = {};
    }
    return known;
  }

  /** Takes what was read from a directory that was asked right before. */
  keep({ open }: ScopedPath, info: Look, above: Place, read: readonly EntryKey[]): KnownListing {
    const keys = new DirectoryKeys(read);
    const stamp = this.#secondLook.stampOf(info);
    if (stamp === undefined) return { keys, place: {} };
    const known = new Known(stamp, keys, above, this.#secondLook.cache.calls);
    this.#secondLook.cache.keep(LISTINGS, open, known);
    return known;
  }

  /** The place of what lies above the start of a walk. Roots themselves are taken to stay where they are. */
  above(start: ScopedPath): Place {
    let times = "";
    let path = this.#scope.parent(start);
    for (; path !== undefined; path = this.#scope.parent(path)) {
      const stamp = this.#stampAt(path);
      if (stamp === undefined) return {};
      times += `${stamp.dev} ${stamp.ino} ${stamp.mtime} ${stamp.ctime} ${stamp.epoch}\n`;
    }
    const { cache } = this.#secondLook;
    const known = cache.find(ABOVE, start.open);
    if (known?.times === times) return known.place;
    const place: Place = {};
    cache.keep(ABOVE, start.open, { times, place });
    return place;
  }

  #stampAt({ open }: ScopedPath): Stamp | undefined {
    try {
      return this.#secondLook.stampOf(fileSystem.lstatSync(open));
    } catch {
      return undefined;
    }
  }
}
