/** The calls that run: a host waits for them when it closes, and keeps what they belong to. */
export class RunningCalls {
  readonly #calls = new Set<Promise<unknown>>();
  readonly #onEnd: () => void;

  /** @param onEnd Told when a call ends. */
  constructor(onEnd: () => void = () => {}) {
    this.#onEnd = onEnd;
  }

  /** How many run. */
  get size(): number {
    return this.#calls.size;
  }

  /** Counts a call until it ends, and gives what it gives. */
  async track<T>(call: Promise<T>): Promise<T> {
    this.#calls.add(call);
    try {
      return await call;
    } finally {
      this.#calls.delete(call);
      this.#onEnd();
    }
  }

  /** Waits for the end of those that run now. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#calls);
  }
}
