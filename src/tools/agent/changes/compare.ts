/** What changed between two snapshots of a tree. */
import { type EntryKey, type EntryKind, kindOf, nameOf } from "../../../directory/entry_key.ts";
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

/** The path of a directory, as it was and as it is. */
type Pair = readonly [string, string];

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
  /** Both sides of all that was renamed. */
  readonly #matched = new Set<Loose>();

  constructor(before: Snapshot, after: Snapshot<Status>, pacer: Pacer) {
    this.#before = before;
    this.#after = after;
    this.#pacer = pacer;
  }

  /** Compares a directory with what it was, and all directories in it that are in both. */
  async compare(oldRoot: string, newRoot: string): Promise<void> {
    const pairs: Pair[] = [[oldRoot, newRoot]];
    for (let pair = pairs.pop(); pair !== undefined; pair = pairs.pop()) {
      const [oldPrefix, newPrefix] = pair;
      const was = this.#before.directories.get(oldPrefix);
      const is = this.#after.directories.get(newPrefix);
      if (was == null || is == null) {
        // Read neither time: there is nothing to tell. Read only one time: not all can be told.
        if ((was ?? null) !== (is ?? null)) this.isKnown = false;
        continue;
      }
      // While both hold the same names in the same order, none has to be looked for.
      let old: Map<string, number> | undefined;
      for (const [i, key] of is.keys.entries()) {
        if (this.#pacer.isDue()) await this.#pacer.pause();
        const name = nameOf(key);
        if (was.keys[i] !== key) old ??= await this.#placesFrom(was.keys, i);
        const at = old === undefined ? i : old.get(name);
        old?.delete(name);
        if (at === undefined) this.#added.push(looseIn(newPrefix, is, i));
        else if (was.keys[at] !== key) {
          await this.#changeKind([was, oldPrefix, at], [is, newPrefix, i]);
        } else if (kindOf(key) === "directory") {
          pairs.push([`${oldPrefix}${name}/`, `${newPrefix}${name}/`]);
        } else if (this.#isModified(was.facts?.[at], is.facts?.[i])) {
          this.#tell("modified", newPrefix, key);
        }
      }
      old ??= await this.#placesFrom(was.keys, is.keys.length);
      await this.#forEach(old.values(), (at) => {
        this.#removed.push(looseIn(oldPrefix, was, at));
      });
    }
  }

  /** Where each name is, from some place on. */
  async #placesFrom(keys: readonly EntryKey[], start: number): Promise<Map<string, number>> {
    const places = new Map<string, number>();
    for (let at = start; at < keys.length; at++) {
      places.set(nameOf(keys[at]!), at);
      if (this.#pacer.isDue()) await this.#pacer.pause();
    }
    return places;
  }

  async #changeKind(
    [was, oldPrefix, at]: readonly [Listed, string, number],
    [is, newPrefix, i]: readonly [Listed, string, number],
  ): Promise<void> {
    const [before, after] = [was.keys[at]!, is.keys[i]!];
    this.#tell("kind", newPrefix, after, { from: kindOf(before) });
    await this.#addChildren(this.#removed, this.#before, oldPrefix, before);
    await this.#addChildren(this.#added, this.#after, newPrefix, after);
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
    while (this.#removed.length > 0 || this.#added.length > 0) {
      const [removed, added] = [this.#removed, this.#added];
      [this.#removed, this.#added] = [[], []];
      await this.#forEach(removed, (was) => {
        if (was.fact != null) goneFiles.set(was.fact.ino, was);
      });
      await this.#forEach(added, (is) => {
        if (is.fact != null) newFiles.set(is.fact.ino, is);
      });
      await this.#forEach(added, (is) => {
        const was = is.fact == null ? undefined : goneFiles.get(is.fact.ino);
        if (was !== undefined) return this.#rename(was, is);
      });
      await this.#forEach(removed, (was) => {
        const is = was.fact == null ? undefined : newFiles.get(was.fact.ino);
        // Directories are left out: what a new one holds has been noted already.
        if (is !== undefined && kindOf(is.key) !== "directory") return this.#rename(was, is);
      });
      await this.#forEach(removed, (loose) => {
        told.push({ loose, type: "removed" });
        if (this.#matched.has(loose)) return;
        return this.#addChildren(this.#removed, this.#before, loose.prefix, loose.key);
      });
      await this.#forEach(added, (loose) => {
        told.push({ loose, type: "added" });
        if (this.#matched.has(loose)) return;
        return this.#addChildren(this.#added, this.#after, loose.prefix, loose.key);
      });
    }
    await this.#forEach(told, ({ loose, type }) => {
      if (!this.#matched.has(loose)) this.#tell(type, loose.prefix, loose.key);
    });
  }

  /** Tells that something was renamed, unless it is of another kind or one of both was matched before. */
  #rename(was: Loose, is: Loose): void | Promise<void> {
    if (kindOf(was.key) !== kindOf(is.key)) return;
    if (this.#matched.has(was) || this.#matched.has(is)) return;
    this.#matched.add(was);
    this.#matched.add(is);
    const from = was.prefix + nameOf(was.key);
    this.#tell("renamed", is.prefix, is.key, { from });
    if (kindOf(is.key) === "directory") {
      return this.compare(`${from}/`, `${is.prefix}${nameOf(is.key)}/`);
    }
    if (was.fact!.size !== is.fact!.size || was.fact!.mtime !== is.fact!.mtime) {
      this.#tell("modified", is.prefix, is.key);
    }
  }

  /** Adds what a directory holds to what came or what went. */
  #addChildren(
    to: Loose[],
    { directories }: Snapshot,
    prefix: string,
    key: EntryKey,
  ): void | Promise<void> {
    if (kindOf(key) !== "directory") return;
    const inner = `${prefix}${nameOf(key)}/`;
    const listed = directories.get(inner);
    if (listed == null) return;
    return this.#forEach(listed.keys.keys(), (at) => {
      to.push(looseIn(inner, listed, at));
    });
  }

  /** Does something with each, with yields to the event loop. */
  async #forEach<Item>(
    items: Iterable<Item>,
    visit: (item: Item) => void | Promise<void>,
  ): Promise<void> {
    for (const item of items) {
      const visited = visit(item);
      if (visited !== undefined) await visited;
      if (this.#pacer.isDue()) await this.#pacer.pause();
    }
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

function looseIn(prefix: string, { keys, facts }: Listed, at: number): Loose {
  return { prefix, key: keys[at]!, fact: facts?.[at] };
}
