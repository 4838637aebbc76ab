/**
 * The sessions of clients that open with a handshake. Over HTTP, only a session connects a cancellation
 * with its call.
 */
import {
  isInitializeRequest,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import type { SessionLimits } from "./http_options.ts";
import { errorResponse } from "./error_response.ts";
import { RunningCalls } from "./running_calls.ts";

export interface SessionsOptions extends SessionLimits {
  readonly keepAliveMs: number;
}

interface Session {
  readonly server: Server;
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly calls: RunningCalls;
  readonly pendingIds: Set<unknown>;
  /** The time of its last request or end of a call, in milliseconds since the epoch. */
  lastUsedAt: number;
}

/**
 * All sessions of a server. At the maximum, the least recently used one without running calls is closed for a
 * new one; if each has some, the new one is refused.
 */
export class Sessions {
  /** By id, least recently used first. */
  readonly #sessions = new Map<string, Session>();
  readonly #createServer: (calls: RunningCalls) => Server;
  readonly #options: Required<SessionsOptions>;
  #isClosed = false;

  constructor(createServer: (calls: RunningCalls) => Server, options: SessionsOptions) {
    this.#createServer = createServer;
    this.#options = { max: 32, idleMs: 30 * 60 * 1000, ...options };
  }

  /**
   * Handles a request in its session; a handshake opens a new one.
   *
   * @param request A request whose signal aborts once its response has ended.
   */
  async handle(request: Request, body: unknown): Promise<Response> {
    this.#expire();
    const id = request.headers.get("mcp-session-id");
    if (id === null) {
      if (isInitializeRequest(body)) return await this.#open(request, body);
      return errorResponse(400, "Bad Request: Mcp-Session-Id header is required");
    }
    const session = this.#sessions.get(id);
    if (session === undefined) return errorResponse(404, "Session not found");
    this.#touch(id, session);
    const ids = requestIdsIn(body);
    const { pendingIds } = session;
    if (new Set(ids).size < ids.length || ids.some((each) => pendingIds.has(each))) {
      // Both responses would go to one of them.
      const message = "Invalid Request: a request with the same id is still running";
      return errorResponse(400, message, { code: "invalidRequest" });
    }
    for (const each of ids) pendingIds.add(each);
    const release = (): void => ids.forEach((each) => pendingIds.delete(each));
    if (request.signal.aborted) release();
    else request.signal.addEventListener("abort", release, { once: true });
    return await session.transport.handleRequest(request, { parsedBody: body });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const sessions = [...this.#sessions.values()];
    this.#sessions.clear();
    for (const { server } of sessions) void server.close();
    await Promise.all(sessions.map(({ calls }) => calls.settled()));
  }

  async #open(request: Request, body: unknown): Promise<Response> {
    if (this.#isClosed) return errorResponse(503, "The server is closing");
    if (this.#sessions.size >= this.#options.max && !this.#evictIdle()) {
      return errorResponse(503, "Too many busy sessions", { headers: { "Retry-After": "5" } });
    }
    const id = crypto.randomUUID();
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => id,
      keepAliveMs: this.#options.keepAliveMs,
    });
    // A session is idle from the end of its last call.
    const calls = new RunningCalls(() => this.#touch(id, session));
    const server = this.#createServer(calls);
    const session = { server, transport, calls, pendingIds: new Set(), lastUsedAt: Date.now() };
    this.#sessions.set(id, session);
    server.onclose = () => this.#sessions.delete(id);
    await server.connect(transport);
    const response = await transport.handleRequest(request, { parsedBody: body });
    // The transport refused the handshake.
    if (transport.sessionId === undefined) void server.close();
    return response;
  }

  /** Closes the least recently used session without running calls; returns `false` if there is none. */
  #evictIdle(): boolean {
    for (const { calls, server } of this.#sessions.values()) {
      if (calls.size > 0) continue;
      void server.close();
      return true;
    }
    return false;
  }

  /** Closes expired sessions. Runs on each request, not on a timer, which would keep the process alive. */
  #expire(): void {
    const oldest = Date.now() - this.#options.idleMs;
    for (const { calls, server, lastUsedAt } of this.#sessions.values()) {
      if (calls.size === 0 && lastUsedAt < oldest) void server.close();
    }
  }

  #touch(id: string, session: Session): void {
    if (!this.#sessions.delete(id)) return;
    session.lastUsedAt = Date.now();
    this.#sessions.set(id, session);
  }
}

function requestIdsIn(body: unknown): unknown[] {
  const messages = Array.isArray(body) ? body : [body];
  return messages.flatMap((each) =>
    each?.id === undefined || each.method === undefined ? [] : [each.id]
  );
}
