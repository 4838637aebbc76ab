import { filterInSteps, isLight, type Steps } from "../pacing/steps.ts";
import type { EntryKey } from "./entry_key.ts";
import { type KeyTraits, type Listing, toListing } from "./listing.ts";
import { listFilesFirst, sortListing } from "./sort_listing.ts";

const DOT = 0x2e;

const NO_KEYS: readonly EntryKey[] = [];

const EMPTY_LISTING: Listing = { keys: NO_KEYS, isPlain: true, isFiles: true, compare: undefined };

/** The most keys of which files are put first in one go. */
const MAX_KEYS_AT_ONCE = 16_384;

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
    return this.#hidden = hidden.length === 0 ? NO_KEYS : hidden;
  }

  /** What {@linkcode DirectoryKeys.inOrder} or {@linkcode DirectoryKeys.filesFirst} gives, where that is known. */
  cached({ isFilesFirst }: { readonly isFilesFirst: boolean }): Listing | undefined {
    if (isFilesFirst) return this.#filesFirst;
    return this.#sorted && toListing(this.#keys, this.#sorted);
  }

  /** All of them, in order. */
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
   * Those that `keep` accepts, in order.
   *
   * @param cost How many characters of patterns `keep` may have to look at for one key.
   */
  *selected(isSelected: (key: EntryKey) => boolean, cost: number): Steps<Listing> {
    const sorted = this.#sorted;
    // Most are few: steps of their own would be garbage.
    const selected = isLight(this.#keys.length, cost)
      ? this.#keys.filter(isSelected)
      : yield* filterInSteps(this.#keys, isSelected, cost);
    if (sorted !== undefined) return toListing(selected, sorted);
    return selected.length === 0 ? EMPTY_LISTING : yield* sortListing(selected);
  }

  /** Files first, unsorted, and the rest in order. Where a name is not plain, or there are many, all in order. */
  *filesFirst(): Steps<Listing> {
    const isInOrder = this.#sorted !== undefined && !this.#sorted.isPlain;
    if (isInOrder || this.#keys.length > MAX_KEYS_AT_ONCE) return yield* this.inOrder();
    this.#filesFirst ??= listFilesFirst(this.#keys);
    return this.#filesFirst ?? (yield* this.inOrder());
  }
}
