/** Reads the entries of one directory. Requires `--allow-read` permission for it. */
import { attempt, DirscopeError, tooManyEntries } from "../errors.ts";
import type { Pacer } from "../pacing/pacer.ts";
import { MOST_KEPT, TopK } from "../pacing/top_k.ts";
import { fileSystem, realPathOf } from "../scope/file_system.ts";
import type { ScopedPath } from "../scope/scoped_path.ts";
import type { LeftOut } from "../scope/visibility.ts";
import {
  directoryKey,
  type EntryKey,
  fileKey,
  kindOf,
  linkKey,
  nameOf,
  otherKey,
} from "./entry_key.ts";
import { type Listing, sortListingPaced } from "./listing.ts";

/** How much work a directory may be: read `large` ones between two yields, stream `huge` ones. */
export type SizeClass = "small" | "large" | "huge";

/**
 * Above this size, in bytes, a directory may take 50 ms to read at once, at 1.2 µs an entry. File systems
 * that give the size in whole blocks were seen to use 35 to 80 bytes an entry, others 20. A stream is two
 * to three times as slow, so only huge directories are streamed.
 */
const HUGE_IN_BLOCKS = 1408 * 1024;
const HUGE_IN_BYTES = 640 * 1024;

/** Above this size, in bytes, a directory may take several milliseconds. */
const LARGE = 128 * 1024;

const BLOCK = 4096;

/** Whether directories have a size of their own. On Windows it is always 0. */
const HAVE_SIZES = Deno.build.os !== "windows";

/**
 * The most entries of one directory that are looked at, even where few of them are kept: without a bound, a
 * made-up directory could go on for ever. Twice as many as may be kept.
 */
const MOST_READ = 2 * MOST_KEPT;

/** How many keys of a huge directory one array holds while it is read. */
const CHUNK = 4096;

/** How many keys to handle between two looks at the clock. */
const PACE = 256;

/** The same, where a costly filter is part of the handling. */
const LOOK = 16;

/**
 * Asks a directory, right before it is read, whether it is one. What listed it may have lied, or it may have
 * become a link.
 *
 * @throws {DirscopeError} `not_a_directory` if it is none; otherwise the reason why it cannot be asked.
 */
export function askDirectory(path: ScopedPath): Deno.FileInfo {
  const info = attempt(() => infoOf(path));
  if (!info.isDirectory) throw new DirscopeError("not_a_directory");
  return info;
}

/**
 * Asks a directory, and tells from its own size how much work it may be.
 *
 * @throws {DirscopeError} As {@linkcode askDirectory}.
 */
export function sizeClassOf(path: ScopedPath): SizeClass {
  return sizeClassBy(askDirectory(path));
}

/** How much work a directory may be. One that states no size is `huge`. */
export function sizeClassBy({ size }: Deno.FileInfo): SizeClass {
  if (size === 0 && HAVE_SIZES) return "huge";
  if (size <= LARGE) return "small";
  return size > (size % BLOCK === 0 ? HUGE_IN_BLOCKS : HUGE_IN_BYTES) ? "huge" : "large";
}

/** What a path is, links not followed, save that a root's own spelling may be a link to that root. */
function infoOf({ open, real }: ScopedPath): Deno.FileInfo {
  const info = fileSystem.lstatSync(open);
  const isSpelling = info.isSymlink && open !== real && realPathOf(open) === real;
  return isSpelling ? fileSystem.statSync(open) : info;
}

/**
 * Reads a directory at once. Returns its keys in no order; throws whatever Deno throws.
 *
 * @param hidden What the host hides in it: nobody else learns of that.
 */
export function readDirectory(path: string, hidden?: LeftOut): EntryKey[] {
  const keys: EntryKey[] = [];
  if (hidden === undefined) {
    for (const entry of fileSystem.readDirSync(path)) keys.push(keyOf(entry));
    return keys;
  }
  let leftOut = 0;
  for (const entry of fileSystem.readDirSync(path)) {
    if (hidden.has(entry.name, entry.isDirectory)) leftOut++;
    else keys.push(keyOf(entry));
  }
  hidden.leaveOut(leftOut);
  return keys;
}

/**
 * The same as a stream, which is two to three times as slow but makes no long pause.
 *
 * @throws {DirscopeError} `scan_limit` if it holds more than may be kept.
 */
export async function readHugeDirectory(
  path: string,
  pacer: Pacer,
  hidden?: LeftOut,
): Promise<EntryKey[]> {
  // In chunks: an array that grows to a million leaves as much garbage behind.
  const chunks: EntryKey[][] = [];
  let chunk: EntryKey[] = [];
  let count = 0;
  await streamDirectory(path, pacer, (key) => {
    if (++count > MOST_KEPT) throw tooManyEntries(MOST_KEPT);
    if (chunk.length === 0) chunks.push(chunk);
    if (chunk.push(key) === CHUNK) chunk = [];
  }, hidden);
  return ([] as EntryKey[]).concat(...chunks);
}

/** The part of a huge directory to keep. */
interface Window {
  /** How many wanted keys to keep: the first in order. */
  readonly limit: number;
  /** Whether to keep a key besides. Such keys must sort before all wanted ones. */
  readonly isNeeded: (key: EntryKey) => boolean;
  /** Whether a key counts towards `limit`. */
  readonly isWanted: (key: EntryKey) => boolean;
  /** What the host hides in the directory. */
  readonly hidden?: LeftOut | undefined;
}

/** Reads a directory as a stream, keeps a part of it, and counts all of it. */
export async function readWindow(
  path: string,
  pacer: Pacer,
  { limit, isNeeded, isWanted, hidden }: Window,
): Promise<{ readonly listing: Listing; readonly count: number }> {
  const first = new TopK<EntryKey>(limit);
  const needed: EntryKey[] = [];
  let [count, wanted] = [0, 0];
  await streamDirectory(path, pacer, (key) => {
    count++;
    if (isNeeded(key)) needed.push(key);
    else if (isWanted(key)) {
      wanted++;
      first.add(key);
    }
    return count % LOOK === 0 && pacer.isDue() ? pacer.pause() : undefined;
  }, hidden);
  const following = await first.sorted(pacer);
  const listing = await sortListingPaced([...needed, ...following], pacer);
  return { listing: { ...listing, isPartial: following.length < wanted }, count };
}

/**
 * Passes on the keys of a directory one by one, never holds them all, and counts them for progress.
 *
 * @throws {DirscopeError} `scan_limit` if there is no end to them.
 * @throws Whatever `Deno.readDir` throws.
 */
export async function streamDirectory(
  path: string,
  pacer: Pacer,
  visit: (key: EntryKey) => void | Promise<void>,
  hidden?: LeftOut,
): Promise<void> {
  let [count, leftOut] = [0, 0];
  pacer.directories++;
  for await (const entry of fileSystem.readDir(path)) {
    if (++count > MOST_READ) throw tooManyEntries(MOST_READ);
    if (count % PACE === 0) pacer.report();
    if (hidden !== undefined) {
      if (hidden.isCostly && pacer.isDue()) await pacer.pause();
      if (hidden.has(entry.name, entry.isDirectory)) {
        leftOut++;
        continue;
      }
    }
    pacer.entries++;
    const visited = visit(keyOf(entry));
    if (visited !== undefined) await visited;
  }
  hidden?.leaveOut(leftOut);
}

/** The keys of a directory that the host does not hide. */
export function withoutHidden(keys: readonly EntryKey[], hidden: LeftOut): EntryKey[] {
  const shown = keys.filter((key) => !hidden.has(nameOf(key), kindOf(key) === "directory"));
  hidden.leaveOut(keys.length - shown.length);
  return shown;
}

function keyOf(entry: Deno.DirEntry): EntryKey {
  if (entry.isFile) return fileKey(entry.name);
  if (entry.isDirectory) return directoryKey(entry.name);
  return entry.isSymlink ? linkKey(entry.name) : otherKey(entry.name);
}
