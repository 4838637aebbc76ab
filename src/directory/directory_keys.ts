import { filterInSteps, isLight, type Steps } from "../pacing/steps.ts";
import type { EntryKey } from "./entry_key.ts";
import { type KeyTraits, listFilesFirst, type Listing, listingOf, sortListing } from "./listing.ts";

const DOT = 0x2e;

const NONE: readonly EntryKey[] = [];

const NOTHING: Listing = { keys: NONE, isPlain: true, isFiles: true, compare: undefined };

/** The most keys of which files are put first in one go. */
const MOST_AT_ONCE = 16_384;

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

  /** What {@linkcode DirectoryKeys.inOrder} or {@linkcode DirectoryKeys.filesFirst} gives, where that is known. */
  known({ isFilesFirst }: { readonly isFilesFirst: boolean }): Listing | undefined {
    if (isFilesFirst) return this.#filesFirst;
    return this.#sorted && listingOf(this.#keys, this.#sorted);
  }

  /** All of them, in order. */
  *inOrder(): Steps<Listing> {
    if (this.#sorted !== undefined) return listingOf(this.#keys, this.#sorted);
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
  *selected(keep: (key: EntryKey) => boolean, cost: number): Steps<Listing> {
    const sorted = this.#sorted;
    // Most are few: steps of their own would be garbage.
    const kept = isLight(this.#keys.length, cost)
      ? this.#keys.filter(keep)
      : yield* filterInSteps(this.#keys, keep, cost);
    if (sorted !== undefined) return listingOf(kept, sorted);
    return kept.length === 0 ? NOTHING : yield* sortListing(kept);
  }

  /** Files first, unsorted, and the rest in order. Where a name is not plain, or there are many, all in order. */
  *filesFirst(): Steps<Listing> {
    const isInOrder = this.#sorted !== undefined && !this.#sorted.isPlain;
    if (isInOrder || this.#keys.length > MOST_AT_ONCE) return yield* this.inOrder();
    this.#filesFirst ??= listFilesFirst(this.#keys);
    return this.#filesFirst ?? (yield* this.inOrder());
  }
}
