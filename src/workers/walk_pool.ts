/** Workers that open directories for long walks. */
import type { MessagePort } from "node:worker_threads";
import type { WalkWorkers } from "../tool.ts";
import type { WalkThread } from "./walk_thread.ts";

/** Options of a {@linkcode WalkPool}. */
export interface WalkPoolOptions {
  /** The most workers. @default {navigator.hardwareConcurrency}, less the thread that walks, and at most 7 */
  readonly size?: number | undefined;
}

/** After how many entries a walk has proved long: it took some 15 ms. */
const LONG = 4096;

/** The same while no worker has started: that takes 50 to 70 ms. */
const LONG_AT_FIRST = 16_384;

/** How many requests a worker has at a time: one that it works on, and one that follows. */
const AT_ONCE = 2;

/** How long a walk waits for an answer before it looks again, in milliseconds. */
const WAIT_MS = 50;

/** How long an answer may take, in milliseconds. A request takes some 10, unless the disk hangs. */
const LOST_MS = 2000;

/** How many workers may be lost before a pool starts no more. */
const MAX_LOST = 8;

interface Asked {
  readonly take: (answer: unknown) => void;
  readonly since: number;
}

/** A worker, and what it was asked. */
interface Lane {
  readonly thread: WalkThread;
  readonly port: MessagePort;
  readonly asked: Map<number, Asked>;
  isReady: boolean;
  isLost: boolean;
}

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
  readonly #lanes = new Set<Lane>();
  /** Counts the answers of all workers. */
  readonly #answers = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  /** What is known to have no answer. */
  readonly #unanswered: Asked[] = [];
  /** What starts a worker, once it is loaded. */
  #startThread: typeof import("./walk_thread.ts").startWalkThread | undefined;
  #isLoading = false;
  #taken = 0;
  #lastId = 0;
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
    while ([...this.#lanes].some(({ isReady }) => !isReady)) {
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
    let room = 0;
    let isStarting = false;
    for (const { isReady, asked } of this.#lanes) {
      if (isReady) room += AT_ONCE - asked.size;
      else isStarting = true;
    }
    if (room === 0 && !isStarting && this.#lanes.size < this.#size) this.#start();
    return room;
  }

  /** Gives a worker a request. */
  ask(request: unknown, take: (answer: unknown) => void): void {
    let freest: Lane | undefined;
    for (const each of this.#lanes) {
      if (each.isReady && each.asked.size < (freest?.asked.size ?? AT_ONCE)) freest = each;
    }
    const asked = { take, since: performance.now() };
    if (freest === undefined) return void this.#unanswered.push(asked);
    const id = ++this.#lastId;
    freest.asked.set(id, asked);
    freest.port.postMessage({ id, request });
  }

  /** Hands out the answers that have come. */
  poll(): void {
    while (this.#unanswered.length > 0) this.#unanswered.pop()!.take(undefined);
    const count = Atomics.load(this.#answers, 0);
    if (count === this.#taken) return;
    this.#taken = count;
    for (const lane of this.#lanes) {
      for (let news = lane.thread.receive(); news !== undefined; news = lane.thread.receive()) {
        lane.isReady = true;
        const asked = lane.asked.get(news.id);
        lane.asked.delete(news.id);
        asked?.take(news.answer);
      }
    }
  }

  /** Waits for an answer, or for a while. */
  async wait(): Promise<void> {
    const news = Atomics.waitAsync(this.#answers, 0, this.#taken);
    // The timer keeps the program running meanwhile; what is awaited of other threads does not.
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(late.resolve, WAIT_MS);
    await Promise.race([news.value, late.promise]);
    clearTimeout(timer);
    const now = performance.now();
    for (const lane of [...this.#lanes]) {
      const [oldest] = lane.asked.values();
      if (oldest !== undefined && now - oldest.since > LOST_MS) this.#lose(lane);
    }
  }

  /** Ends the workers. Walks that they help go on by themselves. */
  close(): Promise<void> {
    this.#isClosed = true;
    for (const lane of [...this.#lanes]) this.#lose(lane);
    return Promise.resolve();
  }

  /** As {@linkcode WalkPool.close}. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #start(): void {
    if (!this.#canStart) return;
    if (this.#startThread === undefined) return this.#load();
    const thread = this.#startThread(this.#answers, () => this.#lose(lane));
    if (thread === undefined) return void (this.#lost = MAX_LOST);
    const lane: Lane = {
      thread,
      port: thread.port,
      asked: new Map(),
      isReady: false,
      isLost: false,
    };
    this.#lanes.add(lane);
  }

  #load(): void {
    if (this.#isLoading) return;
    this.#isLoading = true;
    void import("./walk_thread.ts").then(({ startWalkThread }) => {
      this.#startThread = startWalkThread;
      this.#start();
    });
  }

  /** Ends a worker that has ended, or hangs; what it was asked has no answer. */
  #lose(lane: Lane): void {
    if (!this.#lanes.delete(lane)) return;
    this.#lost++;
    lane.thread.end();
    this.#unanswered.push(...lane.asked.values());
    Atomics.add(this.#answers, 0, 1);
    Atomics.notify(this.#answers, 0);
  }
}
