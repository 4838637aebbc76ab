/** What changed between two snapshots of a tree. */
import {
  type EntryKey,
  type EntryKind,
  entryKindOf,
  nameOf,
} from "../../../directory/entry_key.ts";
import { forEachPaced } from "../../../pacing/paced.ts";
import type { Pacer } from "../../../pacing/pacer.ts";
import { type Fact, type Listed, type Snapshot, type Status, TICK_MS } from "./snapshot.ts";

/** A change of one entry. Those in a directory that came or went are told as well. */
export interface Change {
  readonly type: "added" | "removed" | "modified" | "renamed" | "kind";
  /** The directory that holds it, with a slash at its end. */
  readonly prefix: string;
  readonly name: string;
  readonly kind: EntryKind;
  /** Where it was, if it was renamed; what it was, if it is of another kind. */
  readonly from?: string;
}

/** What changed, and whether all of that could be told. */
interface Compared {
  readonly changes: readonly Change[];
  readonly isKnown: boolean;
}

/** Compares two snapshots. The later one knows the status of every entry. */
export async function compareSnapshots(
  before: Snapshot,
  after: Snapshot<Status>,
  pacer: Pacer,
): Promise<Compared> {
  const comparison = new Comparison(before, after, pacer);
  await comparison.run();
  return { changes: comparison.changes, isKnown: comparison.isKnown };
}

/** An entry of one of the two, whose counterpart is not known yet. */
interface Loose {
  readonly prefix: string;
  readonly key: EntryKey;
  readonly fact: Fact | null | undefined;
}

/** One of the two, and its entries whose counterpart is not known. */
interface Side {
  readonly type: "added" | "removed";
  readonly directories: Snapshot["directories"];
  /** Those that are looked at next. */
  loose: Loose[];
  /** All that were looked at, by inode. */
  readonly byInode: Map<number, Loose>;
}

function sideOf(type: Side["type"], { directories }: Snapshot): Side {
  return { type, directories, loose: [], byInode: new Map() };
}

class Comparison {
  readonly changes: Change[] = [];
  isKnown = true;
  readonly #pacer: Pacer;
  /** When the earlier one was begun, if its entries were not asked. */
  readonly #taken: number | undefined;
  readonly #before: Side;
  readonly #after: Side;
  /** Directories to compare: the path of each, as it was and as it is. */
  readonly #pairs: (readonly [string, string])[] = [["", ""]];
  /** Both sides of all that was renamed. */
  readonly #matched = new Set<Loose>();

  constructor(before: Snapshot, after: Snapshot<Status>, pacer: Pacer) {
    this.#pacer = pacer;
    this.#taken = before.taken;
    this.#before = sideOf("removed", before);
    this.#after = sideOf("added", after);
  }

  /** From the top down: compares directories that are in both, and finds what was renamed among what is left. */
  async run(): Promise<void> {
    const told: { readonly type: Side["type"]; readonly loose: Loose }[] = [];
    const sides = [this.#before, this.#after];
    do {
      for (let pair = this.#pairs.pop(); pair !== undefined; pair = this.#pairs.pop()) {
        this.#compare(...pair);
        if (this.#pacer.isDue()) await this.#pacer.pause();
      }
      const round = sides.map((side) => ({ side, all: side.loose }));
      for (const { side, all } of round) {
        side.loose = [];
        await forEachPaced(all, this.#pacer, (loose) => {
          if (loose.fact != null) side.byInode.set(loose.fact.ino, loose);
        });
      }
      for (const { side, all } of round.toReversed()) {
        await forEachPaced(all, this.#pacer, (loose) => this.#match(side, loose));
      }
      for (const { side, all } of round) {
        await forEachPaced(all, this.#pacer, (loose) => {
          told.push({ type: side.type, loose });
          if (!this.#matched.has(loose)) looseIn(side, loose.prefix, loose.key);
        });
      }
    } while (this.#pairs.length > 0 || sides.some(({ loose }) => loose.length > 0));
    await forEachPaced(told, this.#pacer, ({ type, loose }) => {
      if (!this.#matched.has(loose)) this.#tell(type, loose.prefix, loose.key);
    });
  }

  /** Compares what a directory holds with what it held. */
  #compare(oldPrefix: string, newPrefix: string): void {
    const was = this.#before.directories.get(oldPrefix);
    const is = this.#after.directories.get(newPrefix);
    if (was == null || is == null) {
      // Read neither time: there is nothing to tell. Read only one time: not all can be told.
      if ((was ?? null) !== (is ?? null)) this.isKnown = false;
      return;
    }
    const old = new Map(was.keys.map((key, at) => [nameOf(key), at]));
    for (const [i, key] of is.keys.entries()) {
      const name = nameOf(key);
      const at = old.get(name);
      old.delete(name);
      if (at === undefined) this.#after.loose.push(looseAt(newPrefix, is, i));
      else if (was.keys[at] !== key) {
        this.#tell("kind", newPrefix, key, entryKindOf(was.keys[at]!));
        looseIn(this.#before, oldPrefix, was.keys[at]!);
        looseIn(this.#after, newPrefix, key);
      } else if (entryKindOf(key) === "directory") {
        this.#pairs.push([`${oldPrefix}${name}/`, `${newPrefix}${name}/`]);
      } else if (this.#isModified(was.facts?.[at], is.facts?.[i])) {
        this.#tell("modified", newPrefix, key);
      }
    }
    for (const at of old.values()) this.#before.loose.push(looseAt(oldPrefix, was, at));
  }

  #isModified(was: Fact | null | undefined, is: Fact | null | undefined): boolean {
    // It vanished just now, or cannot be asked: the next call may tell.
    if (is == null) return false;
    if (was === undefined) return isYounger(is as Status, this.#taken! - TICK_MS);
    // What could not be asked then, but can be now, counts as modified.
    return was === null || was.size !== is.size || was.mtime !== is.mtime || was.ino !== is.ino;
  }

  /** Tells that an entry was renamed, if one of the other side has its inode and kind. */
  #match(side: Side, loose: Loose): void {
    const isNew = side === this.#after;
    const other = (isNew ? this.#before : this.#after).byInode.get(loose.fact?.ino ?? NaN);
    if (other === undefined || entryKindOf(other.key) !== entryKindOf(loose.key)) return;
    const isDirectory = entryKindOf(loose.key) === "directory";
    // What an earlier round found in a new directory has been noted already.
    if (isDirectory && !isNew || this.#matched.has(loose) || this.#matched.has(other)) return;
    const [was, is] = isNew ? [other, loose] : [loose, other];
    this.#matched.add(was).add(is);
    const [from, to] = [was.prefix + nameOf(was.key), is.prefix + nameOf(is.key)];
    this.#tell("renamed", is.prefix, is.key, from);
    if (isDirectory) this.#pairs.push([`${from}/`, `${to}/`]);
    else if (was.fact!.size !== is.fact!.size || was.fact!.mtime !== is.fact!.mtime) {
      this.#tell("modified", is.prefix, is.key);
    }
  }

  #tell(type: Change["type"], prefix: string, key: EntryKey, from?: string): void {
    const change = { type, prefix, name: nameOf(key), kind: entryKindOf(key) };
    this.changes.push(from === undefined ? change : { ...change, from });
  }
}

/** Adds what a directory holds to what comes next on one side. */
function looseIn({ directories, loose }: Side, prefix: string, key: EntryKey): void {
  const inner = `${prefix}${nameOf(key)}/`;
  const listed = entryKindOf(key) === "directory" ? directories.get(inner) : undefined;
  for (let at = 0; at < (listed?.keys.length ?? 0); at++) loose.push(looseAt(inner, listed!, at));
}

function looseAt(prefix: string, { keys, facts }: Listed, at: number): Loose {
  return { prefix, key: keys[at]!, fact: facts?.[at] };
}

/** Whether an entry was changed in any way since a time. */
function isYounger({ mtime, ctime }: Status, since: number): boolean {
  if (mtime >= since) return true;
  // Deno gives this time in whole seconds.
  const second = (time: number): number => Math.floor(time / 1000) * 1000;
  return ctime >= second(since) && ctime !== second(mtime);
}
