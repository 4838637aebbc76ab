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
}

/** The entries of a directory, or the reason why it could not be read. */
export type SnapshotDirectory = SkipReason | {
  readonly keys: readonly EntryKey[];
  /** A stat for each key, or the reason why it could not be read. */
  readonly stats: readonly (EntryStat | SkipReason)[];
};

/** The entries of a tree, for later comparison. */
export interface Snapshot {
  /** The identity of the tree: its real path, and the host's policy. */
  readonly tree: string;
  readonly view: SnapshotView;
  /** Every directory visited, by its path from the root: `""`, or one that ends in a slash. */
  readonly directories: ReadonlyMap<string, SnapshotDirectory>;
}

/** Returns the part of a snapshot below one of its directories: `""`, or a path that ends in a slash. */
export function snapshotBelow(snapshot: Snapshot, prefix: string): Snapshot {
  if (prefix === "") return snapshot;
  const below = [...snapshot.directories].filter(([path]) => path.startsWith(prefix));
  const directories = new Map(below.map(([path, held]) => [path.slice(prefix.length), held]));
  return { ...snapshot, directories };
}
