/** The most that one reading of objects may unpack, in bytes. */
const MAX_WORK = 384 * 1024 * 1024;

/** What a single step counts as at least: a small object, or the base of one. */
const STEP = 2048;

/** What opening a file counts as. */
const OPENING = 16 * 1024;

/**
 * How much work a reading may still be, whatever a repository says: no clock decides. What is read in the
 * ordinary way of things stays far below it.
 */
export class Work {
  /** How much was done so far. */
  done = 0;

  /** Whether the next step may be done, which then counts as done. */
  mayUnpack(bytes: number): boolean {
    return this.mayDo(Math.max(bytes, STEP));
  }

  /** Whether a file may be opened, which then counts as done. */
  mayOpen(): boolean {
    return this.mayDo(OPENING);
  }

  /** Whether so much may be done, or was by an earlier reading, which then counts as done. */
  mayDo(work: number): boolean {
    this.done += work;
    return this.done <= MAX_WORK;
  }
}
