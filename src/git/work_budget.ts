/** Maximum cost of one history, in bytes unpacked or their equivalent. */
const MAX_COST_BYTES = 384 * 1024 * 1024;

/** Minimum cost of unpacking: that of a small object. */
const MIN_UNPACK_COST_BYTES = 2048;

/** Cost of opening a file. */
const OPEN_COST_BYTES = 16 * 1024;

/**
 * A budget of work for reading objects, whatever a repository contains: no clock decides. An ordinary
 * history stays far below it.
 */
export class WorkBudget {
  /** The cost so far. */
  spent = 0;

  /** Spends the cost of unpacking an object. Reports whether the budget allowed it. */
  spendOnUnpacking(bytes: number): boolean {
    return this.spend(Math.max(bytes, MIN_UNPACK_COST_BYTES));
  }

  /** Spends the cost of opening a file. Reports whether the budget allowed it. */
  spendOnOpening(): boolean {
    return this.spend(OPEN_COST_BYTES);
  }

  /** Spends a cost, that of a cached object included. Reports whether the budget allowed it. */
  spend(work: number): boolean {
    this.spent += work;
    return this.spent <= MAX_COST_BYTES;
  }
}
