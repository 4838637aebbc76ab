import type { ConnectionLimits } from "./http_options.ts";

/**
 * What connections do, in the order in which they make room for a new one. Nobody knows who is behind the
 * first, so that they cannot keep out those who have been let in. The last are never closed for another.
 */
export const STATES = ["unknown", "idle", "listening", "busy"] as const;

/** What a connection does. */
export type State = typeof STATES[number];

/** What a request does: it waits for an answer, or listens to a stream of its session. */
export type Use = "busy" | "listening";

/** A connection of the HTTP server. */
export class Connection {
  readonly tcp: Deno.TcpConn;
  /** What reads and writes it, once something does. */
  stream: { destroy(): unknown } | undefined;
  readonly #uses: Record<Use, number> = { busy: 0, listening: 0 };
  readonly #onChange: (connection: Connection, state: State | undefined) => void;
  readonly #limits: Required<ConnectionLimits>;
  #state: State | undefined = "unknown";
  #timer: ReturnType<typeof setTimeout>;

  constructor(
    tcp: Deno.TcpConn,
    limits: Required<ConnectionLimits>,
    onChange: (connection: Connection, state: State | undefined) => void,
  ) {
    this.tcp = tcp;
    this.#limits = limits;
    this.#onChange = onChange;
    this.#timer = setTimeout(() => this.close(), limits.headerMs);
  }

  /** What it does now; `undefined` once it is closed. */
  get state(): State | undefined {
    return this.#state;
  }

  /** The address of the client. */
  get address(): string {
    return this.tcp.remoteAddr.hostname;
  }

  /** A request has been let in. The connection is not closed for another until it ends. */
  begin(use: Use): void {
    this.#uses[use]++;
    this.#update();
  }

  /** The request has been answered. */
  end(use: Use): void {
    this.#uses[use]--;
    this.#update();
  }

  /** Closes it at once. */
  close(): void {
    if (this.#state === undefined) return;
    clearTimeout(this.#timer);
    this.#change(undefined);
    if (this.stream === undefined) this.tcp.close();
    else this.stream.destroy();
  }

  #update(): void {
    if (this.#state === undefined) return;
    clearTimeout(this.#timer);
    const { busy, listening } = this.#uses;
    this.#change(busy > 0 ? "busy" : listening > 0 ? "listening" : "idle");
    if (this.#state !== "idle") return;
    this.#timer = setTimeout(() => this.close(), this.#limits.idleMs);
  }

  #change(state: State | undefined): void {
    this.#onChange(this, state);
    this.#state = state;
  }
}
