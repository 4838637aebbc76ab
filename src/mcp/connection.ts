import type { Writable } from "node:stream";
import type { Client } from "../workers/job.ts";

/** What the server knows of a client with a handshake, or of one socket of a client without. */
export class Connection implements Client {
  /** Set if the client opened with a handshake: only such a client can be sent requests, as for its roots. */
  readonly hasHandshake: boolean;
  /** Clients without a handshake cannot be told apart: all of them share one part of the pool. */
  readonly group: object;
  /** The time of its last request or end of a call, in milliseconds since the epoch. */
  lastUsedAt = Date.now();
  readonly calls = new Set<Promise<unknown>>();
  /** What is written for it, each with the socket it goes to: a response may wait there behind others. */
  readonly #outputs = new Map<Writable, Writable>();

  constructor(hasHandshake: boolean) {
    this.hasHandshake = hasHandshake;
    this.group = hasHandshake ? this : Connection;
  }

  /** Bytes that were written for the client, and that it has not read. */
  get unreadBytes(): number {
    let bytes = 0;
    for (const [output, { destroyed }] of this.#outputs) {
      if (destroyed) this.#outputs.delete(output);
      else bytes += output.writableLength;
    }
    return bytes;
  }

  /** Counts what is written to an output, until that is closed. */
  countOutput(output: Writable, socket: Writable = output): void {
    this.#outputs.set(output, socket);
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
