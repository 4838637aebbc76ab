/** One pack: objects after each other, each compressed, many as a delta against another. */
import type { Pacer } from "../pacing/pacer.ts";
import type { LruCache } from "../cache/lru_cache.ts";
import { applyDelta } from "./delta.ts";
import type { Inflate } from "./inflate.ts";
import type { PackIndex } from "./pack_index.ts";
import type { PartFile, PartFiles } from "./part_files.ts";
import type { Work } from "./work.ts";

/** The largest object that is read, in bytes. */
export const MAX_OBJECT_BYTES = 2 * 1024 * 1024;

/** How much an object takes besides its bytes. */
export const OBJECT_BYTES = 256;

/** The most deltas on the way to an object. Git makes no more. */
const MAX_DEPTH = 4095;

/** An object, unpacked. */
export interface GitObject {
  readonly kind: ObjectKind;
  readonly bytes: Uint8Array;
}

/** Git's names for the kinds of objects. */
export type ObjectKind = "commit" | "tree" | "blob" | "tag";

const KINDS: Readonly<Record<number, ObjectKind>> = { 1: "commit", 2: "tree", 3: "blob", 4: "tag" };
const OFFSET_DELTA = 6;
const REFERENCE_DELTA = 7;

const MAGIC = 0x5041434b;
const HEAD_BYTES = 12;

/** How much is looked at to read an entry's head: its size, and a place or an id. */
const ENTRY_HEAD_BYTES = 64;

/** How much more than itself the compressed form of an object may take, in bytes. */
function mostCompressed(size: number): number {
  return size + (size >>> 11) + 64;
}

/** What packs need to be read. */
export interface PackTools {
  readonly files: PartFiles;
  readonly inflate: Inflate;
  /** What was unpacked last, by pack and place: most deltas have the bases of others. */
  readonly unpacked: LruCache<number, GitObject>;
  readonly work: Work;
  readonly hashLength: number;
  readonly pacer: Pacer;
}

/** The head of an entry. */
interface Entry {
  readonly type: number;
  /** The size of what the compressed bytes stand for. */
  readonly size: number;
  /** Where the compressed bytes begin. */
  readonly start: number;
  /** Of a delta: where its base is. */
  readonly base: number | undefined;
}

/** A pack with its index. */
export class Pack {
  readonly index: PackIndex;
  readonly #tools: PackTools;
  readonly #file: PartFile;
  /** What makes a key of a place in this pack: packs are shorter than this. */
  readonly #firstKey: number;
  #isPack: boolean | undefined;

  /** @param number A number that no other pack has. */
  constructor(tools: PackTools, file: PartFile, index: PackIndex, number: number) {
    this.#tools = tools;
    this.#file = file;
    this.#firstKey = number * 2 ** 42;
    this.index = index;
  }

  /** The object at a place; nothing if it cannot be read, or is too large or too much work. */
  async read(place: number): Promise<GitObject | undefined> {
    this.#isPack ??= await this.#hasHead();
    if (!this.#isPack) return undefined;
    // Only places, since what stands there could be large.
    const deltas: number[] = [];
    let object = await this.#base(place, deltas);
    for (let at = deltas.pop(); at !== undefined && object !== undefined; at = deltas.pop()) {
      object = await this.#patched(object, at);
    }
    return object;
  }

  /** The first object on the way down from a place that is no delta, or was unpacked before. */
  async #base(place: number, deltas: number[]): Promise<GitObject | undefined> {
    const { unpacked, pacer, work } = this.#tools;
    for (let at = place; deltas.length <= MAX_DEPTH;) {
      if (pacer.isDue()) await pacer.pause();
      const known = unpacked.get(this.#firstKey + at);
      if (known !== undefined) return known;
      const entry = await this.#entryAt(at);
      if (entry === undefined || !work.mayUnpack(0)) return undefined;
      if (entry.base === undefined) {
        const kind = KINDS[entry.type];
        const bytes = kind && await this.#unpack(entry);
        return kind && bytes && this.#keep(at, { kind, bytes });
      }
      deltas.push(at);
      at = entry.base;
    }
    return undefined;
  }

  /** What the delta at a place makes of its base. */
  async #patched({ kind, bytes: base }: GitObject, place: number): Promise<GitObject | undefined> {
    const { pacer, work } = this.#tools;
    if (pacer.isDue()) await pacer.pause();
    const entry = await this.#entryAt(place);
    const delta = entry && await this.#unpack(entry);
    if (pacer.isDue()) await pacer.pause();
    const bytes = delta && applyDelta(base, delta, MAX_OBJECT_BYTES);
    return bytes && work.mayUnpack(bytes.length) ? this.#keep(place, { kind, bytes }) : undefined;
  }

  async #hasHead(): Promise<boolean> {
    const head = await this.#tools.files.readNear(this.#file, 0, HEAD_BYTES);
    if (head?.length !== HEAD_BYTES) return false;
    const view = new DataView(head.buffer, head.byteOffset, head.length);
    const version = view.getUint32(4);
    return view.getUint32(0) === MAGIC && (version === 2 || version === 3);
  }

  async #entryAt(place: number): Promise<Entry | undefined> {
    const head = place < HEAD_BYTES
      ? undefined
      : await this.#tools.files.readNear(this.#file, place, ENTRY_HEAD_BYTES);
    if (head === undefined) return undefined;
    let at = 0;
    let byte = head[at++] ?? 0;
    const type = byte >> 4 & 7;
    let size = byte & 15;
    for (let factor = 16; byte >= 128; factor *= 128) {
      byte = head[at++] ?? 0;
      size += (byte & 127) * factor;
      if (size > MAX_OBJECT_BYTES) return undefined;
    }
    if (type !== OFFSET_DELTA && type !== REFERENCE_DELTA) {
      return { type, size, start: place + at, base: undefined };
    }
    let base: number | undefined;
    if (type === OFFSET_DELTA) {
      let back = 0;
      do {
        byte = head[at++] ?? 0;
        back = back * 128 + (byte & 127) + (byte >= 128 ? 1 : 0);
      } while (byte >= 128);
      base = back > 0 && back < place ? place - back : undefined;
    } else {
      const id = head.subarray(at, at += this.#tools.hashLength);
      base = id.length < this.#tools.hashLength ? undefined : await this.index.find(id);
    }
    return base === undefined ? undefined : { type, size, start: place + at, base };
  }

  /** The bytes of an entry: exactly as many as it states. */
  async #unpack({ size, start }: Entry): Promise<Uint8Array | undefined> {
    const { files, inflate, work } = this.#tools;
    if (!work.mayUnpack(size)) return undefined;
    const compressed = await files.readNear(this.#file, start, mostCompressed(size));
    const bytes = compressed && inflate(compressed, size);
    return bytes?.length === size ? bytes : undefined;
  }

  #keep(place: number, object: GitObject): GitObject {
    const bytes = object.bytes.length + OBJECT_BYTES;
    this.#tools.unpacked.set(this.#firstKey + place, object, bytes);
    return object;
  }
}
