/**
 * The tools of a remote `dirscope mcp --http`, as if they were local.
 *
 * @module
 */
import type { CallToolResult } from "@modelcontextprotocol/client";
import { A_FUNCTION, A_SIGNAL, checkedOptions } from "../checked_options.ts";
import { ArgumentError } from "../arguments/argument_error.ts";
import { parseSent } from "../arguments/parse_arguments.ts";
import { TOOLSET_META_KEY } from "../mcp/protocol_extensions.ts";
import { DirscopeError } from "../errors.ts";
import { denialOf, permissionOf } from "../scope/read_permission.ts";
import { lineSafe } from "../text/line_safe.ts";
import type { Tool } from "../tool.ts";
import { TOOLSETS } from "../toolsets.ts";
import {
  connect,
  NOT_DIRSCOPE,
  type RemoteConnection,
  type RemoteContext,
  type RemoteOptions,
} from "./connection.ts";
import { RemoteError } from "./remote_error.ts";

export type { RemoteContext, RemoteOptions } from "./connection.ts";
export { RemoteError, type RemoteErrorCode } from "./remote_error.ts";

/** A tool of a remote server, whose calls take less of a context. */
export interface RemoteTool extends Omit<Tool, "pages"> {
  /** Executes one call there. */
  execute(args: unknown, context?: RemoteContext): Promise<unknown>;
}

/** The tools of a remote server, by wire name. Disposing of it closes the connection. */
export type RemoteToolset = Readonly<Record<string, RemoteTool>> & AsyncDisposable;

/**
 * Connects to a `dirscope mcp --http` and returns the tools that it serves. For an equal tree, their results
 * are byte-equal to those of the local tools. Requires `--allow-net` permission for the server's
 * address; where it is missing, nothing prompts.
 *
 * A call's context is `signal` and `onProgress` alone: the server decides on the rest. If there is no response, since the server is silent, gone or fails, a call resolves to an error of its toolset.
 *
 * @example Usage
 * ```ts
 * import { connectRemote } from "@dirscope/dirscope/remote";
 * import { serveHttp } from "@dirscope/dirscope/mcp";
 * import { assertEquals } from "@std/assert";
 *
 * await using server = await serveHttp({ toolset: "codex", roots: ["fixtures/sample"] });
 * await using remote = await connectRemote(server.url);
 * assertEquals(await remote.list_dir!.execute({ dir_path: "src" }), {
 *   content: "dir_path must be an absolute path",
 *   success: false,
 * });
 * ```
 *
 * @param url The URL that the server prints when it starts: `http://HOST:PORT/mcp`.
 * @param options The token, and a signal.
 * @returns The tools of its toolset, by wire name.
 * @throws {RemoteError} If it cannot be used: it is unreachable or no dirscope, or refuses the token. `code` says
 * which.
 * @throws {TypeError} If the URL or a field of the options cannot be used.
 * @throws {DOMException} `AbortError` when `options.signal` aborts.
 */
export async function connectRemote(
  url: string | URL,
  options: RemoteOptions = {},
): Promise<RemoteToolset> {
  const checked = checkedOptions(options, REMOTE_FIELDS, "the options of connectRemote");
  const address = URL.parse(url);
  if (address === null || !/^https?:$/.test(address.protocol)) {
    throw new TypeError(`Cannot use '${lineSafe(String(url))}': it is no URL of HTTP`);
  }
  try {
    checkPermission(address);
    const connection = await connect(address, checked);
    try {
      return Object.defineProperty(toolsOf(connection), Symbol.asyncDispose, {
        value: connection.close,
      }) as RemoteToolset;
    } catch (error) {
      await connection.close();
      throw error;
    }
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    // Without user, password and query: they may hold secrets.
    throw new RemoteError(error.code, error.reason, address.origin + address.pathname);
  }
}

const REMOTE_FIELDS = {
  token: {
    rule: "must be visible ASCII, without spaces",
    isValid: (value: unknown) => typeof value === "string" && /^[!-~]+$/.test(value),
  },
  signal: A_SIGNAL,
};

function checkPermission({ hostname, port, protocol }: URL): void {
  const host = `${hostname}:${port || (protocol === "https:" ? 443 : 80)}`;
  if (permissionOf(host, "net") === "granted") return;
  const advice = denialOf(host, "net") ?? `add --allow-net=${host}`;
  throw new RemoteError("no_permission", `no permission: ${advice}`);
}

function toolsOf(connection: RemoteConnection): Record<string, RemoteTool> {
  const toolset = String(connection.tools[0]?._meta?.[TOOLSET_META_KEY]);
  if (!Object.hasOwn(TOOLSETS, toolset)) throw new RemoteError("not_dirscope", NOT_DIRSCOPE);
  const served = new Set(connection.tools.map(({ name }) => name));
  const local: Readonly<Record<string, Tool>> = TOOLSETS[toolset as keyof typeof TOOLSETS];
  const tools = Object.entries(local).filter(([name]) => served.has(name))
    .map(([name, tool]) => [name, remoteTool(name, tool, connection)]);
  return Object.fromEntries(tools);
}

/** Makes the local tool, except that its calls go to the server. */
function remoteTool(name: string, local: Tool, connection: RemoteConnection): RemoteTool {
  const { pages: _, ...others } = local;
  const execute = async (args: unknown, given: RemoteContext = {}): Promise<unknown> => {
    const fields = { signal: A_SIGNAL, onProgress: A_FUNCTION };
    const what = "the context of a remote call (signal and onProgress)";
    const context = checkedOptions(given, fields, what);
    try {
      parseSent(local, args);
      return outputOf(local, await connection.call(name, args, context));
    } catch (error) {
      // The local tool refuses wrong arguments in the same words: not all of them can be sent.
      if (error instanceof ArgumentError) return await local.execute(args, context);
      if (!(error instanceof RemoteError)) throw error;
      const reason = `cannot use the remote server: ${error.reason}`;
      return await local.fail(new DirscopeError("host_failed", reason), args);
    }
  };
  return { ...others, execute };
}

/** @throws {RemoteError} If the result is not of this version. */
function outputOf({ fromResult }: Tool, result: CallToolResult): unknown {
  const { content: [item], structuredContent, isError = false } = result;
  const output = fromResult === undefined
    ? structuredContent
    : item?.type === "text"
    ? fromResult({ text: item.text, isError })
    : undefined;
  if (output !== undefined) return output;
  throw new RemoteError("failed", "it is of another version, and its answer is not understood");
}
