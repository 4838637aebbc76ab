/** Snapshots: what a tree was, so that a later call can tell what changed. */
import type { EntryKey } from "../../../directory/entry_key.ts";

/** What of a tree is looked at. */
export interface View {
  readonly use_gitignore: boolean;
  readonly include_hidden: boolean;
}

/** What tells whether an entry is as it was: where it could be asked. */
export interface Fact {
  readonly ino: number;
  readonly size: number;
  readonly mtime: number;
  readonly ctime: number;
}

/** The entries of one directory, in no order, and what was known of each, if they were asked. */
export interface Listed {
  readonly keys: readonly EntryKey[];
  facts?: readonly (Fact | null)[] | undefined;
}

/** What a tree was. */
export interface Snapshot {
  /** What tells its tree from others: where it is, and what the host hides there. */
  readonly tree: string;
  readonly view: View;
  /** When it was begun, in milliseconds. */
  readonly taken: number;
  /** See {@linkcode TreeCache.epoch}. */
  readonly epoch: number;
  /** Every directory by its path, with a slash at its end; `null` where it could not be read. */
  readonly directories: ReadonlyMap<string, Listed | null>;
}

/**
 * A clock tick and more, in milliseconds: what changed right after a snapshot may tell a time from right before it.
 */
export const TICK_MS = 20;
