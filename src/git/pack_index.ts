/** Reads a pack index, version 2, in small parts: the offset in the pack of each object id. */
import { firstNotBelow } from "../binary_search.ts";
import type { RandomAccessFile, RandomAccessFiles } from "./random_access_files.ts";
import { compareAt } from "./tracked_files.ts";

const IDX_MAGIC = 0xff744f63;
const IDX_VERSION = 2;

/** The offsets of the fan-out table, which counts the ids up to each first byte, and of the ids. */
const FANOUT = 8;
const IDS_START = FANOUT + 256 * 4;

/** Ids read at once: ids are spread evenly, so the position of one can be estimated to some dozens. */
const IDS_PER_READ = 128;

/** Searches of an index in parts before it is read whole: as many parts would soon be more bytes than it has. */
const SEARCHES_IN_PARTS = 64;

/** Maximum size of an index that is read whole at once, in bytes. */
const MAX_SMALL_BYTES = 256 * 1024;

/** Marks an index into the table of 64-bit offsets. */
const LARGE_OFFSET_FLAG = 0x80000000;

export class PackIndex {
  readonly #files: RandomAccessFiles;
  readonly #file: RandomAccessFile;
  readonly #hashLength: number;
  /** True if all of the index may be held in memory. */
  readonly #mayBeWhole: boolean;
  #whole: Uint8Array | undefined;
  #searches = 0;
  /** The fan-out table; `null` if the index is malformed or not supported. */
  #fanout: Uint32Array | null | undefined;

  constructor(
    files: RandomAccessFiles,
    file: RandomAccessFile,
    hashLength: number,
    mayBeWhole: boolean,
  ) {
    this.#files = files;
    this.#file = file;
    this.#hashLength = hashLength;
    this.#mayBeWhole = mayBeWhole;
  }

  find(id: Uint8Array): number | undefined {
    const isSmall = this.#file.info.size <= MAX_SMALL_BYTES;
    if (this.#mayBeWhole && this.#searches++ === (isSmall ? 0 : SEARCHES_IN_PARTS)) {
      this.#whole = this.#files.read(this.#file, 0, this.#file.info.size);
      this.#files.close(this.#file);
    }
    this.#fanout ??= this.#readFanout();
    if (this.#fanout === null) return undefined;
    const first = id[0]!;
    let low = first === 0 ? 0 : this.#fanout[first - 1]!;
    let high = this.#fanout[first]!;
    let guess = low + Math.floor((high - low) * (id[1]! * 256 + id[2]!) / 65536);
    while (low < high) {
      const from = Math.max(low, Math.min(guess - IDS_PER_READ / 2, high - IDS_PER_READ));
      const to = Math.min(from + IDS_PER_READ, high);
      const start = IDS_START + from * this.#hashLength;
      const ids = this.#read(start, (to - from) * this.#hashLength);
      if (ids === undefined) return undefined;
      const order = (index: number): number => {
        const at = (index - from) * id.length;
        return compareAt(ids, at, at + id.length, id, 0, id.length);
      };
      const index = firstNotBelow(from, to, (i) => order(i) < 0);
      if (index < to && order(index) === 0) return this.#offsetAt(index);
      if (index === from && from > low) high = from;
      else if (index === to && to < high) low = to;
      else return undefined;
      // Binary search from here on, since the ids may not be spread evenly after all.
      guess = Math.floor((low + high) / 2);
    }
    return undefined;
  }

  #readFanout(): Uint32Array | null {
    const head = this.#read(0, IDS_START);
    if (head === undefined) return null;
    const view = new DataView(head.buffer, head.byteOffset, head.length);
    if (view.getUint32(0) !== IDX_MAGIC || view.getUint32(4) !== IDX_VERSION) return null;
    const fanout = Uint32Array.from({ length: 256 }, (_, i) => view.getUint32(FANOUT + 4 * i));
    const isInOrder = fanout.every((count, i) => i === 0 || count >= fanout[i - 1]!);
    const count = fanout[255]!;
    // As git checks its size: two hashes follow the tables.
    const minSize = IDS_START + count * (this.#hashLength + 8) + 2 * this.#hashLength;
    const excess = this.#file.info.size - minSize;
    return isInOrder && excess >= 0 && excess <= 8 * Math.max(count - 1, 0) ? fanout : null;
  }

  #offsetAt(index: number): number | undefined {
    const count = this.#fanout![255]!;
    // The table of offsets is behind the ids and a checksum for each.
    const offsets = IDS_START + count * (this.#hashLength + 4);
    const short = this.#readInteger(offsets + 4 * index, 4);
    if (short === undefined || short < LARGE_OFFSET_FLAG) return short;
    const large = offsets + 4 * count;
    return this.#readInteger(large + 8 * (short - LARGE_OFFSET_FLAG), 8);
  }

  #readInteger(position: number, length: number): number | undefined {
    const bytes = this.#read(position, length);
    return bytes?.reduce((number, byte) => number * 256 + byte, 0);
  }

  #read(position: number, length: number): Uint8Array | undefined {
    if (this.#whole === undefined) return this.#files.read(this.#file, position, length);
    const end = position + length;
    return end > this.#whole.length ? undefined : this.#whole.subarray(position, end);
  }
}
