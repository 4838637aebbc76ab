/** Snapshots: what a tree was, so that a later call can tell what changed. */
import type { EntryKey } from "../../../directory/entry_key.ts";

/** What of a tree is looked at. */
export interface View {
  readonly use_gitignore: boolean;
  readonly include_hidden: boolean;
}

/** What tells whether an entry is as it was. */
export interface Fact {
  readonly ino: number;
  readonly size: number;
  readonly mtime: number;
}

/** What an entry tells when it is asked. */
export interface Status extends Fact {
  readonly ctime: number;
}

/** The entries of one directory, and what was known of each, if they were asked. */
export interface Listed<Known extends Fact = Fact> {
  readonly keys: readonly EntryKey[];
  /** `null` for what could not be asked. */
  readonly facts?: readonly (Known | null)[] | undefined;
}

/** What a tree was. */
export interface Snapshot<Known extends Fact = Fact> {
  /** What tells its tree from others: where it is, and what the host hides there. */
  readonly tree: string;
  readonly view: View;
  /**
   * When it was begun, in milliseconds, if its entries were not asked: what has a later time was modified.
   */
  readonly taken?: number | undefined;
  /** Every directory by its path, with a slash at its end; `null` where it could not be read. */
  readonly directories: ReadonlyMap<string, Listed<Known> | null>;
}

/**
 * More than a clock tick, in milliseconds: what changed right after a snapshot may have a time right before
 * it.
 */
export const TICK_MS = 20;
