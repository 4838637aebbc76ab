/** The connection to a remote MCP server. Every failure of it is a `RemoteError`. */
import type { CallToolResult, Client, Tool, Transport } from "@modelcontextprotocol/client";
import { parseProgressText, STRUCTURED_META_KEY } from "../mcp/protocol_extensions.ts";
import { abortError, untilAborted } from "../pacing/until_aborted.ts";
import { clipLine, lineSafe } from "../text/line_safe.ts";
import type { ToolContext } from "../tool.ts";
import { PACKAGE_VERSION } from "../version.ts";
import { RemoteError } from "./remote_error.ts";

/** Options of a connection to a remote server. */
export interface RemoteOptions {
  /** The bearer token that it requires. */
  readonly token?: string;
  /** Cancels connecting. A call has a signal of its own, in its context. */
  readonly signal?: AbortSignal;
}

/** The context of a call to a remote tool: the server decides on everything else. */
export type RemoteContext = Pick<ToolContext, "signal" | "onProgress">;

/** Maximum time of each request made in order to connect, in milliseconds. */
const CONNECT_TIMEOUT_MS = 10_000;

/** Maximum time without progress during a call, in milliseconds. */
const CALL_TIMEOUT_MS = 60_000;

export const NOT_DIRSCOPE = "it is no dirscope of this version";

/** JSON-RPC code of our own for a response that never came. */
const CONNECTION_LOST_CODE = -32_099;

type Sdk = typeof import("@modelcontextprotocol/client");

/** Its calls reject with a `RemoteError`, or an `AbortError` when the signal of the context aborts. */
export interface RemoteConnection {
  readonly tools: readonly Tool[];
  call(name: string, args: unknown, context: RemoteContext): Promise<CallToolResult>;
  close(): Promise<void>;
}

/**
 * Connects, and lists the tools.
 *
 * @throws {RemoteError} If the server cannot be used.
 * @throws {DOMException} `AbortError` when `options.signal` aborts.
 */
export async function connect(url: URL, options: RemoteOptions): Promise<RemoteConnection> {
  const { signal } = options;
  const sdk = await import("@modelcontextprotocol/client");
  const info = { name: "dirscope", version: PACKAGE_VERSION };
  const client = new sdk.Client(info, { versionNegotiation: { mode: "auto" } });
  const transport = transportTo(url, options, sdk);
  const connecting = async (): Promise<readonly Tool[]> => {
    const limits = { timeout: CONNECT_TIMEOUT_MS };
    await client.connect(transport, limits);
    return (await client.listTools(undefined, limits)).tools;
  };
  try {
    const tools = await untilAborted(connecting(), signal);
    return { tools, call: callWith(client, sdk), close: () => client.close() };
  } catch (error) {
    await Promise.allSettled([client.close(), transport.close()]);
    throw signal?.aborted ? abortError(signal) : remoteErrorOf(error, sdk);
  }
}

function callWith(client: Client, sdk: Sdk): RemoteConnection["call"] {
  return async (name, args, { signal, onProgress }) => {
    if (signal?.aborted) throw abortError(signal);
    const _meta = { [STRUCTURED_META_KEY]: true };
    const params = { name, arguments: args as Record<string, unknown>, _meta };
    try {
      return await client.callTool(params, {
        timeout: CALL_TIMEOUT_MS,
        resetTimeoutOnProgress: true,
        ...signal && { signal },
        onprogress: ({ message }) => {
          const progress = parseProgressText(message);
          if (progress !== undefined) onProgress?.(progress);
        },
      });
    } catch (error) {
      throw signal?.aborted ? abortError(signal) : remoteErrorOf(error, sdk);
    }
  };
}

/** Makes the SDK's transport, except that a stream which ends before the response is an error, not a silence. */
function transportTo(url: URL, { token }: RemoteOptions, sdk: Sdk): Transport {
  const requestInit = token === undefined ? {} : { headers: { Authorization: `Bearer ${token}` } };
  const transport = new sdk.StreamableHTTPClientTransport(url, { requestInit });
  const send = transport.send.bind(transport);
  transport.send = (message, options) =>
    send(message, {
      ...options,
      onRequestStreamEnd: () => {
        if (Array.isArray(message) || !("id" in message) || !("method" in message)) return;
        // After a response, the SDK ignores this one.
        const error = { code: CONNECTION_LOST_CODE, message: "" };
        transport.onmessage?.({ jsonrpc: "2.0", id: message.id!, error });
      },
    });
  return transport;
}

function remoteErrorOf(error: unknown, sdk: Sdk): RemoteError {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof sdk.SdkHttpError) {
      const { status } = cause.data as { readonly status?: number };
      if (status === 401) return new RemoteError("unauthorized", "it requires another token");
      const advice = status === 404 ? "; dirscope's path is /mcp" : "";
      return new RemoteError("failed", `it answers HTTP ${status}${advice}`);
    }
    // `fetch` throws it, with a text that may hold what is secret in a URL.
    if (cause instanceof TypeError) return new RemoteError("unreachable", "it cannot be reached");
  }
  if (error instanceof sdk.ProtocolError) {
    return error.code === CONNECTION_LOST_CODE
      ? new RemoteError("unreachable", "the connection was lost before the answer")
      : new RemoteError("failed", `it answers "${lineSafe(clipLine(error.message))}"`);
  }
  if (error instanceof sdk.SdkError && error.code === sdk.SdkErrorCode.RequestTimeout) {
    return new RemoteError("timeout", "it is silent");
  }
  return error instanceof Error && /^(Not connected|Connection closed)$/.test(error.message)
    ? new RemoteError("unreachable", "the connection is closed")
    : new RemoteError("not_dirscope", NOT_DIRSCOPE);
}
