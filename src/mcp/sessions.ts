/**
 * The sessions of clients that open with a handshake. Over HTTP, only a session connects a cancellation
 * with its call.
 */
import {
  isInitializeRequest,
  type Server,
  WebStandardStreamableHTTPServerTransport as Transport,
} from "@modelcontextprotocol/server";
import { Connection } from "./connection.ts";
import { errorResponse } from "./error_response.ts";
import type { HttpLimits } from "./http_options.ts";

interface Session {
  readonly server: Server;
  readonly transport: Transport;
  readonly connection: Connection;
}

/**
 * All sessions of a server. At the maximum, the least recently used one without running calls is closed for a
 * new one; if each has some, the new one is refused.
 */
export class Sessions {
  readonly #sessions = new Map<string, Session>();
  readonly #createServer: (connection: Connection) => Server;
  readonly #limits: HttpLimits;

  constructor(createServer: (connection: Connection) => Server, limits: HttpLimits) {
    this.#createServer = createServer;
    this.#limits = limits;
  }

  /** Handles a request in its session; a handshake opens a new one. */
  async handle(request: Request): Promise<Response> {
    this.#expire();
    const id = request.headers.get("mcp-session-id");
    if (id === null) return await this.#open(request);
    const session = this.#sessions.get(id);
    if (session === undefined) return errorResponse(404, "Session not found");
    session.connection.lastUsedAt = Date.now();
    return await session.transport.handleRequest(request);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#sessions.values()].map(({ server }) => server.close()));
  }

  async #open(request: Request): Promise<Response> {
    const id = crypto.randomUUID();
    const keepAliveMs = keepAliveOf(this.#limits);
    const transport = new Transport({ sessionIdGenerator: () => id, keepAliveMs });
    const isPost = request.method === "POST";
    const body = isPost ? await request.clone().json().catch(() => undefined) : undefined;
    // The transport says what is wrong.
    if (!isInitializeRequest(body)) return await transport.handleRequest(request);
    if (this.#sessions.size >= this.#limits.sessions) {
      const [oldest] = this.#idle;
      if (oldest === undefined) {
        return errorResponse(503, "Too many busy sessions", { "Retry-After": "5" });
      }
      void oldest.server.close();
    }
    const connection = new Connection(true);
    const server = this.#createServer(connection);
    this.#sessions.set(id, { server, transport, connection });
    server.onclose = () => this.#sessions.delete(id);
    await server.connect(transport);
    const response = await transport.handleRequest(request);
    // The transport refused the handshake.
    if (transport.sessionId === undefined) void server.close();
    return response;
  }

  /** Sessions without running calls, least recently used first. */
  get #idle(): Session[] {
    return [...this.#sessions.values()].filter(({ connection }) => connection.calls.size === 0)
      .sort((a, b) => a.connection.lastUsedAt - b.connection.lastUsedAt);
  }

  /** Closes expired sessions. Runs on each request, not on a timer, which would keep the process alive. */
  #expire(): void {
    const oldest = Date.now() - this.#limits.sessionIdleMs;
    for (const { connection, server } of this.#idle) {
      if (connection.lastUsedAt < oldest) void server.close();
    }
  }
}

/** Returns the time between heartbeats of a stream, which reveal a client that disappeared without closing it. */
export function keepAliveOf({ idleMs }: HttpLimits): number {
  return idleMs / 4;
}
