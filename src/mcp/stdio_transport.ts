import type { JSONRPCMessage } from "@modelcontextprotocol/server";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import type { Buffer } from "node:buffer";
import { fstatSync } from "node:fs";
import { Socket } from "node:net";
import process from "node:process";
import type { Readable, Writable } from "node:stream";
import { MessageParser } from "./message_parser.ts";
import { waitAtMost } from "./wait_at_most.ts";

/** How much may wait to be written before nothing more is read, in bytes or UTF-16 units. */
const OUTPUT_HIGH_WATER_MARK = 2 ** 25;

/** How long a reader may read nothing before what is left is given up, in milliseconds. */
const FLUSH_TIMEOUT_MS = 500;

/**
 * The SDK's transport, except that it answers a line that is no message, reads no more from a client that
 * reads no answers, and tells when it is closed.
 */
export class StdioTransport extends StdioServerTransport {
  readonly #closed = Promise.withResolvers<void>();
  readonly #lines = new MessageParser();
  readonly #input: Readable;
  readonly #output: Writable;

  /**
   * @param input Where messages come from.
   * @param output Where they go.
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
    try {
      for (const line of this.#lines.parse(chunk)) {
        if ("message" in line) this.onmessage?.(line.message);
        else this.send(line.errorResponse).catch(() => {});
      }
    } catch (error) {
      this.onerror?.(error as Error);
      void this.close();
    }
  };

  override send(message: JSONRPCMessage): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#output.write(
        `${JSON.stringify(message)}\n`,
        (error) => error ? reject(error) : resolve(),
      );
      if (this.#output.writableLength > OUTPUT_HIGH_WATER_MARK) this.#input.pause();
    });
  }

  /** Waits until all is written, or the client reads nothing more. */
  async flushed(): Promise<void> {
    const output = this.#output;
    const written = new Promise<void>((resolve) => output.write("", () => resolve()));
    for (let left = Infinity; output.writableLength > 0 && output.writableLength < left;) {
      left = output.writableLength;
      await waitAtMost(FLUSH_TIMEOUT_MS, written);
    }
  }

  override async close(): Promise<void> {
    await super.close();
    this.#closed.resolve();
  }
}

/**
 * Standard input, read by the event loop if it is a pipe or socket: Deno's own stream uses a thread for each
 * read, which costs more than the read. As in Node, a pipe is left in non-blocking mode.
 */
function standardInput(): Readable {
  // Writes must block, so output must not share the pipe or socket.
  return isUnsharedPipe(0) ? new Socket({ fd: 0, readable: true, writable: false }) : process.stdin;
}

/** Standard output, written by the event loop for the same reason. */
function standardOutput(): Writable {
  try {
    if (isUnsharedPipe(1)) return new Socket({ fd: 1, readable: false, writable: true });
  } catch {
    // Deno keeps it for itself, as where it collects what a test prints.
  }
  return process.stdout;
}

/**
 * Whether a standard stream is a pipe or socket that no other standard stream shares. On Windows, none can be
 * asked, so none counts as one.
 */
function isUnsharedPipe(fd: number): boolean {
  try {
    const stream = fstatSync(fd);
    return (stream.isFIFO() || stream.isSocket()) &&
      ![0, 1, 2].some((other) => other !== fd && fstatSync(other).ino === stream.ino);
  } catch {
    return false;
  }
}
