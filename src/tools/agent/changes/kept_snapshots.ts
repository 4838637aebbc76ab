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

/** How many characters the name of a snapshot has: 62 bits of what it holds. */
const NAME_LENGTH = 12;

/** The name of what was kept; for an alias, also that of the snapshot with the names. */
export interface KeptNames {
  readonly name: string;
  readonly names?: string;
}

/** Where the host keeps snapshots. A call goes on without a store that fails. */
export class KeptSnapshots {
  readonly #snapshots: Snapshots;
  readonly #pacer: Pacer;

  constructor(snapshots: Snapshots, pacer: Pacer) {
    this.#snapshots = snapshots;
    this.#pacer = pacer;
  }

  /** Keeps a snapshot, if the store can, and returns its name. Equal snapshots have equal names. */
  async keep(snapshot: Snapshot): Promise<string | undefined> {
    return await this.#keepText(await writeSnapshot(snapshot, this.#pacer));
  }

  /** Keeps when a tree had the names of a snapshot that is kept; nothing if that is gone. */
  async keepAlias(alias: SnapshotAlias): Promise<KeptNames | undefined> {
    const { names } = alias;
    if (await unlessUnusable(() => this.#snapshots.find(names)) === undefined) return undefined;
    const name = await this.#keepText(writeAlias(alias));
    return name === undefined ? undefined : { name, names };
  }

  /**
   * The snapshot of a name, if it is still kept and can be compared with what the tree is now. Where its
   * entries were not asked, their times tell what changed, if the clock has only gone forward.
   */
  async find(name: string): Promise<Snapshot | undefined> {
    const kept = await this.#findText(name);
    if (kept === undefined) return undefined;
    const alias = readAlias(kept.text);
    if (alias === undefined) return await readSnapshot(kept.text, this.#pacer);
    if (!kept.isTimely || alias.taken > Date.now()) return undefined;
    const names = await this.#findText(alias.names);
    const snapshot = names && await readSnapshot(names.text, this.#pacer);
    return snapshot && { ...snapshot, taken: alias.taken };
  }

  async #keepText(text: string): Promise<string | undefined> {
    const name = await nameOfText(text);
    return await unlessUnusable(() => this.#snapshots.keep(name, text)) ? name : undefined;
  }

  async #findText(name: string): Promise<SavedSnapshot | undefined> {
    const kept = await unlessUnusable(() => this.#snapshots.find(name));
    return kept !== undefined && await nameOfText(kept.text) === name ? kept : undefined;
  }
}

async function nameOfText(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  const number = new DataView(digest).getBigUint64(0);
  return number.toString(36).padStart(NAME_LENGTH + 1, "0").slice(-NAME_LENGTH);
}

/** Does something with a store that may fail. */
async function unlessUnusable<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DirscopeError) return undefined;
    throw error;
  }
}
