import { filterInSteps, isLight, type Steps } from "../pacing/paced_steps.ts";
import type { EntryKey } from "./entry_key.ts";
import { type KeyTraits, type Listing, toListing } from "./listing.ts";
import { listFilesFirst, sortListing } from "./sort_listing.ts";

const DOT = 0x2e;

const NO_KEYS: readonly EntryKey[] = [];

const EMPTY_LISTING: Listing = {
  keys: NO_KEYS,
  sameNames: 0,
  isPlain: true,
  isFiles: true,
  compare: undefined,
};

/** Maximum keys of which files are put first without a pause. */
const MAX_KEYS_AT_ONCE = 16_384;

/**
 * The keys of one directory as they were read, and their order once it was requested. Later requests do not
 * sort them again.
 */
export class DirectoryKeys {
  #keys: readonly EntryKey[];
  #sorted: KeyTraits | undefined;
  #filesFirst: Listing | undefined;
  #hidden: readonly EntryKey[] | undefined;

  /** @param keys The keys; the object takes ownership of the array. */
  constructor(keys: readonly EntryKey[]) {
    this.#keys = keys;
  }

  /** All keys, equal names included; in order once they were sorted. The array never changes. */
  get all(): readonly EntryKey[] {
    return this.#keys;
  }

  /** The keys of names that begin with a dot, such as `.gitignore`. */
  get hidden(): readonly EntryKey[] {
    if (this.#hidden !== undefined) return this.#hidden;
    const hidden = this.#keys.filter((key) => key.charCodeAt(0) === DOT);
    return this.#hidden = hidden.length === 0 ? NO_KEYS : hidden;
  }

  /** Returns the result of an earlier {@linkcode DirectoryKeys.inOrder} or {@linkcode DirectoryKeys.filesFirst}. */
  cached({ isFilesFirst }: { readonly isFilesFirst: boolean }): Listing | undefined {
    if (isFilesFirst) return this.#filesFirst;
    return this.#sorted && toListing(this.#keys, this.#sorted);
  }

  *inOrder(): Steps<Listing> {
    if (this.#sorted !== undefined) return toListing(this.#keys, this.#sorted);
    const listing = yield* sortListing(this.#keys);
    // A listing may leave out equal names.
    if (listing.keys.length === this.#keys.length) {
      const { keys, isPlain, isFiles, compare } = listing;
      this.#keys = keys;
      this.#sorted = { isPlain, isFiles, compare };
    }
    return listing;
  }

  /**
   * Returns the selected entries, in order. `cost` is the match cost of `isSelected` for one key, in characters of
   * patterns.
   */
  *selected(isSelected: (key: EntryKey) => boolean, cost: number): Steps<Listing> {
    const sorted = this.#sorted;
    // Most directories are small: a generator for each would be garbage.
    const selected = isLight(this.#keys.length, cost)
      ? this.#keys.filter(isSelected)
      : yield* filterInSteps(this.#keys, isSelected, cost);
    if (sorted !== undefined) return toListing(selected, sorted);
    return selected.length === 0 ? EMPTY_LISTING : yield* sortListing(selected);
  }

  /** Returns files first, unsorted, and the rest in order; all in order where a name is not plain, or many. */
  *filesFirst(): Steps<Listing> {
    const isInOrder = this.#sorted !== undefined && !this.#sorted.isPlain;
    if (isInOrder || this.#keys.length > MAX_KEYS_AT_ONCE) return yield* this.inOrder();
    this.#filesFirst ??= listFilesFirst(this.#keys);
    return this.#filesFirst ?? (yield* this.inOrder());
  }
}
