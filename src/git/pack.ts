/** One pack: objects after each other, each compressed, many as a delta against another. */
import type { Pacer } from "../pacing/pacer.ts";
import type { LruCache } from "../cache/lru_cache.ts";
import { applyDelta } from "./delta.ts";
import type { Inflate } from "./inflate.ts";
import type { PackIndex } from "./pack_index.ts";
import type { RandomAccessFile, RandomAccessFiles } from "./random_access_files.ts";
import type { WorkBudget } from "./work_budget.ts";

/** The largest object that is read, in bytes. */
export const MAX_OBJECT_BYTES = 2 * 1024 * 1024;

/** How much an object takes besides its bytes. */
export const OBJECT_OVERHEAD_BYTES = 256;

/** The most deltas on the way to an object. Git makes no more. */
const MAX_DELTA_CHAIN = 4095;

/** An object, unpacked. */
export interface GitObject {
  readonly kind: ObjectKind;
  readonly bytes: Uint8Array;
}

/** Git's names for the kinds of objects. */
export type ObjectKind = "commit" | "tree" | "blob" | "tag";

const KINDS_BY_TYPE: Readonly<Record<number, ObjectKind>> = {
  1: "commit",
  2: "tree",
  3: "blob",
  4: "tag",
};
const OFFSET_DELTA = 6;
const REFERENCE_DELTA = 7;

const PACK_SIGNATURE = 0x5041434b;
const PACK_HEADER_BYTES = 12;

/** How much is looked at to read an entry's head: its size, and a place or an id. */
const ENTRY_HEADER_BYTES = 64;

/** How much more than itself the compressed form of an object may take, in bytes. */
function maxCompressedBytes(size: number): number {
  return size + (size >>> 11) + 64;
}

/** What packs need to be read. */
export interface PackResources {
  readonly files: RandomAccessFiles;
  readonly inflate: Inflate;
  /** What was unpacked last, by pack and place: most deltas have the bases of others. */
  readonly unpacked: LruCache<number, GitObject>;
  readonly budget: WorkBudget;
  readonly hashLength: number;
  readonly pacer: Pacer;
}

/** The head of an entry. */
interface PackEntry {
  readonly type: number;
  /** The size of what the compressed bytes stand for. */
  readonly size: number;
  /** Where the compressed bytes begin. */
  readonly start: number;
  /** Of a delta: where its base is. */
  readonly baseOffset: number | undefined;
}

/** A pack with its index. */
export class Pack {
  readonly index: PackIndex;
  readonly #resources: PackResources;
  readonly #file: RandomAccessFile;
  /** What makes a key of a place in this pack: packs are shorter than this. */
  readonly #firstKey: number;
  #isSupported: boolean | undefined;

  /** @param number A number that no other pack has. */
  constructor(tools: PackResources, file: RandomAccessFile, index: PackIndex, number: number) {
    this.#resources = tools;
    this.#file = file;
    this.#firstKey = number * 2 ** 42;
    this.index = index;
  }

  /** The object at a place; nothing if it cannot be read, or is too large or too much work. */
  async read(offset: number): Promise<GitObject | undefined> {
    this.#isSupported ??= await this.#hasSupportedHeader();
    if (!this.#isSupported) return undefined;
    // Only places, since what stands there could be large.
    const deltas: number[] = [];
    let object = await this.#readBase(offset, deltas);
    for (let at = deltas.pop(); at !== undefined && object !== undefined; at = deltas.pop()) {
      object = await this.#applyDeltaAt(object, at);
    }
    return object;
  }

  /** The first object on the way down from a place that is no delta, or was unpacked before. */
  async #readBase(offset: number, deltas: number[]): Promise<GitObject | undefined> {
    const { unpacked, pacer, budget } = this.#resources;
    for (let at = offset; deltas.length <= MAX_DELTA_CHAIN;) {
      if (pacer.isDue()) await pacer.pause();
      const cached = unpacked.get(this.#firstKey + at);
      if (cached !== undefined) return cached;
      const entry = await this.#readEntry(at);
      if (entry === undefined || !budget.spendOnUnpacking(0)) return undefined;
      if (entry.baseOffset === undefined) {
        const kind = KINDS_BY_TYPE[entry.type];
        const bytes = kind && await this.#unpack(entry);
        return kind && bytes && this.#cache(at, { kind, bytes });
      }
      deltas.push(at);
      at = entry.baseOffset;
    }
    return undefined;
  }

  /** What the delta at a place makes of its base. */
  async #applyDeltaAt(
    { kind, bytes: base }: GitObject,
    offset: number,
  ): Promise<GitObject | undefined> {
    const { pacer, budget } = this.#resources;
    if (pacer.isDue()) await pacer.pause();
    const entry = await this.#readEntry(offset);
    const delta = entry && await this.#unpack(entry);
    if (pacer.isDue()) await pacer.pause();
    const bytes = delta && applyDelta(base, delta, MAX_OBJECT_BYTES);
    return bytes && budget.spendOnUnpacking(bytes.length)
      ? this.#cache(offset, { kind, bytes })
      : undefined;
  }

  async #hasSupportedHeader(): Promise<boolean> {
    const header = await this.#resources.files.readNear(this.#file, 0, PACK_HEADER_BYTES);
    if (header?.length !== PACK_HEADER_BYTES) return false;
    const view = new DataView(header.buffer, header.byteOffset, header.length);
    const version = view.getUint32(4);
    return view.getUint32(0) === PACK_SIGNATURE && (version === 2 || version === 3);
  }

  async #readEntry(offset: number): Promise<PackEntry | undefined> {
    const header = offset < PACK_HEADER_BYTES
      ? undefined
      : await this.#resources.files.readNear(this.#file, offset, ENTRY_HEADER_BYTES);
    if (header === undefined) return undefined;
    let at = 0;
    let byte = header[at++] ?? 0;
    const type = byte >> 4 & 7;
    let size = byte & 15;
    for (let factor = 16; byte >= 128; factor *= 128) {
      byte = header[at++] ?? 0;
      size += (byte & 127) * factor;
      if (size > MAX_OBJECT_BYTES) return undefined;
    }
    if (type !== OFFSET_DELTA && type !== REFERENCE_DELTA) {
      return { type, size, start: offset + at, baseOffset: undefined };
    }
    let baseOffset: number | undefined;
    if (type === OFFSET_DELTA) {
      let distance = 0;
      do {
        byte = header[at++] ?? 0;
        distance = distance * 128 + (byte & 127) + (byte >= 128 ? 1 : 0);
      } while (byte >= 128);
      baseOffset = distance > 0 && distance < offset ? offset - distance : undefined;
    } else {
      const id = header.subarray(at, at += this.#resources.hashLength);
      baseOffset = id.length < this.#resources.hashLength ? undefined : await this.index.find(id);
    }
    return baseOffset === undefined ? undefined : { type, size, start: offset + at, baseOffset };
  }

  /** The bytes of an entry: exactly as many as it states. */
  async #unpack({ size, start }: PackEntry): Promise<Uint8Array | undefined> {
    const { files, inflate, budget } = this.#resources;
    if (!budget.spendOnUnpacking(size)) return undefined;
    const compressed = await files.readNear(this.#file, start, maxCompressedBytes(size));
    const bytes = compressed && inflate(compressed, size);
    return bytes?.length === size ? bytes : undefined;
  }

  #cache(offset: number, object: GitObject): GitObject {
    const bytes = object.bytes.length + OBJECT_OVERHEAD_BYTES;
    this.#resources.unpacked.set(this.#firstKey + offset, object, bytes);
    return object;
  }
}
