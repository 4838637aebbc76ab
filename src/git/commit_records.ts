/** Reads the commits of a repository, and caches them where there is a cache. */
import type { CacheKind, TreeCache } from "../cache/tree_cache.ts";
import type { Pacer } from "../pacing/pacer.ts";
import { type TreeChanges, TreeComparison } from "./tree_comparison.ts";
import { type CommitObject, parseCommit } from "./commit_object.ts";
import type { ObjectDatabase } from "./object_database.ts";

/** A commit and the cost of reading it, which does not depend on what was read before. */
export interface CommitRecord extends CommitObject {
  readonly id: string;
  /** The length of the commit object, in bytes. */
  readonly bytes: number;
  /** The share of the {@linkcode WorkBudget} that reading it took. */
  readonly cost: number;
  /** Its changes against its only parent, once requested. */
  readonly changes: TreeChanges | undefined;
}

const CACHED_COMMITS: CacheKind<CommitRecord> = {
  name: "git commit",
  bytesOf: ({ subject, parents, changes }) => {
    const texts = [subject, ...parents, ...changes?.paths ?? []];
    return texts.reduce((sum, { length }) => sum + 24 + 2 * length, 400);
  },
};

/** Maximum objects that one history reads: commits, and pairs of trees. */
const MAX_OBJECTS_READ = 15_000;

/** Maximum bytes of these objects together. */
const MAX_BYTES_READ = 32 * 1024 * 1024;

/** The cache of records. */
interface RecordsOptions {
  /** Records of earlier calls; `undefined` if nothing is cached. */
  readonly cache: TreeCache | undefined;
  /** An identity that no other repository has. */
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

  /** Reads a commit; returns `undefined` if it is unreadable or over a limit. */
  async read(id: string): Promise<CommitRecord | undefined> {
    const cached = this.#options.cache?.find(CACHED_COMMITS, this.#keyOf(id));
    const record = cached ?? await this.#readObject(id);
    if (record === undefined || !this.#count(1, record.bytes)) return undefined;
    return cached === undefined || this.#objects.budget.spend(cached.cost) ? record : undefined;
  }

  /** Compares a commit with its only parent; returns `undefined` if a tree is unreadable or over a limit. */
  async readChanges(record: CommitRecord, parent: CommitRecord): Promise<TreeChanges | undefined> {
    const cached = record.changes;
    const limits = { trees: this.#objectsLeft, bytes: this.#bytesLeft };
    const comparison = new TreeComparison(this.#objects, limits, this.#pacer);
    const changes = cached ?? await comparison.compare(parent.tree, record.tree);
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
