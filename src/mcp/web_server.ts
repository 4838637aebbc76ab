import { once } from "node:events";
import type { Server } from "node:http";
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

/**
 * Listens with the limits of Node's HTTP server. A connection over the limit is closed at once.
 *
 * @param handle Handles a request, whose body is not read before, and whose signal aborts when the client disconnects.
 * @throws {Error} With `code` `EADDRINUSE` if the port is taken.
 */
export async function listen(
  handle: (request: Request) => Promise<Response>,
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
  const listener = getRequestListener(handle, {
    overrideGlobalObjects: false,
    errorHandler: (error) => {
      if (error instanceof RequestError) {
        return errorResponse(400, "Bad request", { Connection: "close" });
      }
      report(sentenceSafe(stackOf(error)));
      return errorResponse(500, "Internal server error");
    },
  });
  // Node would refuse an `Expect` header with 417 before the guard is asked.
  for (const event of ["request", "checkExpectation"]) server.on(event, listener);
  server.maxConnections = connections;
  // Closes those that do not read. Heartbeats of a stream keep those that do.
  server.timeout = idleMs;
  server.listen({ ...address, backlog: BACKLOG });
  await once(server, "listening");
  server.on("error", (error) => report(sentenceSafe(error.message)));
  return server;
}
