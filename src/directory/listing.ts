/** The sorted entries of one directory. */
import { type Compare, sortInSteps } from "../pacing/sort_paced.ts";
import type { Steps } from "../pacing/steps.ts";
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

/** Sorts keys; the array stays as it is. */
export function* sortListing(keys: readonly EntryKey[]): Steps<Listing> {
  if (keys.length > CHUNK) {
    const traits = yield* traitsOf(keys);
    return listingOf(yield* sortInSteps(keys, traits.compare), traits);
  }
  const traits = traitsAtOnce(keys);
  return listingOf(keys.length < 2 ? keys : keys.toSorted(traits.compare), traits);
}

/** Puts files first, unsorted, and sorts the rest. Gives nothing where a name is not plain. */
export function listFilesFirst(keys: readonly EntryKey[]): Listing | undefined {
  const traits = traitsAtOnce(keys);
  if (!traits.isPlain) return undefined;
  if (traits.isFiles) return { keys, ...traits };
  const others = keys.filter((key) => !isFileKey(key)).sort();
  return { keys: keys.filter(isFileKey).concat(others), ...traits };
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

/** A listing of keys that are in order, given what is true of them, or of more. */
export function listingOf(sorted: readonly EntryKey[], traits: KeyTraits): Listing {
  if (traits.isPlain) return { keys: sorted, ...traits };
  const names = new DistinctNames();
  return { keys: sorted.filter((key) => names.isNew(nameOf(key))), ...traits };
}

function* traitsOf(keys: readonly EntryKey[]): Steps<KeyTraits> {
  let all = traitsAtOnce([]);
  for (let start = 0; start < keys.length; start += CHUNK) {
    const next = traitsAtOnce(keys.slice(start, start + CHUNK));
    all = {
      isPlain: all.isPlain && next.isPlain,
      isFiles: all.isFiles && next.isFiles,
      compare: all.compare ?? next.compare,
    };
    yield;
  }
  return all;
}

function traitsAtOnce(keys: readonly EntryKey[]): KeyTraits {
  const all = keys.join("");
  const isPlain = !NOT_PLAIN.test(all);
  const compare = isPlain || !ABOVE_SURROGATES.test(all) ? undefined : compareCodePoints;
  return { isPlain, isFiles: !all.includes("\0"), compare };
}
