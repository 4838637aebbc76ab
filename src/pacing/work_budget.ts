/** Maximum cost of one call: some 3 seconds of the costliest work. */
const MAX_COST = 384 * 1024 * 1024;

/** The cost of work on the bytes of git, where one is that of unpacking a byte: some 8 ns. */
export const WORK_COST = {
  /** Unpacking an object, at least. */
  object: 2048,
  /** Inflating a byte of input: blocks that hold nothing take 270 ns for each. */
  inflatedByte: 32,
  open: 16 * 1024,
  read: 1024,
  lookup: 4096,
  search: 128,
  configByte: 16,
} as const;

/** A budget of work on the bytes of git: no clock decides. Ordinary repositories stay far below it. */
export class WorkBudget {
  spent = 0;

  /** Spends a cost, that of a cached value included. Reports whether the budget allowed it. */
  spend(cost: number): boolean {
    this.spent += cost;
    return this.spent <= MAX_COST;
  }

  spendOnUnpacking(bytes: number): boolean {
    return this.spend(Math.max(bytes, WORK_COST.object));
  }
}
