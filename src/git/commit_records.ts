/** What is known of the commits of a repository: read once, and kept where there is a cache. */
import type { CacheKind, TreeCache } from "../cache/tree_cache.ts";
import type { Pacer } from "../pacing/pacer.ts";
import { type TreeChanges, TreeComparison } from "./tree_comparison.ts";
import { type CommitObject, parseCommit } from "./commit_object.ts";
import type { ObjectDatabase } from "./object_database.ts";

/** What is known of a commit, and what it cost to know it: the same whoever reads it, and when. */
export interface CommitRecord extends CommitObject {
  readonly id: string;
  /** The length of the commit, in bytes. */
  readonly bytes: number;
  /** How much work it was to read it. */
  readonly cost: number;
  /** How it differs from its only parent, once that was asked. */
  readonly changes: TreeChanges | undefined;
}

const CACHED_COMMITS: CacheKind<CommitRecord> = {
  name: "git commit",
  bytesOf: ({ subject, parents, changes }) => {
    const texts = [subject, ...parents, ...changes?.paths ?? []];
    return texts.reduce((sum, { length }) => sum + 24 + 2 * length, 400);
  },
};

/** The most objects that one reading looks at: commits, and pairs of trees. */
const MAX_OBJECTS_READ = 15_000;

/** The most bytes that these may have, in all. */
const MAX_BYTES_READ = 32 * 1024 * 1024;

/** Where records are kept. */
interface RecordsOptions {
  /** What was kept by earlier readings, if anything may be. */
  readonly cache: TreeCache | undefined;
  /** What tells the repository from all others. */
  readonly identity: string;
}

/**
 * The commits of a repository. What is taken from a cache counts as if it was read, so that a reading ends where
 * it would end without one.
 */
export class CommitRecords {
  readonly #objects: ObjectDatabase;
  readonly #options: RecordsOptions;
  readonly #pacer: Pacer;
  #objectsLeft = MAX_OBJECTS_READ;
  #bytesLeft = MAX_BYTES_READ;

  constructor(objects: ObjectDatabase, options: RecordsOptions, pacer: Pacer) {
    this.#objects = objects;
    this.#options = options;
    this.#pacer = pacer;
  }

  /** A commit; nothing if it cannot be read, or would be too much. */
  async read(id: string): Promise<CommitRecord | undefined> {
    const cached = this.#options.cache?.find(CACHED_COMMITS, this.#keyOf(id));
    const record = cached ?? await this.#readObject(id);
    if (record === undefined || !this.#count(1, record.bytes)) return undefined;
    return cached === undefined || this.#objects.budget.spend(cached.cost) ? record : undefined;
  }

  /** How a commit differs from its only parent; nothing if that cannot be read, or would be too much. */
  async readChanges(record: CommitRecord, parent: CommitRecord): Promise<TreeChanges | undefined> {
    const cached = record.changes;
    const room = { trees: this.#objectsLeft, bytes: this.#bytesLeft };
    const changes = cached ??
      await new TreeComparison(this.#objects, room, this.#pacer).compare(parent.tree, record.tree);
    if (changes === undefined || !this.#count(changes.trees, changes.bytes)) return undefined;
    if (cached === undefined) this.#store({ ...record, changes });
    return cached === undefined || this.#objects.budget.spend(cached.cost) ? changes : undefined;
  }

  #count(objects: number, bytes: number): boolean {
    this.#objectsLeft -= objects;
    this.#bytesLeft -= bytes;
    return this.#objectsLeft >= 0 && this.#bytesLeft >= 0;
  }

  async #readObject(id: string): Promise<CommitRecord | undefined> {
    const { budget, hashLength } = this.#objects;
    const before = budget.spent;
    const bytes = await this.#objects.read("commit", id);
    const commit = bytes && parseCommit(bytes, hashLength);
    if (commit === undefined) return undefined;
    const cost = budget.spent - before;
    const record = { ...commit, id, bytes: bytes!.length, cost, changes: undefined };
    this.#store(record);
    return record;
  }

  #store(record: CommitRecord): void {
    this.#options.cache?.keep(CACHED_COMMITS, this.#keyOf(record.id), record);
  }

  #keyOf(id: string): string {
    return `${id} ${this.#options.identity}`;
  }
}
