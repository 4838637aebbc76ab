/** Parses tree objects: sorted entries, each a mode, a name and an id. */

/** Maximum length of a name and of a path, in bytes: no system has longer ones. */
export const MAX_TREE_PATH_BYTES = 4096;

const NAME_DECODER = new TextDecoder("utf-8", { ignoreBOM: true });

const SPACE_BYTE = 0x20;
const SLASH_BYTE = 0x2f;
const DIGIT_ZERO_BYTE = 0x30;

const FILE_TYPE_MASK = 0o170000;
const REGULAR_MODE = 0o100000;
const DIRECTORY_MODE = 0o040000;
const LINK_MODE = 0o120000;
const GITLINK_MODE = 0o160000;

export class TreeCursor {
  readonly #bytes: Uint8Array;
  readonly #hashLength: number;
  #mode = 0;
  #nameStart = 0;
  #nameEnd = 0;
  #start = 0;
  #nextStart = 0;
  isAtEnd = false;

  constructor(bytes: Uint8Array, hashLength: number) {
    this.#bytes = bytes;
    this.#hashLength = hashLength;
  }

  get size(): number {
    return this.#bytes.length;
  }

  get isDirectory(): boolean {
    return this.#mode === DIRECTORY_MODE;
  }

  get nameLength(): number {
    return this.#nameEnd - this.#nameStart;
  }

  get name(): string {
    return NAME_DECODER.decode(this.#bytes.subarray(this.#nameStart, this.#nameEnd));
  }

  get id(): string {
    const start = this.#nameEnd + 1;
    return this.#bytes.subarray(start, start + this.#hashLength).toHex();
  }

  get bytesLeft(): number {
    return this.#bytes.length - this.#start;
  }

  /**
   * Passes the entries that this tree and another both begin with, before the first of each is parsed. Returns how
   * many bytes both end with besides.
   */
  skipCommon(other: TreeCursor): number {
    const [a, b] = [this.#bytes, other.#bytes];
    const most = Math.min(a.length, b.length);
    let same = 0;
    while (same < most && a[same] === b[same]) same++;
    let start = 0;
    for (let end = 0; end <= same;) {
      start = end;
      const nameEnd = a.indexOf(0, start);
      if (nameEnd < 0) break;
      end = nameEnd + 1 + this.#hashLength;
    }
    this.#nextStart = other.#nextStart = start;
    let tail = 0;
    while (tail < most - start && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
    return tail;
  }

  /** Moves to the next entry, or past the last. Reports whether the tree is well-formed so far. */
  next(): boolean {
    const bytes = this.#bytes;
    let at = this.#start = this.#nextStart;
    if (at >= bytes.length) {
      this.isAtEnd = true;
      return at === bytes.length;
    }
    let mode = 0;
    for (; bytes[at] !== SPACE_BYTE; at++) {
      const digit = (bytes[at] ?? 0) - DIGIT_ZERO_BYTE;
      if (digit < 0 || digit > 7 || mode > FILE_TYPE_MASK) return false;
      mode = mode * 8 + digit;
    }
    this.#mode = canonicalMode(mode);
    this.#nameStart = at + 1;
    let end = at + 1;
    const past = Math.min(bytes.length - this.#hashLength, end + MAX_TREE_PATH_BYTES + 1);
    while (end < past && bytes[end] !== 0) end++;
    this.#nameEnd = end;
    this.#nextStart = end + 1 + this.#hashLength;
    return end < past && end > at + 1;
  }

  /** Compares the entry's name with another's in tree order, where a directory's name ends in a slash. */
  compare(other: TreeCursor): number {
    const [a, b] = [this.#bytes, other.#bytes];
    let [i, j] = [this.#nameStart, other.#nameStart];
    while (i < this.#nameEnd && j < other.#nameEnd) {
      const order = a[i++]! - b[j++]!;
      if (order !== 0) return order;
    }
    const left = i < this.#nameEnd ? a[i]! : this.isDirectory ? SLASH_BYTE : 0;
    const right = j < other.#nameEnd ? b[j]! : other.isDirectory ? SLASH_BYTE : 0;
    return left - right;
  }

  equals(other: TreeCursor): boolean {
    if (this.#mode !== other.#mode) return false;
    const [a, b] = [this.#bytes, other.#bytes];
    for (let i = 1; i <= this.#hashLength; i++) {
      if (a[this.#nameEnd + i] !== b[other.#nameEnd + i]) return false;
    }
    return true;
  }
}

/** Normalizes a mode as git does: what is neither file, link nor directory is a gitlink. */
function canonicalMode(mode: number): number {
  const type = mode & FILE_TYPE_MASK;
  if (type === REGULAR_MODE) return REGULAR_MODE | ((mode & 0o100) === 0 ? 0o644 : 0o755);
  return type === LINK_MODE || type === DIRECTORY_MODE ? type : GITLINK_MODE;
}
