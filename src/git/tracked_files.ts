/** The paths that git tracks. They are only compared with names that were read from disk, never opened. */

/** Paths as bytes, in the order of their bytes, one after the other. */
export interface SortedPaths {
  readonly bytes: Uint8Array;
  /** Where each one ends. */
  readonly ends: Uint32Array;
  /** Of each one: whether it is another repository, not a file. */
  readonly gitlinks: Uint8Array;
}

const SLASH_BYTE = 0x2f;
const pathEncoder = new TextEncoder();

/** The files that git tracks in a repository. */
export class TrackedFiles {
  readonly #paths: SortedPaths;
  readonly #foldsCase: boolean;
  /** Whether some paths stand for whole directories. */
  readonly #isSparse: boolean;

  /**
   * @param foldsCase Whether the paths are folded, so that names must be.
   * @param isSparse Whether a path that ends in a slash stands for all that is tracked below it.
   */
  constructor(paths: SortedPaths, foldsCase: boolean, isSparse: boolean) {
    this.#paths = paths;
    this.#foldsCase = foldsCase;
    this.#isSparse = isSparse;
  }

  /** How much it takes, in bytes. */
  get size(): number {
    const { bytes, ends, gitlinks } = this.#paths;
    return bytes.buffer.byteLength + ends.buffer.byteLength + gitlinks.buffer.byteLength;
  }

  /** Those in a directory, by its path from the root of the repository: `""`, or a path that ends in `/`. */
  in(directory: string): TrackedDirectory {
    const prefix = this.#toBytes(directory);
    const range = { low: this.#search(prefix, false), high: this.#search(prefix, true) };
    const isUnknown = this.#isSparse && this.#isCollapsed(prefix);
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
      isUnknown,
      has: (name, isDirectory) => range.low < range.high && holds(name, isDirectory),
    };
  }

  #toBytes(path: string): Uint8Array {
    const bytes = pathEncoder.encode(path);
    if (this.#foldsCase) foldAsciiCase(bytes);
    return bytes;
  }

  /** Whether a path of a sparse index stands for a directory or one above it. */
  #isCollapsed(prefix: Uint8Array): boolean {
    for (let i = prefix.indexOf(SLASH_BYTE); i >= 0; i = prefix.indexOf(SLASH_BYTE, i + 1)) {
      const directory = prefix.subarray(0, i + 1);
      const at = this.#search(directory, false);
      if (at < this.#paths.ends.length && this.#compare(at, directory) === 0) return true;
    }
    return false;
  }

  /** The index of the first path that is not below `key`; or, `isPast`, of the first after all that start so. */
  #search(
    key: Uint8Array,
    isPast: boolean,
    { low, high } = { low: 0, high: this.#paths.ends.length },
  ): number {
    while (low < high) {
      const middle = (low + high) >>> 1;
      const isBelow = this.#compare(middle, key) < 0 || isPast && this.#startsWith(middle, key);
      if (isBelow) low = middle + 1;
      else high = middle;
    }
    return low;
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

/** What git tracks in one directory. */
export interface TrackedDirectory {
  /** Whether a sparse index does not tell. */
  readonly isUnknown: boolean;
  /** Whether a file is tracked; of a directory, whether anything in it is, or it is a repository that is. */
  has(name: string, isDirectory: boolean): boolean;
}

/** Where a path starts. */
export function pathStartOf(ends: Uint32Array, index: number): number {
  return index === 0 ? 0 : ends[index - 1]!;
}

/** Compares a piece of `a` with one of `b` by their bytes. */
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

/** Makes ASCII letters small, as git does where `core.ignoreCase` is set. */
export function foldAsciiCase(bytes: Uint8Array): void {
  for (let i = 0; i < bytes.length; i++) {
    if (bytes[i]! >= 0x41 && bytes[i]! <= 0x5a) bytes[i]! |= 0x20;
  }
}
