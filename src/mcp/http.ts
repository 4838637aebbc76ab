/** The MCP server on Streamable HTTP: routes each request to the stateless handler or to its session. */
import {
  createMcpHandler,
  isJsonContentType,
  isLegacyRequest,
  readRequestBody,
} from "@modelcontextprotocol/server";
import type { AddressInfo } from "node:net";
import { A_SIGNAL, checkedOptions } from "../checked_options.ts";
import { sentenceSafe } from "../text/line_safe.ts";
import { type Guard, guardOf } from "./guard.ts";
import { hostInUrl } from "./host_in_url.ts";
import { checkedHttpOptions, type HttpOptions } from "./http_options.ts";
import { reportMissingWorkers, type Settings, settingsOf } from "./options.ts";
import { errorResponse } from "./error_response.ts";
import { RunningCalls } from "./running_calls.ts";
import { createServer } from "./server.ts";
import { Sessions, type SessionsOptions } from "./sessions.ts";
import { listen } from "./web_server.ts";
import { waitAtMost } from "./wait_at_most.ts";

const ENDPOINT_PATH = "/mcp";

const HTTP_METHODS = ["DELETE", "GET", "POST"];

/** Maximum size of a request's body, in bytes. Arguments are short. */
const MAX_BODY_BYTES = 1024 * 1024;

/** Maximum time that closing waits for calls to stop, in milliseconds. */
const CLOSE_TIMEOUT_MS = 500;

/** A listening server. */
export interface HttpServer extends AsyncDisposable {
  /** The URL of the endpoint. */
  readonly url: string;
  /** The port that it listens on. */
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
 * @param options The toolset, the roots, the address, and who has access.
 * @param control The signal.
 * @param control.signal Closes the server when it aborts.
 * @returns The server, already listening.
 * @throws {TypeError} If a field is of a wrong type or unknown, or a root cannot be read: it says which.
 * @throws {HttpOptionsError} If a required token is missing, or the token cannot be sent in a header.
 * @throws {Error} With `code` `EADDRINUSE` if the port is taken.
 */
export async function serveHttp(
  options: HttpOptions = {},
  control: { readonly signal?: AbortSignal } = {},
): Promise<HttpServer> {
  const checked = checkedHttpOptions(options);
  const { signal } = checkedOptions(control, { signal: A_SIGNAL }, "the second argument");
  const { hostname, connections: limits } = checked;
  const settings = settingsOf(checked);
  const sessions = { ...checked.sessions, keepAliveMs: limits.idleMs / 4 };
  const endpoint = endpointOf(settings, guardOf(hostname, checked), sessions);
  const [{ handle }, { report }] = [endpoint, settings];
  const server = await listen({ hostname, port: checked.port ?? 0, limits, handle, report });
  const { port } = server.address() as AddressInfo;
  reportMissingWorkers(checked);
  const finished = Promise.withResolvers<void>();
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> =>
    closing ??= (async () => {
      signal?.removeEventListener("abort", close);
      server.close();
      await endpoint.close();
      server.closeAllConnections();
      finished.resolve();
    })();
  signal?.addEventListener("abort", close, { once: true });
  if (signal?.aborted) void close();
  return {
    url: `http://${hostInUrl(hostname)}:${port}${ENDPOINT_PATH}`,
    port,
    finished: finished.promise,
    close,
    [Symbol.asyncDispose]: close,
  };
}

interface Endpoint {
  /**
   * Handles a request after checks in this order, which read the body last:
   *
   * 1. the path;
   * 2. access, which the {@linkcode Guard} decides;
   * 3. the method and the content type;
   * 4. the size of the body, and that it is JSON.
   */
  handle(request: Request): Promise<Response>;
  /** Closes all sessions and requests, and waits a moment for their calls to stop. */
  close(): Promise<void>;
}

/** Makes the endpoint for clients of the stateless revision and of those with a handshake. */
function endpointOf(settings: Settings, guard: Guard, options: SessionsOptions): Endpoint {
  let isClosed = false;
  const sessions = new Sessions(
    (calls) => createServer(settings, { calls, hasHandshake: true }),
    options,
  );
  const connection = { calls: new RunningCalls(), hasHandshake: false };
  const stateless = createMcpHandler(() => createServer(settings, connection), {
    legacy: "reject",
    // Heartbeats of a stream reveal a client that disappeared without closing it.
    responseMode: "sse",
    keepAliveMs: options.keepAliveMs,
    onerror: (error) => settings.report(sentenceSafe(error.message)),
  });
  const rejectionOf = async (request: Request): Promise<Response | undefined> => {
    if (isClosed) return errorResponse(503, "The server is closing");
    if (new URL(request.url).pathname !== ENDPOINT_PATH) return errorResponse(404, "Not found");
    return await guard(request);
  };
  return {
    async handle(request) {
      const rejection = await rejectionOf(request);
      if (rejection !== undefined) {
        // A client without access must not hold a connection.
        rejection.headers.set("Connection", "close");
        return rejection;
      }
      if (!HTTP_METHODS.includes(request.method)) {
        return errorResponse(405, "Method not allowed", {
          headers: { Allow: HTTP_METHODS.join(", ") },
        });
      }
      const body = request.method === "POST" ? await readJson(request) : undefined;
      if (body instanceof Response) return body;
      return await isLegacyRequest(request, body)
        ? await sessions.handle(request, body)
        : await stateless.fetch(request, { parsedBody: body });
    },
    async close() {
      isClosed = true;
      const stopped = Promise.all([stateless.close(), sessions.close()])
        .then(() => connection.calls.settled())
        .then(() => settings.pool.close());
      await waitAtMost(CLOSE_TIMEOUT_MS, stopped);
    },
  };
}

async function readJson(request: Request): Promise<unknown> {
  if (!isJsonContentType(request.headers.get("content-type"))) {
    return errorResponse(415, "Unsupported Media Type: Content-Type must be application/json");
  }
  try {
    const body = await readRequestBody(request, MAX_BODY_BYTES);
    if (body.tooLarge) return errorResponse(413, `The body is larger than ${MAX_BODY_BYTES} bytes`);
    return JSON.parse(body.text);
  } catch {
    return errorResponse(400, "Parse error: the body is not JSON", { code: "parseError" });
  }
}
