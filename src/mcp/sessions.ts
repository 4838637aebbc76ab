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

interface Session {
  readonly server: Server;
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly calls: RunningCalls;
  /** The address of the client that opened it. */
  readonly address: string;
  /** The ids of the requests that wait for their answer. */
  readonly pending: Set<unknown>;
  /** Whether it has made a call that has ended. */
  hasCalled: boolean;
  /** The time of its last use, in milliseconds. */
  usedAt: number;
}

/**
 * All sessions of a server. A handshake always gets one. If there are too many, another one makes room:
 *
 * 1. of the address that has the most, so that no machine can drive out another's;
 * 2. one without running calls; if each has some, one whose calls go on to their answers;
 * 3. one that has made no call, unless those that have are more than half of all. So neither handshakes
 *    alone drive out those in use, nor do those in use keep a new one from its first call;
 * 4. the one that was used least recently.
 */
export class Sessions {
  /** By id, least recently used first. */
  readonly #sessions = new Map<string, Session>();
  /** Those that made room while they had calls. */
  readonly #retired = new Set<Session>();
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

  /**
   * Answers a request in its session; a handshake opens a new one.
   *
   * @param request Its signal aborts once it has been answered.
   * @param address The address of the client.
   */
  async handle(request: Request, body: unknown, address: string): Promise<Response> {
    this.#expire();
    const id = request.headers.get("mcp-session-id");
    if (id === null) {
      if (isInitializeRequest(body)) return await this.#open(request, body, address);
      return refuse(400, "Bad Request: Mcp-Session-Id header is required");
    }
    const session = this.#sessions.get(id);
    if (session === undefined) return refuse(404, "Session not found");
    this.#use(id, session);
    const ids = new Set<unknown>();
    for (const id of requestIdsIn(body)) {
      if (session.pending.has(id) || ids.has(id)) {
        // The answers of both would go to one of them.
        const message = "Invalid Request: a request with the same id is still running";
        return refuse(400, message, { code: "invalidRequest" });
      }
      ids.add(id);
    }
    for (const id of ids) session.pending.add(id);
    const forget = (): void => {
      for (const id of ids) session.pending.delete(id);
      this.#endRetired(session);
    };
    if (request.signal.aborted) forget();
    else request.signal.addEventListener("abort", forget, { once: true });
    return await session.transport.handleRequest(request, { parsedBody: body });
  }

  /** Closes all sessions, and waits until their calls have stopped. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const sessions = [...this.#sessions.values(), ...this.#retired];
    this.#sessions.clear();
    for (const { server } of sessions) void server.close();
    await Promise.all(sessions.map(({ calls }) => calls.settled()));
  }

  async #open(request: Request, body: unknown, address: string): Promise<Response> {
    if (this.#isClosed) return refuse(503, "The server is closing");
    if (this.size >= this.#max) this.#makeRoom(address);
    const id = crypto.randomUUID();
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => id,
    });
    // A session is idle from the end of its last call.
    const calls = new RunningCalls(() => {
      session.hasCalled = true;
      this.#use(id, session);
    });
    const server = this.#createServer(calls);
    const session: Session = {
      ...{ server, transport, calls, address },
      pending: new Set(),
      hasCalled: false,
      usedAt: this.#now(),
    };
    this.#sessions.set(id, session);
    server.onclose = () => this.#sessions.delete(id);
    await server.connect(transport);
    const response = await transport.handleRequest(request, { parsedBody: body });
    // The handshake itself was refused.
    if (transport.sessionId === undefined) this.#end(id, session);
    return response;
  }

  #makeRoom(newcomer: string): void {
    const ofOne = this.#ofLargest(newcomer);
    const idle = ofOne.filter(([, { calls }]) => calls.size === 0);
    const candidates = idle.length > 0 ? idle : ofOne;
    const inUse = ofOne.filter(([, { hasCalled }]) => hasCalled);
    const isInUse = inUse.length > ofOne.length / 2;
    const victim = candidates.find(([, { hasCalled }]) => hasCalled === isInUse) ?? candidates[0];
    if (victim === undefined) return;
    const [id, session] = victim;
    if (session.calls.size > 0) this.#retire(id, session);
    else this.#end(id, session);
  }

  /** The sessions of the address that has the most; all of them if each has one. */
  #ofLargest(newcomer: string): readonly [id: string, session: Session][] {
    const byAddress = Map.groupBy(this.#sessions, ([, { address }]) => address);
    const own = byAddress.get(newcomer) ?? [];
    const largest = [...byAddress.values()].reduce((a, b) => b.length > a.length ? b : a, own);
    const isLarger = largest.length > own.length + 1;
    if (isLarger) return largest;
    return own.length > 0 ? own : [...this.#sessions];
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

  /** Forgets a session, which ends with its last answer. */
  #retire(id: string, session: Session): void {
    this.#sessions.delete(id);
    this.#retired.add(session);
    this.#endRetired(session);
  }

  #endRetired(session: Session): void {
    if (session.pending.size > 0 || !this.#retired.delete(session)) return;
    void session.server.close();
  }

  /** Ends a session. Closing its server aborts its calls. */
  #end(id: string, { server }: Session): void {
    this.#sessions.delete(id);
    void server.close();
  }
}

/** The ids of the requests in a message, or in a batch of them. */
function requestIdsIn(body: unknown): unknown[] {
  const messages = Array.isArray(body) ? body : [body];
  return messages.flatMap((each) =>
    each?.id === undefined || each.method === undefined ? [] : [each.id]
  );
}
