/** The largest number of kinds that are listed. */
const MAX_FAILURES = 50;

/** Failures by kind: each is listed once, with its count, up to a readable number. */
export class FailureList {
  readonly #counts = new Map<string, { count: number; first: string }>();

  /** Adds a failure. Those of one kind are counted together, with how to reproduce the first. */
  add(what: string, where: string): void {
    const known = this.#counts.get(what);
    if (known === undefined) this.#counts.set(what, { count: 1, first: where });
    else known.count++;
  }

  /** One line for each kind of failure. */
  lines(): string[] {
    const all = [...this.#counts].map(([what, { count, first }]) =>
      `${what} (${count} times, first: ${first})`
    );
    return all.length <= MAX_FAILURES
      ? all
      : [...all.slice(0, MAX_FAILURES), `and ${all.length - MAX_FAILURES} more kinds of failure`];
  }
}
