/** The most that one reading of objects may unpack, in bytes. */
const MAX_COST_BYTES = 384 * 1024 * 1024;

/** What a single step counts as at least: a small object, or the base of one. */
const MIN_UNPACK_COST_BYTES = 2048;

/** What opening a file counts as. */
const OPEN_COST_BYTES = 16 * 1024;

/**
 * How much work a reading may still be, whatever a repository says: no clock decides. What is read in the
 * ordinary way of things stays far below it.
 */
export class WorkBudget {
  /** How much was done so far. */
  spent = 0;

  /** Whether the next step may be done, which then counts as done. */
  spendOnUnpacking(bytes: number): boolean {
    return this.spend(Math.max(bytes, MIN_UNPACK_COST_BYTES));
  }

  /** Whether a file may be opened, which then counts as done. */
  spendOnOpening(): boolean {
    return this.spend(OPEN_COST_BYTES);
  }

  /** Whether so much may be done, or was by an earlier reading, which then counts as done. */
  spend(work: number): boolean {
    this.spent += work;
    return this.spent <= MAX_COST_BYTES;
  }
}
