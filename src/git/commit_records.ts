/** Reads the commits of a repository, and caches them where there is a cache. */
import type { CacheKind, TreeCache } from "../cache/tree_cache.ts";
import type { Steps } from "../pacing/paced_steps.ts";
import type { Pacer } from "../pacing/pacer.ts";
import { type CommitObject, parseCommit } from "./commit_object.ts";
import type { ObjectDatabase } from "./object_database.ts";
import { compareTrees, type TreeChanges } from "./tree_comparison.ts";

export interface CommitRecord extends CommitObject {
  readonly id: string;
  readonly bytes: number;
}

/** What was read of objects: their ids say what they hold, so it stays true. */
interface CachedValue<Value> {
  readonly value: Value;
  /** The share of the {@linkcode WorkBudget} that reading it took. */
  readonly cost: number;
}

const CACHED_COMMITS: CacheKind<CachedValue<CommitRecord>> = {
  name: "git commit",
  bytesOf: ({ value: { subject, body, parents } }) => bytesOfTexts([subject, body, ...parents]),
};

const CACHED_CHANGES: CacheKind<CachedValue<TreeChanges>> = {
  name: "git changes",
  bytesOf: ({ value: { paths } }) => bytesOfTexts(paths ?? []),
};

function bytesOfTexts(texts: readonly string[]): number {
  return texts.reduce((sum, { length }) => sum + 24 + 2 * length, 400);
}

/** Maximum objects that one history reads, commits and pairs of trees, and their bytes together. */
const MAX_OBJECTS_READ = 15_000;
const MAX_BYTES_READ = 32 * 1024 * 1024;

export interface RecordsCache {
  readonly cache: TreeCache;
  /** Tells the repository apart from others, and from itself as another scope sees it. */
  readonly key: string;
}

/** What is taken from a cache counts as if it was read, so that a reading ends where it would end without one. */
export class CommitRecords {
  readonly #objects: ObjectDatabase;
  readonly #cached: RecordsCache | undefined;
  readonly #pacer: Pacer;
  #objectsLeft = MAX_OBJECTS_READ;
  #bytesLeft = MAX_BYTES_READ;

  constructor(objects: ObjectDatabase, cached: RecordsCache | undefined, pacer: Pacer) {
    this.#objects = objects;
    this.#cached = cached;
    this.#pacer = pacer;
  }

  *read(id: string): Steps<CommitRecord | undefined> {
    const record = yield* this.#readCached(CACHED_COMMITS, id, () => this.#readCommit(id));
    return record && this.#count(1, record.bytes) ? record : undefined;
  }

  *#readCommit(id: string): Steps<CommitRecord | undefined> {
    const bytes = yield* this.#objects.read("commit", id);
    const commit = bytes && parseCommit(bytes, this.#objects.hashLength);
    return commit && { ...commit, id, bytes: bytes.length };
  }

  /** Compares a commit with its only parent; returns `undefined` if a tree is unreadable or over a limit. */
  *readChanges(record: CommitRecord, parent: CommitRecord): Steps<TreeChanges | undefined> {
    const limits = { trees: this.#objectsLeft, bytes: this.#bytesLeft };
    const trees = [parent.tree, record.tree] as const;
    const compare = () => compareTrees(this.#objects, trees, limits, this.#pacer);
    const changes = yield* this.#readCached(CACHED_CHANGES, trees.join(" "), compare);
    return changes && this.#count(changes.trees, changes.bytes) ? changes : undefined;
  }

  #count(objects: number, bytes: number): boolean {
    this.#objectsLeft -= objects;
    this.#bytesLeft -= bytes;
    return this.#objectsLeft >= 0 && this.#bytesLeft >= 0;
  }

  /** Returns a cached value, else reads and caches it. Both take the same share of the budget. */
  *#readCached<Value>(
    kind: CacheKind<CachedValue<Value>>,
    ids: string,
    read: () => Steps<Value | undefined>,
  ): Steps<Value | undefined> {
    const { budget } = this.#pacer;
    const key = `${ids} ${this.#cached?.key}`;
    const cached = this.#cached?.cache.find(kind, key);
    if (cached !== undefined) return budget.spend(cached.cost) ? cached.value : undefined;
    const before = budget.spent;
    const value = yield* read();
    if (value === undefined) return undefined;
    this.#cached?.cache.keep(kind, key, { value, cost: budget.spent - before });
    return value;
  }
}
