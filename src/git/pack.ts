/** Reads a pack: a sequence of compressed objects, many of them deltas against another. */
import type { Steps } from "../pacing/paced_steps.ts";
import type { Pacer } from "../pacing/pacer.ts";
import type { LruCache } from "../cache/lru_cache.ts";
import { applyDelta } from "./delta.ts";
import type { Inflate } from "./inflate.ts";
import type { PackIndex } from "./pack_index.ts";
import type { RandomAccessFile, RandomAccessFiles } from "./random_access_files.ts";
import { byteText } from "./read_file.ts";

export const MAX_OBJECT_BYTES = 2 * 1024 * 1024;

/** Estimated memory of a cached object besides its content, in bytes. */
export const OBJECT_OVERHEAD_BYTES = 256;

/** Maximum length of a delta chain, which is git's own bound. */
const MAX_DELTA_CHAIN = 4095;

export interface GitObject {
  readonly kind: ObjectKind;
  readonly bytes: Uint8Array;
}

export type ObjectKind = "commit" | "tree" | "blob" | "tag";

const KINDS_BY_TYPE = [undefined, "commit", "tree", "blob", "tag"] as const;
const OFFSET_DELTA = 6;
const REFERENCE_DELTA = 7;

/** The starts of the packs that are supported: a signature and a version. */
const PACK_STARTS: readonly string[] = ["PACK\0\0\0\x02", "PACK\0\0\0\x03"];
const PACK_HEADER_BYTES = 12;

/** Maximum length of an entry's header, in bytes: its size, and the offset or id of a base. */
const ENTRY_HEADER_BYTES = 64;

export interface PackResources {
  readonly files: RandomAccessFiles;
  readonly inflate: Inflate;
  /** Objects unpacked last, by pack and offset: most deltas share a base with others. */
  readonly unpacked: LruCache<number, GitObject>;
  readonly hashLength: number;
  readonly pacer: Pacer;
}

interface PackEntry {
  readonly offset: number;
  readonly type: number;
  /** The inflated size, in bytes. */
  readonly size: number;
  readonly start: number;
  readonly baseOffset: number | undefined;
}

export class Pack {
  readonly index: PackIndex;
  readonly #resources: PackResources;
  readonly #file: RandomAccessFile;
  /** Added to an offset, makes a key unique among packs; packs are shorter than 2^42 bytes. */
  readonly #firstKey: number;
  #isSupported: boolean | undefined;

  constructor(resources: PackResources, file: RandomAccessFile, index: PackIndex, number: number) {
    this.#resources = resources;
    this.#file = file;
    this.#firstKey = number * 2 ** 42;
    this.index = index;
  }

  *read(offset: number): Steps<GitObject | undefined> {
    this.#isSupported ??= this.#hasSupportedStart();
    if (!this.#isSupported) return undefined;
    // Only headers, since the deltas themselves could be large.
    const deltas: PackEntry[] = [];
    let object = yield* this.#readBase(offset, deltas);
    for (let entry = deltas.pop(); entry && object !== undefined; entry = deltas.pop()) {
      object = yield* this.#applyDelta(object, entry);
    }
    return object;
  }

  /** Follows a delta chain to its base or a cached object, adding the deltas' headers to `deltas`. */
  *#readBase(offset: number, deltas: PackEntry[]): Steps<GitObject | undefined> {
    const { unpacked, pacer } = this.#resources;
    for (let at = offset; deltas.length <= MAX_DELTA_CHAIN;) {
      if (pacer.isDue()) yield;
      const cached = unpacked.get(this.#firstKey + at);
      if (cached !== undefined) return cached;
      const entry = this.#readEntry(at);
      if (entry === undefined || !pacer.budget.spendOnUnpacking(0)) return undefined;
      if (entry.baseOffset === undefined) {
        const kind = KINDS_BY_TYPE[entry.type];
        const bytes = kind && (yield* this.#unpack(entry));
        return kind && bytes && this.#cache(at, { kind, bytes });
      }
      deltas.push(entry);
      at = entry.baseOffset;
    }
    return undefined;
  }

  *#applyDelta(
    { kind, bytes: base }: GitObject,
    entry: PackEntry,
  ): Steps<GitObject | undefined> {
    const { pacer } = this.#resources;
    const delta = yield* this.#unpack(entry);
    if (pacer.isDue()) yield;
    const bytes = delta && applyDelta(base, delta, MAX_OBJECT_BYTES);
    return bytes && pacer.budget.spendOnUnpacking(bytes.length)
      ? this.#cache(entry.offset, { kind, bytes })
      : undefined;
  }

  #hasSupportedStart(): boolean {
    const start = this.#resources.files.readNear(this.#file, 0, 8);
    return start !== undefined && PACK_STARTS.includes(byteText(start));
  }

  #readEntry(offset: number): PackEntry | undefined {
    const header = offset < PACK_HEADER_BYTES
      ? undefined
      : this.#resources.files.readNear(this.#file, offset, ENTRY_HEADER_BYTES);
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
    let baseOffset: number | undefined;
    if (type === OFFSET_DELTA) {
      let distance = 0;
      do {
        byte = header[at++] ?? 0;
        distance = distance * 128 + (byte & 127) + (byte >= 128 ? 1 : 0);
      } while (byte >= 128);
      baseOffset = distance > 0 && distance < offset ? offset - distance : undefined;
    } else if (type === REFERENCE_DELTA) {
      const id = header.subarray(at, at += this.#resources.hashLength);
      baseOffset = id.length < this.#resources.hashLength ? undefined : this.index.find(id);
    }
    const isDelta = type === OFFSET_DELTA || type === REFERENCE_DELTA;
    if (isDelta && baseOffset === undefined) return undefined;
    return { offset, type, size, start: offset + at, baseOffset };
  }

  *#unpack({ size, start }: PackEntry): Steps<Uint8Array | undefined> {
    const { files, inflate, pacer } = this.#resources;
    const left = this.#file.info.size - start;
    if (left < 0 || !pacer.budget.spendOnUnpacking(size)) return undefined;
    const bytes = yield* inflate({
      length: Math.min(size + (size >>> 11) + 64, left),
      read: (position, length) => files.readNear(this.#file, start + position, length),
    }, size);
    return bytes?.length === size ? bytes : undefined;
  }

  #cache(offset: number, object: GitObject): GitObject {
    const bytes = object.bytes.length + OBJECT_OVERHEAD_BYTES;
    this.#resources.unpacked.set(this.#firstKey + offset, object, bytes);
    return object;
  }
}
