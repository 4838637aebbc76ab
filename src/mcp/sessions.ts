/**
 * The sessions of clients that open with a handshake. Over HTTP, only a session connects a cancellation
 * with the call it is for.
 */
import {
  isInitializeRequest,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import type { SessionLimits } from "./http_options.ts";
import { refuse } from "./refusal.ts";
import { RunningCalls } from "./running_calls.ts";

const DEFAULT_MAX = 64;
const DEFAULT_IDLE_MS = 30 * 60 * 1000;

/** The `Retry-After` of a client that finds all sessions busy, in seconds. */
const RETRY_AFTER_S = 5;

interface Session {
  readonly server: Server;
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly calls: RunningCalls;
  /** The time of its last use, in milliseconds. */
  usedAt: number;
}

/** All sessions of a server. */
export class Sessions {
  /** By id, least recently used first. */
  readonly #sessions = new Map<string, Session>();
  readonly #createServer: (calls: RunningCalls) => Server;
  readonly #max: number;
  readonly #idleMs: number;
  readonly #now: () => number;
  #isClosed = false;

  constructor(createServer: (calls: RunningCalls) => Server, limits: SessionLimits = {}) {
    this.#createServer = createServer;
    this.#max = limits.max ?? DEFAULT_MAX;
    this.#idleMs = limits.idleMs ?? DEFAULT_IDLE_MS;
    this.#now = limits.now ?? Date.now;
  }

  /** The number of sessions. */
  get size(): number {
    return this.#sessions.size;
  }

  /** Answers a request in its session; a handshake opens a new one. */
  async handle(request: Request, body: unknown): Promise<Response> {
    this.#expire();
    const id = request.headers.get("mcp-session-id");
    if (id === null) {
      if (isInitializeRequest(body)) return await this.#open(request, body);
      return refuse(400, "Bad Request: Mcp-Session-Id header is required");
    }
    const session = this.#sessions.get(id);
    if (session === undefined) return refuse(404, "Session not found");
    this.#use(id, session);
    return await session.transport.handleRequest(request, { parsedBody: body });
  }

  /** Closes all sessions, and waits until their calls have stopped. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const sessions = [...this.#sessions];
    for (const [id, session] of sessions) this.#end(id, session);
    await Promise.all(sessions.map(([, { calls }]) => calls.settled()));
  }

  async #open(request: Request, body: unknown): Promise<Response> {
    if (!this.#hasRoom()) {
      const headers = { "Retry-After": String(RETRY_AFTER_S) };
      return refuse(503, "All sessions are busy", { headers });
    }
    const id = crypto.randomUUID();
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => id,
    });
    // A session is idle from the end of its last call.
    const calls = new RunningCalls(() => this.#use(id, session));
    const server = this.#createServer(calls);
    const session: Session = { server, transport, calls, usedAt: this.#now() };
    this.#sessions.set(id, session);
    server.onclose = () => this.#sessions.delete(id);
    await server.connect(transport);
    const response = await transport.handleRequest(request, { parsedBody: body });
    // The handshake itself was refused.
    if (transport.sessionId === undefined) this.#end(id, session);
    return response;
  }

  /** Whether there is room for one more session; evicts the least recently used idle one if needed. */
  #hasRoom(): boolean {
    if (this.#isClosed) return false;
    if (this.size < this.#max) return true;
    const idle = [...this.#sessions].find(([, { calls }]) => calls.size === 0);
    if (idle !== undefined) this.#end(...idle);
    return idle !== undefined;
  }

  /** Runs on each request, not on a timer, which would keep the process alive. */
  #expire(): void {
    const oldest = this.#now() - this.#idleMs;
    for (const [id, session] of this.#sessions) {
      if (session.calls.size === 0 && session.usedAt < oldest) this.#end(id, session);
    }
  }

  #use(id: string, session: Session): void {
    if (!this.#sessions.delete(id)) return;
    session.usedAt = this.#now();
    this.#sessions.set(id, session);
  }

  /** Ends a session. Closing its server aborts its calls. */
  #end(id: string, { server }: Session): void {
    this.#sessions.delete(id);
    void server.close();
  }
}
