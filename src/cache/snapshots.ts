/** Where a host keeps what trees were, so that `changes` can tell what is different. */
export interface SnapshotStore {
  /**
   * Keeps a text under a name, and drops what was kept there before: that may say another time.
   *
   * @returns `false` where it is not kept, since there is no room: then no call gives its name.
   */
  keep(name: string, text: string): boolean | void | Promise<boolean | void>;
  /** The text of a name, which counts as used now; `undefined` where it is gone. */
  find(name: string): string | undefined | Promise<string | undefined>;
}

/** A snapshot that a host kept. */
export interface SavedSnapshot {
  /** What was kept. */
  readonly text: string;
  /** Whether the clock has only gone forward since it was kept, as far as is known. */
  readonly isTimely: boolean;
}

/** What calls use of a {@linkcode SnapshotStore}. */
export interface Snapshots {
  /** Keeps a text under a name, and tells whether it is kept. */
  keep(name: string, text: string): Promise<boolean>;
  /** What is kept under a name. */
  find(name: string): Promise<SavedSnapshot | undefined>;
}

/**
 * The snapshots of a store. Each is kept with the era that it was kept in.
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
