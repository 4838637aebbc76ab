/** Reads the commits of a repository, and caches them where there is a cache. */
import type { CacheKind, TreeCache } from "../cache/tree_cache.ts";
import type { Steps } from "../pacing/paced_steps.ts";
import type { Pacer } from "../pacing/pacer.ts";
import { type CommitObject, parseCommit } from "./commit_object.ts";
import type { ObjectDatabase, ObjectProof } from "./object_database.ts";
import { type TreeChanges, TreeComparison } from "./tree_comparison.ts";

/** A commit that was read. */
export interface CommitRecord extends CommitObject {
  readonly id: string;
  /** The length of the commit object, in bytes. */
  readonly bytes: number;
}

/** What was read from objects, and the proof that a fresh call would read the same. */
interface ProvenValue<Value> {
  readonly value: Value;
  readonly proof: ObjectProof;
  /** The share of the {@linkcode WorkBudget} that reading it took. */
  readonly cost: number;
}

const CACHED_COMMITS: CacheKind<ProvenValue<CommitRecord>> = {
  name: "git commit",
  bytesOf: ({ value: { subject, parents }, proof }) =>
    bytesOfTexts([subject, ...parents, ...proof.loose.values()]),
};

/** Comparisons of two trees, by their ids. */
const CACHED_CHANGES: CacheKind<ProvenValue<TreeChanges>> = {
  name: "git changes",
  bytesOf: ({ value: { paths }, proof }) =>
    bytesOfTexts([...paths ?? [], ...proof.loose.keys(), ...proof.loose.values()]),
};

function bytesOfTexts(texts: readonly string[]): number {
  return texts.reduce((sum, { length }) => sum + 24 + 2 * length, 400);
}

/** Maximum objects that one history reads: commits, and pairs of trees. */
const MAX_OBJECTS_READ = 15_000;

/** Maximum bytes of these objects together. */
const MAX_BYTES_READ = 32 * 1024 * 1024;

/** The cache of records. */
interface RecordsOptions {
  /** Records of earlier calls; `undefined` if nothing is cached. */
  readonly cache: TreeCache | undefined;
  /** The path of the repository's common directory. */
  readonly path: string;
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
    const comparison = new TreeComparison(this.#objects, limits, this.#pacer);
    const trees = `${parent.tree} ${record.tree}`;
    const compare = () => comparison.compare(parent.tree, record.tree);
    const changes = yield* this.#readCached(CACHED_CHANGES, trees, compare);
    return changes && this.#count(changes.trees, changes.bytes) ? changes : undefined;
  }

  #count(objects: number, bytes: number): boolean {
    this.#objectsLeft -= objects;
    this.#bytesLeft -= bytes;
    return this.#objectsLeft >= 0 && this.#bytesLeft >= 0;
  }

  /** Returns a cached value if a fresh call would read the same, else reads and caches it. */
  *#readCached<Value>(
    kind: CacheKind<ProvenValue<Value>>,
    ids: string,
    read: () => Steps<Value | undefined>,
  ): Steps<Value | undefined> {
    const { cache, path } = this.#options;
    const { budget } = this.#pacer;
    const before = budget.spent;
    const cached = cache?.find(kind, `${ids} ${path}`);
    if (cached !== undefined && (yield* this.#objects.confirms(cached.proof))) {
      // The look-ups of the confirmation are part of the cost.
      budget.spent = before;
      return budget.spend(cached.cost) ? cached.value : undefined;
    }
    this.#objects.beginProof();
    const value = yield* read();
    const proof = value && this.#objects.endProof();
    if (value === undefined || proof === undefined) return value;
    cache?.keep(kind, `${ids} ${path}`, { value, proof, cost: budget.spent - before });
    return value;
  }
}
