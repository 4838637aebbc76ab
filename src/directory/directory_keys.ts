import type { EntryKey } from "./entry_key.ts";
import {
  type KeyTraits,
  listFilesFirst,
  type Listing,
  selectSorted,
  sortListing,
  sortSelected,
} from "./listing.ts";

const DOT = 0x2e;

const NONE: readonly EntryKey[] = [];

/**
 * The keys of one directory as they were read, and their order once somebody asked for it. Whoever comes
 * later need not sort them again.
 */
export class DirectoryKeys {
  #keys: readonly EntryKey[];
  #sorted: KeyTraits | undefined;
  #filesFirst: Listing | undefined;
  #hidden: readonly EntryKey[] | undefined;

  /** @param keys The keys, which are its own from now on. */
  constructor(keys: readonly EntryKey[]) {
    this.#keys = keys;
  }

  /** All of them, equal names included; in order once they were sorted. The array never changes. */
  get all(): readonly EntryKey[] {
    return this.#keys;
  }

  /** Those of hidden names, such as `.gitignore`. */
  get hidden(): readonly EntryKey[] {
    if (this.#hidden !== undefined) return this.#hidden;
    const hidden = this.#keys.filter((key) => key.charCodeAt(0) === DOT);
    return this.#hidden = hidden.length === 0 ? NONE : hidden;
  }

  /** Whether somebody asked for their order. */
  get isInOrder(): boolean {
    return this.#sorted !== undefined;
  }

  /** Those that `keep` accepts, in order. */
  inOrder(keep?: (key: EntryKey) => boolean): Listing {
    if (this.#sorted !== undefined) return selectSorted(this.#keys, this.#sorted, keep);
    if (keep !== undefined) return sortSelected(this.#keys, keep);
    // Other walks may be in the middle of the array.
    const keys = this.#keys.slice();
    return this.#putInOrder(keys, sortListing(keys));
  }

  /** Takes over the order of all of them, which somebody else made. */
  adopt(listing: Listing): void {
    if (listing.keys.length !== this.#keys.length || this.isInOrder) return;
    this.#keys = listing.keys;
    this.#sorted = traitsOf(listing);
  }

  /** Files first, unsorted, and the rest in order. Where a name is not plain, all in order. */
  filesFirst(): Listing {
    if (this.#sorted !== undefined && !this.#sorted.isPlain) return this.inOrder();
    if (this.#filesFirst !== undefined) return this.#filesFirst;
    const keys = this.#keys.slice();
    const listing = listFilesFirst(keys);
    return listing.isPlain ? this.#filesFirst = listing : this.#putInOrder(keys, listing);
  }

  /** Remembers the order of all keys. A listing of them may leave out equal names. */
  #putInOrder(keys: readonly EntryKey[], listing: Listing): Listing {
    this.#keys = keys;
    this.#sorted = traitsOf(listing);
    return listing;
  }
}

function traitsOf({ isPlain, isFiles, compare }: Listing): KeyTraits {
  return { isPlain, isFiles, compare };
}
