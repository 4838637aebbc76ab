/** The running calls. A server waits for them when it closes, and keeps a session that has any. */
export class RunningCalls {
  readonly #calls = new Set<Promise<unknown>>();
  readonly #onEnd: () => void;

  /** @param onEnd Called when a call ends. */
  constructor(onEnd: () => void = () => {}) {
    this.#onEnd = onEnd;
  }

  /** The number of running calls. */
  get size(): number {
    return this.#calls.size;
  }

  /** Counts a call until it settles, and returns its outcome. */
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
