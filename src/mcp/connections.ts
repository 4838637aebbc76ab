/**
 * The connections of the HTTP server: how many there may be, for how long, and which makes room for
 * another. Neither `Deno.serve` nor Node's server outlives the descriptor limit, so this accepts them.
 */
import { Connection, type State, STATES } from "./connection.ts";
import { READ_BYTES } from "./connection_stream.ts";
import type { ConnectionLimits } from "./http_options.ts";

/** What {@linkcode Connections} needs of the server. */
export interface ConnectionsOptions {
  readonly listener: Deno.TcpListener;
  readonly limits: Required<ConnectionLimits>;
  /** Takes over a connection and what has been read of it: sets its stream, and closes it in the end. */
  readonly serve: (connection: Connection, first: Uint8Array) => void | Promise<void>;
  /** Whether the process can open this many more files. */
  readonly canOpen: (count: number) => boolean;
}

/** How many descriptors are left to the calls. */
const SPARE = 16;

/** After how many connections more than ever before it is checked that descriptors are left. */
const STEP = 8;

/** How often it is tried whether descriptors are less rare than they were, in milliseconds. */
const RAISE_MS = 1000;

/** How long accepting pauses when there are no descriptors, in milliseconds. */
const PAUSE_MS = 20;

/** What a client of HTTP/2 begins with. */
const HTTP2_PREFACE = "PRI * HTTP/2.0\r\n";

/** An empty SETTINGS frame, and GOAWAY with the reason HTTP_1_1_REQUIRED. */
const HTTP2_REFUSAL: Uint8Array<ArrayBuffer> = new Uint8Array([
  ...[0, 0, 0, 4, 0, 0, 0, 0, 0],
  ...[0, 0, 8, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 13],
]);

const BUSY: Uint8Array<ArrayBuffer> = new TextEncoder().encode(
  "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nConnection: close\r\nContent-Length: 0\r\n\r\n",
);

/** All connections of a server. */
export class Connections {
  readonly #options: ConnectionsOptions;
  /** By state, and in each the one that has been in it for longest first. */
  readonly #byState: Readonly<Record<State, Set<Connection>>> = {
    unknown: new Set(),
    idle: new Set(),
    listening: new Set(),
    busy: new Set(),
  };
  /** How many there may be; fewer than asked for where descriptors are rare. */
  #max: number;
  /** When it is next tried whether there may be more. */
  #raiseAt = 0;
  /** The largest number for which descriptors have been seen to suffice. */
  #checked = 0;
  /** How many have been closed for others since the last pause. */
  #closed = 0;
  #isClosed = false;
  #pause: { readonly timer: ReturnType<typeof setTimeout>; readonly end: () => void } | undefined;

  constructor(options: ConnectionsOptions) {
    this.#options = options;
    this.#max = options.limits.max;
    void this.#accept();
  }

  /** The number of connections. */
  get size(): number {
    return STATES.reduce((sum, state) => sum + this.#byState[state].size, 0);
  }

  /** Accepts no more connections. */
  stopAccepting(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#options.listener.close();
    this.#endPause();
  }

  /** Closes all connections at once, whatever they do. */
  close(): void {
    this.stopAccepting();
    for (const state of STATES) for (const each of this.#byState[state]) each.close();
  }

  /** Only closing the listener ends this: any error may be over at the next connection. */
  async #accept(): Promise<void> {
    while (!this.#isClosed) {
      try {
        this.#open(await this.#options.listener.accept());
        // A connection keeps its descriptor until the event loop has turned.
        if (this.#closed >= STEP) await this.#waitABit(0);
      } catch (error) {
        if (this.#isClosed) return;
        // The client was gone before it was accepted.
        if (error instanceof Deno.errors.NotConnected) continue;
        if (error instanceof Deno.errors.ConnectionAborted) continue;
        this.#lower();
        await this.#waitABit(PAUSE_MS);
      }
    }
  }

  #open(tcp: Deno.TcpConn): void {
    if (this.size >= this.#max) this.#raise();
    if (this.size >= this.#max) {
      this.#closed++;
      if (!this.#makeRoom()) return void answer(tcp, BUSY);
    }
    const { limits } = this.#options;
    const connection = new Connection(tcp, limits, (each, state) => {
      if (each.state !== undefined) this.#byState[each.state].delete(each);
      if (state !== undefined) this.#byState[state].add(each);
    });
    this.#byState.unknown.add(connection);
    void this.#begin(connection);
    if (this.size < this.#checked + STEP) return;
    if (this.#options.canOpen(SPARE)) this.#checked = this.size;
    else this.#lower();
  }

  async #begin(connection: Connection): Promise<void> {
    try {
      // The end of a response does not wait until the client has confirmed its beginning.
      connection.tcp.setNoDelay();
      const buffer = new Uint8Array(READ_BYTES);
      const count = await connection.tcp.read(buffer);
      if (count === null) return connection.close();
      const first = buffer.subarray(0, count);
      if (!isHttp2(first)) return await this.#options.serve(connection, first);
      await connection.tcp.write(HTTP2_REFUSAL);
      connection.close();
    } catch {
      connection.close();
    }
  }

  /** Closes the connection that matters least; `false` if each of them is answering a request. */
  #makeRoom(): boolean {
    for (const state of STATES) {
      if (state === "busy") return false;
      for (const connection of this.#byState[state]) {
        connection.close();
        return true;
      }
    }
    return false;
  }

  /** There are too few descriptors for as many connections as there are. */
  #lower(): void {
    const enough = this.size > this.#checked ? this.#checked : this.size - SPARE;
    this.#max = Math.min(this.#max, Math.max(STEP, enough));
    this.#raiseAt = performance.now() + RAISE_MS;
    while (this.size > this.#max && this.#makeRoom());
  }

  /** Whether there may be more than were thought: perhaps something else has closed its files. */
  #raise(): void {
    const { limits, canOpen } = this.#options;
    if (this.#max === limits.max || performance.now() < this.#raiseAt) return;
    this.#raiseAt = performance.now() + RAISE_MS;
    if (canOpen(SPARE + STEP)) this.#max = Math.min(limits.max, this.#max + STEP);
  }

  async #waitABit(ms: number): Promise<void> {
    this.#closed = 0;
    await new Promise<void>((resolve) => {
      this.#pause = { timer: setTimeout(resolve, ms), end: resolve };
    });
    this.#endPause();
  }

  #endPause(): void {
    clearTimeout(this.#pause?.timer);
    this.#pause?.end();
    this.#pause = undefined;
  }
}

function isHttp2(first: Uint8Array): boolean {
  return new TextDecoder().decode(first.subarray(0, HTTP2_PREFACE.length)) === HTTP2_PREFACE;
}

async function answer(tcp: Deno.TcpConn, bytes: Uint8Array): Promise<void> {
  try {
    await tcp.write(bytes);
  } catch {
    // Nobody is left to read it.
  }
  tcp.close();
}
