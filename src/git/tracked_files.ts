/** The paths that git tracks. They are only compared with names read from disk, never opened. */
import { firstNotBelow } from "../binary_search.ts";

/** Paths as bytes, concatenated, in byte order. */
export interface SortedPaths {
  readonly bytes: Uint8Array;
  readonly ends: Uint32Array;
  /** 1 for each path that is a gitlink, a repository of its own, and 0 for each file. */
  readonly gitlinks: Uint8Array;
}

/** The ids of `.gitignore` files that a sparse checkout left in the index alone, by folder. One that is not known is empty. */
export type SkippedRules = ReadonlyMap<string, string>;

const SLASH_BYTE = 0x2f;
const pathEncoder = new TextEncoder();

/**
 * Why an index does not list all tracked files: a sparse one has a folder as one path that ends in a slash, and a split
 * one has lost the file that it is based on.
 */
export type IndexLack = "sparse" | "split";

export class TrackedFiles {
  readonly #paths: SortedPaths;
  readonly #foldsCase: boolean;
  readonly #lack: IndexLack | undefined;
  readonly skippedRules: SkippedRules;

  /** @param foldsCase True if the paths are in lower case, so that names must be folded. */
  constructor(paths: SortedPaths, foldsCase: boolean, rules: SkippedRules, lack?: IndexLack) {
    this.#paths = paths;
    this.#foldsCase = foldsCase;
    this.skippedRules = rules;
    this.#lack = lack;
  }

  get size(): number {
    const { bytes, ends, gitlinks } = this.#paths;
    return bytes.buffer.byteLength + ends.buffer.byteLength + gitlinks.buffer.byteLength;
  }

  in(directory: string): TrackedDirectory {
    const prefix = this.#toBytes(directory);
    const range = { low: this.#search(prefix, false), high: this.#search(prefix, true) };
    const isComplete = this.#lack === "sparse" && !this.#isCollapsed(prefix);
    const holds = (name: string, isDirectory: boolean): boolean => {
      const path = this.#toBytes(directory + name + (isDirectory ? "/" : ""));
      const at = this.#search(path, false, range);
      if (!isDirectory) return at < range.high && this.#compare(at, path) === 0;
      if (at < range.high && this.#startsWith(at, path)) return true;
      const gitlink = path.subarray(0, -1);
      const repository = this.#search(gitlink, false, range);
      return repository < range.high && this.#compare(repository, gitlink) === 0 &&
        this.#paths.gitlinks[repository] === 1;
    };
    return {
      lack: isComplete ? undefined : this.#lack,
      has: (name, isDirectory) => range.low < range.high && holds(name, isDirectory),
    };
  }

  #toBytes(path: string): Uint8Array {
    const bytes = pathEncoder.encode(path);
    if (this.#foldsCase) foldAsciiCase(bytes);
    return bytes;
  }

  #isCollapsed(prefix: Uint8Array): boolean {
    for (let i = prefix.indexOf(SLASH_BYTE); i >= 0; i = prefix.indexOf(SLASH_BYTE, i + 1)) {
      const directory = prefix.subarray(0, i + 1);
      const at = this.#search(directory, false);
      if (at < this.#paths.ends.length && this.#compare(at, directory) === 0) return true;
    }
    return false;
  }

  /** Returns the index of the first path not before `key`; with `isPast`, of the first after all with that prefix. */
  #search(
    key: Uint8Array,
    isPast: boolean,
    { low, high } = { low: 0, high: this.#paths.ends.length },
  ): number {
    return firstNotBelow(
      low,
      high,
      (i) => this.#compare(i, key) < 0 || isPast && this.#startsWith(i, key),
    );
  }

  #startsWith(index: number, key: Uint8Array): boolean {
    const { bytes, ends } = this.#paths;
    const start = pathStartOf(ends, index);
    return ends[index]! - start >= key.length && key.every((byte, i) => bytes[start + i] === byte);
  }

  #compare(index: number, key: Uint8Array): number {
    const { bytes, ends } = this.#paths;
    return compareAt(bytes, pathStartOf(ends, index), ends[index]!, key, 0, key.length);
  }
}

export interface TrackedDirectory {
  /** Set if the index does not list all of its entries. */
  readonly lack: IndexLack | undefined;
  /** Reports whether a file is tracked, or anything in a directory, or a directory itself as a gitlink. */
  has(name: string, isDirectory: boolean): boolean;
}

export function pathStartOf(ends: Uint32Array, index: number): number {
  return ends[index - 1] ?? 0;
}

export function compareAt(
  a: Uint8Array,
  start: number,
  end: number,
  b: Uint8Array,
  from: number,
  to: number,
): number {
  const length = Math.min(end - start, to - from);
  for (let i = 0; i < length; i++) {
    const difference = a[start + i]! - b[from + i]!;
    if (difference !== 0) return difference;
  }
  return (end - start) - (to - from);
}

/** Lower-cases ASCII letters in place, as git does with `core.ignoreCase`. */
export function foldAsciiCase(bytes: Uint8Array): void {
  for (let i = 0; i < bytes.length; i++) {
    if (bytes[i]! >= 0x41 && bytes[i]! <= 0x5a) bytes[i]! |= 0x20;
  }
}
