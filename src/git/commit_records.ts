/** What is known of the commits of a repository: read once, and kept where there is a cache. */
import type { CacheKind, TreeCache } from "../cache/tree_cache.ts";
import type { Pacer } from "../pacing/pacer.ts";
import { type Changes, TreeComparison } from "./changed_paths.ts";
import { type CommitObject, parseCommit } from "./commit_object.ts";
import type { Objects } from "./objects.ts";

/** What is known of a commit, and what it cost to know it: the same whoever reads it, and when. */
export interface CommitRecord extends CommitObject {
  readonly id: string;
  /** The length of the commit, in bytes. */
  readonly bytes: number;
  /** How much work it was to read it. */
  readonly work: number;
  /** How it differs from its only parent, once that was asked. */
  readonly changes: Changes | undefined;
}

const COMMITS: CacheKind<CommitRecord> = {
  name: "git commit",
  bytesOf: ({ subject, parents, changes }) => {
    const texts = [subject, ...parents, ...changes?.paths ?? []];
    return texts.reduce((sum, { length }) => sum + 24 + 2 * length, 400);
  },
};

/** The most objects that one reading looks at: commits, and pairs of trees. */
const MAX_OBJECTS = 15_000;

/** The most bytes that these may have, in all. */
const MAX_BYTES = 32 * 1024 * 1024;

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
  readonly #objects: Objects;
  readonly #options: RecordsOptions;
  readonly #pacer: Pacer;
  #objectsLeft = MAX_OBJECTS;
  #bytesLeft = MAX_BYTES;

  constructor(objects: Objects, options: RecordsOptions, pacer: Pacer) {
    this.#objects = objects;
    this.#options = options;
    this.#pacer = pacer;
  }

  /** A commit; nothing if it cannot be read, or would be too much. */
  async read(id: string): Promise<CommitRecord | undefined> {
    const kept = this.#options.cache?.find(COMMITS, this.#keyOf(id));
    const record = kept ?? await this.#readObject(id);
    if (record === undefined || !this.#hasRoomFor(1, record.bytes)) return undefined;
    return kept === undefined || this.#objects.work.mayDo(kept.work) ? record : undefined;
  }

  /** How a commit differs from its only parent; nothing if that cannot be read, or would be too much. */
  async changes(record: CommitRecord, parent: CommitRecord): Promise<Changes | undefined> {
    const kept = record.changes;
    const room = { trees: this.#objectsLeft, bytes: this.#bytesLeft };
    const changes = kept ??
      await new TreeComparison(this.#objects, room, this.#pacer).compare(parent.tree, record.tree);
    if (changes === undefined || !this.#hasRoomFor(changes.trees, changes.bytes)) return undefined;
    if (kept === undefined) this.#keep({ ...record, changes });
    return kept === undefined || this.#objects.work.mayDo(kept.work) ? changes : undefined;
  }

  #hasRoomFor(objects: number, bytes: number): boolean {
    this.#objectsLeft -= objects;
    this.#bytesLeft -= bytes;
    return this.#objectsLeft >= 0 && this.#bytesLeft >= 0;
  }

  async #readObject(id: string): Promise<CommitRecord | undefined> {
    const { work, hashLength } = this.#objects;
    const before = work.done;
    const bytes = await this.#objects.read("commit", id);
    const commit = bytes && parseCommit(bytes, hashLength);
    if (commit === undefined) return undefined;
    const cost = { bytes: bytes!.length, work: work.done - before };
    const record = { ...commit, id, ...cost, changes: undefined };
    this.#keep(record);
    return record;
  }

  #keep(record: CommitRecord): void {
    this.#options.cache?.keep(COMMITS, this.#keyOf(record.id), record);
  }

  #keyOf(id: string): string {
    return `${id} ${this.#options.identity}`;
  }
}
