/** Reads the object database of a repository: loose objects and packs. */
import { LruCache } from "../cache/lru_cache.ts";
import { type Steps, takePaced } from "../pacing/paced_steps.ts";
import type { Pacer } from "../pacing/pacer.ts";
import type { Scope } from "../scope/scope.ts";
import type { ScopedPath } from "../scope/scoped_path.ts";
import { directoryAt } from "./git_directory.ts";
import { loadInflate } from "./inflate.ts";
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
import { locateGitFile } from "./read_file.ts";
import { WORK_COST } from "../pacing/work_budget.ts";
import { nameOf } from "../directory/entry_key.ts";
import { readInParts, statDirectory } from "../directory/read_directory.ts";
import { isAddressable } from "../scope/path_text.ts";

const MAX_PACKS = 64;

/** Maximum bytes of the pack indexes that are held in memory, together. */
const MAX_WHOLE_INDEX_BYTES = 24 * 1024 * 1024;

/** Maximum bytes of the caches of unpacked objects, and of requested objects. */
const MAX_UNPACKED_BYTES = 16 * 1024 * 1024;
const MAX_RECENT_BYTES = 8 * 1024 * 1024;

const MAX_LOOSE_BYTES = MAX_OBJECT_BYTES + MAX_OBJECT_BYTES / 1024;

/** Maximum length of a loose object's header, a kind and a size. */
const MAX_LOOSE_HEADER_BYTES = 32;

interface OpenObjects {
  readonly directories: readonly ScopedPath[];
  readonly resources: PackResources;
  /** Most recently used first. */
  readonly packs: Pack[];
}

/** An object database. Its files stay open until {@linkcode ObjectDatabase.close}. */
export class ObjectDatabase {
  readonly #scope: Scope;
  readonly #objects: OpenObjects;
  readonly #recent = new LruCache<string, GitObject>(MAX_RECENT_BYTES);

  private constructor(scope: Scope, objects: OpenObjects) {
    this.#scope = scope;
    this.#objects = objects;
  }

  static async open(
    scope: Scope,
    directories: readonly ScopedPath[],
    hashLength: number,
    pacer: Pacer,
  ): Promise<ObjectDatabase> {
    const opener = await scope.loadOpener();
    const resources: PackResources = {
      files: new RandomAccessFiles(scope.fileSystem, opener, pacer.budget),
      inflate: await loadInflate(pacer),
      unpacked: new LruCache(MAX_UNPACKED_BYTES),
      hashLength,
      pacer,
    };
    const packs = await findPacks(scope, directories, resources);
    return new ObjectDatabase(scope, { directories, resources, packs });
  }

  get hashLength(): number {
    return this.#objects.resources.hashLength;
  }

  *read(kind: ObjectKind, id: string): Steps<Uint8Array | undefined> {
    if (this.#objects.resources.pacer.isDue()) yield;
    const found = this.#recent.get(id) ?? (yield* this.#find(id));
    return found?.kind === kind ? found.bytes : undefined;
  }

  *#find(id: string): Steps<GitObject | undefined> {
    const object = (yield* this.#readPacked(id)) ?? (yield* this.#readLoose(id));
    if (object === undefined) return undefined;
    this.#recent.set(id, object, object.bytes.length + OBJECT_OVERHEAD_BYTES);
    return object;
  }

  *#readPacked(id: string): Steps<GitObject | undefined> {
    const { packs, resources: { pacer } } = this.#objects;
    const bytes = Uint8Array.fromHex(id);
    for (const [i, pack] of packs.entries()) {
      if (i > 0 && pacer.isDue()) yield;
      if (!pacer.budget.spend(WORK_COST.search)) return undefined;
      const place = pack.index.find(bytes);
      const object = place === undefined ? undefined : yield* pack.read(place);
      if (object === undefined) continue;
      if (i > 0) packs.unshift(...packs.splice(i, 1));
      return object;
    }
    return undefined;
  }

  *#readLoose(id: string): Steps<GitObject | undefined> {
    const { directories, resources: { files, inflate, pacer } } = this.#objects;
    const name = `${id.slice(0, 2)}/${id.slice(2)}`;
    let file: RandomAccessFile | undefined;
    for (const directory of directories) file ??= fileIn(this.#scope, files, directory, name);
    if (file === undefined || file.info.size > MAX_LOOSE_BYTES) return undefined;
    const bytes = yield* inflate({
      length: file.info.size,
      read: (position, length) => files.read(file, position, length),
    }, MAX_OBJECT_BYTES + MAX_LOOSE_HEADER_BYTES);
    files.close(file);
    const object = bytes && parseLooseObject(bytes);
    return object && pacer.budget.spendOnUnpacking(object.bytes.length) ? object : undefined;
  }

  close(): void {
    this.#objects.resources.files.closeAll();
  }
}

async function findPacks(
  scope: Scope,
  directories: readonly ScopedPath[],
  resources: PackResources,
): Promise<Pack[]> {
  const { files, hashLength, pacer } = resources;
  let indexBytesLeft = MAX_WHOLE_INDEX_BYTES;
  const packs: Pack[] = [];
  for (const directory of directories) {
    const listed = await namesIn(scope, directory, "pack", pacer);
    if (listed === undefined) continue;
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
      const found = new PackIndex(files, index, hashLength, mayBeWhole);
      packs.push(new Pack(resources, pack, found, packs.length));
    }
  }
  return packs;
}

function fileIn(
  scope: Scope,
  files: RandomAccessFiles,
  directory: ScopedPath,
  name: string,
): RandomAccessFile | undefined {
  const path = locateGitFile(scope, directory, name);
  return typeof path === "object" ? files.find(path) : undefined;
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

const MAX_NAMES = 10_000;

/** Lists the addressable names in a directory, by its path from another, sorted; `undefined` if it cannot be read. */
async function namesIn(scope: Scope, from: ScopedPath, path: string, pacer: Pacer) {
  const directory = directoryAt(scope, from, path);
  if (typeof directory === "string") return undefined;
  try {
    statDirectory(scope.fileSystem, directory);
    const keys = await takePaced(readInParts(scope.fileSystem, directory.open, MAX_NAMES), pacer);
    return { directory, names: keys.map(nameOf).filter(isAddressable).sort() };
  } catch {
    pacer.check();
    return undefined;
  }
}
