import type { JSONRPCMessage } from "@modelcontextprotocol/server";
import {
  serveStdio as serveOnStdio,
  StdioServerTransport,
} from "@modelcontextprotocol/server/stdio";
import type { Buffer } from "node:buffer";
import { fstatSync } from "node:fs";
import { Socket } from "node:net";
import process from "node:process";
import type { Readable } from "node:stream";
import { isatty } from "node:tty";
import { sentenceSafe } from "../text/line_safe.ts";
import { MessageLines } from "./message_lines.ts";
import { type McpOptions, settingsOf } from "./options.ts";
import { type Output, OutputLines } from "./output_lines.ts";
import { RunningCalls } from "./running_calls.ts";
import { createServer } from "./server.ts";

/** What a person sees who starts the server at a terminal, where nothing else would ever show. */
const WAITING =
  "dirscope: an MCP server, waiting for a client's messages on standard input; Ctrl-D ends it";

/**
 * Serves one client on standard input and output, which must then carry nothing else. Requires
 * `--allow-read` permission for the roots.
 *
 * @example Usage
 * ```ts
 * import { serveStdio } from "@dirscope/dirscope/mcp";
 *
 * // Ends at once here; without a signal, when the client closes standard input.
 * await serveStdio({ toolset: "discovery" }, { signal: AbortSignal.abort() });
 * ```
 *
 * @param options What the server offers, and what it may read.
 * @param options2 How to stop it.
 * @param options2.signal Stops the server when it aborts.
 * @returns A promise that resolves once the client has closed standard input or `signal` has aborted,
 * and all running calls have stopped.
 */
export async function serveStdio(
  options: McpOptions = {},
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<void> {
  const settings = settingsOf(options);
  const calls = new RunningCalls();
  const transport = new ClosableStdio();
  if (isatty(0)) settings.report(WAITING);
  const handle = serveOnStdio(
    ({ era }) => createServer(settings, { calls, hasHandshake: era === "legacy" }),
    { transport, onerror: (error) => settings.report(sentenceSafe(error.message)) },
  );
  const abort = (): void => void handle.close();
  signal?.addEventListener("abort", abort, { once: true });
  if (signal?.aborted) abort();
  await transport.closed;
  signal?.removeEventListener("abort", abort);
  await handle.close();
  await calls.settled();
  await settings.pool.close();
  await transport.flushed();
}

/**
 * Standard input, read by the event loop if it is a pipe or socket: Deno's own stream uses a thread for
 * each read, which costs more than the read. As in Node, a pipe is left in non-blocking mode.
 */
function standardInput(): Readable {
  // Writes must block, so output must not share the pipe or socket.
  return isPipeOfItsOwn(0) ? new Socket({ fd: 0, readable: true, writable: false }) : process.stdin;
}

/**
 * Whether a standard stream is a pipe or socket that no other standard stream shares. On Windows, none can be
 * asked, so none counts as one.
 */
function isPipeOfItsOwn(fd: number): boolean {
  try {
    const stream = fstatSync(fd);
    return (stream.isFIFO() || stream.isSocket()) &&
      ![0, 1, 2].some((other) => other !== fd && fstatSync(other).ino === stream.ino);
  } catch {
    return false;
  }
}

/**
 * Standard output, which never holds up this thread while the reader does not read. Deno's own stream uses a
 * thread for each write, which costs as much as a small call; the event loop writes to a pipe or socket, which
 * is left in non-blocking mode. Deno's `writeSync` must not be used there: where it would block, it has
 * buffered some of the bytes, and does not say how many.
 */
function standardOutput(): Output {
  if (!isPipeOfItsOwn(1)) return Deno.stdout;
  let socket: Socket;
  try {
    socket = new Socket({ fd: 1, readable: false, writable: true });
  } catch {
    // Deno keeps it for itself, as where it collects what a test prints.
    return Deno.stdout;
  }
  // Each write tells of its own error.
  socket.on("error", () => {});
  return {
    write: (bytes) =>
      new Promise((resolve, reject) => {
        socket.write(bytes, (error) => error ? reject(error) : resolve(bytes.length));
      }),
  };
}

/**
 * Answers a line that is no message, which the SDK drops, writes without holding up the thread, and reports
 * when it is closed.
 */
class ClosableStdio extends StdioServerTransport {
  readonly #closed = Promise.withResolvers<void>();
  readonly #lines = new MessageLines();
  readonly #source: Readable;
  readonly #output = new OutputLines(standardOutput(), () => this.#source.resume());

  constructor(source = standardInput()) {
    super(source);
    this.#source = source;
  }

  /** Resolves when either end is closed. */
  get closed(): Promise<void> {
    return this.#closed.promise;
  }

  override _ondata = (chunk: Buffer): void => {
    try {
      for (const line of this.#lines.read(chunk)) {
        if ("message" in line) this.onmessage?.(line.message);
        else this.send(line.refusal).catch(() => {});
      }
    } catch (error) {
      this.onerror?.(error as Error);
      void this.close();
    }
  };

  /** Sends a message. A client that reads none is read from no more. */
  override async send(message: JSONRPCMessage): Promise<void> {
    const written = this.#output.write(JSON.stringify(message));
    if (this.#output.isFull) this.#source.pause();
    try {
      await written;
    } catch (error) {
      // Nobody reads any more.
      void this.close();
      throw error;
    }
  }

  /** Waits until all is written, or the client reads nothing more. */
  async flushed(): Promise<void> {
    await this.#output.flushed();
  }

  override async close(): Promise<void> {
    await super.close();
    this.#closed.resolve();
  }
}
