/**
 * Node's HTTP server with its limits, for a handler of web `Request`s.
 *
 * @module
 */
import { once } from "node:events";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { sentenceSafe } from "../text/line_safe.ts";
import { stackOf } from "../workers/stack_of.ts";
import type { ConnectionLimits, HttpOptions } from "./http_options.ts";
import { errorResponse } from "./error_response.ts";

/** Time between two checks for connections whose time is over, in milliseconds. */
const CONNECTION_CHECK_MS = 1000;

/**
 * Maximum connections that wait to be accepted. Out of descriptors, Deno accepts none until the next one
 * comes, and none could come once the backlog is full.
 */
const BACKLOG = 4096;

export interface ListenOptions extends Required<Pick<HttpOptions, "hostname" | "port">> {
  readonly limits: Required<ConnectionLimits>;
  /** Handles a request, whose signal aborts before its response ends, or when the client disconnects. */
  readonly handle: (request: Request) => Promise<Response>;
  readonly report: (line: string) => void;
}

/**
 * Listens. A connection over the limit is closed at once; Node closes those whose time is over.
 *
 * @throws {Error} With `code` `EADDRINUSE` if the port is taken.
 */
export async function listen(options: ListenOptions): Promise<Server> {
  const { hostname, port, limits: { max, headerMs, requestMs, idleMs }, report } = options;
  // A server on standard input and output does not load it.
  const { createServer } = await import("node:http");
  const server = createServer({
    headersTimeout: Math.min(headerMs, requestMs),
    requestTimeout: requestMs,
    keepAliveTimeout: idleMs,
    connectionsCheckingInterval: Math.min(CONNECTION_CHECK_MS, headerMs, requestMs),
  });
  // Node would refuse an `Expect` header with 417 before the guard is asked.
  for (const event of ["request", "checkExpectation"]) {
    server.on(event, (incoming, outgoing) => void handleIncoming(incoming, outgoing, options));
  }
  server.maxConnections = max;
  // Closes those that do not read. Heartbeats of a stream keep those that do.
  server.timeout = idleMs;
  server.listen({ port, host: hostname, backlog: BACKLOG });
  await once(server, "listening");
  server.on("error", (error) => report(sentenceSafe(error.message)));
  return server;
}

async function handleIncoming(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { handle, report }: Pick<ListenOptions, "handle" | "report">,
): Promise<void> {
  const abort = new AbortController();
  incoming.on("error", () => {});
  outgoing.on("error", () => {}).once("close", () => abort.abort());
  const request = requestOf(incoming, abort.signal);
  try {
    const response = request === undefined
      ? errorResponse(400, "Bad request", { headers: { connection: "close" } })
      : await handle(request);
    // The rest of a body is not awaited.
    if (!incoming.complete || response.headers.get("connection") === "close") {
      outgoing.shouldKeepAlive = false;
    }
    await sendResponse(response, outgoing, () => abort.abort());
  } catch (error) {
    if (abort.signal.aborted) return;
    report(sentenceSafe(stackOf(error)));
    outgoing.destroy();
  }
}

/**
 * Converts a request; returns `undefined` for an invalid URL or method. An absolute target takes precedence
 * over the Host header, as HTTP requires.
 */
function requestOf(incoming: IncomingMessage, signal: AbortSignal): Request | undefined {
  const { method = "GET", url = "/", rawHeaders } = incoming;
  // The guard checks the host, by the header.
  const target = URL.parse(url.startsWith("/") ? `http://localhost${url}` : url);
  if (target === null) return undefined;
  try {
    const headers = new Headers();
    for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
      headers.append(rawHeaders[i]!, rawHeaders[i + 1]!);
    }
    if (!url.startsWith("/")) headers.set("host", target.host);
    const body = method === "POST" ? Readable.toWeb(incoming) as ReadableStream : null;
    // Node requires `duplex` of a request with a body.
    const init = { method, headers, body, signal, duplex: "half" };
    return new Request(target, init);
  } catch {
    return undefined;
  }
}

/**
 * Sends a response. If the client disconnects, its stream is cancelled.
 *
 * @param onEnd Called before the end of the response is sent.
 * @throws If the client disconnects.
 */
async function sendResponse(
  response: Response,
  outgoing: ServerResponse,
  onEnd: () => void,
): Promise<void> {
  outgoing.statusCode = response.status;
  for (const [name, value] of response.headers) {
    // Node sets this one itself.
    if (name !== "connection") outgoing.setHeader(name, value);
  }
  const { body, headers } = response;
  if (body !== null && headers.get("content-type") === "text/event-stream") {
    outgoing.flushHeaders();
    await pipeline(Readable.fromWeb(body as NodeReadableStream), outgoing, { end: false });
    onEnd();
    outgoing.end();
  } else {
    const bytes = await response.bytes();
    onEnd();
    outgoing.end(bytes);
  }
}
