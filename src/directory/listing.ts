import { firstNotBelow } from "../binary_search.ts";
import type { Compare } from "../pacing/sort_paced.ts";
import { type EntryKey, type EntryKind, entryKindOf, nameOf } from "./entry_key.ts";
import { isAddressable } from "../scope/path_text.ts";

export interface Listing extends KeyTraits {
  readonly keys: readonly EntryKey[];
  /** The number of entries left out because their names read back equal to others. */
  readonly sameNames: number;
}

export interface KeyTraits {
  /** Every name is visible ASCII without a backslash or a space, so it starts a row unchanged. */
  readonly isPlain: boolean;
  /** Every entry is a file, as in most directories. */
  readonly isFiles: boolean;
  /** The order of the keys; `undefined` for that of JavaScript's `<`. */
  readonly compare: Compare | undefined;
}

export function kindIn(listing: Listing, name: string): EntryKind | undefined {
  const key = listing.keys[lowerBound(listing, name)];
  return key !== undefined && nameOf(key) === name ? entryKindOf(key) : undefined;
}

/** Returns the index of the first key, from `from` on, that is not below `bound`. */
export function lowerBound({ keys, compare }: Listing, bound: string, from = 0): number {
  return firstNotBelow(from, keys.length, (i) => {
    const key = keys[i]!;
    return compare === undefined ? key < bound : compare(key, bound) < 0;
  });
}

/** Makes a listing of keys that are in order. The traits may be those of a superset. Omits equal names. */
export function toListing(sorted: readonly EntryKey[], traits: KeyTraits): Listing {
  if (traits.isPlain) return { keys: sorted, sameNames: 0, ...traits };
  const names = new DistinctNames();
  const keys = sorted.filter((key) => names.isNew(nameOf(key)));
  return { keys, sameNames: sorted.length - keys.length, ...traits };
}

/**
 * The names added so far. Deno replaces bytes that are not valid UTF-8 by U+FFFD, so several names of one
 * directory may read back equal; only the first of them counts.
 */
export class DistinctNames {
  readonly #seen = new Set<string>();

  /** Adds a name. Returns `false` if an equal one was added before. Only names with U+FFFD are stored. */
  isNew(name: string): boolean {
    if (isAddressable(name)) return true;
    if (this.#seen.has(name)) return false;
    this.#seen.add(name);
    return true;
  }
}
