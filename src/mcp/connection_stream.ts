import { Buffer } from "node:buffer";
import { Duplex } from "node:stream";
import type { Connection } from "./connection.ts";

/** How much is read at a time, in bytes. */
export const READ_BYTES = 16 * 1024;

/** How long the client may take to end its side once this one has ended, in milliseconds. */
const LINGER_MS = 500;

/** A chunk that waits to be written. */
interface Waiting {
  readonly chunk: Buffer;
}

/**
 * A TCP connection as Node's HTTP server takes one. A connection whose client does not read what it asked
 * for is closed, as it would be kept for ever. An error just ends it: Node would ask for its stack trace,
 * for which Deno opens a file, and panics where it cannot.
 */
export class ConnectionStream extends Duplex {
  /** Whose stream it is. */
  readonly connection: Connection;
  readonly #tcp: Deno.TcpConn;
  readonly #writeMs: number;
  readonly #buffer = new Uint8Array(READ_BYTES);
  #lingering: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param connection What to read and write; the stream closes it.
   * @param first What has been read of it.
   * @param writeMs How long the client may take to accept anything of what is sent, in milliseconds.
   */
  constructor(connection: Connection, first: Uint8Array, writeMs: number) {
    super({ allowHalfOpen: true });
    this.connection = connection;
    this.#tcp = connection.tcp;
    this.#writeMs = writeMs;
    this.push(first);
  }

  /** HTTP's own timeouts are not used: whoever made the connection closes it in time. */
  setTimeout(): this {
    return this;
  }

  override _read(): void {
    this.#tcp.read(this.#buffer).then(
      (count) => this.push(count === null ? null : this.#buffer.slice(0, count)),
      () => this.destroy(),
    );
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    this.#write(chunk).then(() => done(), () => this.destroy());
  }

  override _writev(waiting: Waiting[], done: (error?: Error | null) => void): void {
    this.#write(Buffer.concat(waiting.map(({ chunk }) => chunk))).then(
      () => done(),
      () => this.destroy(),
    );
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#lingering = setTimeout(() => this.destroy(), LINGER_MS);
    this.#tcp.closeWrite().then(() => done(), () => this.destroy());
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    clearTimeout(this.#lingering);
    try {
      this.#tcp.close();
    } catch {
      // It is closed.
    }
    done(error);
  }

  async #write(bytes: Uint8Array): Promise<void> {
    for (let start = 0; start < bytes.length;) {
      const timer = setTimeout(() => this.destroy(), this.#writeMs);
      try {
        start += await this.#tcp.write(bytes.subarray(start));
      } finally {
        clearTimeout(timer);
      }
    }
  }
}
