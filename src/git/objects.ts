/** The objects of a repository: loose ones, each a file, and those in packs. */
import { LruCache } from "../cache/lru_cache.ts";
import type { Pacer } from "../pacing/pacer.ts";
import type { Scope } from "../scope/scope.ts";
import type { ScopedPath } from "../scope/scoped_path.ts";
import { loadInflate } from "./inflate.ts";
import { namesIn } from "./names_in.ts";
import {
  type GitObject,
  MAX_OBJECT_BYTES,
  OBJECT_BYTES,
  type ObjectKind,
  Pack,
  type PackTools,
} from "./pack.ts";
import { PackIndex } from "./pack_index.ts";
import { type PartFile, PartFiles } from "./part_files.ts";
import { readGitFile } from "./read_file.ts";
import { Work } from "./work.ts";

/** The most packs that are looked into. */
const MAX_PACKS = 64;

/** How much is kept of what was unpacked last, and of what was asked for last, in bytes. */
const MAX_UNPACKED = 16 * 1024 * 1024;
const MAX_RECENT = 8 * 1024 * 1024;

/** The longest head of a loose object: a kind and a size. */
const MAX_HEAD_BYTES = 32;

/** Where objects are, and how to read them. */
interface ObjectsOptions {
  readonly directories: readonly ScopedPath[];
  readonly hashLength: number;
}

/** What objects are found with, once there are any to find. */
interface Opened {
  readonly tools: PackTools;
  /** The one that had the last object comes first. */
  readonly packs: Pack[];
}

/** The objects of a repository. What it opens stays open until {@linkcode Objects.close}. */
export class Objects {
  /** How much the reading of objects may still cost. */
  readonly work: Work = new Work();
  readonly #scope: Scope;
  readonly #options: ObjectsOptions;
  readonly #pacer: Pacer;
  readonly #files: PartFiles;
  /** Those that were asked for last. */
  readonly #recent = new LruCache<string, GitObject>(MAX_RECENT);
  #opened: Opened | undefined;

  constructor(scope: Scope, options: ObjectsOptions, pacer: Pacer) {
    this.#scope = scope;
    this.#files = new PartFiles(scope.fileSystem, this.work);
    this.#options = options;
    this.#pacer = pacer;
  }

  /** The length of an id, in bytes. */
  get hashLength(): number {
    return this.#options.hashLength;
  }

  /** The bytes of an object of a kind; nothing if it is missing, odd, too large or too much work. */
  async read(kind: ObjectKind, id: string): Promise<Uint8Array | undefined> {
    if (this.#pacer.isDue()) await this.#pacer.pause();
    this.#opened ??= await this.#open();
    const object = this.#recent.get(id) ?? await this.#find(id, this.#opened);
    return object?.kind === kind ? object.bytes : undefined;
  }

  async #find(id: string, opened: Opened): Promise<GitObject | undefined> {
    const object = await this.#inPacks(id, opened) ?? await this.#asFile(id, opened);
    if (object === undefined) return undefined;
    this.#recent.set(id, object, object.bytes.length + OBJECT_BYTES);
    return object;
  }

  async #open(): Promise<Opened> {
    const tools: PackTools = {
      files: this.#files,
      inflate: await loadInflate(),
      unpacked: new LruCache(MAX_UNPACKED),
      work: this.work,
      hashLength: this.#options.hashLength,
      pacer: this.#pacer,
    };
    const packs: Pack[] = [];
    for (const directory of this.#options.directories) {
      const listed = await namesIn(this.#scope, directory, "pack", this.#pacer);
      if (typeof listed !== "object") continue;
      for (const name of listed.names) {
        if (packs.length === MAX_PACKS || !name.endsWith(".idx")) continue;
        const index = this.#fileIn(listed.directory, name);
        const pack = this.#fileIn(listed.directory, `${name.slice(0, -".idx".length)}.pack`);
        if (index === undefined || pack === undefined) continue;
        const found = new PackIndex(this.#files, index, this.#options.hashLength);
        packs.push(new Pack(tools, pack, found, packs.length));
      }
    }
    return { tools, packs };
  }

  #fileIn(directory: ScopedPath, name: string): PartFile | undefined {
    const resolution = this.#scope.follow(directory.real, name);
    return resolution.outcome === "file" ? this.#files.find(resolution.end) : undefined;
  }

  async #inPacks(id: string, { packs }: Opened): Promise<GitObject | undefined> {
    const bytes = Uint8Array.fromHex(id);
    for (const [i, pack] of packs.entries()) {
      const place = await pack.index.find(bytes);
      const object = place === undefined ? undefined : await pack.read(place);
      if (object === undefined) continue;
      if (i > 0) packs.unshift(...packs.splice(i, 1));
      return object;
    }
    return undefined;
  }

  async #asFile(id: string, { tools }: Opened): Promise<GitObject | undefined> {
    const file = {
      path: `${id.slice(0, 2)}/${id.slice(2)}`,
      maxBytes: MAX_OBJECT_BYTES + MAX_OBJECT_BYTES / 1024,
    };
    for (const directory of this.#options.directories) {
      const read = await readGitFile(this.#scope, directory, file, this.#pacer);
      if (typeof read !== "object") continue;
      const bytes = tools.inflate(read.bytes, MAX_OBJECT_BYTES + MAX_HEAD_BYTES);
      const object = bytes && looseObject(bytes);
      return object && this.work.mayUnpack(object.bytes.length) ? object : undefined;
    }
    return undefined;
  }

  /** Closes what is open. */
  close(): void {
    this.#files.close();
  }
}

const LOOSE_HEAD = /^(commit|tree|blob|tag) (0|[1-9]\d*)$/;

/** What a loose object holds: its kind, its size, a NUL and as many bytes as it says. */
function looseObject(bytes: Uint8Array): GitObject | undefined {
  const end = bytes.subarray(0, MAX_HEAD_BYTES).indexOf(0);
  const head = LOOSE_HEAD.exec(String.fromCharCode(...bytes.subarray(0, Math.max(end, 0))));
  const content = bytes.subarray(end + 1);
  if (head === null || Number(head[2]) !== content.length) return undefined;
  return { kind: head[1] as ObjectKind, bytes: content };
}
