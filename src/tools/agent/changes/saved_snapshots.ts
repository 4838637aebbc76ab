import type { SnapshotStore } from "../../../cache/snapshot_store.ts";
import { DirscopeError } from "../../../errors.ts";
import type { Pacer } from "../../../pacing/pacer.ts";
import type { Snapshot } from "./snapshot.ts";
import { readSnapshot, writeSnapshot } from "./snapshot_text.ts";

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

  /** Saves a snapshot as the latest of its tree, and returns its name if the store took it. Equal snapshots have equal names. */
  async save(snapshot: Snapshot): Promise<string | undefined> {
    const text = await writeSnapshot(snapshot, this.#pacer);
    const name = await snapshotNameOf(text);
    const isSaved = await unlessStoreFails(async () =>
      await this.#store.keep(name, text) !== false
    );
    if (!isSaved) return undefined;
    await this.setLatest(snapshot.tree, name);
    return name;
  }

  /** Saves the name of a tree's latest snapshot. */
  async setLatest(tree: string, name: string): Promise<void> {
    const key = await latestKeyOf(tree);
    await unlessStoreFails(async () => await this.#store.keep(key, name));
  }

  /** Returns the name of a tree's latest snapshot; `undefined` if none is known. */
  async latestOf(tree: string): Promise<string | undefined> {
    const key = await latestKeyOf(tree);
    return await unlessStoreFails(async () => await this.#store.find(key));
  }

  /** Loads a snapshot by its name; `undefined` if it is gone. */
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
