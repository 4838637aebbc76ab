/**
 * Keeps long work polite: it yields to the event loop, obeys an abort signal and reports progress.
 *
 * @module
 */
import type { Progress } from "./tool.ts";

/** Longest slice of work between two yields, in milliseconds. A directory read may add to it. */
const SLICE_MS = 10;

/** Longest time that sockets wait for their turn, in milliseconds. */
const SOCKETS_MS = 40;

/** How often idling is tried, should something else keep the event loop busy. */
const MAX_IDLE_ATTEMPTS = 3;

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
  /** What all calls wait for while sockets have their turn: the event loop is one. */
  static #idling: Promise<void> | undefined;
  readonly #signal: AbortSignal | undefined;
  readonly #onProgress: ((progress: Progress) => void) | undefined;
  #setImmediate: ((callback: () => void) => unknown) | undefined;
  #sliceEnd: number;
  #nextSockets: number;
  #nextProgress: number;

  /** @throws {DOMException} `AbortError` if the signal has already aborted. */
  constructor(options: PacerOptions = {}) {
    this.#signal = options.signal;
    this.#onProgress = options.onProgress;
    const now = performance.now();
    this.#sliceEnd = now + SLICE_MS;
    this.#nextSockets = now + SOCKETS_MS;
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
    if (Pacer.#idling !== undefined || performance.now() >= this.#nextSockets) {
      await (Pacer.#idling ??= idle().finally(() => Pacer.#idling = undefined));
      this.#nextSockets = performance.now() + SOCKETS_MS;
      return;
    }
    // The one macrotask that is both cheap (a few µs, against 2 ms for a timer) and fair to timers.
    // It is loaded at the first yield, since its module would add a quarter to the start of a program.
    const setImmediate = this.#setImmediate ??= (await import("node:timers")).setImmediate;
    await new Promise<void>((resolve) => setImmediate(() => resolve()));
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
 * Lets the event loop idle for a moment: only then, or after some 60 turns, does Deno look for what has
 * come from the network. A timer that fires late has not idled: other calls used the time.
 */
async function idle(): Promise<void> {
  for (let attempt = 0; attempt < MAX_IDLE_ATTEMPTS; attempt++) {
    const start = performance.now();
    await new Promise<void>((resolve) => setTimeout(resolve, 0));
    if (performance.now() - start < SLICE_MS / 2) return;
  }
}
