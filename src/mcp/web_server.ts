import { once } from "node:events";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { sentenceSafe } from "../text/line_safe.ts";
import { stackOf } from "../workers/stack_of.ts";
import { errorResponse } from "./error_response.ts";
import type { HttpLimits } from "./http_options.ts";

/** Time between two checks for connections whose time is over, in milliseconds. */
const CONNECTION_CHECK_MS = 1000;

/**
 * Maximum connections that wait to be accepted. Out of descriptors, Deno accepts none until the next one
 * comes, and none could come once the backlog is full.
 */
const BACKLOG = 4096;

/** Maximum size of a request's body, in bytes. Arguments are short. */
export const MAX_BODY_BYTES = 1024 * 1024;

/** Maximum chunks of a body, each of which takes memory of its own. No client sends as many. */
const MAX_BODY_CHUNKS = 4096;

/** What Node has of a request. */
export interface Exchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
}

/**
 * Listens with the limits of Node's HTTP server. A connection over the limit is closed at once.
 *
 * @param handle Handles a request, whose body `readBody` reads, and whose signal aborts when the client disconnects.
 * @throws {Error} With `code` `EADDRINUSE` if the port is taken.
 */
export async function listen(
  handle: (request: Request, exchange: Exchange) => Promise<Response>,
  address: { readonly host: string; readonly port: number },
  { connections, headerMs, requestMs, idleMs }: HttpLimits,
  report: (line: string) => void,
): Promise<Server> {
  // A server on standard input and output loads neither.
  const { createServer } = await import("node:http");
  const { getRequestListener, RequestError } = await import("@hono/node-server");
  const server = createServer({
    headersTimeout: Math.min(headerMs, requestMs),
    requestTimeout: requestMs,
    keepAliveTimeout: idleMs,
    connectionsCheckingInterval: Math.min(CONNECTION_CHECK_MS, headerMs, requestMs),
  });
  const listener = getRequestListener(
    (request, exchange) => handle(request, exchange as Exchange),
    {
      overrideGlobalObjects: false,
      errorHandler: (error) => {
        if (error instanceof RequestError) {
          return errorResponse(400, "Bad request", { Connection: "close" });
        }
        report(sentenceSafe(stackOf(error)));
        return errorResponse(500, "Internal server error");
      },
    },
  );
  // Node would refuse an `Expect` header with 417 before the guard is asked.
  for (const event of ["request", "checkExpectation"]) {
    server.on(event, (incoming: IncomingMessage, outgoing: ServerResponse) => {
      // The listener makes a URL of this host, and not every host fits into one. The guard reads the header as sent.
      incoming.headers.host = "localhost";
      return listener(incoming, outgoing);
    });
  }
  server.maxConnections = connections;
  // A client may keep many open between two requests. They make room before new ones are refused.
  server.on("connection", () => {
    server.getConnections((_error, open) => {
      if (open > connections / 2) server.closeIdleConnections();
    });
  });
  // Closes those that do not read. Heartbeats of a stream keep those that do.
  server.timeout = idleMs;
  server.listen({ ...address, backlog: BACKLOG });
  await once(server, "listening");
  server.on("error", (error) => report(sentenceSafe(error.message)));
  return server;
}

/** Reads a body as text. Returns `undefined` for one that is too large, or in more chunks than any client sends. */
export async function readBody(incoming: IncomingMessage): Promise<string | undefined> {
  if (Number(incoming.headers["content-length"]) > MAX_BODY_BYTES) return undefined;
  const decoder = new TextDecoder();
  let [text, bytes, chunks] = ["", 0, 0];
  for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES || ++chunks > MAX_BODY_CHUNKS) return undefined;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
