/**
 * The MCP server on standard input and output.
 *
 * @module
 */
import type { JSONRPCMessage } from "@modelcontextprotocol/server";
import {
  serveStdio as serveOnStdio,
  StdioServerTransport,
} from "@modelcontextprotocol/server/stdio";
import { fstatSync } from "node:fs";
import { Socket } from "node:net";
import process from "node:process";
import type { Readable } from "node:stream";
import { lineSafe } from "../text/line_safe.ts";
import { type McpOptions, settingsOf } from "./options.ts";
import { RunningCalls } from "./running_calls.ts";
import { createServer } from "./server.ts";

/**
 * Serves one client on standard input and output, which then carry nothing but the protocol. Requires
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
 * @param options What the server offers, and what it may see.
 * @param options2 How it ends.
 * @param options2.signal Ends it.
 * @returns A promise that resolves once the client has closed standard input or `signal` has aborted,
 * the calls that ran are stopped, and everything is closed.
 */
export async function serveStdio(
  options: McpOptions = {},
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<void> {
  const settings = settingsOf(options);
  const calls = new RunningCalls();
  const memory: Record<string, string> = {};
  const transport = new ClosableStdio();
  const handle = serveOnStdio(
    ({ era }) => createServer(settings, { calls, memory, hasHandshake: era === "legacy" }),
    { transport, onerror: (error) => settings.report(lineSafe(error.message)) },
  );
  const abort = (): void => void handle.close();
  signal?.addEventListener("abort", abort, { once: true });
  if (signal?.aborted) abort();
  await transport.closed;
  signal?.removeEventListener("abort", abort);
  await handle.close();
  await calls.settled();
}

/**
 * Standard input, awaited by the event loop where it can be: Deno's own stream takes a thread for each
 * read, which costs more than the read. As with Node, a pipe is then left in non-blocking mode.
 */
function standardInput(): Readable {
  const input = fstatSync(0);
  const isAwaitable = input.isFIFO() || input.isSocket();
  // Writes must block: not where they go to the same pipe or socket.
  return isAwaitable && ![1, 2].some((fd) => fstatSync(fd).ino === input.ino)
    ? new Socket({ fd: 0, readable: true, writable: false })
    : process.stdin;
}

/** Writes the answers that are ready together as one, and tells when it is closed. */
class ClosableStdio extends StdioServerTransport {
  readonly #closed = Promise.withResolvers<void>();
  #lines: string[] = [];
  #written: Promise<void> | undefined;

  constructor() {
    super(standardInput());
  }

  /** Resolves when the client has closed its end, or this end is closed. */
  get closed(): Promise<void> {
    return this.#closed.promise;
  }

  /** Each write wakes the client. */
  override async send(message: JSONRPCMessage): Promise<void> {
    this.#lines.push(`${JSON.stringify(message)}\n`);
    await (this.#written ??= new Promise((resolve, reject) => {
      process.nextTick(() => {
        const lines = this.#lines;
        this.#lines = [];
        this.#written = undefined;
        try {
          process.stdout.write(lines.join(""), (error) => error ? reject(error) : resolve());
        } catch (error) {
          reject(error);
        }
      });
    }));
  }

  override async close(): Promise<void> {
    await super.close();
    this.#closed.resolve();
  }
}
