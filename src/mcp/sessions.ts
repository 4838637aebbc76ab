/**
 * The sessions of clients that open with a handshake. Over HTTP, only a session connects a cancellation
 * with its call.
 */
import {
  isInitializeRequest,
  type RequestId,
  type Server,
  WebStandardStreamableHTTPServerTransport as Transport,
} from "@modelcontextprotocol/server";
import { Connection } from "./connection.ts";
import { errorResponse } from "./error_response.ts";
import type { HttpLimits } from "./http_options.ts";
import { BATCH_REVISION } from "./message_parser.ts";
import type { Exchange } from "./web_server.ts";

interface Session {
  readonly server: Server;
  readonly transport: Transport;
  readonly connection: Connection;
  /** True while the client listens to the stream of its session. */
  isListening: boolean;
}

/**
 * All sessions of a server. At the maximum, one without running calls is closed for a new one: the least recently
 * used of those whose stream is not open, else of the others. If each has running calls, the new one is refused.
 */
export class Sessions {
  readonly #sessions = new Map<string, Session>();
  readonly #createServer: (connection: Connection) => Server;
  readonly #limits: HttpLimits;

  constructor(createServer: (connection: Connection) => Server, limits: HttpLimits) {
    this.#createServer = createServer;
    this.#limits = limits;
  }

  /** Handles a request, whose body has been parsed, in its session; a handshake opens a new one. */
  async handle(
    request: Request,
    parsedBody: unknown,
    { incoming, outgoing }: Exchange,
  ): Promise<Response> {
    this.#expire();
    const id = request.headers.get("mcp-session-id");
    if (id === null) return await this.#open(request, parsedBody);
    const session = this.#sessions.get(id);
    if (session === undefined) return errorResponse(404, "Session not found");
    const { connection, transport } = session;
    connection.lastUsedAt = Date.now();
    if (Array.isArray(parsedBody) && !hasBatches(session)) {
      return errorResponse(400, `Only revision ${BATCH_REVISION} has batches`);
    }
    connection.countOutput(outgoing, incoming.socket);
    const response = await transport.handleRequest(request, { parsedBody });
    if (request.method === "GET" && response.ok) {
      session.isListening = true;
      outgoing.once("close", () => {
        session.isListening = false;
        connection.lastUsedAt = Date.now();
      });
    }
    for (const { method, params } of [parsedBody].flat().map(Object)) {
      if (method === "notifications/cancelled") endStream(session, params?.requestId);
    }
    return response;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#sessions.values()].map(({ server }) => server.close()));
  }

  async #open(request: Request, parsedBody: unknown): Promise<Response> {
    // The transport would take a handshake that is in a batch, and answer nothing.
    if (Array.isArray(parsedBody)) return errorResponse(400, "A batch must follow a handshake");
    const id = crypto.randomUUID();
    const keepAliveMs = keepAliveOf(this.#limits);
    const transport = new Transport({ sessionIdGenerator: () => id, keepAliveMs });
    // The transport says what is wrong.
    if (!isInitializeRequest(parsedBody)) {
      return await transport.handleRequest(request, { parsedBody });
    }
    if (this.#sessions.size >= this.#limits.sessions) {
      const [oldest] = this.#idle;
      if (oldest === undefined) {
        return errorResponse(503, "Too many busy sessions", { "Retry-After": "5" });
      }
      void oldest.server.close();
    }
    const connection = new Connection(true);
    const server = this.#createServer(connection);
    this.#sessions.set(id, { server, transport, connection, isListening: false });
    server.onclose = () => this.#sessions.delete(id);
    await server.connect(transport);
    const response = await transport.handleRequest(request, { parsedBody });
    // The transport refused the handshake.
    if (transport.sessionId === undefined) void server.close();
    return response;
  }

  /** Sessions without running calls: those without an open stream first, and the least recently used of them. */
  get #idle(): Session[] {
    return [...this.#sessions.values()].filter(({ connection }) => connection.calls.size === 0)
      .sort((a, b) =>
        Number(a.isListening) - Number(b.isListening) ||
        a.connection.lastUsedAt - b.connection.lastUsedAt
      );
  }

  /** Closes expired sessions. Runs on each request, not on a timer, which would keep the process alive. */
  #expire(): void {
    const oldest = Date.now() - this.#limits.sessionIdleMs;
    for (const { connection, isListening, server } of this.#idle) {
      if (!isListening && connection.lastUsedAt < oldest) void server.close();
    }
  }
}

function hasBatches({ server }: Session): boolean {
  return server.getNegotiatedProtocolVersion() === BATCH_REVISION;
}

/**
 * Ends the stream of a cancelled request: it has no response, for which the transport would wait. In the
 * revision that has batches it gets one after all, since responses to others may come on its stream.
 */
function endStream(session: Session, id: RequestId): void {
  const { transport } = session;
  if (!hasBatches(session)) transport.closeSSEStream(id);
  // With a response, the transport forgets the request; without a stream, it would report that.
  const { onerror = () => {} } = transport;
  transport.onerror = () => {};
  const error = { code: -32_000, message: "The request was cancelled" };
  transport.send({ jsonrpc: "2.0", id, error }).catch(() => {});
  transport.onerror = onerror;
}

/** Returns the time between heartbeats of a stream, which reveal a client that disappeared without closing it. */
export function keepAliveOf({ idleMs }: HttpLimits): number {
  return idleMs / 4;
}
