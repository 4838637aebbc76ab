/** The MCP server on stdio: connects a server to the transport of standard input and output. */
import {
  serveStdio as serveOnStdio,
  StdioServerTransport,
} from "@modelcontextprotocol/server/stdio";
import { isatty } from "node:tty";
import { checkedOptions } from "../checked_options.ts";
import { sentenceSafe } from "../text/line_safe.ts";
import { Connection } from "./connection.ts";
import { MCP_FIELDS, type McpOptions, settingsOf } from "./options.ts";
import { createServer } from "./server.ts";
import { boundedBy, flushed, standardInput, standardOutput } from "./stdio_streams.ts";

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
  let connection = new Connection(false);
  const answered = async (): Promise<void> => {
    do {
      await Promise.allSettled(connection.calls);
      // What was read becomes calls, and what they return is sent, before any timer.
      await new Promise((resolve) => setTimeout(resolve));
    } while (connection.calls.size > 0);
  };
  const [input, output] = [standardInput(), standardOutput()];
  // The SDK adds listeners for each message that waits to be written.
  output.setMaxListeners(0);
  const bounded = boundedBy(output, input, answered);
  if (isatty(0)) report(TERMINAL_NOTICE);
  const transport = new StdioServerTransport(bounded, output);
  const handle = serveOnStdio(
    ({ era }) => createServer(settings, connection = new Connection(era === "legacy")),
    { transport, onerror: (error) => report(sentenceSafe(error.message)) },
  );
  const closed = Promise.withResolvers<void>();
  const { onclose } = transport;
  transport.onclose = () => {
    onclose?.();
    closed.resolve();
  };
  const abort = (): void => void handle.close();
  signal?.addEventListener("abort", abort, { once: true });
  if (signal?.aborted) abort();
  await closed.promise;
  signal?.removeEventListener("abort", abort);
  input.unpipe(bounded).pause();
  await settings.pool.close();
  await flushed(output);
}
