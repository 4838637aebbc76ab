/** Reads the index of a repository from its git directory. */
import type { Pacer } from "../pacing/pacer.ts";
import { sortPaced } from "../pacing/sort_paced.ts";
import type { Scope } from "../scope/scope.ts";
import type { ScopedPath } from "../scope/scoped_path.ts";
import { STAMP_BYTES, type StampedKind } from "../scope/second_look.ts";
import { type IndexFile, MAX_INDEX_BYTES, parseIndex, PathList, type Split } from "./index_file.ts";
import { type AskedFile, lookAtGitFile, readSeen, UNREADABLE } from "./read_file.ts";
import { compareAt, foldCase, type SortedPaths, startOf, TrackedFiles } from "./tracked_files.ts";

/** How an index is to be read. */
interface IndexOptions {
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
  const file = lookAtGitFile(scope, directory, "index");
  if (file === undefined) return NOTHING;
  if (file === UNREADABLE) return UNREADABLE;
  const { hashLength, foldsCase } = options;
  const key = `${hashLength} ${foldsCase} ${file.path.open}`;
  const known = scope.secondLook?.find(INDEXES, key, file.info);
  if (known !== undefined) return known;
  const index = await parsedFile(file, hashLength, pacer);
  const whole = index && await wholeIndex(scope, directory, index, { hashLength, pacer });
  if (index === undefined || whole === undefined) return UNREADABLE;
  const paths = foldsCase ? await folded(whole.paths, pacer) : whole.paths;
  const tracked = new TrackedFiles(paths, foldsCase, whole.isSparse);
  if (index.split === undefined) scope.secondLook?.keep(INDEXES, key, file.info, tracked);
  return tracked;
}

const NOTHING = new TrackedFiles(new PathList(0, 0).finish(), false, false);

/** An index, with that of the other file if two hold it; nothing if that cannot be read. */
async function wholeIndex(
  scope: Scope,
  directory: ScopedPath,
  index: IndexFile,
  { hashLength, pacer }: { readonly hashLength: number; readonly pacer: Pacer },
): Promise<Pick<IndexFile, "paths" | "isSparse"> | undefined> {
  if (index.split === undefined) return index;
  const file = lookAtGitFile(scope, directory, `sharedindex.${index.split.base}`);
  if (file === undefined || file === UNREADABLE) return undefined;
  const base = await parsedFile(file, hashLength, pacer);
  if (base === undefined || base.split !== undefined) return undefined;
  const paths = await merge(base.paths, index.split, index.paths, pacer);
  return paths && { paths, isSparse: index.isSparse || base.isSparse };
}

async function parsedFile(
  file: AskedFile,
  hashLength: number,
  pacer: Pacer,
): Promise<IndexFile | undefined> {
  const bytes = await readSeen(file, MAX_INDEX_BYTES, pacer);
  return bytes === UNREADABLE ? undefined : await parseIndex(bytes, hashLength, pacer);
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
