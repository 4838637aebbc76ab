/** The MCP server on Streamable HTTP: routes each request to the stateless handler or to its session. */
import { createMcpHandler, isLegacyRequest } from "@modelcontextprotocol/server";
import type { AddressInfo } from "node:net";
import { A_SIGNAL, checkedOptions } from "../checked_options.ts";
import { sentenceSafe } from "../text/line_safe.ts";
import { Connection } from "./connection.ts";
import { errorResponse } from "./error_response.ts";
import { guardOf } from "./guard.ts";
import { hostInUrl } from "./host_in_url.ts";
import { type CheckedHttpOptions, checkedHttpOptions, type HttpOptions } from "./http_options.ts";
import { type Settings, settingsOf } from "./options.ts";
import { createServer } from "./server.ts";
import { Sessions } from "./sessions.ts";
import { waitAtMost } from "./wait_at_most.ts";
import { listen } from "./web_server.ts";

const ENDPOINT_PATH = "/mcp";

/** Maximum size of a request's body, in bytes. Arguments are short. */
const BODY_LIMIT = { maxRequestBodySize: 1024 * 1024 };

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
  const settings = settingsOf(checked);
  const endpoint = endpointOf(settings, checked);
  const server = await listen(endpoint.handle, { ...checked, report: settings.report });
  const { port } = server.address() as AddressInfo;
  const finished = Promise.withResolvers<void>();
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> =>
    closing ??= (async () => {
      signal?.removeEventListener("abort", close);
      server.close();
      await waitAtMost(CLOSE_TIMEOUT_MS, endpoint.close());
      server.closeAllConnections();
      finished.resolve();
    })();
  signal?.addEventListener("abort", close, { once: true });
  if (signal?.aborted) void close();
  return {
    url: `http://${hostInUrl(checked.hostname)}:${port}${ENDPOINT_PATH}`,
    port,
    finished: finished.promise,
    close,
    [Symbol.asyncDispose]: close,
  };
}

/**
 * Makes the endpoint for clients of the stateless revision and of those with a handshake. It checks, in this
 * order: the path; access, which the guard decides; all else.
 */
function endpointOf(settings: Settings, options: CheckedHttpOptions) {
  let isClosed = false;
  const guard = guardOf(options.hostname, options);
  // Heartbeats of a stream reveal a client that disappeared without closing it.
  const keepAliveMs = options.connections.idleMs / 4;
  const sessions = new Sessions((connection) => createServer(settings, connection), {
    ...options.sessions,
    keepAliveMs,
  });
  const others = new Connection(false);
  const stateless = createMcpHandler(() => createServer(settings, others), {
    ...BODY_LIMIT,
    legacy: "reject",
    responseMode: "sse",
    keepAliveMs,
    onerror: (error) => settings.report(sentenceSafe(error.message)),
  });
  const refusalOf = async (request: Request): Promise<Response | undefined> => {
    if (isClosed) return errorResponse(503, "The server is closing");
    if (new URL(request.url).pathname !== ENDPOINT_PATH) return errorResponse(404, "Not found");
    return await guard(request);
  };
  return {
    async handle(request: Request): Promise<Response> {
      const refusal = await refusalOf(request);
      if (refusal !== undefined) {
        // A client without access must not hold a connection.
        refusal.headers.set("Connection", "close");
        return refusal;
      }
      return await isLegacyRequest(request, undefined, BODY_LIMIT)
        ? await sessions.handle(request)
        : await stateless.fetch(request);
    },
    /** Closes all sessions and requests, and waits for their calls to stop. */
    async close(): Promise<void> {
      isClosed = true;
      await Promise.all([stateless.close(), sessions.close()]);
      await settings.pool.close();
    },
  };
}
