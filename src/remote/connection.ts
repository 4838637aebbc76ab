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

/** Maximum delay of a timer, in milliseconds. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** JSON-RPC code of our own for a response that never came. */
const CONNECTION_LOST_CODE = -32_099;

type Sdk = typeof import("@modelcontextprotocol/client");

export interface RemoteConnection {
  readonly tools: readonly Tool[];
  /**
   * Calls a tool.
   *
   * @throws {RemoteError} If there is no response.
   * @throws {DOMException} `AbortError` when `context.signal` aborts.
   */
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
  const timeout = checkedTimeoutMs(options.connectTimeoutMs ?? 10_000);
  const callTimeout = checkedTimeoutMs(options.callTimeoutMs ?? 60_000);
  const sdk = await import("@modelcontextprotocol/client");
  const info = { name: "dirscope", version: PACKAGE_VERSION };
  const client = new sdk.Client(info, { versionNegotiation: { mode: "auto" } });
  const transport = transportTo(url, options, sdk);
  const expired = AbortSignal.timeout(timeout);
  const connecting = async (): Promise<readonly Tool[]> => {
    await client.connect(transport, { timeout });
    return (await client.listTools(undefined, { timeout })).tools;
  };
  const { signal } = options;
  try {
    const either = AbortSignal.any([expired, ...signal ? [signal] : []]);
    const tools = await untilAborted(connecting(), either);
    return { tools, call: callWith(client, sdk, callTimeout), close: () => client.close() };
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

function checkedTimeoutMs(ms: number): number {
  if (ms > 0) return Math.min(ms, MAX_TIMER_MS);
  throw new RemoteError("bad_options", "a timeout must be a number above 0");
}

/** Makes the SDK's transport, except that a stream which ends before the response is an error, not a silence. */
function transportTo(url: URL, { token }: RemoteOptions, sdk: Sdk): Transport {
  const transport = new sdk.StreamableHTTPClientTransport(url, {
    fetch: fetchWithReasons(token !== undefined),
    ...token !== undefined && { requestInit: { headers: { Authorization: `Bearer ${token}` } } },
  });
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

/** Makes a `fetch` that throws a `RemoteError` for network failures and for refusals by status. */
function fetchWithReasons(hasToken: boolean) {
  return async (url: string | URL, init?: RequestInit): Promise<Response> => {
    const response = await fetch(url, init).catch((error) => {
      throw init?.signal?.aborted ? error : new RemoteError("unreachable", networkReason(error));
    });
    const { status } = response;
    // Other statuses negotiate the protocol's revision, which the SDK does.
    if (status < 500 && ![401, 403, 429].includes(status)) return response;
    const text = await response.text().catch(() => "");
    if (status === 401) {
      const reason = hasToken ? "it refuses the token" : "it requires a token";
      throw new RemoteError("unauthorized", reason);
    }
    const reason = `it answers ${messageIn(text) ?? `HTTP ${status}`}`;
    throw new RemoteError(status === 403 ? "forbidden" : "failed", reason);
  };
}

/** Returns the quoted message of a JSON-RPC error, or `undefined` if the text is none. */
function messageIn(text: string): string | undefined {
  try {
    return quotedServerText(String(JSON.parse(text).error.message));
  } catch {
    return undefined;
  }
}

/** Classifies a network failure by the text of its cause, since Deno gives no code. */
function networkReason(error: unknown): string {
  const { cause } = Object(error) as { readonly cause?: unknown };
  const text = cause instanceof Error ? cause.message : "";
  return NETWORK_REASONS.find(([pattern]) => pattern.test(text))?.[1] ?? "it cannot be reached";
}

const NETWORK_REASONS: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/dns error/i, "its host name is not known"],
  [/connection refused/i, "nothing listens there (connection refused)"],
  [/certificate|corrupt message|tls/i, "there is no TLS as https needs it"],
  [/invalid HTTP/i, "what answers there does not speak HTTP"],
  [/connection (closed|reset)|SendRequest/i, "the connection was lost"],
];

function remoteErrorOf(error: unknown, sdk: Sdk, timeoutMs: number): RemoteError {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof RemoteError) return cause;
  }
  if (error instanceof sdk.SdkHttpError) {
    const { status } = error.data as { readonly status?: number };
    const reason = `no MCP server is at that path (HTTP ${status}); dirscope's is at /mcp`;
    return new RemoteError("not_found", reason);
  }
  if (error instanceof sdk.ProtocolError) {
    return error.code === CONNECTION_LOST_CODE
      ? new RemoteError("unreachable", "the connection was lost before the answer")
      : new RemoteError("failed", `it answers ${quotedServerText(error.message)}`);
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

const quotedServerText = (text: string): string => `"${lineSafe(clipLine(text))}"`;
