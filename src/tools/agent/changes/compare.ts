/** Compares two snapshots of a tree. */
import {
  type EntryKey,
  type EntryKind,
  entryKindOf,
  nameOf,
} from "../../../directory/entry_key.ts";
import { forEachPaced, type Pacer } from "../../../pacing/pacer.ts";
import { type SkipReason, UnreadTally } from "../../skipped.ts";
import type { EntryStat, Snapshot } from "./snapshot.ts";

/** A change of one entry. The entries of a directory that was added or removed are changes as well. */
export type Change = ChangeType & {
  /** The directory that holds the entry: `""`, or a path that ends in a slash. */
  readonly prefix: string;
  readonly name: string;
  readonly kind: EntryKind;
};

type ChangeType =
  /** `ignored` is a removed entry that exists: git ignores it now. */
  | { readonly type: "added" | "removed" | "ignored" | "modified" }
  | { readonly type: "renamed"; readonly oldPath: string; readonly isModified: boolean }
  | { readonly type: "kind"; readonly oldKind: EntryKind };

interface CompareOptions {
  readonly pacer: Pacer;
  /** Reports whether git ignores an entry that is no longer found. It is asked of a directory before its content. */
  readonly isIgnored: (prefix: string, key: EntryKey) => boolean;
}

export async function compareSnapshots(
  before: Snapshot,
  after: Snapshot,
  options: CompareOptions,
): Promise<Pick<Comparison, "changes" | "unread">> {
  const comparison = new Comparison(before, after, options);
  await comparison.run();
  return comparison;
}

/** An entry of one of the two snapshots. */
interface Entry {
  readonly prefix: string;
  readonly key: EntryKey;
  /** The reason where it could not be read. */
  readonly stat: EntryStat | SkipReason;
  /** True once its counterpart in the other snapshot is known. Each entry has one at most. */
  isPaired: boolean;
}

class Side {
  /** The entries without a counterpart of the same path, directories before their content. */
  readonly unmatched: Entry[] = [];
  readonly directories: Snapshot["directories"];
  /** The entries of each unmatched directory. */
  readonly #contents = new Map<string, readonly Entry[]>();

  constructor({ directories }: Snapshot) {
    this.directories = directories;
  }

  /** Returns the entries of a directory, or the reason why they are not known. */
  entriesOf(prefix: string): readonly Entry[] | SkipReason {
    const contents = this.#contents.get(prefix);
    if (contents !== undefined) return contents;
    const directory = this.directories.get(prefix) ?? "io_error";
    if (typeof directory === "string") return directory;
    const { keys, stats } = directory;
    return keys.map((key, i) => ({ prefix, key, stat: stats[i]!, isPaired: false }));
  }

  /** Adds the entries of a directory that have no counterpart to the unmatched ones. */
  addUnmatched(prefix: string, entries: readonly Entry[]): void {
    if (this.#contents.has(prefix)) return;
    // Not a spread: the entries may be more than a call takes arguments.
    for (const entry of entries) if (!entry.isPaired) this.unmatched.push(entry);
  }

  /** Adds the content of a directory; returns the reason if it is not known. */
  addContents({ prefix, key }: Entry): SkipReason | undefined {
    if (entryKindOf(key) !== "directory") return undefined;
    const inner = `${prefix}${nameOf(key)}/`;
    const entries = this.entriesOf(inner);
    if (typeof entries === "string") return entries;
    this.addUnmatched(inner, entries);
    this.#contents.set(inner, entries);
    return undefined;
  }
}

class Comparison {
  readonly changes: Change[] = [];
  /** The entries that could not be compared. */
  readonly unread = new UnreadTally();
  readonly #pacer: Pacer;
  readonly #isIgnored: CompareOptions["isIgnored"];
  readonly #before: Side;
  readonly #after: Side;
  /** Directories left to compare: the old and the new path of each. */
  readonly #pairs: (readonly [string, string])[] = [["", ""]];

  constructor(before: Snapshot, after: Snapshot, { pacer, isIgnored }: CompareOptions) {
    this.#pacer = pacer;
    this.#isIgnored = isIgnored;
    this.#before = new Side(before);
    this.#after = new Side(after);
  }

  /** Pairs entries by path, then by identity; what is left was added or removed. */
  async run(): Promise<void> {
    const [before, after, pacer] = [this.#before, this.#after, this.#pacer];
    await this.#compareDirectories();
    for (const side of [before, after]) {
      // It grows on the way.
      await forEachPaced(side.unmatched, pacer, (entry) => void side.addContents(entry));
    }
    const byIdentity = new Map<string, Entry[]>();
    // Hard links share an identity: the last of a list is the first to be paired.
    await forEachPaced(before.unmatched.toReversed(), pacer, (entry) => {
      const identity = identityOf(entry);
      if (identity === undefined) return;
      const entries = byIdentity.get(identity);
      if (entries === undefined) byIdentity.set(identity, [entry]);
      else entries.push(entry);
    });
    // Directories first: what moved with one is paired by its path in it.
    for (const isDirectory of [true, false]) {
      for (const entry of after.unmatched) {
        if (pacer.isDue()) await pacer.pause();
        if (entry.isPaired || (entryKindOf(entry.key) === "directory") !== isDirectory) continue;
        const others = byIdentity.get(identityOf(entry) ?? "");
        while (others?.at(-1)?.isPaired) others.pop();
        const old = others?.at(-1);
        if (old === undefined || entryKindOf(old.key) !== entryKindOf(entry.key)) continue;
        this.#pair(old, entry, true);
        await this.#compareDirectories();
      }
    }
    await forEachPaced(before.unmatched, pacer, (entry) => {
      if (entry.isPaired) return;
      const isIgnored = this.#isIgnored(entry.prefix, entry.key);
      this.#report({ type: isIgnored ? "ignored" : "removed" }, entry);
    });
    await forEachPaced(after.unmatched, pacer, (entry) => {
      if (entry.isPaired) return;
      this.#report({ type: "added" }, entry);
      this.#addNewContents(entry);
    });
  }

  /** Adds the content of a directory that had no content before, or counts it as not read. */
  #addNewContents(entry: Entry): void {
    const reason = this.#after.addContents(entry);
    if (reason !== undefined) this.unread.add(reason);
  }

  async #compareDirectories(): Promise<void> {
    for (let pair = this.#pairs.pop(); pair !== undefined; pair = this.#pairs.pop()) {
      await this.#compareContents(...pair);
    }
  }

  async #compareContents(oldPrefix: string, newPrefix: string): Promise<void> {
    const pacer = this.#pacer;
    const was = this.#before.entriesOf(oldPrefix);
    const is = this.#after.entriesOf(newPrefix);
    if (typeof is === "string") return this.unread.add(is);
    if (typeof was === "string") return this.unread.add(was);
    // By kind and name first: names that are not valid UTF-8 may read alike.
    for (const keyOf of [({ key }: Entry) => key, ({ key }: Entry) => nameOf(key)]) {
      const old = new Map<string, Entry>();
      await forEachPaced(was, pacer, (entry) => {
        if (!entry.isPaired) old.set(keyOf(entry), entry);
      });
      if (old.size === 0) break;
      await forEachPaced(is, pacer, (entry) => {
        const match = entry.isPaired ? undefined : old.get(keyOf(entry));
        if (match !== undefined && !match.isPaired) this.#pair(match, entry, false);
      });
    }
    this.#before.addUnmatched(oldPrefix, was);
    this.#after.addUnmatched(newPrefix, is);
  }

  /** Pairs two entries, and reports how they differ. */
  #pair(old: Entry, entry: Entry, isRenamed: boolean): void {
    old.isPaired = entry.isPaired = true;
    const oldPath = old.prefix + nameOf(old.key);
    const oldKind = entryKindOf(old.key);
    if (oldKind !== entryKindOf(entry.key)) {
      this.#report({ type: "kind", oldKind }, entry);
      this.#before.addContents(old);
      this.#addNewContents(entry);
    } else if (oldKind === "directory") {
      if (isRenamed) this.#report({ type: "renamed", oldPath, isModified: false }, entry);
      this.#pairs.push([`${oldPath}/`, `${entry.prefix}${nameOf(entry.key)}/`]);
    } else {
      const isModified = this.#isModified(old, entry);
      if (isRenamed) this.#report({ type: "renamed", oldPath, isModified }, entry);
      else if (isModified) this.#report({ type: "modified" }, entry);
    }
  }

  #isModified({ stat: was }: Entry, { stat: is }: Entry): boolean {
    if (typeof is === "string" || typeof was === "string") {
      this.unread.add(typeof is === "string" ? is : was as SkipReason);
      return false;
    }
    // Not by device: some systems give a disk another number each time that it is mounted.
    return (["ino", "birthtime", "size", "mtime"] as const).some((key) => was[key] !== is[key]);
  }

  #report(type: ChangeType, { prefix, key }: Entry): void {
    this.changes.push({ ...type, prefix, name: nameOf(key), kind: entryKindOf(key) });
  }
}

/** Returns what proves that two entries are the same one, if the file system can prove it. */
function identityOf({ stat }: Entry): string | undefined {
  if (typeof stat !== "object" || stat.birthtime === null) return undefined;
  return `${stat.dev} ${stat.ino} ${stat.birthtime}`;
}
