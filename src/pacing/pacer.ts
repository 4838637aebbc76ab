/**
 * Keeps long work polite: it yields to the event loop, obeys an abort signal and reports progress.
 *
 * @module
 */
import type { Progress } from "../tool.ts";

/** Longest slice of work between two yields, in milliseconds. A directory read may add to it. */
const SLICE_MS = 10;

/** Longest time that sockets wait for their turn, in milliseconds. */
const SOCKETS_MS = 20;

/**
 * How many turns of the event loop sockets get. Deno looks at the network when the loop idles, or else
 * every 61 turns; a request takes several looks.
 */
const SOCKET_TURNS = 128;

/** Shortest time between two progress reports, in milliseconds. */
const PROGRESS_MS = 100;

/** What a {@linkcode Pacer} obeys and reports to. */
export interface PacerOptions {
  /** Cancels the work. */
  readonly signal?: AbortSignal | undefined;
  /** Told how far the work has come. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** Paces one call: `if (pacer.isDue()) await pacer.pause()`. */
export class Pacer implements Progress {
  /** Directories read so far; the walk counts here. */
  directories = 0;
  /** Entries read so far; the walk counts here. */
  entries = 0;
  /** What all calls wait for while sockets have their turn, so that no turn is a long one. */
  static #attending: Promise<void> | undefined;
  static #nextSockets = 0;
  readonly #signal: AbortSignal | undefined;
  readonly #onProgress: ((progress: Progress) => void) | undefined;
  #sliceEnd: number;
  #nextProgress: number;

  /** @throws {DOMException} `AbortError` if the signal has already aborted. */
  constructor(options: PacerOptions = {}) {
    this.#signal = options.signal;
    this.#onProgress = options.onProgress;
    const now = performance.now();
    this.#sliceEnd = now + SLICE_MS;
    this.#nextProgress = now + PROGRESS_MS;
    this.check();
  }

  /** Whether the slice is used up. */
  isDue(): boolean {
    return performance.now() >= this.#sliceEnd;
  }

  /**
   * Lets timers, sockets and signals have their turn.
   *
   * @throws {DOMException} `AbortError` once the signal has aborted.
   */
  async pause(): Promise<void> {
    this.report();
    await this.#yield();
    this.check();
    this.#sliceEnd = performance.now() + SLICE_MS;
  }

  async #yield(): Promise<void> {
    if (performance.now() < Pacer.#nextSockets) await turns(1);
    else Pacer.#attending ??= Pacer.#attend();
    // Who comes back meanwhile waits, too.
    await Pacer.#attending;
  }

  static async #attend(): Promise<void> {
    await turns(SOCKET_TURNS);
    Pacer.#attending = undefined;
    Pacer.#nextSockets = performance.now() + SOCKETS_MS;
  }

  /**
   * Reports progress if it is time to; for work that yields by itself.
   *
   * @throws {DOMException} `AbortError` once the signal has aborted.
   */
  report(): void {
    this.check();
    if (this.#onProgress === undefined || performance.now() < this.#nextProgress) return;
    this.#nextProgress = performance.now() + PROGRESS_MS;
    this.#onProgress({ directories: this.directories, entries: this.entries });
  }

  /** @throws {DOMException} `AbortError` once the signal has aborted. */
  check(): void {
    if (this.#signal?.aborted) throw new DOMException("The call was aborted", "AbortError");
  }
}

/**
 * Waits for turns of the event loop by `setImmediate`, the one macrotask that is both cheap (1 µs, against
 * 2 ms for a timer) and fair to timers.
 */
async function turns(count: number): Promise<void> {
  const { setImmediate } = await (timers ??= import("node:timers"));
  await new Promise<void>((resolve) => {
    let left = count;
    const next = (): void => void (left-- > 0 ? setImmediate(next) : resolve());
    next();
  });
}

/** Loaded at the first yield, since the module would add a quarter to the start of a program. */
let timers: Promise<typeof import("node:timers")> | undefined;
