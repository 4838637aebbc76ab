/** The running calls of a server or session: closing waits for them, and they keep a session from expiring. */
export class RunningCalls {
  readonly #calls = new Set<Promise<unknown>>();
  readonly #onEnd: () => void;

  constructor(onEnd: () => void = () => {}) {
    this.#onEnd = onEnd;
  }

  get size(): number {
    return this.#calls.size;
  }

  /** Counts a call until it settles, and settles as it does. */
  async track<T>(call: Promise<T>): Promise<T> {
    this.#calls.add(call);
    try {
      return await call;
    } finally {
      this.#calls.delete(call);
      this.#onEnd();
    }
  }

  /** Waits until the calls that run now have settled. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#calls);
  }
}
