import type { Writable } from "node:stream";

/** What the server knows of a client: of one with a handshake, or of the connection of another. */
export class Connection {
  /** Set if the client opened with a handshake: only such a client can be sent requests, as for its roots. */
  readonly hasHandshake: boolean;
  /** The time of its last request or end of a call, in milliseconds since the epoch. */
  lastUsedAt = Date.now();
  readonly calls = new Set<Promise<unknown>>();
  readonly #outputs = new Set<Writable>();

  constructor(hasHandshake: boolean) {
    this.hasHandshake = hasHandshake;
  }

  /** Bytes that were written for the client, and that it has not read. */
  get unreadBytes(): number {
    let bytes = 0;
    for (const { writableLength } of this.#outputs) bytes += writableLength;
    return bytes;
  }

  /** Counts what is written to an output, until that is closed. */
  countOutput(output: Writable): void {
    this.#outputs.add(output);
    output.once("close", () => this.#outputs.delete(output));
  }

  /** Counts a call until it settles, and settles as it does. */
  async track<T>(call: Promise<T>): Promise<T> {
    this.calls.add(call);
    try {
      return await call;
    } finally {
      this.calls.delete(call);
      this.lastUsedAt = Date.now();
    }
  }
}
