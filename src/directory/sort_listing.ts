/** The order of the entries of a directory: by code point of their keys, or files first. */
import { sortInSteps } from "../pacing/sort_paced.ts";
import { filterInSteps, isLight, type Steps } from "../pacing/paced_steps.ts";
import { compareCodePoints } from "../text/compare_code_points.ts";
import { type EntryKey, isFileKey } from "./entry_key.ts";
import { type KeyTraits, type Listing, toListing } from "./listing.ts";

// Each tests many keys joined into one string, which is far faster than one test per name.
const NON_PLAIN_CHARACTER = /[^\0\x21-\x5b\x5d-\x7e]/;
const SURROGATE_OR_ABOVE = /[\ud800-\uffff]/;

const KEYS_PER_TEST = 4096;

/** Maximum keys of which files are put first without a pause. */
const MAX_KEYS_AT_ONCE = 16_384;

const EMPTY_LISTING = toListing([], traitsOf([]));

export function* sortListing(keys: readonly EntryKey[]): Steps<Listing> {
  if (keys.length > KEYS_PER_TEST) {
    const traits = yield* traitsInSteps(keys);
    return toListing(yield* sortInSteps(keys, traits.compare), traits);
  }
  const traits = traitsOf(keys);
  return toListing(keys.length < 2 ? keys : keys.toSorted(traits.compare), traits);
}

/** Returns the selected entries, in order. `cost` is the match cost of `isSelected` for one key, as in filterInSteps. */
export function* sortSelected(
  keys: readonly EntryKey[],
  isSelected: (key: EntryKey) => boolean,
  cost: number,
): Steps<Listing> {
  // Most directories are small: a generator for each would be garbage.
  const selected = isLight(keys.length, cost)
    ? keys.filter(isSelected)
    : yield* filterInSteps(keys, isSelected, cost);
  return selected.length === 0 ? EMPTY_LISTING : yield* sortListing(selected);
}

/** Puts files first, unsorted, and sorts the rest; all in order where a name is not plain, or there are many. */
export function* listFilesFirst(keys: readonly EntryKey[]): Steps<Listing> {
  if (keys.length > MAX_KEYS_AT_ONCE) return yield* sortListing(keys);
  const traits = traitsOf(keys);
  if (!traits.isPlain) return yield* sortListing(keys);
  if (traits.isFiles) return { keys, sameNames: 0, ...traits };
  const others = keys.filter((key) => !isFileKey(key)).sort();
  return { keys: keys.filter(isFileKey).concat(others), sameNames: 0, ...traits };
}

function* traitsInSteps(keys: readonly EntryKey[]): Steps<KeyTraits> {
  let all = traitsOf([]);
  for (let start = 0; start < keys.length; start += KEYS_PER_TEST) {
    const next = traitsOf(keys.slice(start, start + KEYS_PER_TEST));
    all = {
      isPlain: all.isPlain && next.isPlain,
      isFiles: all.isFiles && next.isFiles,
      compare: all.compare ?? next.compare,
    };
    yield;
  }
  return all;
}

function traitsOf(keys: readonly EntryKey[]): KeyTraits {
  const all = keys.join("");
  const isPlain = !NON_PLAIN_CHARACTER.test(all);
  const compare = isPlain || !SURROGATE_OR_ABOVE.test(all) ? undefined : compareCodePoints;
  return { isPlain, isFiles: !all.includes("\0"), compare };
}
