import type { CacheKind } from "../cache/tree_cache.ts";
import type { Pacer } from "../pacing/pacer.ts";
import { sortPaced } from "../pacing/sort_paced.ts";
import type { Scope } from "../scope/scope.ts";
import type { ScopedPath } from "../scope/scoped_path.ts";
import { type IndexBase, MAX_INDEX_BYTES, parseIndex, PathList } from "./index_file.ts";
import { locateGitFile, parseOnce, readFileAs, readGitFile, UNREADABLE } from "./read_file.ts";
import {
  compareAt,
  foldAsciiCase,
  pathStartOf,
  type SortedPaths,
  TrackedFiles,
} from "./tracked_files.ts";

/** Paths handled between two checks whether a pause is due; one of more bytes has a check of its own. */
const PATHS_PER_PAUSE_CHECK = 64;
const MAX_UNCHECKED_BYTES = 1024;

function isCheckDue(i: number, bytes: number): boolean {
  return i % PATHS_PER_PAUSE_CHECK === 0 || bytes > MAX_UNCHECKED_BYTES;
}

interface CachedIndex {
  readonly stamp: string;
  readonly index: TrackedFiles;
}

const CACHED_INDEXES: CacheKind<CachedIndex> = {
  name: "index",
  bytesOf: ({ index }) => index.size,
};

/**
 * Minimum age of a file's times at its `lstat`, in milliseconds, so that a later change must have later ones: the
 * coarsest clocks of file systems count in steps of 2 seconds. Git calls a younger entry "racily clean".
 */
const RACY_MS = 3000;

/** Tells a file from what it becomes by a change; `undefined` if it is too young for that. */
function stampOf({ dev, ino, size, mtime, ctime }: Deno.FileInfo): string | undefined {
  if (mtime === null || ctime === null) return undefined;
  const times = [mtime.getTime(), ctime.getTime()];
  if (Math.max(...times) > Date.now() - RACY_MS) return undefined;
  return [dev, ino, size, ...times].join();
}

export async function readIndex(
  scope: Scope,
  directory: ScopedPath,
  { hashLength, foldsCase }: { readonly hashLength: number; readonly foldsCase: boolean },
  pacer: Pacer,
): Promise<TrackedFiles | typeof UNREADABLE> {
  const path = locateGitFile(scope, directory, "index");
  if (path === undefined) return NO_TRACKED_FILES;
  if (path === UNREADABLE) return UNREADABLE;
  const { cache } = scope;
  const cacheKey = `${hashLength} ${foldsCase} ${path.open}`;
  const cached = (info: Deno.FileInfo) => {
    const known = cache?.find(CACHED_INDEXES, cacheKey);
    return known?.stamp === stampOf(info) ? known?.index : undefined;
  };
  const parse = async (bytes: Uint8Array, info: Deno.FileInfo) => {
    const index = await parseIndex(bytes, hashLength, pacer);
    if (index === undefined) return undefined;
    const base = index.base && await readBase(index.base.id);
    const isSplit = index.base !== undefined && base === undefined;
    const partial = index.isSparse || base?.isSparse ? "sparse" : undefined;
    const whole = base === undefined
      ? index.paths
      : await mergePaths(base.paths, index.paths, index.base!, pacer);
    if (whole === undefined) return undefined;
    const paths = foldsCase ? await foldPaths(whole, pacer) : whole;
    const lack = isSplit ? "split" : partial;
    const tracked = new TrackedFiles(paths, foldsCase, index.skippedRules, lack);
    // The stamp of a split one does not tell whether its base is there.
    const stamp = index.base === undefined ? stampOf(info) : undefined;
    if (stamp !== undefined) cache?.keep(CACHED_INDEXES, cacheKey, { stamp, index: tracked });
    return tracked;
  };
  /** Reads what a split index is based on: a file beside it, named after its id. */
  const readBase = async (id: string) => {
    const file = { path: `sharedindex.${id}`, maxBytes: MAX_INDEX_BYTES };
    const read = await readGitFile(scope, directory, file, pacer);
    if (typeof read !== "object") return undefined;
    const base = await parseIndex(read.bytes, hashLength, pacer);
    return base?.base === undefined ? base : undefined;
  };
  const options = { parse, cached, maxBytes: MAX_INDEX_BYTES, costPerByte: 1 };
  const read = async (): Promise<TrackedFiles | typeof UNREADABLE> => {
    const index = await readFileAs(scope, path, options, pacer);
    // Prefix compression makes 64 MiB of paths of a small file.
    const isAllowed = typeof index === "object" && pacer.budget.spend(PATH_BYTE_COST * index.size);
    return isAllowed ? index : UNREADABLE;
  };
  return await parseOnce(scope, `index ${cacheKey}`, read, ({ size }) => size);
}

/** Merges in order. Entries of the second without a path stand for ones of the first. `undefined` if over a limit. */
async function mergePaths(
  first: SortedPaths,
  second: SortedPaths,
  { removed, replaced }: IndexBase,
  pacer: Pacer,
): Promise<SortedPaths | undefined> {
  const [a, b] = [first.ends.length, second.ends.length];
  const merged = new PathList(a + b, first.bytes.length + second.bytes.length);
  for (let i = 0, j = 0, replacement = 0; i < a || j < b;) {
    if ((i + j) % PATHS_PER_PAUSE_CHECK === 0 && pacer.isDue()) await pacer.pause();
    const [from, to] = [pathStartOf(first.ends, i), first.ends[i]!];
    const [start, end] = [pathStartOf(second.ends, j), second.ends[j]!];
    const isFirst = j === b ||
      i < a && compareAt(first.bytes, from, to, second.bytes, start, end) < 0;
    if (isFirst) {
      const gitlink = replaced[i] === 1 ? second.gitlinks[replacement++] : first.gitlinks[i];
      const path = first.bytes.subarray(from, to);
      if (removed[i] !== 1 && !merged.add(0, path, gitlink === 1)) return undefined;
      i++;
    } else {
      const path = second.bytes.subarray(start, end);
      if (end > start && !merged.add(0, path, second.gitlinks[j] === 1)) return undefined;
      j++;
    }
  }
  return merged.finish();
}

/** The cost of a byte of parsed paths, which may be folded and sorted. */
const PATH_BYTE_COST = 3;

const NO_TRACKED_FILES = new TrackedFiles(new PathList(0, 0).finish(), false, new Map());

async function foldPaths(paths: SortedPaths, pacer: Pacer): Promise<SortedPaths> {
  const sorted = await sortPaced(await foldedKeysOf(paths, pacer), pacer);
  const list = new PathList(sorted.length, paths.bytes.length);
  for (const [i, key] of sorted.entries()) {
    if (isCheckDue(i, key.length) && pacer.isDue()) await pacer.pause();
    const isGitlink = key.endsWith("\0");
    const path = new Uint8Array(key.length - (isGitlink ? 1 : 0));
    for (let at = 0; at < path.length; at++) path[at] = key.charCodeAt(at);
    list.add(0, path, isGitlink);
  }
  return list.finish();
}

/** Returns a text per path: a character per byte, and a NUL after a gitlink, which changes no order. */
async function foldedKeysOf({ bytes, ends, gitlinks }: SortedPaths, pacer: Pacer) {
  const keys: string[] = [];
  for (const [i, end] of ends.entries()) {
    const path = bytes.subarray(pathStartOf(ends, i), end);
    if (isCheckDue(i, path.length) && pacer.isDue()) await pacer.pause();
    foldAsciiCase(path);
    // A spread takes eight times as long.
    const text: string = Reflect.apply(String.fromCharCode, undefined, path);
    keys.push(text + (gitlinks[i] === 1 ? "\0" : ""));
  }
  return keys;
}
