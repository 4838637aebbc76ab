/** Reads the object database of a repository: loose objects and packs. */
import { LruCache } from "../cache/lru_cache.ts";
import type { Steps } from "../pacing/paced_steps.ts";
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
import { WORK_COST } from "../pacing/work_budget.ts";

/** Maximum packs. */
const MAX_PACKS = 64;

/** Maximum bytes of the pack indexes that are held in memory, together. */
const MAX_WHOLE_INDEX_BYTES = 24 * 1024 * 1024;

/** Maximum bytes of the caches of unpacked objects, and of requested objects. */
const MAX_UNPACKED_BYTES = 16 * 1024 * 1024;
const MAX_RECENT_BYTES = 8 * 1024 * 1024;

/** Maximum compressed size of a loose object, in bytes. */
const MAX_LOOSE_BYTES = MAX_OBJECT_BYTES + MAX_OBJECT_BYTES / 1024;

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
  /** The validators of all packs and their indexes; `undefined` where one cannot be trusted. */
  readonly validators: string | undefined;
  /** Most recently used first. */
  readonly packs: Pack[];
}

/** The proof of what was read of objects: that a call finds them in the same files, and these unchanged. */
export interface ObjectProof {
  /** The validators of all packs. */
  readonly packs: string;
  /** The validators of the loose objects that were read, by id. */
  readonly loose: ReadonlyMap<string, string>;
}

/** An object, and the file that it was read from, unless that is a pack. */
interface FoundObject {
  readonly object: GitObject;
  readonly looseFile: RandomAccessFile | undefined;
}

/** An object database. Its files stay open until {@linkcode ObjectDatabase.close}. */
export class ObjectDatabase {
  readonly #scope: Scope;
  readonly #options: ObjectDatabaseOptions;
  readonly #pacer: Pacer;
  readonly #files: RandomAccessFiles;
  readonly #packs: OpenPacks;
  /** Objects requested last. */
  readonly #recent = new LruCache<string, FoundObject>(MAX_RECENT_BYTES);
  /** The validators of loose objects that were looked up, by id. */
  readonly #looseValidators = new Map<string, string | undefined>();
  /** The loose objects of the proof that was begun; `undefined` once one of them cannot be trusted. */
  #provenLoose: Map<string, string> | undefined;

  private constructor(
    scope: Scope,
    options: ObjectDatabaseOptions,
    packs: OpenPacks,
    pacer: Pacer,
  ) {
    this.#scope = scope;
    this.#options = options;
    this.#files = packs.resources.files;
    this.#packs = packs;
    this.#pacer = pacer;
  }

  /** Finds the packs, and loads what reading objects takes. */
  static async open(
    scope: Scope,
    options: ObjectDatabaseOptions,
    pacer: Pacer,
  ): Promise<ObjectDatabase> {
    const opener = await scope.fileSystem.loadOpener();
    const resources: PackResources = {
      files: new RandomAccessFiles(scope.fileSystem, opener, pacer.budget),
      inflate: await loadInflate(pacer),
      unpacked: new LruCache(MAX_UNPACKED_BYTES),
      hashLength: options.hashLength,
      pacer,
    };
    const packs = await findPacks(scope, options, resources);
    return new ObjectDatabase(scope, options, packs, pacer);
  }

  /** The length of an object id, in bytes. */
  get hashLength(): number {
    return this.#options.hashLength;
  }

  /** Reads an object of a kind; returns `undefined` if it is missing, malformed or over a limit. */
  *read(kind: ObjectKind, id: string): Steps<Uint8Array | undefined> {
    if (this.#pacer.isDue()) yield;
    const found = this.#recent.get(id) ?? (yield* this.#find(id));
    if (found?.looseFile !== undefined) this.#prove(id, found.looseFile);
    return found?.object.kind === kind ? found.object.bytes : undefined;
  }

  /** Begins the proof of what is read from now on. */
  beginProof(): void {
    this.#provenLoose = new Map();
  }

  /** Returns the proof of what was read since it was begun; `undefined` where a later call could not rely on it. */
  endProof(): ObjectProof | undefined {
    const { validators } = this.#packs;
    const loose = this.#provenLoose;
    return validators === undefined || loose === undefined
      ? undefined
      : { packs: validators, loose };
  }

  /** Reports whether a proof holds here and now: whether the same files are found, unchanged. */
  *confirms({ packs, loose }: ObjectProof): Steps<boolean> {
    if (this.#packs.validators !== packs) return false;
    for (const [id, validator] of loose) {
      if (this.#pacer.isDue()) yield;
      if (!this.#looseValidators.has(id)) {
        this.#looseValidators.set(id, validatorOf(this.#scope, this.#findLoose(id)));
      }
      if (this.#looseValidators.get(id) !== validator) return false;
    }
    return true;
  }

  #prove(id: string, file: RandomAccessFile): void {
    const validator = validatorOf(this.#scope, file);
    if (validator === undefined) this.#provenLoose = undefined;
    else this.#provenLoose?.set(id, validator);
  }

  *#find(id: string): Steps<FoundObject | undefined> {
    const packed = yield* this.#readPacked(id);
    const looseFile = packed === undefined ? this.#findLoose(id) : undefined;
    const object = packed ?? (looseFile && (yield* this.#readLoose(looseFile)));
    if (object === undefined) return undefined;
    const found = { object, looseFile };
    this.#recent.set(id, found, object.bytes.length + OBJECT_OVERHEAD_BYTES);
    return found;
  }

  *#readPacked(id: string): Steps<GitObject | undefined> {
    const { packs } = this.#packs;
    const bytes = Uint8Array.fromHex(id);
    for (const [i, pack] of packs.entries()) {
      if (i > 0 && this.#pacer.isDue()) yield;
      if (!this.#pacer.budget.spend(WORK_COST.search)) return undefined;
      const place = pack.index.find(bytes);
      const object = place === undefined ? undefined : yield* pack.read(place);
      if (object === undefined) continue;
      if (i > 0) packs.unshift(...packs.splice(i, 1));
      return object;
    }
    return undefined;
  }

  /** Finds the file of a loose object: the first of the object directories' files. */
  #findLoose(id: string): RandomAccessFile | undefined {
    for (const directory of this.#options.directories) {
      const file = fileIn(this.#scope, this.#files, directory, `${id.slice(0, 2)}/${id.slice(2)}`);
      if (file !== undefined) return file;
    }
    return undefined;
  }

  *#readLoose(file: RandomAccessFile): Steps<GitObject | undefined> {
    const { size } = file.info;
    if (size > MAX_LOOSE_BYTES) return undefined;
    const bytes = yield* this.#packs.resources.inflate({
      length: size,
      read: (position, length) => this.#files.read(file, position, length),
    }, MAX_OBJECT_BYTES + MAX_LOOSE_HEADER_BYTES);
    this.#files.close(file);
    const object = bytes && parseLooseObject(bytes);
    return object && this.#pacer.budget.spendOnUnpacking(object.bytes.length) ? object : undefined;
  }

  /** Closes all open files. */
  close(): void {
    this.#files.closeAll();
  }
}

async function findPacks(
  scope: Scope,
  { directories, hashLength }: ObjectDatabaseOptions,
  resources: PackResources,
): Promise<OpenPacks> {
  const { files, pacer } = resources;
  let indexBytesLeft = MAX_WHOLE_INDEX_BYTES;
  const packs: Pack[] = [];
  const validators: (string | undefined)[] = [];
  for (const directory of directories) {
    const listed = await namesIn(scope, directory, "pack", pacer);
    if (typeof listed !== "object") continue;
    const names = new Set(listed.names);
    for (const packName of listed.names) {
      const indexName = packName.replace(/\.pack$/, ".idx");
      if (packs.length === MAX_PACKS || indexName === packName || !names.has(indexName)) continue;
      if (pacer.isDue()) await pacer.pause();
      const index = fileIn(scope, files, listed.directory, indexName);
      const pack = fileIn(scope, files, listed.directory, packName);
      if (index === undefined || pack === undefined) continue;
      const mayBeWhole = index.info.size <= indexBytesLeft;
      if (mayBeWhole) indexBytesLeft -= index.info.size;
      const found = new PackIndex(files, index, { hashLength, mayBeWhole });
      packs.push(new Pack(resources, pack, found, packs.length));
      validators.push(validatorOf(scope, index), validatorOf(scope, pack));
    }
  }
  const areTrusted = !validators.includes(undefined);
  return { resources, packs, validators: areTrusted ? validators.join("\n") : undefined };
}

function fileIn(
  scope: Scope,
  files: RandomAccessFiles,
  directory: ScopedPath,
  name: string,
): RandomAccessFile | undefined {
  const resolution = scope.follow(directory.real, name);
  return resolution.outcome === "file" ? files.find(resolution.end) : undefined;
}

function validatorOf(scope: Scope, file: RandomAccessFile | undefined): string | undefined {
  return file && scope.revalidation?.validatorTextOf(file.info);
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
