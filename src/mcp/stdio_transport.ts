/** The transport of stdio: reads and writes messages, one a line, with backpressure. */
import type { JSONRPCMessage } from "@modelcontextprotocol/server";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import type { Buffer } from "node:buffer";
import { fstatSync } from "node:fs";
import { Socket } from "node:net";
import process from "node:process";
import type { Readable, Writable } from "node:stream";
import { MessageParser } from "./message_parser.ts";
import { waitAtMost } from "./wait_at_most.ts";

/** Memory of buffered output at which reading pauses, in bytes. */
const MAX_OUTPUT_BYTES = 2 ** 25;

/** Memory that a buffered line takes, in bytes: two for each UTF-16 unit, and this. */
const LINE_OVERHEAD_BYTES = 512;

/** Time without any read by the client after which a flush ends, in milliseconds. */
const FLUSH_TIMEOUT_MS = 500;

/**
 * The SDK's transport, with four additions: an error response to a line that is no message, backpressure
 * (no request is read while the client reads no responses), answers to all that was read before the input
 * ended, and a promise of its closing.
 */
export class StdioTransport extends StdioServerTransport {
  readonly #closed = Promise.withResolvers<void>();
  readonly #parser = new MessageParser();
  readonly #input: Readable;
  readonly #output: Writable;
  #outputBytes = 0;
  /** The ids of requests without an answer. */
  readonly #unanswered = new Set<unknown>();
  #hasEnded = false;

  /**
   * @param input The client's messages.
   * @param output The server's messages.
   */
  constructor(input: Readable = standardInput(), output: Writable = standardOutput()) {
    super(input, output);
    this.#input = input;
    this.#output = output;
    output.on("drain", () => input.resume());
  }

  /** Resolves when either end is closed. */
  get closed(): Promise<void> {
    return this.#closed.promise;
  }

  override _ondata = (chunk: Buffer): void => {
    for (const line of this.#parser.parse(chunk)) {
      if (line.type === "message") this.#receive(line.message);
      else void this.send(line.response);
    }
  };

  #receive(message: JSONRPCMessage): void {
    if ("method" in message) {
      const { method, params } = message;
      // A subscription stays open.
      if ("id" in message && method !== "subscriptions/listen") this.#unanswered.add(message.id);
      if (method === "notifications/cancelled") this.#unanswered.delete(params?.requestId);
    }
    this.onmessage?.(message);
  }

  override _onstdinclose = (): void => {
    this.#hasEnded = true;
    if (this.#unanswered.size === 0) void this.close();
  };

  /** Buffers a message for writing. Waiting until it is read would keep all of its request: 4 KB for a ping. */
  override send(message: JSONRPCMessage): Promise<void> {
    const line = `${JSON.stringify(message)}\n`;
    const bytes = 2 * line.length + LINE_OVERHEAD_BYTES;
    this.#outputBytes += bytes;
    this.#output.write(line, () => this.#outputBytes -= bytes);
    if (this.#outputBytes > MAX_OUTPUT_BYTES) this.#input.pause();
    if (!("method" in message)) this.#unanswered.delete(message.id);
    if (this.#hasEnded) this._onstdinclose();
    return Promise.resolve();
  }

  /** Waits until all output is written, or the client stops reading. */
  async flushed(): Promise<void> {
    const output = this.#output;
    const written = new Promise<void>((resolve) => output.write("", () => resolve()));
    for (let buffered = Infinity; output.writableLength > 0 && output.writableLength < buffered;) {
      buffered = output.writableLength;
      await waitAtMost(FLUSH_TIMEOUT_MS, written);
    }
  }

  override async close(): Promise<void> {
    await super.close();
    this.#closed.resolve();
  }
}

/** Bun reads nothing from a socket that is made of a pipe. */
const IS_BUN = "bun" in process.versions;

/**
 * Opens standard input, as a socket of the event loop if it is a pipe or socket: Deno's own stream uses a
 * thread for each read, which costs more than the read. As in Node, a pipe stays in non-blocking mode.
 */
function standardInput(): Readable {
  // Other streams write in blocking mode, so none may share the pipe or socket.
  return isUnsharedPipe(0) ? new Socket({ fd: 0, readable: true, writable: false }) : process.stdin;
}

/** Opens standard output, which the event loop writes for the same reason. */
function standardOutput(): Writable {
  try {
    if (isUnsharedPipe(1)) return new Socket({ fd: 1, readable: false, writable: true });
  } catch {
    // Deno holds the descriptor, as it does to capture the output of a test.
  }
  return process.stdout;
}

/**
 * Reports whether a standard stream is a pipe or socket that no other standard stream shares. On Windows,
 * `fstat` fails on them, so none is.
 */
function isUnsharedPipe(fd: number): boolean {
  try {
    const stream = fstatSync(fd);
    return (stream.isFIFO() || stream.isSocket()) && !IS_BUN &&
      ![0, 1, 2].some((other) => other !== fd && fstatSync(other).ino === stream.ino);
  } catch {
    return false;
  }
}
