/** Maximum time that sockets wait for their turn, in milliseconds. */
const MAX_SOCKET_WAIT_MS = 20;

/**
 * Turns of the event loop that sockets get. Deno polls the network when the loop is idle, or else every
 * 61 turns; a request takes several polls.
 */
const SOCKET_TURNS = 128;

class SocketTurns {
  #sharedWait: Promise<void> | undefined;
  #nextAt = 0;

  /** Yields once, or, once sockets have waited the maximum time, until they had their turn. */
  async yield(): Promise<void> {
    if (performance.now() < this.#nextAt) await waitForTurns(1);
    else this.#sharedWait ??= this.#serveSockets();
    // A call that comes back while sockets have their turn waits as well.
    await this.#sharedWait;
  }

  async #serveSockets(): Promise<void> {
    await waitForTurns(SOCKET_TURNS);
    this.#sharedWait = undefined;
    this.#nextAt = performance.now() + MAX_SOCKET_WAIT_MS;
  }
}

/** The one instance of the process, which has one event loop. */
export const socketTurns: SocketTurns = new SocketTurns();

/**
 * Waits for turns of the event loop. `setImmediate` is the one macrotask that is both cheap (1 µs; a timer
 * costs 2 ms) and fair to timers.
 */
export async function waitForTurns(count: number): Promise<void> {
  const { setImmediate } = await (timers ??= import("node:timers"));
  await new Promise<void>((resolve) => {
    let left = count;
    const next = (): void => void (left-- > 0 ? setImmediate(next) : resolve());
    next();
  });
}

/** Loaded at the first yield, since the module adds a quarter to a program's start-up. */
let timers: Promise<typeof import("node:timers")> | undefined;
