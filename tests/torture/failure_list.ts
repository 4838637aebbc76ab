/** Most failures that are told one by one. */
const MOST = 50;

/** Failures, each told once, and no more of them than can be read. */
export class FailureList {
  readonly #counts = new Map<string, { count: number; first: string }>();

  /**
   * Adds a failure.
   *
   * @param what The kind of failure: those of one kind are told once, with their number.
   * @param where What to repeat.
   */
  add(what: string, where: string): void {
    const known = this.#counts.get(what);
    if (known === undefined) this.#counts.set(what, { count: 1, first: where });
    else known.count++;
  }

  /** A line for each kind of failure. */
  lines(): string[] {
    const all = [...this.#counts].map(([what, { count, first }]) =>
      `${what} (${count} times, first: ${first})`
    );
    return all.length <= MOST
      ? all
      : [...all.slice(0, MOST), `and ${all.length - MOST} more kinds of failure`];
  }
}
