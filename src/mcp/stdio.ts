/** The MCP server on stdio: connects a server to standard input and output. */
import { serveStdio as serveOnStdio } from "@modelcontextprotocol/server/stdio";
import { isatty } from "node:tty";
import { checkedOptions } from "../checked_options.ts";
import { sentenceSafe } from "../text/line_safe.ts";
import { Connection } from "./connection.ts";
import { MCP_FIELDS, type McpOptions, settingsOf } from "./options.ts";
import { createServer } from "./server.ts";
import { flushed, standardInput, standardOutput } from "./stdio_streams.ts";
import { StdioTransport } from "./stdio_transport.ts";

/** A notice for a person who starts the server at a terminal: nothing else would ever show. */
const TERMINAL_NOTICE =
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
 * await serveStdio({ toolset: "discovery", signal: AbortSignal.abort() });
 * ```
 *
 * @param options The toolset, the roots, the host's memory and log, and a signal.
 * @returns A promise that resolves once the client has closed standard input and all that it sent is
 * answered, or once `signal` has aborted and all running calls have stopped.
 * @throws {TypeError} If a field is of a wrong type or unknown, or a root cannot be read: it says which.
 */
export async function serveStdio(options: McpOptions = {}): Promise<void> {
  const settings = settingsOf(checkedOptions(options, MCP_FIELDS, "the options of serveStdio"));
  const { report, signal } = settings;
  const output = standardOutput();
  const transport = new StdioTransport(standardInput(), output, report);
  if (isatty(0)) report(TERMINAL_NOTICE);
  const handle = serveOnStdio(
    ({ era }) => {
      const connection = new Connection(era === "legacy");
      connection.countOutput(output);
      return createServer(settings, connection);
    },
    { transport, onerror: (error) => report(sentenceSafe(error.message)) },
  );
  const abort = (): void => void handle.close();
  signal?.addEventListener("abort", abort, { once: true });
  if (signal?.aborted) abort();
  await transport.closed;
  signal?.removeEventListener("abort", abort);
  await settings.pool.close();
  await flushed(output);
}
