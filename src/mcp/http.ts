/** The MCP server on Streamable HTTP: routes each request to the stateless handler or to its session. */
import { createMcpHandler, isLegacyRequest } from "@modelcontextprotocol/server";
import type { IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { checkedOptions } from "../checked_options.ts";
import { sentenceSafe } from "../text/line_safe.ts";
import { Connection } from "./connection.ts";
import { errorResponse } from "./error_response.ts";
import { type Guard, guardOf } from "./guard.ts";
import { hostInUrl } from "./host_in_url.ts";
import {
  accessProblem,
  HTTP_FIELDS,
  HTTP_LIMITS,
  type HttpLimits,
  type HttpOptions,
} from "./http_options.ts";
import { parseMessages } from "./message_parser.ts";
import { type Settings, settingsOf } from "./options.ts";
import { createServer } from "./server.ts";
import { keepAliveOf, Sessions } from "./sessions.ts";
import { waitAtMost } from "./wait_at_most.ts";
import { type Exchange, listen, MAX_BODY_BYTES, readBody } from "./web_server.ts";

const ENDPOINT_PATH = "/mcp";

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
 * @param options The toolset, the roots, the address, who has access, and a signal.
 * @returns The server, already listening.
 * @throws {TypeError} If a field is of a wrong type or unknown, a root cannot be read, or a required token is
 * missing or cannot be sent in a header: it says which.
 * @throws {Error} With `code` `EADDRINUSE` if the port is taken.
 */
export function serveHttp(options: HttpOptions = {}): Promise<HttpServer> {
  return serveWithin(HTTP_LIMITS, options);
}

/** {@linkcode serveHttp} with limits of one's own. */
export async function serveWithin(limits: HttpLimits, given: HttpOptions): Promise<HttpServer> {
  const options = checkedOptions(given, HTTP_FIELDS, "the options of serveHttp");
  const { hostname = "127.0.0.1", signal } = options;
  const problem = accessProblem(hostname, options.token);
  if (problem !== undefined) throw new TypeError(problem);
  const settings = settingsOf(options);
  const endpoint = endpointOf(settings, guardOf(hostname, options), limits);
  const address = { host: hostname, port: options.port ?? 0 };
  const server = await listen(endpoint.handle, address, limits, settings.report);
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
    url: `http://${hostInUrl(hostname)}:${port}${ENDPOINT_PATH}`,
    port,
    finished: finished.promise,
    close,
    [Symbol.asyncDispose]: close,
  };
}

/**
 * Makes the endpoint for clients of the stateless revision and of those with a handshake. It checks, in this
 * order: the site; the path; the token; all else. The guard decides on the site and the token.
 */
function endpointOf(settings: Settings, guard: Guard, limits: HttpLimits) {
  let isClosed = false;
  const sessions = new Sessions((connection) => createServer(settings, connection), limits);
  /** What is known of clients without a session, by their sockets and by their requests. */
  const others = new WeakMap<object, Connection>();
  const stateless = createMcpHandler(
    ({ requestInfo }) => createServer(settings, others.get(requestInfo!)!),
    {
      legacy: "reject",
      responseMode: "sse",
      keepAliveMs: keepAliveOf(limits),
      onerror: (error) => settings.report(sentenceSafe(error.message)),
    },
  );
  const answer = async (request: Request, exchange: Exchange): Promise<Response> => {
    const { headers, method, url } = request;
    const { incoming, outgoing } = exchange;
    if (isClosed) return errorResponse(503, "The server is closing");
    // A browser asks without a token whether a page may send a request.
    if (method === "OPTIONS") return new Response(null, { status: 204 });
    if (new URL(url).pathname !== ENDPOINT_PATH) return errorResponse(404, "Not found");
    const refusal = await guard.refuseToken(request);
    if (refusal !== undefined) return refusal;
    // The SDK does not know that this accepts every type.
    if (headers.get("accept")?.includes("*/*")) {
      headers.set("accept", "application/json, text/event-stream");
    }
    const parsedBody = method === "POST" ? await readMessages(incoming) : undefined;
    if (parsedBody instanceof Response) return parsedBody;
    if (await isLegacyRequest(request, parsedBody)) {
      return await sessions.handle(request, parsedBody, exchange);
    }
    const connection = others.get(incoming.socket) ?? new Connection(false);
    others.set(incoming.socket, connection).set(request, connection);
    connection.countOutput(outgoing, incoming.socket);
    return await stateless.fetch(request, { parsedBody });
  };
  return {
    async handle(request: Request, exchange: Exchange): Promise<Response> {
      const refusal = guard.refuseSite(request);
      const response = refusal ?? await answer(request, exchange);
      if (refusal === undefined && request.headers.has("origin")) shareResponse(response, request);
      // A client without access must not hold a connection.
      if (!response.ok || request.method === "OPTIONS") response.headers.set("Connection", "close");
      return response;
    },
    /** Closes all sessions and requests, and waits for their calls to stop. */
    async close(): Promise<void> {
      isClosed = true;
      await Promise.all([stateless.close(), sessions.close()]);
      await settings.pool.close();
    },
  };
}

/** Lets a page of an origin that the guard accepts send its requests, and read the response. */
function shareResponse({ headers }: Response, request: Request): void {
  const asked = request.headers.get("access-control-request-headers") ?? "";
  headers.set("Access-Control-Allow-Origin", request.headers.get("origin")!);
  headers.set("Access-Control-Allow-Methods", "GET, POST, DELETE");
  headers.set("Access-Control-Allow-Headers", asked);
  headers.set("Access-Control-Expose-Headers", "Mcp-Session-Id, WWW-Authenticate");
}

/** Reads a message, or a batch of some, or returns the response that refuses it. */
async function readMessages(incoming: IncomingMessage): Promise<unknown> {
  // Nobody reads the response to a body that breaks off.
  const text = await readBody(incoming).catch(() => "");
  if (text === undefined) {
    return errorResponse(413, `The body is larger than ${MAX_BODY_BYTES} bytes, or in tiny chunks`);
  }
  const parsed = parseMessages(text, true);
  const refused = [parsed].flat().find(({ refusal }) => refusal !== undefined);
  if (refused !== undefined) return Response.json(refused.refusal, { status: 400 });
  return Array.isArray(parsed) ? parsed.map(({ message }) => message) : parsed.message;
}
