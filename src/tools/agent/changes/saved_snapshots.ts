import type { SavedSnapshot, Snapshots } from "../../../cache/snapshots.ts";
import { DirscopeError } from "../../../errors.ts";
import type { Pacer } from "../../../pacing/pacer.ts";
import type { Snapshot } from "./snapshot.ts";
import {
  readAlias,
  readSnapshot,
  type SnapshotAlias,
  writeAlias,
  writeSnapshot,
} from "./snapshot_text.ts";

/** Characters of a snapshot's name: 62 bits of the digest of its text. */
const SNAPSHOT_NAME_LENGTH = 12;

/** The snapshots in the host's store, by digest. A store that fails costs no call: it is as if it were empty. */
export class SavedSnapshots {
  readonly #snapshots: Snapshots;
  readonly #pacer: Pacer;

  constructor(snapshots: Snapshots, pacer: Pacer) {
    this.#snapshots = snapshots;
    this.#pacer = pacer;
  }

  /** Saves a snapshot, and returns its name if the store took it. Equal snapshots have equal names. */
  async save(snapshot: Snapshot): Promise<string | undefined> {
    return await this.#saveText(await writeSnapshot(snapshot, this.#pacer));
  }

  /** Saves an alias. */
  async saveAlias(alias: SnapshotAlias): Promise<string | undefined> {
    return await this.#saveText(writeAlias(alias));
  }

  /**
   * Loads a snapshot by its name; `undefined` if it is gone, or cannot be compared with the tree of today. One
   * without stats is compared by time, which needs a clock that was never set back.
   */
  async load(name: string): Promise<Snapshot | undefined> {
    const stored = await this.#loadText(name);
    if (stored === undefined) return undefined;
    const alias = readAlias(stored.text);
    if (alias === undefined) return await readSnapshot(stored.text, this.#pacer);
    if (!stored.isTimely || alias.takenMs > Date.now()) return undefined;
    const names = await this.#loadText(alias.namesSnapshot);
    const snapshot = names && await readSnapshot(names.text, this.#pacer);
    return snapshot && { ...snapshot, takenMs: alias.takenMs };
  }

  async #saveText(text: string): Promise<string | undefined> {
    const name = await snapshotNameOf(text);
    return await unlessStoreFails(() => this.#snapshots.keep(name, text)) ? name : undefined;
  }

  async #loadText(name: string): Promise<SavedSnapshot | undefined> {
    const stored = await unlessStoreFails(() => this.#snapshots.find(name));
    return stored !== undefined && await snapshotNameOf(stored.text) === name ? stored : undefined;
  }
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
