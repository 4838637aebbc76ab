/** Workers that open directories for long walks. */
import type { WalkWorkers } from "../tool.ts";
import { LONG, WalkLanes } from "./walk_lanes.ts";

/** Options of a {@linkcode WalkPool}. */
export interface WalkPoolOptions {
  /**
   * The most workers. More than there are cores beside that of the walk make it slower.
   *
   * @default {navigator.hardwareConcurrency}, less the thread that walks, and at most 7
   */
  readonly size?: number | undefined;
}

/** The same while no worker has started: that takes 50 to 70 ms. */
const LONG_AT_FIRST = 16_384;

/** How many workers may be lost before a pool starts no more. */
const MAX_LOST = 8;

/**
 * Workers that help with whole walks over large trees: give it to the tools as `context.workers`.
 *
 * They start one by one when a walk proves long and stay until the pool is closed. They hold the permissions
 * that the program had when they started. Results are the same to the byte as without.
 *
 * @example Usage
 * ```ts
 * import { TOOLSETS, WalkPool } from "@dirscope/dirscope";
 * import { assertEquals } from "@std/assert";
 *
 * await using workers = new WalkPool({ size: 2 });
 * const { list_dir } = TOOLSETS.tree;
 * const args = { path: "sample", recursive: true };
 * assertEquals(
 *   await list_dir.execute(args, { cwd: "fixtures", workers }),
 *   await list_dir.execute(args, { cwd: "fixtures" }),
 * );
 * ```
 */
export class WalkPool implements WalkWorkers, AsyncDisposable {
  readonly #size: number;
  readonly #answers = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  readonly #lanes = new WalkLanes(this.#answers, () => this.#lost++);
  /** What starts a worker, once it is loaded. */
  #startThread: typeof import("./walk_thread.ts").startWalkThread | undefined;
  #isLoading = false;
  #lost = 0;
  #isClosed = false;

  /**
   * Starts no worker yet.
   *
   * @param options How many workers there may be.
   */
  constructor({ size }: WalkPoolOptions = {}) {
    this.#size = size ?? Math.min(navigator.hardwareConcurrency, 8) - 1;
  }

  /** The number of workers that run. */
  get size(): number {
    return this.#lanes.size;
  }

  /** Starts all workers at once, for a program that has time now, and waits until they have started. */
  async start(): Promise<void> {
    this.#startThread ??= (await import("./walk_thread.ts")).startWalkThread;
    while (this.#lanes.size < this.#size && this.#canStart) this.#start();
    while (this.#lanes.isStarting) {
      await this.wait();
      this.poll();
    }
  }

  get #canStart(): boolean {
    return !this.#isClosed && this.#lost < MAX_LOST;
  }

  /** After how many entries a walk has proved long: later while no worker runs. */
  get after(): number {
    if (this.#size === 0) return Infinity;
    return this.#lanes.size === 0 ? LONG_AT_FIRST : LONG;
  }

  /** How many requests the workers would take now. Where there are none, it starts one more. */
  room(): number {
    const room = this.#lanes.room();
    if (room === 0 && !this.#lanes.isStarting && this.#lanes.size < this.#size) this.#start();
    return room;
  }

  /** Gives a worker a request. */
  ask(request: unknown, take: (answer: unknown) => void): void {
    this.#lanes.ask(request, take);
  }

  /** Hands out the answers that have come. */
  poll(): void {
    this.#lanes.poll();
  }

  /** Waits for an answer, or for a while. */
  async wait(): Promise<void> {
    await this.#lanes.wait();
  }

  /** Ends the workers. Walks that they help go on by themselves. */
  close(): Promise<void> {
    this.#isClosed = true;
    this.#lanes.endAll();
    return Promise.resolve();
  }

  /** As {@linkcode WalkPool.close}. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #start(): void {
    if (!this.#canStart) return;
    if (this.#startThread === undefined) return this.#load();
    const line = this.#startThread(this.#answers, () => {
      if (line !== undefined && this.#lanes.end(line)) this.#lost++;
    });
    if (line === undefined) this.#lost = MAX_LOST;
    else this.#lanes.add(line);
  }

  #load(): void {
    if (this.#isLoading) return;
    this.#isLoading = true;
    void import("./walk_thread.ts").then(({ startWalkThread }) => {
      this.#startThread = startWalkThread;
      this.#start();
    });
  }
}
