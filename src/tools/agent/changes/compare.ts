/** Compares two snapshots of a tree. */
import {
  type EntryKey,
  type EntryKind,
  entryKindOf,
  nameOf,
} from "../../../directory/entry_key.ts";
import { forEachPaced } from "../../../pacing/paced.ts";
import type { Pacer } from "../../../pacing/pacer.ts";
import {
  CLOCK_TICK_MS,
  type EntryStat,
  type Snapshot,
  type SnapshotDirectory,
  type StoredStat,
} from "./snapshot.ts";

/** A change of one entry. The entries of a directory that was added or removed are changes as well. */
export type Change = ChangeType & {
  /** The directory that holds the entry: `""`, or a path that ends in a slash. */
  readonly prefix: string;
  readonly name: string;
  readonly kind: EntryKind;
};

type ChangeType =
  | { readonly type: "added" | "removed" | "modified" }
  | { readonly type: "renamed"; readonly oldPath: string }
  | { readonly type: "kind"; readonly oldKind: EntryKind };

interface SnapshotComparison {
  readonly changes: readonly Change[];
  /** False where a directory could be read only one of the two times, so that changes may be missing. */
  readonly isComplete: boolean;
}

/** Compares two snapshots. The later one needs the stat of every entry. */
export async function compareSnapshots(
  before: Snapshot,
  after: Snapshot<EntryStat>,
  pacer: Pacer,
): Promise<SnapshotComparison> {
  const comparison = new Comparison(before, after, pacer);
  await comparison.run();
  return comparison;
}

/** An entry of one snapshot without a counterpart of its path and kind in the other. */
interface UnmatchedEntry {
  readonly prefix: string;
  readonly key: EntryKey;
  /** `null` if it was not stat-ed, or could not be. */
  readonly stat: StoredStat | null;
}

interface StattedEntry extends UnmatchedEntry {
  readonly stat: StoredStat;
}

/** One of the two snapshots, and its unmatched entries. */
interface SnapshotSide<Stat extends StoredStat = StoredStat> {
  readonly type: "added" | "removed";
  readonly directories: Snapshot<Stat>["directories"];
  /** Those found since the last round. */
  unmatched: UnmatchedEntry[];
  /** Those of all rounds, by inode. */
  readonly byInode: Map<number, StattedEntry>;
}

function sideOf<Stat extends StoredStat>(
  type: SnapshotSide["type"],
  { directories }: Snapshot<Stat>,
): SnapshotSide<Stat> {
  return { type, directories, unmatched: [], byInode: new Map() };
}

class Comparison {
  readonly changes: Change[] = [];
  isComplete = true;
  readonly #pacer: Pacer;
  readonly #takenMs: number | undefined;
  readonly #before: SnapshotSide;
  readonly #after: SnapshotSide<EntryStat>;
  /** Directories left to compare: the old and the new path of each. */
  readonly #pairs: (readonly [string, string])[] = [["", ""]];
  /** Both entries of each rename. */
  readonly #renamed = new Set<UnmatchedEntry>();

  constructor(before: Snapshot, after: Snapshot<EntryStat>, pacer: Pacer) {
    this.#pacer = pacer;
    this.#takenMs = before.takenMs;
    this.#before = sideOf("removed", before);
    this.#after = sideOf("added", after);
  }

  /**
   * Compares in rounds, from the top down: directories that are in both snapshots, then unmatched entries by
   * inode. A renamed directory is compared in the next round, and so is the content of an unmatched one.
   */
  async run(): Promise<void> {
    const unmatched: { readonly type: SnapshotSide["type"]; readonly entry: UnmatchedEntry }[] = [];
    const sides = [this.#before, this.#after];
    do {
      for (let pair = this.#pairs.pop(); pair !== undefined; pair = this.#pairs.pop()) {
        this.#compareDirectories(...pair);
        if (this.#pacer.isDue()) await this.#pacer.pause();
      }
      const round = sides.map((side) => ({ side, entries: side.unmatched }));
      for (const { side, entries } of round) {
        side.unmatched = [];
        await forEachPaced(entries, this.#pacer, (entry) => {
          if (hasStat(entry)) side.byInode.set(entry.stat.ino, entry);
        });
      }
      for (const { side, entries } of round.toReversed()) {
        await forEachPaced(entries, this.#pacer, (entry) => {
          if (hasStat(entry)) this.#matchByInode(side, entry);
        });
      }
      for (const { side, entries } of round) {
        await forEachPaced(entries, this.#pacer, (entry) => {
          unmatched.push({ type: side.type, entry });
          if (!this.#renamed.has(entry)) addContents(side, entry.prefix, entry.key);
        });
      }
    } while (this.#pairs.length > 0 || sides.some((side) => side.unmatched.length > 0));
    await forEachPaced(unmatched, this.#pacer, ({ type, entry }) => {
      if (!this.#renamed.has(entry)) this.#report({ type }, entry.prefix, entry.key);
    });
  }

  #compareDirectories(oldPrefix: string, newPrefix: string): void {
    const was = listedAt(this.#before, oldPrefix);
    const is = listedAt(this.#after, newPrefix);
    if (was === undefined || is === undefined) {
      // A directory that neither walk could read has no known changes to miss.
      if (was !== is) this.isComplete = false;
      return;
    }
    const old = new Map(was.keys.map((key, at) => [nameOf(key), at]));
    for (const [i, key] of is.keys.entries()) {
      const name = nameOf(key);
      const at = old.get(name);
      old.delete(name);
      if (at === undefined) this.#after.unmatched.push(unmatchedAt(newPrefix, is, i));
      else if (was.keys[at] !== key) {
        this.#report({ type: "kind", oldKind: entryKindOf(was.keys[at]!) }, newPrefix, key);
        addContents(this.#before, oldPrefix, was.keys[at]!);
        addContents(this.#after, newPrefix, key);
      } else if (entryKindOf(key) === "directory") {
        this.#pairs.push([`${oldPrefix}${name}/`, `${newPrefix}${name}/`]);
      } else if (this.#isModified(was, at, statAt(is, i))) {
        this.#report({ type: "modified" }, newPrefix, key);
      }
    }
    for (const at of old.values()) this.#before.unmatched.push(unmatchedAt(oldPrefix, was, at));
  }

  #isModified(was: SnapshotDirectory, at: number, is: EntryStat | null): boolean {
    // It vanished just now, or cannot be stat-ed: a later call may report it.
    if (is === null) return false;
    if (was.type === "names") return hasChangedSince(is, (this.#takenMs ?? NaN) - CLOCK_TICK_MS);
    const old = statAt(was, at);
    // An entry that could not be stat-ed then, but can be now, counts as modified.
    return old === null || old.ino !== is.ino || isRewritten(old, is);
  }

  /** Reports that an entry was renamed, if one of the other side has its inode and kind. */
  #matchByInode(side: SnapshotSide, entry: StattedEntry): void {
    const isNew = side === this.#after;
    const other = (isNew ? this.#before : this.#after).byInode.get(entry.stat.ino);
    if (other === undefined || entryKindOf(other.key) !== entryKindOf(entry.key)) return;
    const isDirectory = entryKindOf(entry.key) === "directory";
    // The content of a new directory that an earlier round found is already among the unmatched entries.
    if (isDirectory && !isNew || this.#renamed.has(entry) || this.#renamed.has(other)) return;
    const [was, is] = isNew ? [other, entry] : [entry, other];
    this.#renamed.add(was).add(is);
    const [oldPath, path] = [was.prefix + nameOf(was.key), is.prefix + nameOf(is.key)];
    this.#report({ type: "renamed", oldPath }, is.prefix, is.key);
    if (isDirectory) this.#pairs.push([`${oldPath}/`, `${path}/`]);
    else if (isRewritten(was.stat, is.stat)) this.#report({ type: "modified" }, is.prefix, is.key);
  }

  #report(type: ChangeType, prefix: string, key: EntryKey): void {
    this.changes.push({ ...type, prefix, name: nameOf(key), kind: entryKindOf(key) });
  }
}

function listedAt<Stat extends StoredStat>(
  { directories }: SnapshotSide<Stat>,
  prefix: string,
): SnapshotDirectory<Stat> | undefined {
  const directory = directories.get(prefix);
  return directory?.type === "unreadable" ? undefined : directory;
}

/** Adds the entries of a directory to the unmatched ones. */
function addContents(side: SnapshotSide, prefix: string, key: EntryKey): void {
  const inner = `${prefix}${nameOf(key)}/`;
  const listed = entryKindOf(key) === "directory" ? listedAt(side, inner) : undefined;
  // Not a spread: the entries may be more than a call takes arguments.
  for (let at = 0; at < (listed?.keys.length ?? 0); at++) {
    side.unmatched.push(unmatchedAt(inner, listed!, at));
  }
}

function unmatchedAt(prefix: string, listed: SnapshotDirectory, at: number): UnmatchedEntry {
  return { prefix, key: listed.keys[at]!, stat: statAt(listed, at) };
}

function statAt<Stat extends StoredStat>(listed: SnapshotDirectory<Stat>, at: number): Stat | null {
  return listed.type === "stats" ? listed.stats[at] ?? null : null;
}

function hasStat(entry: UnmatchedEntry): entry is StattedEntry {
  return entry.stat !== null;
}

function isRewritten(was: StoredStat, is: StoredStat): boolean {
  return was.size !== is.size || was.mtime !== is.mtime;
}

/** Reports whether the content or the metadata of an entry changed since a time. */
function hasChangedSince({ mtime, ctime }: EntryStat, sinceMs: number): boolean {
  if (mtime >= sinceMs) return true;
  // Deno rounds `ctime` down to whole seconds.
  const second = (time: number): number => Math.floor(time / 1000) * 1000;
  return ctime >= second(sinceMs) && ctime !== second(mtime);
}
