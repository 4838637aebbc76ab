import { UNREADABLE } from "../git/read_file.ts";
import type { Repository } from "../git/repository.ts";
import type { TrackedDirectory } from "../git/tracked_files.ts";

/** The tracked entries of one directory, looked up in the index of its repository once that was read. */
export class IndexLookup {
  /** The root of the repository, if its index was needed and could not be read. */
  unreadIndex: string | undefined;
  readonly #repository: Repository;
  readonly #prefix: string;
  #tracked: TrackedDirectory | undefined;

  /** @param prefix The directory's path from the root of the repository: `""`, or a path that ends in `/`. */
  constructor(repository: Repository, prefix: string) {
    this.#repository = repository;
    this.#prefix = prefix;
  }

  /** True until the index was read: no entry counts as tracked so far. */
  get isAwaited(): boolean {
    return this.#repository.tracked === undefined;
  }

  /** Reports whether git tracks an entry, or a file in it. */
  has(name: string, isDirectory: boolean): boolean {
    const { tracked } = this.#repository;
    if (tracked === undefined) return false;
    if (tracked !== UNREADABLE) this.#tracked ??= tracked.in(this.#prefix);
    if (this.#tracked?.isUnknown !== false) this.unreadIndex = this.#repository.root.real;
    return this.#tracked?.has(name, isDirectory) ?? false;
  }
}
