/** The MCP server on HTTP. */
import {
  createMcpHandler,
  isJsonContentType,
  isLegacyRequest,
  type McpHttpHandler,
  readRequestBody,
} from "@modelcontextprotocol/server";
import { lineSafe } from "../text/line_safe.ts";
import type { CallPool } from "../workers/pool.ts";
import { Guard } from "./guard.ts";
import { checkHttpOptions, hostInUrl, type HttpOptions } from "./http_options.ts";
import { settingsOf } from "./options.ts";
import { refuse } from "./refusal.ts";
import { RunningCalls } from "./running_calls.ts";
import { createServer } from "./server.ts";
import { Sessions } from "./sessions.ts";

/** The path of the endpoint. */
const PATH = "/mcp";

/** The HTTP methods that MCP uses. */
const METHODS = ["DELETE", "GET", "POST"];

/** The largest request body. Arguments are short. */
const MAX_BODY_BYTES = 1024 * 1024;

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
 * await using server = serveHttp({ toolset: "discovery", roots: ["fixtures/sample"] });
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
 * @throws {Deno.errors.AddrInUse} If the port is taken.
 */
export function serveHttp(
  options: HttpOptions = {},
  { signal }: { readonly signal?: AbortSignal } = {},
): HttpServer {
  const { hostname = "127.0.0.1", port = 0, token, allowedHosts } = options;
  checkHttpOptions(hostname, token);
  const endpoint = new Endpoint(options, new Guard({ hostname, token, allowedHosts }));
  const abort = new AbortController();
  const server = Deno.serve({
    hostname,
    port,
    signal: abort.signal,
    onListen: () => {},
    handler: (request, { completed }) => endpoint.answer(request, completed),
  });
  endpoint.announce();
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> =>
    closing ??= endpoint.close().then(() => {
      abort.abort();
      return server.finished;
    });
  signal?.addEventListener("abort", close, { once: true });
  if (signal?.aborted) void close();
  return {
    url: `http://${hostInUrl(hostname)}:${server.addr.port}${PATH}`,
    port: server.addr.port,
    finished: server.finished.finally(() => signal?.removeEventListener("abort", close)),
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
  readonly #report: (line: string) => void;
  readonly #pool: CallPool;
  #isClosed = false;

  constructor(options: HttpOptions, guard: Guard) {
    const settings = settingsOf(options);
    this.#guard = guard;
    this.#report = settings.report;
    this.#pool = settings.pool;
    this.#sessions = new Sessions(
      (calls) => createServer(settings, { calls, hasHandshake: true }),
      options.sessions,
    );
    const connection = { calls: this.#statelessCalls, hasHandshake: false };
    this.#stateless = createMcpHandler(() => createServer(settings, connection), {
      legacy: "reject",
      // Streams from the start: a client's disconnect shows only once the response has begun.
      responseMode: "sse",
      onerror: (error) => this.#report(lineSafe(error.message)),
    });
  }

  /** Says what keeps it from having workers, now that it listens. */
  announce(): void {
    this.#pool.announce();
  }

  /**
   * Checks a request in this order, and reads the body last:
   *
   * 1. the path;
   * 2. access, which {@linkcode Guard} decides;
   * 3. the method and the content type;
   * 4. the size of the body, and that it is JSON.
   *
   * @param completed Settles once the response has been sent or the client has disconnected.
   */
  async answer(request: Request, completed: Promise<void>): Promise<Response> {
    if (this.#isClosed) return refuse(503, "The server is closing");
    if (URL.parse(request.url)?.pathname !== PATH) return refuse(404, "Not found");
    const refusal = await this.#guard.refusal(request);
    if (refusal !== undefined) return refusal;
    if (!METHODS.includes(request.method)) {
      return refuse(405, "Method not allowed", { headers: { Allow: METHODS.join(", ") } });
    }
    const body = request.method === "POST" ? await readJson(request) : undefined;
    if (body instanceof Response) return body;
    const message = withSignal(request, completed);
    return await isLegacyRequest(message, body)
      ? await this.#sessions.handle(message, body)
      : await this.#stateless.fetch(message, { parsedBody: body });
  }

  /** Ends all sessions and requests, and waits until their calls have stopped. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([this.#stateless.close(), this.#sessions.close()]);
    await this.#statelessCalls.settled();
    await this.#pool.close();
  }
}

/**
 * A copy of a request, without its body. Its signal aborts once the response has been sent or the client
 * has disconnected. The signal of Deno's own request does the same, but reading it makes Deno print a
 * warning.
 */
function withSignal({ url, method, headers }: Request, completed: Promise<void>): Request {
  const abort = new AbortController();
  const end = (): void => abort.abort();
  completed.then(end, end);
  return new Request(url, { method, headers, signal: abort.signal });
}

/** The parsed body of a request, or a refusal. */
async function readJson(request: Request): Promise<unknown> {
  if (!isJsonContentType(request.headers.get("content-type"))) {
    return refuse(415, "Unsupported Media Type: Content-Type must be application/json");
  }
  try {
    // Deno delivers no more than the declared length, so the body can be read at once.
    const length = request.headers.get("content-length");
    if (length !== null && Number(length) <= MAX_BODY_BYTES) {
      return JSON.parse(await request.text());
    }
    const body = await readRequestBody(request, MAX_BODY_BYTES);
    if (body.tooLarge) return refuse(413, `The body is larger than ${MAX_BODY_BYTES} bytes`);
    return JSON.parse(body.text);
  } catch {
    return refuse(400, "Parse error: the body is not JSON", { code: "parseError" });
  }
}
