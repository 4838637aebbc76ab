/** Yields to the event loop so that timers and sockets get their turn. */

/** Longest time that sockets wait for their turn, in milliseconds. */
const MAX_SOCKET_WAIT_MS = 20;

/**
 * How many turns of the event loop sockets get. Deno looks at the network when the loop is idle, or else
 * every 61 turns; a request takes several looks.
 */
const SOCKET_TURNS = 128;

/** Shares one wait among all calls, so that a long wait is made of short turns. */
class SocketTurns {
  #sharedWait: Promise<void> | undefined;
  #nextAt = 0;

  /** Yields once, or, when sockets have waited long enough, until they had their turn. */
  async yield(): Promise<void> {
    if (performance.now() < this.#nextAt) await turns(1);
    else this.#sharedWait ??= this.#serveSockets();
    // A call that comes back while sockets have their turn waits as well.
    await this.#sharedWait;
  }

  async #serveSockets(): Promise<void> {
    await turns(SOCKET_TURNS);
    this.#sharedWait = undefined;
    this.#nextAt = performance.now() + MAX_SOCKET_WAIT_MS;
  }
}

/** One for the whole program, as the event loop is. */
export const socketTurns: SocketTurns = new SocketTurns();

/**
 * Waits for some turns of the event loop. `setImmediate` is the one macrotask that is both cheap (1 µs; a
 * timer costs 2 ms) and fair to timers.
 */
export async function turns(count: number): Promise<void> {
  const { setImmediate } = await (timers ??= import("node:timers"));
  await new Promise<void>((resolve) => {
    let left = count;
    const next = (): void => void (left-- > 0 ? setImmediate(next) : resolve());
    next();
  });
}

/** Loaded at the first yield, since the module adds a quarter to a program's start-up. */
let timers: Promise<typeof import("node:timers")> | undefined;
