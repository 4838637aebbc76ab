/**
 * The index of a repository: which paths git tracks. Only paths and modes are read.
 *
 * Versions 2 to 4, SHA-1 and SHA-256, and sparse indexes. Anything else is refused as a whole: what git would not
 * write, such as a list that is cut or not in order, and an extension that must be understood and is not, such as
 * that of a split index. The checksum is not compared, as git itself does not.
 */
import type { Pacer } from "../pacing/pacer.ts";
import { compareAt, pathStartOf, type SortedPaths } from "./tracked_files.ts";

/** What an index says. */
export interface IndexFile {
  readonly paths: SortedPaths;
  /** Whether a path that ends in a slash stands for all that is tracked below it. */
  readonly isSparse: boolean;
}

/** The most entries that are read. */
export const MAX_INDEX_ENTRIES = 1_000_000;

/** The most bytes that the file, and its paths written out, may take. */
export const MAX_INDEX_BYTES = 64 * 1024 * 1024;

/** The longest path in bytes: as long as Windows takes, which takes the longest. */
const MAX_INDEX_PATH_BYTES = 32 * 1024;

const GITLINK_TYPE = 0o16;
const EXTENDED_FLAG = 0x4000;
const NAME_LENGTH_MASK = 0x0fff;

/** How many entries to read between two looks at the clock, and how many bytes of paths. */
const ENTRIES_PER_PAUSE_CHECK = 64;
const BYTES_PER_PAUSE_CHECK = 256 * 1024;

/** Reads an index; `undefined` if it is not one that is understood. */
export async function parseIndex(
  bytes: Uint8Array,
  hashLength: number,
  pacer: Pacer,
): Promise<IndexFile | undefined> {
  try {
    return await new IndexReader(bytes, hashLength).read(pacer);
  } catch (error) {
    if (error instanceof InvalidIndex) return undefined;
    throw error;
  }
}

/** What tells that a file is no index. */
class InvalidIndex extends Error {}

class IndexReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #hashLength: number;
  /** Where the checksum begins. */
  readonly #end: number;
  #offset = 12;

  constructor(bytes: Uint8Array, hashLength: number) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#hashLength = hashLength;
    this.#end = bytes.length - hashLength;
  }

  async read(pacer: Pacer): Promise<IndexFile> {
    if (this.#end < 12 || this.#textAt(0) !== "DIRC") throw new InvalidIndex();
    const version = this.#view.getUint32(4);
    const count = this.#view.getUint32(8);
    // The shortest entry, of version 4, has a fixed part, one byte for what is kept and one that ends it.
    const maxCount = Math.floor((this.#end - 12) / (42 + this.#hashLength + 2));
    if (version < 2 || version > 4 || count > Math.min(maxCount, MAX_INDEX_ENTRIES)) {
      throw new InvalidIndex();
    }
    const paths = new PathList(count, version === 4 ? 2 * this.#bytes.length : this.#end);
    let checkedLength = 0;
    for (let i = 0; i < count; i++) {
      if (
        i % ENTRIES_PER_PAUSE_CHECK === 0 || paths.length > checkedLength + BYTES_PER_PAUSE_CHECK
      ) {
        checkedLength = paths.length;
        if (pacer.isDue()) await pacer.pause();
      }
      this.#readEntry(version, paths);
    }
    return { paths: paths.finish(), isSparse: this.#readExtensions() };
  }

  /** Adds the path of the next entry. */
  #readEntry(version: number, paths: PathList): void {
    const start = this.#offset;
    const flagsAt = start + 40 + this.#hashLength;
    this.#checkEnd(flagsAt + 4);
    const mode = this.#view.getUint32(start + 24);
    const flags = this.#view.getUint16(flagsAt);
    const isExtended = (flags & EXTENDED_FLAG) !== 0;
    if (isExtended && version === 2) throw new InvalidIndex();
    this.#offset = flagsAt + (isExtended ? 4 : 2);
    let prefixLength = 0;
    if (version === 4) {
      prefixLength = paths.lastLength - this.#readVarint();
      if (prefixLength < 0) throw new InvalidIndex();
    }
    const nameStart = this.#offset;
    const length = flags & NAME_LENGTH_MASK;
    const hasLength = version < 4 && length < NAME_LENGTH_MASK;
    const nameEnd = hasLength ? nameStart + length : this.#bytes.indexOf(0, nameStart);
    if (nameEnd < nameStart) throw new InvalidIndex();
    this.#checkEnd(nameEnd + 1);
    paths.add(
      prefixLength,
      this.#bytes.subarray(nameStart, nameEnd),
      (mode >>> 12) === GITLINK_TYPE,
    );
    this.#offset = version === 4 ? nameEnd + 1 : start + ((nameEnd - start + 8) & ~7);
    this.#checkEnd(this.#offset);
  }

  /** Git's own way to write a number: seven bits a byte, and nothing written in two ways. */
  #readVarint(): number {
    let value = -1;
    let byte: number;
    do {
      this.#checkEnd(this.#offset + 1);
      byte = this.#bytes[this.#offset++]!;
      value = (value + 1) * 128 + (byte & 127);
      if (value > MAX_INDEX_BYTES) throw new InvalidIndex();
    } while (byte & 128);
    return value;
  }

  /** Reads the extensions. */
  #readExtensions(): boolean {
    let isSparse = false;
    while (this.#offset + 8 <= this.#end) {
      const name = this.#textAt(this.#offset);
      this.#offset += 8 + this.#view.getUint32(this.#offset + 4);
      this.#checkEnd(this.#offset);
      if (name === "sdir") isSparse = true;
      // What starts with a capital may be left unread.
      else if (!/^[A-Z]/.test(name)) throw new InvalidIndex();
    }
    return isSparse;
  }

  #textAt(at: number): string {
    return String.fromCharCode(...this.#bytes.subarray(at, at + 4));
  }

  /** @throws {InvalidIndex} If the file ends before a place. */
  #checkEnd(place: number): void {
    if (place > this.#end) throw new InvalidIndex();
  }
}

/** Paths as they are added. */
export class PathList {
  #bytes: Uint8Array;
  readonly #ends: Uint32Array;
  readonly #gitlinks: Uint8Array;
  #count = 0;
  #length = 0;

  constructor(count: number, bytes: number) {
    this.#bytes = new Uint8Array(Math.min(bytes, MAX_INDEX_BYTES));
    this.#ends = new Uint32Array(count);
    this.#gitlinks = new Uint8Array(count);
  }

  /** How many bytes they are. */
  get length(): number {
    return this.#length;
  }

  /** The length of the path that was added last. */
  get lastLength(): number {
    return this.#count === 0 ? 0 : this.#length - pathStartOf(this.#ends, this.#count - 1);
  }

  /**
   * Adds a path: the first bytes of the last one, and what follows.
   *
   * @throws {InvalidIndex} If it does not come after the last one, or is too much.
   */
  add(prefixLength: number, suffix: Uint8Array, isGitlink: boolean): void {
    const from = this.#count === 0 ? 0 : pathStartOf(this.#ends, this.#count - 1);
    const start = this.#length;
    const end = start + prefixLength + suffix.length;
    if (end - start > MAX_INDEX_PATH_BYTES || end > MAX_INDEX_BYTES) throw new InvalidIndex();
    if (end > this.#bytes.length) {
      const larger = new Uint8Array(Math.min(MAX_INDEX_BYTES, 2 * end));
      larger.set(this.#bytes.subarray(0, start));
      this.#bytes = larger;
    }
    this.#bytes.copyWithin(start, from, from + prefixLength);
    this.#bytes.set(suffix, start + prefixLength);
    if (
      suffix.length + prefixLength > 0 &&
      compareAt(this.#bytes, from + prefixLength, start, this.#bytes, start + prefixLength, end) > 0
    ) throw new InvalidIndex();
    this.#ends[this.#count] = end;
    this.#gitlinks[this.#count] = isGitlink ? 1 : 0;
    this.#count++;
    this.#length = end;
  }

  finish(): SortedPaths {
    return {
      bytes: this.#bytes.subarray(0, this.#length),
      ends: this.#ends.subarray(0, this.#count),
      gitlinks: this.#gitlinks,
    };
  }
}
