/** Reads the entries of one directory. Requires `--allow-read` permission for it. */
import { DirscopeError, mapErrors, toDirscopeError, tooManyEntries } from "../errors.ts";
import { type Steps, waitFor } from "../pacing/paced_steps.ts";
import { MAX_ITEMS_HELD } from "../pacing/top_items.ts";
import type { FileSystem } from "../scope/file_system.ts";
import type { ScopedPath } from "../scope/scoped_path.ts";
import { directoryKey, type EntryKey, fileKey, linkKey, otherKey } from "./entry_key.ts";

/**
 * Above this size, in bytes, a directory may take 50 ms to read at once, at 1.2 µs an entry. File systems
 * that report the size in whole blocks were measured at 35 to 80 bytes an entry, others at 20. In parts, it
 * takes two to three times as long, so only huge directories are read in parts.
 */
const HUGE_IN_BLOCKS = 1408 * 1024;
const HUGE_IN_BYTES = 640 * 1024;

const BLOCK_BYTES = 4096;

/** True if directories have a size. On Windows it is always 0. */
const HAVE_SIZES = Deno.build.os !== "windows";

const ENTRIES_PER_PART = 256;

/** To call right before a directory is read: its parent's listing may have been wrong, or it may now be a link. */
export function statDirectory(
  fileSystem: FileSystem,
  { open, real }: ScopedPath,
): Deno.FileInfo {
  const info = mapErrors(() => {
    const info = fileSystem.lstat(open);
    // A root's own spelling may be a link to that root.
    const isSpelling = info.isSymlink && open !== real && fileSystem.realPath(open) === real;
    return isSpelling ? fileSystem.stat(open) : info;
  });
  if (!info.isDirectory) throw new DirscopeError("not_a_directory");
  return info;
}

/** Reports whether a directory is to be read in parts. One without a size is. */
export function isHuge({ size }: Deno.FileInfo): boolean {
  if (size === 0) return HAVE_SIZES;
  return size > (size % BLOCK_BYTES === 0 ? HUGE_IN_BLOCKS : HUGE_IN_BYTES);
}

/** Returns the keys in no order. Throws `DirscopeError` if it cannot be read. */
export function readDirectory(fileSystem: FileSystem, path: string): EntryKey[] {
  return mapErrors(() => {
    const keys: EntryKey[] = [];
    for (const entry of fileSystem.readDirectory(path)) keys.push(keyOf(entry));
    return keys;
  });
}

/** As {@linkcode readDirectory}; throws `scan_limit` if it holds too many entries. */
export function* readInParts(
  fileSystem: FileSystem,
  path: string,
  maxEntries = MAX_ITEMS_HELD,
): Steps<EntryKey[]> {
  const entries = mapErrors(() => fileSystem.readHugeDirectory(path)[Symbol.asyncIterator]());
  // Joined once at the end: an array that grows to a million leaves as much garbage behind.
  const parts: EntryKey[][] = [];
  try {
    for (let count = 0;;) {
      const part = yield* waitFor(nextPart(entries));
      parts.push(part);
      count += part.length;
      if (count > maxEntries) throw tooManyEntries(maxEntries);
      if (part.length < ENTRIES_PER_PART) return parts.flat();
      yield;
    }
  } finally {
    // Closes a directory that was left before its end; one that could not be opened rejects.
    entries.return?.().catch(() => {});
  }
}

async function nextPart(entries: AsyncIterator<Deno.DirEntry>): Promise<EntryKey[]> {
  try {
    const part: EntryKey[] = [];
    while (part.length < ENTRIES_PER_PART) {
      const { done, value } = await entries.next();
      if (done) break;
      part.push(keyOf(value));
    }
    return part;
  } catch (error) {
    throw toDirscopeError(error);
  }
}

function keyOf(entry: Deno.DirEntry): EntryKey {
  if (entry.isFile) return fileKey(entry.name);
  if (entry.isDirectory) return directoryKey(entry.name);
  return entry.isSymlink ? linkKey(entry.name) : otherKey(entry.name);
}
