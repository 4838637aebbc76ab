/** The MCP server on stdio: connects a server to the transport of standard input and output. */
import { serveStdio as serveOnStdio } from "@modelcontextprotocol/server/stdio";
import { isatty } from "node:tty";
import { A_SIGNAL, checkedOptions } from "../checked_options.ts";
import { sentenceSafe } from "../text/line_safe.ts";
import { MCP_FIELDS, type McpOptions, reportMissingWorkers, settingsOf } from "./options.ts";
import { RunningCalls } from "./running_calls.ts";
import { createServer } from "./server.ts";
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
 * await serveStdio({ toolset: "discovery" }, { signal: AbortSignal.abort() });
 * ```
 *
 * @param options The toolset, the roots, and the host's memory and log.
 * @param control The signal.
 * @param control.signal Stops the server when it aborts.
 * @returns A promise that resolves once the client has closed standard input and all that it sent is
 * answered, or once `signal` has aborted and all running calls have stopped.
 * @throws {TypeError} If a field is of a wrong type or unknown, or a root cannot be read: it says which.
 */
export async function serveStdio(
  options: McpOptions = {},
  control: { readonly signal?: AbortSignal } = {},
): Promise<void> {
  const checked = checkedOptions(options, MCP_FIELDS, "the options of serveStdio");
  const { signal } = checkedOptions(control, { signal: A_SIGNAL }, "the second argument");
  const settings = settingsOf(checked);
  const calls = new RunningCalls();
  const transport = new StdioTransport();
  reportMissingWorkers(checked);
  if (isatty(0)) settings.report(TERMINAL_NOTICE);
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
