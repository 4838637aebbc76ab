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
  /** Maximum time to connect, in milliseconds. @default {10_000} */
  readonly connectTimeoutMs?: number;
  /**
   * Maximum time without progress during a call, in milliseconds. A long walk makes progress, and is no reason
   * to raise this. For a limit to the whole call, give it a signal. @default {60_000}
   */
  readonly callTimeoutMs?: number;
}

/** The context of a call to a remote tool: the server decides on everything else. */
export type RemoteContext = Pick<ToolContext, "signal" | "onProgress">;

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
  const { signal, connectTimeoutMs: timeout = 10_000, callTimeoutMs = 60_000 } = options;
  const sdk = await import("@modelcontextprotocol/client");
  const info = { name: "dirscope", version: PACKAGE_VERSION };
  const client = new sdk.Client(info, { versionNegotiation: { mode: "auto" } });
  const transport = transportTo(url, options, sdk);
  const expired = AbortSignal.timeout(timeout);
  const connecting = async (): Promise<readonly Tool[]> => {
    await client.connect(transport, { timeout });
    return (await client.listTools(undefined, { timeout })).tools;
  };
  try {
    const either = AbortSignal.any([expired, ...signal ? [signal] : []]);
    const tools = await untilAborted(connecting(), either);
    return { tools, call: callWith(client, sdk, callTimeoutMs), close: () => client.close() };
  } catch (error) {
    await Promise.allSettled([client.close(), transport.close()]);
    if (signal?.aborted) throw abortError(signal);
    throw expired.aborted ? timeoutError(timeout) : remoteErrorOf(error, sdk, timeout);
  }
}

function callWith(client: Client, sdk: Sdk, timeout: number): RemoteConnection["call"] {
  return async (name, args, { signal, onProgress }) => {
    if (signal?.aborted) throw abortError(signal);
    const _meta = { [STRUCTURED_META_KEY]: true };
    const params = { name, arguments: args as Record<string, unknown>, _meta };
    try {
      return await client.callTool(params, {
        timeout,
        resetTimeoutOnProgress: true,
        ...signal && { signal },
        onprogress: ({ message }) => {
          const progress = parseProgressText(message);
          if (progress !== undefined) onProgress?.(progress);
        },
      });
    } catch (error) {
      throw signal?.aborted ? abortError(signal) : remoteErrorOf(error, sdk, timeout);
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

function remoteErrorOf(error: unknown, sdk: Sdk, timeoutMs: number): RemoteError {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof sdk.SdkHttpError) {
      const { status } = cause.data as { readonly status?: number };
      if (status === 401) return new RemoteError("unauthorized", "it requires another token");
      const advice = status === 404 ? "; dirscope's path is /mcp" : "";
      return new RemoteError("failed", `it answers HTTP ${status}${advice}`);
    }
    // Of `fetch`, whose own text may hold what is secret in a URL.
    if (cause instanceof TypeError) return new RemoteError("unreachable", "it cannot be reached");
  }
  if (error instanceof sdk.ProtocolError) {
    return error.code === CONNECTION_LOST_CODE
      ? new RemoteError("unreachable", "the connection was lost before the answer")
      : new RemoteError("failed", `it answers "${lineSafe(clipLine(error.message))}"`);
  }
  if (error instanceof sdk.SdkError && error.code === sdk.SdkErrorCode.RequestTimeout) {
    return timeoutError(timeoutMs);
  }
  return error instanceof Error && /^(Not connected|Connection closed)$/.test(error.message)
    ? new RemoteError("unreachable", "the connection is closed")
    : new RemoteError("not_dirscope", "it is no dirscope");
}

function timeoutError(ms: number): RemoteError {
  return new RemoteError("timeout", `it was silent for ${ms / 1000} s`);
}
