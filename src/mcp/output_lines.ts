/** Standard output as lines, written without holding up the thread. */

/** How long a reader may read nothing before what is left is given up, in milliseconds. */
const GIVE_UP_MS = 500;

/** The most UTF-16 units that may wait to be written before nothing more should be asked for. */
const MAX_WAITING = 2 ** 25;

/** A place to write bytes to. */
export interface Output {
  /** Writes some of them, and gives how many. */
  write(bytes: Uint8Array): number | Promise<number>;
}

/** Writes lines in order. Those that are ready at the same time are one write, since each wakes the reader. */
export class OutputLines {
  readonly #output: Output;
  readonly #onRoom: () => void;
  #lines: string[] = [];
  #waiting = 0;
  #writing: Promise<void> | undefined;
  #writes = 0;

  /**
   * @param output Where to.
   * @param onRoom Called when all is written that was too much.
   */
  constructor(output: Output, onRoom: () => void = () => {}) {
    this.#output = output;
    this.#onRoom = onRoom;
  }

  /** Whether so much waits to be written that nothing more should be asked for. */
  get isFull(): boolean {
    return this.#waiting > MAX_WAITING;
  }

  /**
   * Writes a line.
   *
   * @throws Whatever writing throws.
   */
  async write(line: string): Promise<void> {
    this.#lines.push(line);
    this.#waiting += line.length;
    await (this.#writing ??= this.#writeAll());
  }

  /** Waits until all is written, or the reader reads nothing more. */
  async flushed(): Promise<void> {
    for (let writes = -1; this.#writing !== undefined && writes !== this.#writes;) {
      writes = this.#writes;
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, GIVE_UP_MS);
      await Promise.race([this.#writing.catch(() => {}), promise]);
      clearTimeout(timer);
    }
  }

  async #writeAll(): Promise<void> {
    try {
      // Lines of the same tick come along.
      await Promise.resolve();
      const encoder = new TextEncoder();
      while (this.#lines.length > 0) {
        let bytes = encoder.encode(`${this.#lines.join("\n")}\n`);
        this.#lines = [];
        const waited = this.#waiting;
        while (bytes.length > 0) {
          bytes = bytes.subarray(await this.#output.write(bytes));
          this.#writes++;
        }
        const wasFull = this.isFull;
        this.#waiting -= waited;
        if (wasFull && !this.isFull) this.#onRoom();
      }
    } finally {
      this.#writing = undefined;
    }
  }
}
