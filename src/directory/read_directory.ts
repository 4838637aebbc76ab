/**
 * Reads one directory: all of it, filtered, in order. Requires `--allow-read` permission for it.
 *
 * @module
 */
import { compareCodePoints } from "../text/compare_code_points.ts";
import type { Pacer } from "../pacing/pacer.ts";
import {
  directoryKey,
  type EntryKind,
  isFileKey,
  kindOf,
  linkKey,
  nameOf,
  otherKey,
} from "./entry_key.ts";
import { isAddressable } from "../scope/path_text.ts";
import { DirscopeError } from "../errors.ts";
import { fileSystem } from "../scope/file_system.ts";
import type { ScopedPath } from "../scope/scoped_path.ts";
import { TopK } from "../pacing/top_k.ts";
import { type Compare, sortPaced } from "../pacing/sort_paced.ts";

/** The entries of one directory, as sort keys (see `entry.ts`), in order. */
export interface Listing {
  readonly keys: readonly string[];
  /** Every name is printable ASCII without a backslash, so it is line-safe as it stands. */
  readonly isPlain: boolean;
  /** Every entry is a file, as in most directories. */
  readonly isFiles: boolean;
  /** The order of the keys, where it is not that of JavaScript's `<`. */
  readonly compare: Compare | undefined;
  /** Whether more entries follow, which were not kept. */
  readonly isPartial?: boolean;
}

// Each over many keys joined into one string: faster by far than a test of each name.
const NOT_PLAIN = /[^\0\x20-\x5b\x5d-\x7e]/;
const ABOVE_SURROGATES = /[\ud800-\uffff]/;

/** How much work a directory may be: `huge` ones are streamed, `large` ones read between two yields. */
export type SizeClass = "small" | "large" | "huge";

/**
 * A directory whose own size, in bytes, exceeds this could take 50 ms to read at once, at 1.2 µs an
 * entry. File systems that give the size in whole blocks were seen to spend 35 to 80 bytes on an entry,
 * others 20. To stream costs two to three times as much, so it is left for where it is needed.
 */
const HUGE_IN_BLOCKS = 1408 * 1024;
const HUGE_IN_BYTES = 640 * 1024;

/** A directory larger than this, in bytes, may take several milliseconds. */
const LARGE = 128 * 1024;

const BLOCK = 4096;

/** How many keys of a huge directory are looked at together. */
const CHUNK = 4096;

/** How many keys are handled between two looks at the clock. */
const PACE = 256;

/**
 * How much work a directory may be, told by its own size. Where that is hidden, it is `small`.
 *
 * @param isSpelling Whether it is the spelling of a root, which may be a link.
 * @throws {DirscopeError} `not_a_directory` if it is none any more: it may have become a link.
 */
export function sizeClassOf(path: string, isSpelling = false): SizeClass {
  let info: Deno.FileInfo;
  try {
    info = isSpelling ? fileSystem.statSync(path) : fileSystem.lstatSync(path);
  } catch {
    return "small";
  }
  if (!info.isDirectory) throw new DirscopeError("not_a_directory");
  const { size } = info;
  if (size <= LARGE) return "small";
  return size > (size % BLOCK === 0 ? HUGE_IN_BLOCKS : HUGE_IN_BYTES) ? "huge" : "large";
}

/**
 * How much work a directory that a call names may be.
 *
 * @throws {DirscopeError} `not_a_directory` if it is none any more.
 */
export function sizeClassOfNamed({ open, real }: ScopedPath): SizeClass {
  return sizeClassOf(open, open !== real);
}

/**
 * Reads a directory at once: its keys as they come.
 *
 * @throws Whatever `Deno.readDirSync` throws.
 */
export function readDirectory(path: string): string[] {
  const keys: string[] = [];
  for (const entry of fileSystem.readDirSync(path)) keys.push(keyOf(entry));
  return keys;
}

/** Sorts the keys that are to be kept; the array may be sorted itself. */
export function sortListing(keys: string[], keep?: (key: string) => boolean): Listing {
  const kept = keep === undefined ? keys : keys.filter(keep);
  const traits = traitsOf(kept);
  kept.sort(traits.compare);
  return { keys: traits.isPlain ? kept : withoutTwins(kept), ...traits };
}

/** Puts the files first, as they come, and sorts the rest. */
export function sortAllButFiles(keys: string[]): Listing {
  const traits = traitsOf(keys);
  if (!traits.isPlain) return sortListing(keys);
  if (traits.isFiles) return { keys, ...traits };
  const files = keys.filter(isFileKey);
  const others = keys.filter((key) => !isFileKey(key)).sort();
  return { keys: files.concat(others), ...traits };
}

/**
 * Reads a directory as a stream, two to three times slower than at once but without a long pause.
 *
 * @throws Whatever `Deno.readDir` throws.
 */
export async function readHugeDirectory(
  path: string,
  pacer: Pacer,
): Promise<string[]> {
  // In chunks, since an array that grows to a million leaves as much behind.
  const chunks: string[][] = [];
  let chunk: string[] = [];
  await streamDirectory(path, pacer, (key) => {
    if (chunk.length === 0) chunks.push(chunk);
    if (chunk.push(key) === CHUNK) chunk = [];
  });
  return ([] as string[]).concat(...chunks);
}

/**
 * Reads a directory as a stream, and keeps no more of it than is asked for.
 *
 * @returns What is kept, and how many entries were read.
 * @throws Whatever `Deno.readDir` throws.
 */
export async function readWindow(
  path: string,
  pacer: Pacer,
  { limit, isNeeded, isWanted }: Window,
): Promise<{ readonly listing: Listing; readonly count: number }> {
  const first = new TopK(limit);
  const needed: string[] = [];
  let [count, wanted] = [0, 0];
  await streamDirectory(path, pacer, (key) => {
    count++;
    if (isNeeded(key)) needed.push(key);
    else if (isWanted(key)) {
      wanted++;
      first.add(key);
    }
  });
  const following = await first.sorted(pacer);
  const listing = await sortListingPaced([...needed, ...following], pacer);
  return { listing: { ...listing, isPartial: following.length < wanted }, count };
}

/** The part of a directory that is needed for now. */
export interface Window {
  /** How many of the wanted keys, the first in order. */
  readonly limit: number;
  /** Whether a key is needed besides; such keys come before all that are wanted. */
  readonly isNeeded: (key: string) => boolean;
  readonly isWanted: (key: string) => boolean;
}

/**
 * Hands over the keys of a directory as they come, so that it is never held whole.
 *
 * @throws Whatever `Deno.readDir` throws.
 */
export async function streamDirectory(
  path: string,
  pacer: Pacer,
  visit: (key: string) => void,
): Promise<void> {
  let count = 0;
  for await (const entry of fileSystem.readDir(path)) {
    visit(keyOf(entry));
    if (++count % PACE === 0) pacer.report();
  }
}

/**
 * Sorts the keys that are to be kept, without a long pause.
 *
 * @param drop Says which keys are to be dropped.
 * @param dropped Told each key that is.
 */
export async function sortListingPaced(
  keys: readonly string[],
  pacer: Pacer,
  drop?: (key: string) => boolean | Promise<boolean>,
  dropped: (key: string) => void = () => {},
): Promise<Listing> {
  const kept = drop === undefined ? keys : await withoutPaced(keys, { drop, dropped }, pacer);
  const traits = await traitsPaced(kept, pacer);
  const sorted = await sortPaced(kept, pacer, traits.compare);
  return { keys: traits.isPlain ? sorted : withoutTwins(sorted), ...traits };
}

async function withoutPaced(
  keys: readonly string[],
  { drop, dropped }: {
    drop: (key: string) => boolean | Promise<boolean>;
    dropped: (key: string) => void;
  },
  pacer: Pacer,
): Promise<string[]> {
  const kept: string[] = [];
  for (const key of keys) {
    const isDropped = drop(key);
    if (typeof isDropped === "boolean" ? isDropped : await isDropped) dropped(key);
    else kept.push(key);
    if (pacer.isDue()) await pacer.pause();
  }
  return kept;
}

/** Names that are not valid UTF-8 may read back as one name, which is listed once. */
function withoutTwins(keys: string[]): string[] {
  let last: string | undefined;
  return keys.filter((key) => {
    if (isAddressable(key)) return true;
    const name = nameOf(key);
    if (name === last) return false;
    last = name;
    return true;
  });
}

function keyOf(entry: Deno.DirEntry): string {
  if (entry.isFile) return entry.name;
  if (entry.isDirectory) return directoryKey(entry.name);
  return entry.isSymlink ? linkKey(entry.name) : otherKey(entry.name);
}

/** What names are like, and the order that they need. */
type KeyTraits = Pick<Listing, "isPlain" | "isFiles" | "compare">;

function traitsOf(keys: readonly string[]): KeyTraits {
  const all = keys.join("");
  const isPlain = !NOT_PLAIN.test(all);
  const compare = isPlain || !ABOVE_SURROGATES.test(all) ? undefined : compareCodePoints;
  return { isPlain, isFiles: !all.includes("\0"), compare };
}

async function traitsPaced(keys: readonly string[], pacer: Pacer): Promise<KeyTraits> {
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

/** The kind of an entry of a sorted listing, by name, or `undefined` if there is none. */
export function kindIn(listing: Listing, name: string): EntryKind | undefined {
  const key = listing.keys[lowerBound(listing, name)];
  return key !== undefined && nameOf(key) === name ? kindOf(key) : undefined;
}

/** The index, from `from` on, of the first key of a sorted listing that is not below `bound`. */
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
