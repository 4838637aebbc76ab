/** Reads the object database of a repository: loose objects and packs. */
import { LruCache } from "../cache/lru_cache.ts";
import type { Pacer } from "../pacing/pacer.ts";
import type { Scope } from "../scope/scope.ts";
import type { ScopedPath } from "../scope/scoped_path.ts";
import { loadInflate } from "./inflate.ts";
import { namesIn } from "./names_in.ts";
import {
  type GitObject,
  MAX_OBJECT_BYTES,
  OBJECT_OVERHEAD_BYTES,
  type ObjectKind,
  Pack,
  type PackResources,
} from "./pack.ts";
import { PackIndex } from "./pack_index.ts";
import { type RandomAccessFile, RandomAccessFiles } from "./random_access_files.ts";
import { readGitFile } from "./read_file.ts";
import { WorkBudget } from "./work_budget.ts";

/** Maximum packs. */
const MAX_PACKS = 64;

/** Maximum bytes of the caches of unpacked objects, and of requested objects. */
const MAX_UNPACKED_BYTES = 16 * 1024 * 1024;
const MAX_RECENT_BYTES = 8 * 1024 * 1024;

/** Maximum length of a loose object's header, a kind and a size. */
const MAX_LOOSE_HEADER_BYTES = 32;

/** The object directories, and the length of ids. */
interface ObjectDatabaseOptions {
  readonly directories: readonly ScopedPath[];
  readonly hashLength: number;
}

/** The packs, and the resources to read them with. */
interface OpenPacks {
  readonly resources: PackResources;
  /** Most recently used first. */
  readonly packs: Pack[];
}

/** An object database. Its files stay open until {@linkcode ObjectDatabase.close}. */
export class ObjectDatabase {
  /** The budget for reading objects. */
  readonly budget: WorkBudget = new WorkBudget();
  readonly #scope: Scope;
  readonly #options: ObjectDatabaseOptions;
  readonly #pacer: Pacer;
  readonly #files: RandomAccessFiles;
  /** Objects requested last. */
  readonly #recent = new LruCache<string, GitObject>(MAX_RECENT_BYTES);
  #openPacks: OpenPacks | undefined;

  constructor(scope: Scope, options: ObjectDatabaseOptions, pacer: Pacer) {
    this.#scope = scope;
    this.#files = new RandomAccessFiles(scope.fileSystem, this.budget);
    this.#options = options;
    this.#pacer = pacer;
  }

  /** The length of an object id, in bytes. */
  get hashLength(): number {
    return this.#options.hashLength;
  }

  /** Reads an object of a kind; returns `undefined` if it is missing, malformed or over a limit. */
  async read(kind: ObjectKind, id: string): Promise<Uint8Array | undefined> {
    if (this.#pacer.isDue()) await this.#pacer.pause();
    this.#openPacks ??= await this.#findPacks();
    const object = this.#recent.get(id) ?? await this.#find(id, this.#openPacks);
    return object?.kind === kind ? object.bytes : undefined;
  }

  async #find(id: string, opened: OpenPacks): Promise<GitObject | undefined> {
    const object = await this.#readPacked(id, opened) ?? await this.#readLoose(id, opened);
    if (object === undefined) return undefined;
    this.#recent.set(id, object, object.bytes.length + OBJECT_OVERHEAD_BYTES);
    return object;
  }

  async #findPacks(): Promise<OpenPacks> {
    const resources: PackResources = {
      files: this.#files,
      inflate: await loadInflate(),
      unpacked: new LruCache(MAX_UNPACKED_BYTES),
      budget: this.budget,
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
        packs.push(new Pack(resources, pack, found, packs.length));
      }
    }
    return { resources, packs };
  }

  #fileIn(directory: ScopedPath, name: string): RandomAccessFile | undefined {
    const resolution = this.#scope.follow(directory.real, name);
    return resolution.outcome === "file" ? this.#files.find(resolution.end) : undefined;
  }

  async #readPacked(id: string, { packs }: OpenPacks): Promise<GitObject | undefined> {
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

  async #readLoose(id: string, { resources }: OpenPacks): Promise<GitObject | undefined> {
    const file = {
      path: `${id.slice(0, 2)}/${id.slice(2)}`,
      maxBytes: MAX_OBJECT_BYTES + MAX_OBJECT_BYTES / 1024,
    };
    for (const directory of this.#options.directories) {
      const read = await readGitFile(this.#scope, directory, file, this.#pacer);
      if (typeof read !== "object") continue;
      const bytes = resources.inflate(read.bytes, MAX_OBJECT_BYTES + MAX_LOOSE_HEADER_BYTES);
      const object = bytes && parseLooseObject(bytes);
      return object && this.budget.spendOnUnpacking(object.bytes.length) ? object : undefined;
    }
    return undefined;
  }

  /** Closes all open files. */
  close(): void {
    this.#files.close();
  }
}

const LOOSE_HEADER = /^(commit|tree|blob|tag) (0|[1-9]\d*)$/;

/** Parses a loose object: its kind, its size, a NUL and as many bytes as stated. */
function parseLooseObject(bytes: Uint8Array): GitObject | undefined {
  const end = bytes.subarray(0, MAX_LOOSE_HEADER_BYTES).indexOf(0);
  const head = LOOSE_HEADER.exec(String.fromCharCode(...bytes.subarray(0, Math.max(end, 0))));
  const content = bytes.subarray(end + 1);
  if (head === null || Number(head[2]) !== content.length) return undefined;
  return { kind: head[1] as ObjectKind, bytes: content };
}
