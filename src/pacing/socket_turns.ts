/** Maximum time that sockets wait for their turn, in milliseconds. */
const MAX_SOCKET_WAIT_MS = 20;

/**
 * Turns of the event loop that sockets get. Deno polls the network when the loop is idle, or else every
 * 61 turns; a request takes several polls.
 */
const SOCKET_TURNS = 128;

/** The state of the process, which has one event loop. */
let sharedWait: Promise<void> | undefined;
let nextAt = 0;

/** Yields once, or, once sockets have waited the maximum time, until they had their turn. */
export async function waitForTurn(): Promise<void> {
  if (performance.now() < nextAt) await waitForTurns(1);
  else sharedWait ??= serveSockets();
  // A call that comes back while sockets have their turn waits as well.
  await sharedWait;
}

async function serveSockets(): Promise<void> {
  await waitForTurns(SOCKET_TURNS);
  sharedWait = undefined;
  nextAt = performance.now() + MAX_SOCKET_WAIT_MS;
}

/** Loaded at the first yield, since the module adds a quarter to a program's start-up. */
let timers: Promise<typeof import("node:timers")> | undefined;

/** `setImmediate` is the one macrotask that is both cheap (1 µs; a timer costs 2 ms) and fair to timers. */
async function waitForTurns(count: number): Promise<void> {
  const { setImmediate } = await (timers ??= import("node:timers"));
  await new Promise<void>((resolve) => {
    let left = count;
    const next = (): void => void (left-- > 0 ? setImmediate(next) : resolve());
    next();
  });
}
