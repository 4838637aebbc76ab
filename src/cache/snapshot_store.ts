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
