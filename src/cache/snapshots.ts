/** A store of snapshots of trees, which tool `changes` compares with the trees of now. */
export interface SnapshotStore {
  /**
   * Saves a text under a name, in place of the one before, which may be of another time.
   *
   * @returns `false` if it is not saved, for want of room: then no result names it.
   */
  keep(name: string, text: string): boolean | void | Promise<boolean | void>;
  /** Returns the text of a name, and counts it as used now; `undefined` where it is gone. */
  find(name: string): string | undefined | Promise<string | undefined>;
}

/** A snapshot that was saved. */
export interface SavedSnapshot {
  /** The text of the snapshot. */
  readonly text: string;
  /** Set if the clock was not set back since it was saved, as far as is known. */
  readonly isTimely: boolean;
}

/** The snapshots of a {@linkcode SnapshotStore}, as calls use them. */
export interface Snapshots {
  /** Saves a text under a name, and reports whether it is saved. */
  keep(name: string, text: string): Promise<boolean>;
  /** Returns the snapshot that is saved under a name. */
  find(name: string): Promise<SavedSnapshot | undefined>;
}

/**
 * Wraps a store. Each snapshot is saved with the era that it was saved in.
 *
 * @param era A text that changes when the clock is set back, and that no other process gives.
 */
export function snapshotsIn(store: SnapshotStore, era: () => string): Snapshots {
  return {
    async keep(name, text) {
      return await store.keep(name, `${era()}\n${text}`) !== false;
    },
    async find(name) {
      const saved = await store.find(name);
      if (saved === undefined) return undefined;
      const end = saved.indexOf("\n");
      return { text: saved.slice(end + 1), isTimely: saved.slice(0, end) === era() };
    },
  };
}
