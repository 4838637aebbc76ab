/** The index of a pack, version 2: where in the pack an object is. It is read in small parts. */
import type { PartFile, PartFiles } from "./part_files.ts";
import { compareAt } from "./tracked_files.ts";

const MAGIC = 0xff744f63;
const VERSION = 2;

/** Where the table begins that tells how many ids start with a byte up to each. */
const FANOUT = 8;
const IDS = FANOUT + 256 * 4;

/** How many ids are read at once: ids are spread evenly, so that where one is can be told to some dozens. */
const SPAN = 128;

/** Up to which size an index is read whole, in bytes: a repository may have many small ones. */
const SMALL = 256 * 1024;

/** What marks a place that is written in the table for large ones. */
const LARGE = 0x80000000;

/** The index of a pack. */
export class PackIndex {
  readonly #files: PartFiles;
  readonly #file: PartFile;
  readonly #hashLength: number;
  #whole: Uint8Array | undefined;
  /** `null` if it is no index that is understood. */
  #fanout: Uint32Array | null | undefined;

  constructor(files: PartFiles, file: PartFile, hashLength: number) {
    this.#files = files;
    this.#file = file;
    this.#hashLength = hashLength;
  }

  /** The place of an object in the pack; nothing if it is not in it. */
  async find(id: Uint8Array): Promise<number | undefined> {
    this.#fanout ??= await this.#readFanout();
    if (this.#fanout === null) return undefined;
    const first = id[0]!;
    let low = first === 0 ? 0 : this.#fanout[first - 1]!;
    let high = this.#fanout[first]!;
    let guess = low + Math.floor((high - low) * (id[1]! * 256 + id[2]!) / 65536);
    while (low < high) {
      const from = Math.max(low, Math.min(guess - SPAN / 2, high - SPAN));
      const to = Math.min(from + SPAN, high);
      const ids = await this.#read(IDS + from * this.#hashLength, (to - from) * this.#hashLength);
      if (ids === undefined) return undefined;
      const place = placeIn(ids, id);
      if (place.isFound) return await this.#offsetAt(from + place.index);
      if (place.index === 0 && from > low) high = from;
      else if (place.index === to - from && to < high) low = to;
      else return undefined;
      // From here on by halves, since the ids may not be spread evenly after all.
      guess = (low + high) >>> 1;
    }
    return undefined;
  }

  async #readFanout(): Promise<Uint32Array | null> {
    if (this.#file.info.size <= SMALL) this.#whole = await this.#files.readWhole(this.#file);
    const head = await this.#read(0, IDS);
    if (head === undefined) return null;
    const view = new DataView(head.buffer, head.byteOffset, head.length);
    if (view.getUint32(0) !== MAGIC || view.getUint32(4) !== VERSION) return null;
    const fanout = Uint32Array.from({ length: 256 }, (_, i) => view.getUint32(FANOUT + 4 * i));
    const isInOrder = fanout.every((count, i) => i === 0 || count >= fanout[i - 1]!);
    return isInOrder && this.#offsets(fanout) <= this.#file.info.size ? fanout : null;
  }

  /** Where the table of places begins: behind the ids and a checksum for each. */
  #offsets(fanout: Uint32Array): number {
    return IDS + fanout[255]! * (this.#hashLength + 4);
  }

  async #offsetAt(index: number): Promise<number | undefined> {
    const offsets = this.#offsets(this.#fanout!);
    const short = await this.#numberAt(offsets + 4 * index, 4);
    if (short === undefined || short < LARGE) return short;
    const large = offsets + 4 * this.#fanout![255]!;
    return await this.#numberAt(large + 8 * (short - LARGE), 8);
  }

  /** A number of some bytes, the highest first. */
  async #numberAt(position: number, length: number): Promise<number | undefined> {
    const bytes = await this.#read(position, length);
    return bytes?.reduce((number, byte) => number * 256 + byte, 0);
  }

  async #read(position: number, length: number): Promise<Uint8Array | undefined> {
    if (this.#whole === undefined) return await this.#files.read(this.#file, position, length);
    const end = position + length;
    return end > this.#whole.length ? undefined : this.#whole.subarray(position, end);
  }
}

/** Where an id is among sorted ones, or would be. */
function placeIn(
  ids: Uint8Array,
  id: Uint8Array,
): { readonly index: number; readonly isFound: boolean } {
  let low = 0;
  let high = ids.length / id.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const at = middle * id.length;
    const order = compareAt(ids, at, at + id.length, id, 0, id.length);
    if (order === 0) return { index: middle, isFound: true };
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return { index: low, isFound: false };
}
