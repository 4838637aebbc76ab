/** Snapshots: the entries of a tree at some time, for a later call to compare. */
import type { EntryKey } from "../../../directory/entry_key.ts";
import type { SkipReason } from "../../skipped.ts";

/** The arguments that decide which entries of a tree a snapshot has. */
export interface SnapshotView {
  readonly use_gitignore: boolean;
  readonly include_hidden: boolean;
}

/** The stat of an entry; one that was modified has another. Times in milliseconds. */
export interface EntryStat {
  readonly dev: number;
  readonly ino: number;
  readonly size: number;
  readonly mtime: number;
  /** The time of creation: an inode number is used again, but not with it. `null` if the file system keeps none. */
  readonly birthtime: number | null;
  /** The time of the last change of its status. It is not saved. */
  readonly ctime?: number;
}

/** The entries of a directory, or the reason why it could not be read. */
export type SnapshotDirectory = SkipReason | {
  readonly keys: readonly EntryKey[];
  /** A stat for each key, or the reason why it could not be read. Absent of a tree too large to stat. */
  readonly stats?: readonly (EntryStat | SkipReason)[] | undefined;
  /** The directory's own time, if it was just read. */
  readonly mtime?: number | undefined;
};

/** The entries of a tree, for later comparison. */
export interface Snapshot {
  /** The identity of the tree: its real path, and the host's policy. */
  readonly tree: string;
  readonly view: SnapshotView;
  /** The start of a walk that stored names alone, in milliseconds: an entry with a later time was modified. */
  readonly takenMs?: number | undefined;
  /** Every directory visited, by its path from the root: `""`, or one that ends in a slash. */
  readonly directories: ReadonlyMap<string, SnapshotDirectory>;
}

/**
 * More than a tick of a file system's clock, in milliseconds: a change right after a snapshot may have a time
 * right before it.
 */
export const CLOCK_TICK_MS = 20;
