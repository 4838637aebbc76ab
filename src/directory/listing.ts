/** The sorted entries of one directory. */
import type { Pacer } from "../pacing/pacer.ts";
import { type Compare, sortPaced } from "../pacing/sort_paced.ts";
import { compareCodePoints } from "../text/compare_code_points.ts";
import { DistinctNames } from "./distinct_names.ts";
import { type EntryKey, type EntryKind, isFileKey, kindOf, nameOf } from "./entry_key.ts";

/** The entries of one directory, in order. */
export interface Listing extends KeyTraits {
  readonly keys: readonly EntryKey[];
  /** Whether entries after the last key were left out. */
  readonly isPartial?: boolean;
}

/** What is true of all keys together, and the order that they need. */
export interface KeyTraits {
  /** Every name is visible ASCII without a backslash or a space, so it starts a row unchanged. */
  readonly isPlain: boolean;
  /** Every entry is a file, as in most directories. */
  readonly isFiles: boolean;
  /** The order of the keys; `undefined` where JavaScript's `<` gives it. */
  readonly compare: Compare | undefined;
}

// Each tests many keys joined into one string, which is far faster than one test per name.
const NOT_PLAIN = /[^\0\x21-\x5b\x5d-\x7e]/;
const ABOVE_SURROGATES = /[\ud800-\uffff]/;

/** How many keys one look at the traits joins. */
const CHUNK = 4096;

/** Sorts keys, in place. */
export function sortListing(keys: EntryKey[]): Listing {
  const traits = traitsOf(keys);
  return listingOf(keys.sort(traits.compare), traits);
}

/** Sorts the keys that `keep` accepts; the array stays as it is. */
export function sortSelected(
  keys: readonly EntryKey[],
  keep: (key: EntryKey) => boolean,
): Listing {
  const kept = keys.filter(keep);
  const traits = traitsOf(kept);
  return listingOf(kept.sort(traits.compare), traits);
}

/** The keys that `keep` accepts of some that are in order already, given what is true of all of them. */
export function selectSorted(
  sorted: readonly EntryKey[],
  traits: KeyTraits,
  keep?: (key: EntryKey) => boolean,
): Listing {
  return listingOf(keep === undefined ? sorted : sorted.filter(keep), traits);
}

/** Puts files first, unsorted, and sorts the rest. Where a name is not plain, sorts all, in place. */
export function listFilesFirst(keys: EntryKey[]): Listing {
  const traits = traitsOf(keys);
  if (!traits.isPlain) return listingOf(keys.sort(traits.compare), traits);
  if (traits.isFiles) return { keys, ...traits };
  const files = keys.filter(isFileKey);
  const others = keys.filter((key) => !isFileKey(key)).sort();
  return { keys: files.concat(others), ...traits };
}

/** Which keys to leave out of a listing. */
interface DropOptions {
  /** Whether to leave a key out. @default {keeps all} */
  readonly drop?: ((key: EntryKey) => boolean | Promise<boolean>) | undefined;
  /** Told each key that is left out. */
  readonly onDrop?: ((key: EntryKey) => void) | undefined;
}

/** As {@linkcode sortListing}, without a long pause; the array stays as it is. */
export async function sortListingPaced(
  keys: readonly EntryKey[],
  pacer: Pacer,
  { drop, onDrop }: DropOptions = {},
): Promise<Listing> {
  const kept = drop === undefined ? keys : await keepPaced(keys, pacer, { drop, onDrop });
  const traits = await traitsPaced(kept, pacer);
  return listingOf(await sortPaced(kept, pacer, traits.compare), traits);
}

/** The kind of an entry of a sorted listing; `undefined` if the name is not listed. */
export function kindIn(listing: Listing, name: string): EntryKind | undefined {
  const key = listing.keys[lowerBound(listing, name)];
  return key !== undefined && nameOf(key) === name ? kindOf(key) : undefined;
}

/** The index of the first key, from `from` on, that is not below `bound`. */
export function lowerBound(
  { keys, compare }: Pick<Listing, "keys" | "compare">,
  bound: string,
  from = 0,
): number {
  let [low, high] = [from, keys.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const key = keys[middle]!;
    if (compare === undefined ? key < bound : compare(key, bound) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function listingOf(sorted: readonly EntryKey[], traits: KeyTraits): Listing {
  if (traits.isPlain) return { keys: sorted, ...traits };
  const names = new DistinctNames();
  return { keys: sorted.filter((key) => names.isNew(nameOf(key))), ...traits };
}

function traitsOf(keys: readonly EntryKey[]): KeyTraits {
  const all = keys.join("");
  const isPlain = !NOT_PLAIN.test(all);
  const compare = isPlain || !ABOVE_SURROGATES.test(all) ? undefined : compareCodePoints;
  return { isPlain, isFiles: !all.includes("\0"), compare };
}

async function traitsPaced(keys: readonly EntryKey[], pacer: Pacer): Promise<KeyTraits> {
  let all = traitsOf([]);
  for (let start = 0; start < keys.length; start += CHUNK) {
    const next = traitsOf(keys.slice(start, start + CHUNK));
    all = {
      isPlain: all.isPlain && next.isPlain,
      isFiles: all.isFiles && next.isFiles,
      compare: all.compare ?? next.compare,
    };
    if (pacer.isDue()) await pacer.pause();
  }
  return all;
}

async function keepPaced(
  keys: readonly EntryKey[],
  pacer: Pacer,
  { drop, onDrop }: DropOptions,
): Promise<EntryKey[]> {
  const kept: EntryKey[] = [];
  for (const key of keys) {
    const isDropped = drop?.(key) ?? false;
    if (typeof isDropped === "boolean" ? isDropped : await isDropped) onDrop?.(key);
    else kept.push(key);
    if (pacer.isDue()) await pacer.pause();
  }
  return kept;
}
