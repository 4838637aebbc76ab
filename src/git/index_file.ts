/**
 * Parses the index of a repository for the paths that git tracks. Only paths and modes are read.
 *
 * Supports versions 2 to 4, SHA-1 and SHA-256, sparse and split indexes. Anything else is refused whole: what git
 * would not write, such as a list that is truncated or out of order, and a mandatory extension that is not supported.
 * The checksum is not compared, as git itself does not.
 */
import type { Pacer } from "../pacing/pacer.ts";
import { decodeUtf8 } from "./read_file.ts";
import { compareAt, pathStartOf, type SkippedRules, type SortedPaths } from "./tracked_files.ts";

export interface IndexFile {
  readonly paths: SortedPaths;
  readonly skippedRules: SkippedRules;
  /** True if a path ending in a slash stands for everything tracked below it. */
  readonly isSparse: boolean;
  /** Set for a split index. */
  readonly base?: IndexBase | undefined;
}

export interface IndexBase {
  readonly id: string;
  /** 1 for each entry of the base that is gone. */
  readonly removed: Uint8Array;
  /** 1 for each whose place an entry of the split index takes: its first ones, in order, without a path. */
  readonly replaced: Uint8Array;
}

export const MAX_INDEX_ENTRIES = 1_000_000;

/** Maximum `.gitignore` files that a sparse checkout left in the index alone. */
const MAX_SKIPPED_RULES = 20_000;

/** Maximum size of the file, and of its paths without prefix compression, in bytes. */
export const MAX_INDEX_BYTES = 64 * 1024 * 1024;

/** Maximum length of a path in bytes: that of Windows, the longest of all systems. */
const MAX_INDEX_PATH_BYTES = 32 * 1024;

const GITLINK_TYPE = 0o16;
const EXTENDED_FLAG = 0x4000;
const SKIP_WORKTREE_FLAG = 0x4000;
const RULES_NAME = new TextEncoder().encode(".gitignore");
const NAME_LENGTH_MASK = 0x0fff;

/** Entries, and bytes of paths, read between two checks whether a pause is due. */
const ENTRIES_PER_CHECK = 64;
const BYTES_PER_CHECK = 256 * 1024;

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

class InvalidIndex extends Error {}

class IndexReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #hashLength: number;
  readonly #end: number;
  readonly #skippedRules = new Map<string, string>();
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
    // The shortest entry, of version 4, has a fixed part, one byte for the prefix length and one NUL.
    const maxCount = Math.floor((this.#end - 12) / (42 + this.#hashLength + 2));
    if (version < 2 || version > 4 || count > Math.min(maxCount, MAX_INDEX_ENTRIES)) {
      throw new InvalidIndex();
    }
    const paths = new PathList(count, version === 4 ? 2 * this.#bytes.length : this.#end);
    let checkedLength = 0;
    for (let i = 0; i < count; i++) {
      if (i % ENTRIES_PER_CHECK === 0 || paths.length > checkedLength + BYTES_PER_CHECK) {
        checkedLength = paths.length;
        if (pacer.isDue()) await pacer.pause();
      }
      this.#readEntry(version, paths);
    }
    return { paths: paths.finish(), skippedRules: this.#skippedRules, ...this.#readExtensions() };
  }

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
      prefixLength = paths.last.length - this.#readVarint();
      if (prefixLength < 0) throw new InvalidIndex();
    }
    const nameStart = this.#offset;
    const length = flags & NAME_LENGTH_MASK;
    const hasLength = version < 4 && length < NAME_LENGTH_MASK;
    const nameEnd = hasLength ? nameStart + length : this.#bytes.indexOf(0, nameStart);
    if (nameEnd < nameStart) throw new InvalidIndex();
    this.#checkEnd(nameEnd + 1);
    const suffix = this.#bytes.subarray(nameStart, nameEnd);
    const isGitlink = (mode >>> 12) === GITLINK_TYPE;
    if (!paths.add(prefixLength, suffix, isGitlink)) throw new InvalidIndex();
    if (isExtended && (this.#view.getUint16(flagsAt + 2) & SKIP_WORKTREE_FLAG) !== 0) {
      this.#noteSkipped(paths.last, this.#bytes.subarray(start + 40, flagsAt));
    }
    this.#offset = version === 4 ? nameEnd + 1 : start + ((nameEnd - start + 8) & ~7);
    this.#checkEnd(this.#offset);
  }

  #noteSkipped(path: Uint8Array, id: Uint8Array): void {
    const nameAt = path.length - RULES_NAME.length;
    if (compareAt(path, nameAt, path.length, RULES_NAME, 0, RULES_NAME.length) !== 0) return;
    this.#skippedRules.set(decodeUtf8(path.subarray(0, nameAt)), id.toHex());
    if (this.#skippedRules.size > MAX_SKIPPED_RULES) throw new InvalidIndex();
  }

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

  /** One marks a sparse index, and one a split one. */
  #readExtensions(): Pick<IndexFile, "base" | "isSparse"> {
    let isSparse = false;
    let base: IndexFile["base"];
    while (this.#offset + 8 <= this.#end) {
      const name = this.#textAt(this.#offset);
      const start = this.#offset + 8;
      this.#offset = start + this.#view.getUint32(this.#offset + 4);
      this.#checkEnd(this.#offset);
      if (name === "sdir") isSparse = true;
      else if (name === "link") base = this.#readBase(start);
      // Extensions that start with a capital are optional.
      else if (!/^[A-Z]/.test(name)) throw new InvalidIndex();
    }
    return { isSparse, base };
  }

  #readBase(start: number): IndexBase {
    const id = this.#bytes.subarray(start, start + this.#hashLength).toHex();
    // One of zeros would stand for no base at all.
    if (/^0*$/.test(id)) throw new InvalidIndex();
    // The base has entries of its own, which this file may replace: the one of the root is not known.
    this.#skippedRules.set("", "");
    const removed = this.#readBitmap(start + this.#hashLength);
    return { id, removed: removed.bits, replaced: this.#readBitmap(removed.end).bits };
  }

  #readBitmap(bitmap: number): { readonly bits: Uint8Array; readonly end: number } {
    if (bitmap + 8 > this.#offset) return { bits: new Uint8Array(0), end: bitmap };
    const length = this.#view.getUint32(bitmap);
    const wordsEnd = bitmap + 8 + 8 * this.#view.getUint32(bitmap + 4);
    if (wordsEnd > this.#offset || length > MAX_INDEX_ENTRIES) throw new InvalidIndex();
    const bits = new Uint8Array(length + 64);
    // Each marker tells a run of equal words, then how many words follow as they are.
    for (let at = bitmap + 8, bit = 0; at < wordsEnd;) {
      const marker = this.#view.getBigUint64(at);
      const runEnd = bit + 64 * Number(marker >> 1n & 0xffffffffn);
      const literals = Number(marker >> 33n);
      at += 8 + 8 * literals;
      if (at > wordsEnd || runEnd + 64 * literals > length + 64) throw new InvalidIndex();
      if (marker & 1n) bits.fill(1, bit, runEnd);
      bit = runEnd;
      for (let word = at - 8 * literals; word < at; word += 8, bit += 64) {
        const halves = [this.#view.getUint32(word + 4), this.#view.getUint32(word)];
        for (let i = 0; i < 64; i++) bits[bit + i] = halves[i >> 5]! >>> (i & 31) & 1;
      }
    }
    // After the words is where the last marker stands.
    return { bits, end: wordsEnd + 4 };
  }

  #textAt(at: number): string {
    return String.fromCharCode(...this.#bytes.subarray(at, at + 4));
  }

  /** @throws {InvalidIndex} If the entries end before an offset. */
  #checkEnd(place: number): void {
    if (place > this.#end) throw new InvalidIndex();
  }
}

export class PathList {
  #bytes: Uint8Array;
  readonly #ends: Uint32Array;
  readonly #gitlinks: Uint8Array;
  #count = 0;
  /** In bytes. */
  length = 0;

  constructor(count: number, bytes: number) {
    this.#bytes = new Uint8Array(Math.min(bytes, MAX_INDEX_BYTES));
    this.#ends = new Uint32Array(count);
    this.#gitlinks = new Uint8Array(count);
  }

  get last(): Uint8Array {
    return this.#bytes.subarray(pathStartOf(this.#ends, this.#count - 1), this.length);
  }

  /**
   * Adds a path: the first bytes of the last path, and a suffix. Returns `false` if it does not sort after the last
   * one, or exceeds a limit.
   */
  add(prefixLength: number, suffix: Uint8Array, isGitlink: boolean): boolean {
    const from = pathStartOf(this.#ends, this.#count - 1);
    const start = this.length;
    const end = start + prefixLength + suffix.length;
    if (end - start > MAX_INDEX_PATH_BYTES || end > MAX_INDEX_BYTES) return false;
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
    ) return false;
    this.#ends[this.#count] = end;
    this.#gitlinks[this.#count] = isGitlink ? 1 : 0;
    this.#count++;
    this.length = end;
    return true;
  }

  finish(): SortedPaths {
    return {
      bytes: this.#bytes.subarray(0, this.length),
      ends: this.#ends.subarray(0, this.#count),
      gitlinks: this.#gitlinks,
    };
  }
}
