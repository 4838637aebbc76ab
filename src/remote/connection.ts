/** The connection to a remote server. What goes wrong with it is always a `RemoteError`. */
import type { CallToolResult, Client, Tool, Transport } from "@modelcontextprotocol/client";
import { parseProgressText, STRUCTURED_META_KEY } from "../mcp/protocol_extensions.ts";
import { untilAborted } from "../pacing/until_aborted.ts";
import { lineSafe } from "../text/line_safe.ts";
import type { ToolContext } from "../tool.ts";
import { PACKAGE_VERSION } from "../version.ts";
import { RemoteError } from "./remote_error.ts";

/** How to reach a remote server. */
export interface RemoteOptions {
  /** The bearer token that it requires. */
  readonly token?: string;
  /** Cancels connecting; a call has a signal of its own, in its context. */
  readonly signal?: AbortSignal;
  /** How long connecting may take, in milliseconds. @default {10_000} */
  readonly connectTimeoutMs?: number;
  /**
   * How long the server may be silent during a call, in milliseconds. Progress ends a silence, so a long
   * walk is no reason to raise this. For a limit to a whole call, give it a signal. @default {60_000}
   */
  readonly callTimeoutMs?: number;
}

/** The longest time that a timer can wait. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The code of the error that stands for an answer that never came. */
const CONNECTION_LOST_CODE = -32_099;

type Sdk = typeof import("@modelcontextprotocol/client");

/** An open connection. */
export interface RemoteConnection {
  /** The tools that the server lists. */
  readonly tools: readonly Tool[];
  /**
   * Calls a tool.
   *
   * @throws {RemoteError} If there is no answer.
   * @throws {DOMException} `AbortError` when `context.signal` aborts.
   */
  call(name: string, args: unknown, context: ToolContext): Promise<CallToolResult>;
  /** Closes the connection. */
  close(): Promise<void>;
}

/**
 * Connects, and asks for the tools.
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
  const late = AbortSignal.timeout(timeout);
  const connecting = async (): Promise<readonly Tool[]> => {
    await client.connect(transport, { timeout });
    return (await client.listTools(undefined, { timeout })).tools;
  };
  const { signal } = options;
  try {
    const either = AbortSignal.any([late, ...signal ? [signal] : []]);
    const tools = await untilAborted(connecting(), either);
    return { tools, call: callWith(client, sdk, callTimeout), close: () => client.close() };
  } catch (error) {
    await Promise.allSettled([client.close(), transport.close()]);
    if (signal?.aborted) throw abortError();
    throw late.aborted ? timeoutError(timeout) : remoteErrorOf(error, sdk, timeout);
  }
}

function callWith(client: Client, sdk: Sdk, timeout: number): RemoteConnection["call"] {
  return async (name, args, { signal, onProgress }) => {
    if (signal?.aborted) throw abortError();
    const params = {
      name,
      arguments: args as Record<string, unknown>,
      _meta: { [STRUCTURED_META_KEY]: true },
    };
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
      throw signal?.aborted ? abortError() : remoteErrorOf(error, sdk, timeout);
    }
  };
}

function checkedTimeoutMs(ms: number): number {
  if (ms > 0) return Math.min(ms, MAX_TIMER_MS);
  throw new RemoteError("bad_options", "a timeout must be a number above 0");
}

/** The SDK's transport, except that an answer which breaks off is an error instead of a silence. */
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
        // Where the answer has come, nobody waits for this one.
        const error = { code: CONNECTION_LOST_CODE, message: "" };
        transport.onmessage?.({ jsonrpc: "2.0", id: message.id!, error });
      },
    });
  return transport;
}

/** A `fetch` that says in our words what is wrong, where no protocol can. */
function fetchWithReasons(hasToken: boolean) {
  return async (url: string | URL, init?: RequestInit): Promise<Response> => {
    const response = await fetch(url, init).catch((error) => {
      throw init?.signal?.aborted ? error : new RemoteError("unreachable", networkReason(error));
    });
    const { status } = response;
    // Other answers are about the protocol's revision, which the SDK settles.
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

/** The message of an error of JSON-RPC, to be shown. */
function messageIn(text: string): string | undefined {
  try {
    return quotedServerText(String(JSON.parse(text).error.message));
  } catch {
    return undefined;
  }
}

/** Deno tells what is wrong in the cause's text alone. */
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
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof RemoteError) return at;
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

/** The most characters that are quoted of what a server says. */
const MAX_QUOTED_CHARS = 200;

function quotedServerText(text: string): string {
  const cut = text.length > MAX_QUOTED_CHARS ? `${text.slice(0, MAX_QUOTED_CHARS)}…` : text;
  return `"${lineSafe(cut)}"`;
}

function abortError(): DOMException {
  return new DOMException("The call was aborted", "AbortError");
}
