/** The connection to a remote server. What goes wrong with it is always a `RemoteError`. */
import type { CallToolResult, Client, Tool, Transport } from "@modelcontextprotocol/client";
import { STRUCTURED_KEY } from "../mcp/meta_keys.ts";
import { progressFrom } from "../mcp/progress_text.ts";
import { untilAborted } from "../pacing/until_aborted.ts";
import { lineSafe } from "../text/line_safe.ts";
import type { ToolContext } from "../tool.ts";
import { VERSION } from "../version.ts";
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
const LOST_CODE = -32_099;

type Sdk = typeof import("@modelcontextprotocol/client");

/** An open connection. */
export class Connection {
  /** The tools that the server lists. */
  readonly tools: readonly Tool[];
  readonly #client: Client;
  readonly #sdk: Sdk;
  readonly #callTimeoutMs: number;

  private constructor(
    tools: readonly Tool[],
    { client, sdk, callTimeoutMs }: { client: Client; sdk: Sdk; callTimeoutMs: number },
  ) {
    this.tools = tools;
    this.#client = client;
    this.#sdk = sdk;
    this.#callTimeoutMs = callTimeoutMs;
  }

  /**
   * Connects, and asks for the tools.
   *
   * @throws {RemoteError} If the server cannot be used.
   * @throws {DOMException} `AbortError` when `options.signal` aborts.
   */
  static async open(url: URL, options: RemoteOptions): Promise<Connection> {
    const { signal } = options;
    const [connectMs, callMs] = [
      timerMs(options.connectTimeoutMs ?? 10_000),
      timerMs(options.callTimeoutMs ?? 60_000),
    ];
    const sdk = await import("@modelcontextprotocol/client");
    const client = new sdk.Client(
      { name: "dirscope", version: VERSION },
      { versionNegotiation: { mode: "auto" } },
    );
    const transport = transportTo(url, options, sdk);
    const late = AbortSignal.timeout(connectMs);
    const connecting = async (): Promise<Connection> => {
      await client.connect(transport, { timeout: connectMs });
      const { tools } = await client.listTools(undefined, { timeout: connectMs });
      return new Connection(tools, { client, sdk, callTimeoutMs: callMs });
    };
    try {
      const either = AbortSignal.any([late, ...signal ? [signal] : []]);
      return await untilAborted(connecting(), either);
    } catch (error) {
      await Promise.allSettled([client.close(), transport.close()]);
      if (signal?.aborted) throw aborted();
      if (late.aborted) throw new RemoteError("timeout", silentFor(connectMs));
      throw remoteErrorOf(error, sdk, connectMs);
    }
  }

  /**
   * Calls a tool.
   *
   * @throws {RemoteError} If there is no answer.
   * @throws {DOMException} `AbortError` when `signal` aborts.
   */
  async call(
    name: string,
    args: Record<string, unknown>,
    { signal, onProgress }: ToolContext,
  ): Promise<CallToolResult> {
    if (signal?.aborted) throw aborted();
    const params = { name, arguments: args, _meta: { [STRUCTURED_KEY]: true } };
    try {
      return await this.#client.callTool(params, {
        timeout: this.#callTimeoutMs,
        resetTimeoutOnProgress: true,
        ...signal && { signal },
        onprogress: ({ message }) => {
          const progress = progressFrom(message);
          if (progress !== undefined) onProgress?.(progress);
        },
      });
    } catch (error) {
      if (signal?.aborted) throw aborted();
      throw remoteErrorOf(error, this.#sdk, this.#callTimeoutMs);
    }
  }

  /** Closes the connection. */
  close(): Promise<void> {
    return this.#client.close();
  }
}

function timerMs(ms: number): number {
  if (ms > 0) return Math.min(ms, MAX_TIMER_MS);
  throw new RemoteError("bad_options", "a timeout must be a number above 0");
}

/** The SDK's transport, except that an answer which breaks off is an error instead of a silence. */
function transportTo(url: URL, { token }: RemoteOptions, sdk: Sdk): Transport {
  const transport = new sdk.StreamableHTTPClientTransport(url, {
    fetch: fetchClearly(token !== undefined),
    ...token !== undefined && { requestInit: { headers: { Authorization: `Bearer ${token}` } } },
  });
  const send = transport.send.bind(transport);
  transport.send = (message, options) =>
    send(message, {
      ...options,
      onRequestStreamEnd: () => {
        if (Array.isArray(message) || !("id" in message) || !("method" in message)) return;
        // Where the answer has come, nobody waits for this one.
        const error = { code: LOST_CODE, message: "" };
        transport.onmessage?.({ jsonrpc: "2.0", id: message.id!, error });
      },
    });
  return transport;
}

/** A `fetch` that says in our words what is wrong, where no protocol can. */
function fetchClearly(hasToken: boolean) {
  return async (url: string | URL, init?: RequestInit): Promise<Response> => {
    let response: Response;
    try {
      response = await fetch(url, init);
    } catch (error) {
      if (init?.signal?.aborted) throw error;
      throw new RemoteError("unreachable", networkReason(error));
    }
    const refusal = await refusalOf(response, hasToken);
    if (refusal !== undefined) throw refusal;
    return response;
  };
}

/** What a response says that is about the server, not about the protocol's revision. */
async function refusalOf(response: Response, hasToken: boolean): Promise<RemoteError | undefined> {
  const { status } = response;
  if (status < 500 && ![401, 403, 429].includes(status)) return undefined;
  const said = messageIn(await response.text().catch(() => ""));
  if (status === 401) {
    return new RemoteError(
      "unauthorized",
      hasToken ? "it refuses the token" : "it requires a token",
    );
  }
  const why = said === undefined ? `it answers HTTP ${status}` : `it answers ${said}`;
  return new RemoteError(status === 403 ? "forbidden" : "failed", why);
}

/** The message of an error of JSON-RPC, to be shown. */
function messageIn(text: string): string | undefined {
  try {
    const { error: { message } } = JSON.parse(text) as { readonly error: { message: unknown } };
    return quoted(String(message));
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
    return error.code === LOST_CODE
      ? new RemoteError("unreachable", "the connection was lost before the answer")
      : new RemoteError("failed", `it answers ${quoted(error.message)}`);
  }
  if (error instanceof sdk.SdkError && error.code === sdk.SdkErrorCode.RequestTimeout) {
    return new RemoteError("timeout", silentFor(timeoutMs));
  }
  const isClosed = error instanceof sdk.SdkError && CLOSED_CODES.has(error.code) ||
    error instanceof Error && error.message === "Not connected";
  return isClosed
    ? new RemoteError("unreachable", "the connection is closed")
    : new RemoteError("not_dirscope", "it is no dirscope");
}

const CLOSED_CODES: ReadonlySet<string> = new Set(["NOT_CONNECTED", "CONNECTION_CLOSED"]);

function silentFor(ms: number): string {
  return `it was silent for ${ms / 1000} s`;
}

/** The most characters that are quoted of what a server says. */
const MAX_QUOTED = 200;

function quoted(text: string): string {
  const cut = text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text;
  return `"${lineSafe(cut)}"`;
}

function aborted(): DOMException {
  return new DOMException("The call was aborted", "AbortError");
}
