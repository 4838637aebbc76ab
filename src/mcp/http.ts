/** The MCP server on HTTP. */
import {
  createMcpHandler,
  isJsonContentType,
  isLegacyRequest,
  type McpHttpHandler,
  readRequestBody,
} from "@modelcontextprotocol/server";
import { sentenceSafe } from "../text/line_safe.ts";
import type { CallPool } from "../workers/pool.ts";
import { Guard } from "./guard.ts";
import {
  checkHttpOptions,
  connectionLimitsOf,
  hostInUrl,
  type HttpOptions,
} from "./http_options.ts";
import { type Settings, settingsOf, tellOfWorkers } from "./options.ts";
import { refuse } from "./refusal.ts";
import { RunningCalls } from "./running_calls.ts";
import { createServer } from "./server.ts";
import { Sessions, type SessionsOptions } from "./sessions.ts";
import { listen } from "./web_server.ts";
import { within } from "./within.ts";

/** The path of the endpoint. */
const PATH = "/mcp";

/** The HTTP methods that MCP uses. */
const METHODS = ["DELETE", "GET", "POST"];

/** The largest body of a request, in bytes. Arguments are short. */
const MAX_BODY_BYTES = 1024 * 1024;

/** How long closing waits for calls to stop, in milliseconds. */
const CLOSE_MS = 500;

/** A listening server. */
export interface HttpServer extends AsyncDisposable {
  /** The URL of the endpoint. */
  readonly url: string;
  /** The port it listens on. */
  readonly port: number;
  /** Resolves once it is closed. */
  readonly finished: Promise<void>;
  /** Stops running calls, closes all sessions and connections, and waits until that is done. */
  close(): Promise<void>;
}

/**
 * Serves clients over Streamable HTTP, at `/mcp`. Requires `--allow-read` permission for the roots,
 * and `--allow-net` for the address.
 *
 * @example Usage
 * ```ts
 * import { serveHttp } from "@dirscope/dirscope/mcp";
 * import { assertEquals } from "@std/assert";
 *
 * await using server = await serveHttp({ toolset: "discovery", roots: ["fixtures/sample"] });
 * const response = await fetch(server.url, { headers: { Origin: "https://example.com" } });
 * assertEquals(response.status, 403);
 * await response.body?.cancel();
 * ```
 *
 * @param options What the server offers, what it may read, and where it listens.
 * @param options2 How to stop it.
 * @param options2.signal Closes the server when it aborts.
 * @returns The server, already listening.
 * @throws {HttpOptionsError} If a required token is missing, or the token cannot be sent in a header.
 * @throws {Error} With `code` `EADDRINUSE` if the port is taken.
 */
export async function serveHttp(
  options: HttpOptions = {},
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<HttpServer> {
  const { hostname = "127.0.0.1", port = 0, token, allowedHosts } = options;
  checkHttpOptions(hostname, token);
  const settings = settingsOf(options);
  const guard = new Guard({ hostname, token, allowedHosts });
  const limits = connectionLimitsOf(options.connections);
  const endpoint = new Endpoint(settings, guard, {
    ...options.sessions,
    keepAliveMs: limits.idleMs / 4,
  });
  const server = await listen({
    hostname,
    port,
    limits,
    answer: (request) => endpoint.answer(request),
    report: settings.report,
  });
  tellOfWorkers(options);
  const finished = Promise.withResolvers<void>();
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> =>
    closing ??= (async () => {
      signal?.removeEventListener("abort", close);
      server.stopAccepting();
      await endpoint.close();
      server.close();
      finished.resolve();
    })();
  signal?.addEventListener("abort", close, { once: true });
  if (signal?.aborted) void close();
  return {
    url: `http://${hostInUrl(hostname)}:${server.port}${PATH}`,
    port: server.port,
    finished: finished.promise,
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Answers the requests of both eras of the protocol, and refuses anything else. */
class Endpoint {
  readonly #guard: Guard;
  readonly #sessions: Sessions;
  readonly #stateless: McpHttpHandler;
  readonly #statelessCalls = new RunningCalls();
  readonly #pool: CallPool;
  #isClosed = false;

  constructor(settings: Settings, guard: Guard, sessions: SessionsOptions) {
    this.#guard = guard;
    this.#pool = settings.pool;
    this.#sessions = new Sessions(
      (calls) => createServer(settings, { calls, hasHandshake: true }),
      sessions,
    );
    const connection = { calls: this.#statelessCalls, hasHandshake: false };
    this.#stateless = createMcpHandler(() => createServer(settings, connection), {
      legacy: "reject",
      // A stream's signs of life show when a client is gone without a word.
      responseMode: "sse",
      keepAliveMs: sessions.keepAliveMs,
      onerror: (error) => settings.report(sentenceSafe(error.message)),
    });
  }

  /**
   * Checks a request in this order, and reads the body last:
   *
   * 1. the path;
   * 2. access, which {@linkcode Guard} decides;
   * 3. the method and the content type;
   * 4. the size of the body, and that it is JSON.
   */
  async answer(request: Request): Promise<Response> {
    const refusal = await this.#refusal(request);
    if (refusal !== undefined) {
      // Who is not let in keeps no connection.
      refusal.headers.set("Connection", "close");
      return refusal;
    }
    if (!METHODS.includes(request.method)) {
      return refuse(405, "Method not allowed", { headers: { Allow: METHODS.join(", ") } });
    }
    const body = request.method === "POST" ? await readJson(request) : undefined;
    if (body instanceof Response) return body;
    return await isLegacyRequest(request, body)
      ? await this.#sessions.handle(request, body)
      : await this.#stateless.fetch(request, { parsedBody: body });
  }

  async #refusal(request: Request): Promise<Response | undefined> {
    if (this.#isClosed) return refuse(503, "The server is closing");
    if (new URL(request.url).pathname !== PATH) return refuse(404, "Not found");
    return await this.#guard.refusal(request);
  }

  /** Ends all sessions and requests, and waits a moment for their calls to stop. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const stopped = Promise.all([this.#stateless.close(), this.#sessions.close()])
      .then(() => this.#statelessCalls.settled())
      .then(() => this.#pool.close());
    await within(CLOSE_MS, stopped);
  }
}

/** The parsed body of a request, or a refusal. */
async function readJson(request: Request): Promise<unknown> {
  if (!isJsonContentType(request.headers.get("content-type"))) {
    return refuse(415, "Unsupported Media Type: Content-Type must be application/json");
  }
  try {
    const body = await readRequestBody(request, MAX_BODY_BYTES);
    if (body.tooLarge) return refuse(413, `The body is larger than ${MAX_BODY_BYTES} bytes`);
    return JSON.parse(body.text);
  } catch {
    return refuse(400, "Parse error: the body is not JSON", { code: "parseError" });
  }
}
