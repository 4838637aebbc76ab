import type { SnapshotStore } from "../../../cache/snapshot_store.ts";
import { DirscopeError } from "../../../errors.ts";
import type { Pacer } from "../../../pacing/pacer.ts";
import type { EntryStat, Snapshot, SnapshotDirectory } from "./snapshot.ts";
import type { EntryKey } from "../../../directory/entry_key.ts";
import type { SkipReason } from "../../skipped.ts";

/** Characters of a snapshot's name: 62 bits of the digest of its text. */
const SNAPSHOT_NAME_LENGTH = 12;

/** The snapshots in the host's store, by digest. A store that fails costs no call: it is as if it were empty. */
export class SavedSnapshots {
  readonly #store: SnapshotStore;
  readonly #pacer: Pacer;

  constructor(store: SnapshotStore, pacer: Pacer) {
    this.#store = store;
    this.#pacer = pacer;
  }

  /** Saves a snapshot as the latest of its tree and of all (`""`), and returns its name if the store took it. Equal snapshots have equal names. */
  async save(snapshot: Snapshot): Promise<string | undefined> {
    const text = await writeSnapshot(snapshot, this.#pacer);
    const name = await snapshotNameOf(text);
    const isSaved = await unlessStoreFails(async () =>
      await this.#store.keep(name, text) !== false
    );
    if (!isSaved) return undefined;
    await this.setLatest(snapshot.tree, name);
    await this.setLatest("", name);
    return name;
  }

  async setLatest(tree: string, name: string): Promise<void> {
    const key = await latestKeyOf(tree);
    await unlessStoreFails(async () => await this.#store.keep(key, name));
  }

  async latestOf(tree: string): Promise<string | undefined> {
    const key = await latestKeyOf(tree);
    return await unlessStoreFails(async () => await this.#store.find(key));
  }

  async load(name: string): Promise<Snapshot | undefined> {
    const text = await unlessStoreFails(async () => await this.#store.find(name));
    if (text === undefined || await snapshotNameOf(text) !== name) return undefined;
    return await readSnapshot(text, this.#pacer);
  }
}

async function latestKeyOf(tree: string): Promise<string> {
  return `latest ${await snapshotNameOf(tree)}`;
}

async function snapshotNameOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  const number = new DataView(digest).getBigUint64(0);
  return number.toString(36).padStart(SNAPSHOT_NAME_LENGTH + 1, "0").slice(-SNAPSHOT_NAME_LENGTH);
}

async function unlessStoreFails<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DirscopeError) return undefined;
    throw error;
  }
}

/** The version of the format. Text of any other version is rejected. */
const SNAPSHOT_VERSION = 5;
/** Maximum entries per line, so that writing one makes no long pause. */
const MAX_LINE_ENTRIES = 4096;

/** A stat as a list, which takes fewer bytes. */
type StatTuple = readonly [
  dev: number,
  ino: number,
  size: number,
  mtime: number,
  birthtime: number | null,
];

/** The data of a line; in place of keys, the reason why a directory could not be read. */
type DirectoryLine = [
  prefix: string,
  keys: EntryKey[] | SkipReason,
  stats?: (StatTuple | SkipReason)[],
];

/** Returns a snapshot as text, a line for the whole and then one or more for each directory: equal trees give equal texts. */
export async function writeSnapshot(snapshot: Snapshot, pacer: Pacer): Promise<string> {
  const { tree, view, directories } = snapshot;
  const lines = [JSON.stringify({ v: SNAPSHOT_VERSION, tree, view })];
  for (const [prefix, directory] of directories) {
    if (typeof directory === "string") {
      lines.push(JSON.stringify([prefix, directory]));
      continue;
    }
    const { keys, stats } = directory;
    for (let at = 0; at === 0 || at < keys.length; at += MAX_LINE_ENTRIES) {
      const end = at + MAX_LINE_ENTRIES;
      lines.push(JSON.stringify([prefix, keys.slice(at, end), stats.slice(at, end).map(tupleOf)]));
      if (pacer.isDue()) await pacer.pause();
    }
  }
  return lines.join("\n");
}

/** Parses the text of a snapshot; `undefined` if it is something else. */
export async function readSnapshot(text: string, pacer: Pacer): Promise<Snapshot | undefined> {
  try {
    let end = lineEnd(text, 0);
    const { v, tree, view } = JSON.parse(text.slice(0, end));
    if (v !== SNAPSHOT_VERSION) return undefined;
    const directories = new Map<string, SnapshotDirectory>();
    while (end < text.length) {
      const start = end + 1;
      end = lineEnd(text, start);
      addLine(directories, JSON.parse(text.slice(start, end)));
      if (pacer.isDue()) await pacer.pause();
    }
    return { tree, view, directories };
  } catch (error) {
    pacer.check();
    if (error instanceof SyntaxError || error instanceof TypeError) return undefined;
    throw error;
  }
}

function lineEnd(text: string, start: number): number {
  const end = text.indexOf("\n", start);
  return end < 0 ? text.length : end;
}

function tupleOf(stat: EntryStat | SkipReason): StatTuple | SkipReason {
  if (typeof stat === "string") return stat;
  const { dev, ino, size, mtime, birthtime } = stat;
  return [dev, ino, size, mtime, birthtime];
}

function statOf(tuple: StatTuple | SkipReason): EntryStat | SkipReason {
  if (typeof tuple === "string") return tuple;
  const [dev, ino, size, mtime, birthtime] = tuple;
  return { dev, ino, size, mtime, birthtime };
}

function addLine(
  directories: Map<string, SnapshotDirectory>,
  [prefix, keys, tuples = []]: DirectoryLine,
): void {
  if (typeof keys === "string") return void directories.set(prefix, keys);
  const earlier = directories.get(prefix);
  const before = typeof earlier === "object" ? earlier : { keys: [], stats: [] };
  directories.set(prefix, {
    keys: before.keys.concat(keys),
    stats: before.stats.concat(tuples.map(statOf)),
  });
}
