/**
 * The MCP server on HTTP.
 *
 * @module
 */
import {
  createMcpHandler,
  isJsonContentType,
  isLegacyRequest,
  type McpHttpHandler,
  readRequestBody,
} from "@modelcontextprotocol/server";
import { lineSafe } from "../text/line_safe.ts";
import { Guard } from "./guard.ts";
import { checkHttpOptions, hostInUrl, type HttpOptions } from "./http_options.ts";
import { settingsOf } from "./options.ts";
import { refuse } from "./refusal.ts";
import { RunningCalls } from "./running_calls.ts";
import { createServer } from "./server.ts";
import { Sessions } from "./sessions.ts";

/** Where requests go. */
const PATH = "/mcp";

/** Those that MCP uses. */
const METHODS = ["DELETE", "GET", "POST"];

/** Largest body of a request: arguments are short. */
const MAX_BODY_BYTES = 1024 * 1024;

/** A server that listens. */
export interface HttpServer extends AsyncDisposable {
  /** Where clients find it. */
  readonly url: string;
  /** The port that it listens on. */
  readonly port: number;
  /** Resolves once it is closed. */
  readonly finished: Promise<void>;
  /** Stops what runs, closes all sessions and connections, and waits for that. */
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
 * @param options What the server offers, what it may see, and where it listens.
 * @param options2 How it ends.
 * @param options2.signal Closes it.
 * @returns The server, which listens.
 * @throws {HttpOptionsError} If a token is missing where it is required, or cannot be sent in a header.
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

/** Answers requests: of both eras of the protocol, and what is neither. */
class Endpoint {
  readonly #guard: Guard;
  readonly #sessions: Sessions;
  readonly #stateless: McpHttpHandler;
  readonly #statelessCalls = new RunningCalls();
  readonly #report: (line: string) => void;
  #isClosed = false;

  constructor(options: HttpOptions, guard: Guard) {
    const settings = settingsOf(options);
    this.#guard = guard;
    this.#report = settings.report;
    this.#sessions = new Sessions(
      (calls) => createServer(settings, { calls, memory: {}, hasHandshake: true }),
      options.sessions,
    );
    const connection = { calls: this.#statelessCalls, hasHandshake: false };
    this.#stateless = createMcpHandler(() => createServer(settings, connection), {
      legacy: "reject",
      // A stream from the start: only once an answer has begun does its end tell that the client left.
      responseMode: "sse",
      onerror: (error) => this.#report(lineSafe(error.message)),
    });
  }

  /**
   * Checks, in this order, and reads the body last:
   *
   * 1. the path;
   * 2. who asks, which {@linkcode Guard} decides;
   * 3. the method and the type of the body;
   * 4. the size of the body, and that it is JSON.
   *
   * @param completed Settles once the answer has been sent or the client has gone away.
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

  /** Ends all sessions and exchanges, and waits until their calls have stopped. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([this.#stateless.close(), this.#sessions.close()]);
    await this.#statelessCalls.settled();
  }
}

/**
 * A request, without its body, whose signal aborts once nobody waits for the answer any longer: it has
 * been sent, or the client has gone away. The signal of Deno's own requests does so, too, but accessing
 * it makes Deno warn on standard error.
 */
function withSignal({ url, method, headers }: Request, completed: Promise<void>): Request {
  const abort = new AbortController();
  const end = (): void => abort.abort();
  completed.then(end, end);
  return new Request(url, { method, headers, signal: abort.signal });
}

/** The body of a request as data, or the refusal. */
async function readJson(request: Request): Promise<unknown> {
  if (!isJsonContentType(request.headers.get("content-type"))) {
    return refuse(415, "Unsupported Media Type: Content-Type must be application/json");
  }
  try {
    // No more arrives than is declared, which can be read at once.
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
