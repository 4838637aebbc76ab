/** Reads the index of a repository from its git directory. */
import type { Pacer } from "../pacing/pacer.ts";
import { sortPaced } from "../pacing/sort_paced.ts";
import { fileSystem } from "../scope/file_system.ts";
import type { Scope } from "../scope/scope.ts";
import type { ScopedPath } from "../scope/scoped_path.ts";
import { STAMP_BYTES, type StampedKind } from "../scope/second_look.ts";
import { type IndexFile, MAX_INDEX_BYTES, parseIndex, PathList, type Split } from "./index_file.ts";
import { readGitFile, UNREADABLE } from "./read_file.ts";
import { compareAt, foldCase, type SortedPaths, startOf, TrackedFiles } from "./tracked_files.ts";

/** How an index is to be read. */
export interface IndexOptions {
  /** The length of a hash, in bytes. */
  readonly hashLength: number;
  /** Whether names that differ by the case of ASCII letters are one. */
  readonly foldsCase: boolean;
}

/** How many paths to handle between two looks at the clock. */
const PACE = 64;

/** How many bytes of paths to handle between two looks at the clock, unless one path is longer. */
const CHUNK = 64 * 1024;

/** Indexes by their path and how they were read. */
const INDEXES: StampedKind<TrackedFiles> = {
  name: "index",
  bytesOf: ({ value }) => STAMP_BYTES + value.size,
};

/** What git tracks; nothing where there is no index yet. */
export async function readIndex(
  scope: Scope,
  directory: ScopedPath,
  options: IndexOptions,
  pacer: Pacer,
): Promise<TrackedFiles | typeof UNREADABLE> {
  const file = scope.secondLook && lookAtIndex(scope, directory);
  if (file === undefined) return (await parsedIndex(scope, directory, options, pacer)).tracked;
  const key = `${options.hashLength} ${options.foldsCase} ${file.path.open}`;
  const known = scope.secondLook?.find(INDEXES, key, file.info);
  if (known !== undefined) return known;
  const { tracked, isWhole } = await parsedIndex(scope, directory, options, pacer);
  if (isWhole && tracked !== UNREADABLE) scope.secondLook?.keep(INDEXES, key, file.info, tracked);
  return tracked;
}

/** The file that holds the index, as it is right before it is read. */
function lookAtIndex(
  scope: Scope,
  directory: ScopedPath,
): { readonly path: ScopedPath; readonly info: Deno.FileInfo } | undefined {
  const resolution = scope.follow(directory.real, "index");
  if (resolution.outcome !== "file") return undefined;
  try {
    return { path: resolution.end, info: fileSystem.lstatSync(resolution.end.open) };
  } catch {
    return undefined;
  }
}

/** The index as it is now, and whether one file holds all of it. */
async function parsedIndex(
  scope: Scope,
  directory: ScopedPath,
  { hashLength, foldsCase }: IndexOptions,
  pacer: Pacer,
): Promise<{ readonly tracked: TrackedFiles | typeof UNREADABLE; readonly isWhole: boolean }> {
  const unreadable = { tracked: UNREADABLE, isWhole: false } as const;
  const index = await readOne(scope, directory, "index", { hashLength, pacer });
  if (index === undefined) return { tracked: NOTHING, isWhole: false };
  if (index === UNREADABLE) return unreadable;
  let { paths, isSparse } = index;
  if (index.split !== undefined) {
    const name = `sharedindex.${index.split.base}`;
    const base = await readOne(scope, directory, name, { hashLength, pacer });
    if (base === undefined || base === UNREADABLE || base.split !== undefined) return unreadable;
    isSparse ||= base.isSparse;
    const merged = await merge(base.paths, index.split, paths, pacer);
    if (merged === undefined) return unreadable;
    paths = merged;
  }
  if (foldsCase) paths = await folded(paths, pacer);
  const tracked = new TrackedFiles(paths, foldsCase, isSparse);
  return { tracked, isWhole: index.split === undefined };
}

const NOTHING = new TrackedFiles(new PathList(0, 0).finish(), false, false);

async function readOne(
  scope: Scope,
  directory: ScopedPath,
  path: string,
  { hashLength, pacer }: { readonly hashLength: number; readonly pacer: Pacer },
): Promise<IndexFile | typeof UNREADABLE | undefined> {
  const read = await readGitFile(scope, directory, { path, maxBytes: MAX_INDEX_BYTES }, pacer);
  if (typeof read !== "object") return read;
  return await parseIndex(read.bytes, hashLength, pacer) ?? UNREADABLE;
}

/** The paths of a shared index without those that are gone, and those that are new; nothing if they are too many. */
async function merge(
  base: SortedPaths,
  { deleted }: Split,
  added: SortedPaths,
  pacer: Pacer,
): Promise<SortedPaths | undefined> {
  const list = new PathList(
    base.ends.length + added.ends.length,
    base.bytes.length + added.bytes.length,
  );
  let [b, a, run] = [0, 0, 0];
  for (let steps = 0; b < base.ends.length || a < added.ends.length; steps++) {
    if (steps % PACE === 0 && pacer.isDue()) await pacer.pause();
    if (a < added.ends.length && pathAt(added, a).length === 0) {
      // It stands for an entry of the base that changed in other ways.
      a++;
      continue;
    }
    while (run < deleted.length && deleted[run]![1] <= b) run++;
    if (b < base.ends.length && run < deleted.length && deleted[run]![0] <= b) {
      b = Math.min(deleted[run]![1], base.ends.length);
      continue;
    }
    const isBase = a >= added.ends.length ||
      b < base.ends.length && comparePaths(base, b, added, a) <= 0;
    const [from, at] = isBase ? [base, b++] as const : [added, a++] as const;
    if (!list.canAdd(pathAt(from, at).length)) return undefined;
    list.add(0, pathAt(from, at), from.gitlinks[at] === 1);
  }
  return list.finish();
}

function pathAt({ bytes, ends }: SortedPaths, index: number): Uint8Array {
  return bytes.subarray(startOf(ends, index), ends[index]);
}

function comparePaths(a: SortedPaths, i: number, b: SortedPaths, j: number): number {
  return compareAt(
    a.bytes,
    startOf(a.ends, i),
    a.ends[i]!,
    b.bytes,
    startOf(b.ends, j),
    b.ends[j]!,
  );
}

/** The paths with small letters, and in their order. */
async function folded(paths: SortedPaths, pacer: Pacer): Promise<SortedPaths> {
  const sorted = await sortPaced(await foldedKeys(paths, pacer), pacer);
  const list = new PathList(sorted.length, paths.bytes.length);
  let length = 0;
  for (const [i, key] of sorted.entries()) {
    const isGitlink = key.endsWith("\0");
    const path = new Uint8Array(isGitlink ? key.length - 1 : key.length);
    for (let at = 0; at < path.length; at++) path[at] = key.charCodeAt(at);
    list.add(0, path, isGitlink);
    length += path.length;
    if ((length > CHUNK || i % PACE === 0) && pacer.isDue()) await pacer.pause();
    if (length > CHUNK) length = 0;
  }
  return list.finish();
}

/** A text for each path: a character for each byte, and a NUL after that of a repository, which changes no order. */
async function foldedKeys(
  { bytes, ends, gitlinks }: SortedPaths,
  pacer: Pacer,
): Promise<string[]> {
  const keys: string[] = [];
  while (keys.length < ends.length) {
    if (pacer.isDue()) await pacer.pause();
    const first = keys.length;
    const start = startOf(ends, first);
    let past = first + 1;
    while (past < ends.length && past - first < PACE && ends[past]! - start <= CHUNK) past++;
    // One text for some of them: their own are then parts of it.
    const chunk = bytes.subarray(start, ends[past - 1]);
    foldCase(chunk);
    const text = byteString(chunk);
    for (let i = first; i < past; i++) {
      const key = text.slice(startOf(ends, i) - start, ends[i]! - start);
      keys.push(gitlinks[i] === 1 ? `${key}\0` : key);
    }
  }
  return keys;
}

/** A text with one character for each byte. */
function byteString(bytes: Uint8Array): string {
  return new TextDecoder("utf-16le").decode(new Uint16Array(bytes));
}
