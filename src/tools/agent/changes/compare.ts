/** What changed between two snapshots of a tree. */
import {
  type EntryKey,
  type EntryKind,
  isFileKey,
  kindOf,
  nameOf,
} from "../../../directory/entry_key.ts";
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
export interface Compared {
  readonly changes: readonly Change[];
  readonly isKnown: boolean;
}

/** An entry of one of the two, whose counterpart is not known yet. */
interface Loose {
  readonly prefix: string;
  readonly key: EntryKey;
  readonly fact: Fact | null | undefined;
}

/** Compares two snapshots. The later one knows the status of every entry. */
export async function compareSnapshots(
  before: Snapshot,
  after: Snapshot<Status>,
  pacer: Pacer,
): Promise<Compared> {
  const comparison = new Comparison(before, after, pacer);
  await comparison.compare("", "");
  await comparison.matchRenames();
  return { changes: comparison.changes, isKnown: comparison.isKnown };
}

class Comparison {
  readonly changes: Change[] = [];
  isKnown = true;
  readonly #before: Snapshot;
  readonly #after: Snapshot<Status>;
  readonly #pacer: Pacer;
  #removed: Loose[] = [];
  #added: Loose[] = [];

  constructor(before: Snapshot, after: Snapshot<Status>, pacer: Pacer) {
    this.#before = before;
    this.#after = after;
    this.#pacer = pacer;
  }

  /** Compares a directory with what it was, and all directories in it that are in both. */
  async compare(oldRoot: string, newRoot: string): Promise<void> {
    const pairs: (readonly [string, string])[] = [[oldRoot, newRoot]];
    for (let pair = pairs.pop(); pair !== undefined; pair = pairs.pop()) {
      const [oldPrefix, newPrefix] = pair;
      const was = this.#before.directories.get(oldPrefix);
      const is = this.#after.directories.get(newPrefix);
      if (was == null || is == null) {
        // Read neither time: there is nothing to tell. Read only one time: not all can be told.
        if ((was ?? null) !== (is ?? null)) this.isKnown = false;
        continue;
      }
      if (areSame(was.keys, is.keys)) {
        await this.#compareFacts(pair, was, is, pairs);
        continue;
      }
      const old = new Map(was.keys.map((key, i) => [nameOf(key), i]));
      for (const [i, key] of is.keys.entries()) {
        const name = nameOf(key);
        const at = old.get(name);
        old.delete(name);
        if (at === undefined) this.#added.push(looseIn(newPrefix, is, i));
        else if (was.keys[at] !== key) this.#changeKind([was, oldPrefix, at], [is, newPrefix, i]);
        else if (kindOf(key) === "directory") {
          pairs.push([`${oldPrefix}${name}/`, `${newPrefix}${name}/`]);
        } else if (this.#isModified(was.facts?.[at], is.facts?.[i])) {
          this.#tell("modified", newPrefix, key);
        }
        if (this.#pacer.isDue()) await this.#pacer.pause();
      }
      for (const at of old.values()) this.#removed.push(looseIn(oldPrefix, was, at));
    }
  }

  /** Compares two directories that hold the same names, in the same order. */
  async #compareFacts(
    [oldPrefix, newPrefix]: readonly [string, string],
    was: Listed,
    is: Listed<Status>,
    pairs: (readonly [string, string])[],
  ): Promise<void> {
    for (const [i, key] of is.keys.entries()) {
      if (!isFileKey(key) && kindOf(key) === "directory") {
        const name = nameOf(key);
        pairs.push([`${oldPrefix}${name}/`, `${newPrefix}${name}/`]);
      } else if (this.#isModified(was.facts?.[i], is.facts?.[i])) {
        this.#tell("modified", newPrefix, key);
      }
      if (this.#pacer.isDue()) await this.#pacer.pause();
    }
  }

  #changeKind(
    [was, oldPrefix, at]: readonly [Listed, string, number],
    [is, newPrefix, i]: readonly [Listed, string, number],
  ): void {
    const [before, after] = [was.keys[at]!, is.keys[i]!];
    this.#tell("kind", newPrefix, after, { from: kindOf(before) });
    this.#removed.push(...this.#childrenOf(this.#before, oldPrefix, before));
    this.#added.push(...this.#childrenOf(this.#after, newPrefix, after));
  }

  #isModified(was: Fact | null | undefined, is: Status | null | undefined): boolean {
    // It vanished just now, or cannot be asked: the next call may tell.
    if (is == null) return false;
    if (was === undefined) return isYounger(is, this.#before.taken! - TICK_MS);
    // What could not be asked then, but can be now, counts as modified.
    return was === null || was.size !== is.size || was.mtime !== is.mtime || was.ino !== is.ino;
  }

  /** Finds what was renamed among what came and what went, from the top down, and tells the rest. */
  async matchRenames(): Promise<void> {
    const [goneFiles, newFiles] = [new Map<number, Loose>(), new Map<number, Loose>()];
    const told: { readonly loose: Loose; readonly type: "added" | "removed" }[] = [];
    const matched = new Set<Loose>();
    while (this.#removed.length > 0 || this.#added.length > 0) {
      const [removed, added] = [this.#removed, this.#added];
      [this.#removed, this.#added] = [[], []];
      for (const loose of removed) if (loose.fact != null) goneFiles.set(loose.fact.ino, loose);
      for (const loose of added) if (loose.fact != null) newFiles.set(loose.fact.ino, loose);
      for (const is of added) {
        const was = is.fact == null ? undefined : goneFiles.get(is.fact.ino);
        if (was === undefined || kindOf(was.key) !== kindOf(is.key)) continue;
        await this.#rename(was, is, matched);
      }
      for (const was of removed) {
        const is = was.fact == null ? undefined : newFiles.get(was.fact.ino);
        if (matched.has(was) || is === undefined || matched.has(is)) continue;
        // Directories are left out: what a new one holds has been noted already.
        if (kindOf(was.key) !== kindOf(is.key) || kindOf(is.key) === "directory") continue;
        await this.#rename(was, is, matched);
      }
      for (const loose of removed) {
        told.push({ loose, type: "removed" });
        if (matched.has(loose)) continue;
        this.#removed.push(...this.#childrenOf(this.#before, loose.prefix, loose.key));
      }
      for (const loose of added) {
        told.push({ loose, type: "added" });
        if (matched.has(loose)) continue;
        this.#added.push(...this.#childrenOf(this.#after, loose.prefix, loose.key));
      }
      if (this.#pacer.isDue()) await this.#pacer.pause();
    }
    for (const { loose, type } of told) {
      if (!matched.has(loose)) this.#tell(type, loose.prefix, loose.key);
    }
  }

  async #rename(was: Loose, is: Loose, matched: Set<Loose>): Promise<void> {
    if (matched.has(was) || matched.has(is)) return;
    matched.add(was);
    matched.add(is);
    const from = was.prefix + nameOf(was.key);
    this.#tell("renamed", is.prefix, is.key, { from });
    if (kindOf(is.key) === "directory") {
      await this.compare(`${from}/`, `${is.prefix}${nameOf(is.key)}/`);
    } else if (was.fact!.size !== is.fact!.size || was.fact!.mtime !== is.fact!.mtime) {
      this.#tell("modified", is.prefix, is.key);
    }
  }

  #childrenOf({ directories }: Snapshot, prefix: string, key: EntryKey): Loose[] {
    if (kindOf(key) !== "directory") return [];
    const inner = `${prefix}${nameOf(key)}/`;
    const listed = directories.get(inner);
    return listed == null ? [] : listed.keys.map((_key, i) => looseIn(inner, listed, i));
  }

  #tell(
    type: Change["type"],
    prefix: string,
    key: EntryKey,
    { from }: { readonly from?: string } = {},
  ): void {
    const change = { type, prefix, name: nameOf(key), kind: kindOf(key) };
    this.changes.push(from === undefined ? change : { ...change, from });
  }
}

/** Whether an entry was changed in any way since a time. */
function isYounger({ mtime, ctime }: Status, since: number): boolean {
  if (mtime >= since) return true;
  // Deno gives this time in whole seconds.
  const second = (time: number): number => Math.floor(time / 1000) * 1000;
  return ctime >= second(since) && ctime !== second(mtime);
}

function areSame(a: readonly EntryKey[], b: readonly EntryKey[]): boolean {
  return a.length === b.length && a.every((key, i) => key === b[i]);
}

function looseIn(prefix: string, { keys, facts }: Listed, at: number): Loose {
  return { prefix, key: keys[at]!, fact: facts?.[at] };
}
