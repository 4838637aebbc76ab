/** Carries calls out in workers, and gives up those that hang. */
import type { ToolResult } from "../tool.ts";
import { type Client, Job, type PooledCall } from "./job.ts";
import type { News } from "./messages.ts";
import { PoolWorker, type StartCarrier } from "./pool_worker.ts";
import { stackOf } from "./stack_of.ts";

/** How many calls a pool carries out at once, and for how long. */
export interface PoolOptions {
  /**
   * How many workers carry calls out while none hangs and none takes long.
   *
   * @default {navigator.hardwareConcurrency}, at least 2 and at most 8
   */
  readonly workers?: number | undefined;
  /**
   * How long a call may hear nothing from the disk before it ends, in milliseconds.
   *
   * @default {30_000}
   */
  readonly stallTimeoutMs?: number | undefined;
}

/** The most workers that may carry out calls. */
const MAX_WORKERS = 32;

/**
 * The most workers that are given up and hang on. No thread can be ended while it is in a system call, and it
 * keeps its memory, some 12 MB.
 */
const MAX_HUNG = 32;

/** The most calls that get on at once, but for those of clients that have no other. */
const MOST_AT_ONCE = 16;

/** While some workers are silent, at least so many others may count. */
const MOST_REPLACING = 8;

/** The most calls that wait. */
const MAX_WAITING = 256;

/** How long a cancelled call may take to stop, in milliseconds. */
const GRACE_MS = 250;

/** The longest time between two looks at the workers, in milliseconds. */
const LOOK_MS = 100;

/** After how many looks a call takes long, and may be ended early if it has been silent all the time. */
const LONG_LOOKS = 10;

/** Ranks of clients who come after the others: those with a call that gets on, then those whose calls hang. */
const [GETS_ON, HANGS] = [1, 2];

/** After how many looks a worker that has not started will not. */
const START_LOOKS = 300;

const BUSY = "the server has too many calls to carry out: try again in a few seconds";

const HANGING = "too many calls hang on a disk that does not answer: try again later";

/**
 * Carries calls out in workers, which start when they are needed and stay.
 *
 * - A worker carries out one call at a time. The idle one that was used last comes first: its cache is warm.
 * - Clients are served in turn; those whose calls hang come last, and do not take the last idle worker. While
 *   some hang, or many get on, those who have no call that does come first.
 * - A worker that has been silent for 300 ms, or has had its call for a second, does not count any more:
 *   another is started if a call waits. While some are silent, more are started at a time, and every other
 *   one takes the call that came last: those before it may be waiting for the same disk.
 * - Where there are as many as there may be, the call that has been silent longest, for a second at least, is
 *   ended early to make room. One that has been silent for the stall timeout ends in any case.
 * - A call that is cancelled but does not stop, since its worker hangs, ends all the same.
 * - A worker whose call was ended so is given up. It hangs on until the disk answers, and then ends. Where too
 *   many hang on, their clients' calls are refused, and no more workers are started.
 * - A worker that runs out of memory costs its call.
 * - What waits is bounded: beyond that, the newest call of who has most of them ends with `busy`.
 */
export class CallPool implements AsyncDisposable {
  readonly #startCarrier: StartCarrier;
  readonly #most: number;
  readonly #lookMs: number;
  readonly #stallTimeoutMs: number;
  /** The calls that wait, the oldest first. */
  #queue: Job[] = [];
  /** When each client was served last, or came, counted in calls. */
  readonly #served = new WeakMap<Client, number>();
  #turns = 0;
  /** Of those that have no call, the one that was used last comes last. */
  readonly #workers = new Set<PoolWorker>();
  /** Workers that were given up and hang on. */
  readonly #hung = new Set<PoolWorker>();
  #watch: ReturnType<typeof setInterval> | undefined;
  #isNewestNext = false;
  #isClosed = false;

  /**
   * @param startCarrier Starts what a worker carries out its calls in.
   * @param options How many calls it carries out, and for how long.
   */
  constructor(startCarrier: StartCarrier, options: PoolOptions = {}) {
    const { workers = Math.min(Math.max(navigator.hardwareConcurrency, 2), 8) } = options;
    const { stallTimeoutMs = 30_000 } = options;
    this.#startCarrier = startCarrier;
    this.#most = workers;
    this.#stallTimeoutMs = stallTimeoutMs;
    this.#lookMs = Math.min(stallTimeoutMs / LONG_LOOKS, LOOK_MS);
  }

  /**
   * Carries out a call.
   *
   * @throws {DOMException} `AbortError` when `context.signal` aborts, or the pool is closed.
   */
  async run(call: PooledCall): Promise<ToolResult> {
    const { signal } = call.context;
    const job = new Job(call);
    const abort = (): void => this.#cancel(job);
    signal?.addEventListener("abort", abort, { once: true });
    if (signal?.aborted || this.#isClosed) job.abort();
    else this.#enqueue(job);
    try {
      return await job.result;
    } finally {
      signal?.removeEventListener("abort", abort);
    }
  }

  /** Cancels all calls, waits until they have ended, and ends the workers. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const job of this.#queue) this.#take(job).abort();
    const running = [...this.#workers].flatMap(({ job }) => job ?? []);
    for (const job of running) this.#cancel(job);
    await Promise.allSettled(running.map(({ result }) => result));
    for (const worker of [...this.#workers, ...this.#hung]) this.#end(worker);
    clearInterval(this.#watch);
  }

  /** As {@linkcode CallPool.close}. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #enqueue(job: Job): void {
    this.#queue.push(job);
    // Who is new comes behind those who were there before.
    if (!this.#served.has(job.client)) this.#served.set(job.client, this.#turns);
    this.#dispatch();
    if (this.#queue.length <= MAX_WAITING) return;
    const lists = [...Map.groupBy(this.#queue, ({ client }) => client).values()];
    const [longest] = lists.sort((a, b) => b.length - a.length);
    void this.#take(longest!.at(-1)!).fail("busy", BUSY);
  }

  /** Takes a call from those that wait. */
  #take(job: Job): Job {
    this.#queue = this.#queue.filter((each) => each !== job);
    return job;
  }

  /** Gives calls that wait to workers that have none, and starts more workers. */
  #dispatch(): void {
    if (this.#isClosed) return;
    if (this.#hung.size >= MAX_HUNG) this.#refuseHanging();
    const idle = [...this.#workers].filter(({ isIdle }) => isIdle);
    while (this.#queue.length > 0 && idle.length > this.#kept) idle.pop()!.begin(this.#next());
    if (this.#hasRoom()) this.#start();
    while (idle.length > this.#most) this.#end(idle.shift()!);
    if (this.#watch !== undefined || idle.length === this.#workers.size) return;
    Deno.unrefTimer(this.#watch = setInterval(() => this.#look(), this.#lookMs));
  }

  /** How many idle workers are kept from the calls that wait: one from clients whose calls hang. */
  get #kept(): number {
    return this.#queue.every(({ client }) => this.#rankOf(client) === HANGS) ? 1 : 0;
  }

  /** Where too many workers hang on, their clients get no others; nobody does where all others hang as well. */
  #refuseHanging(): void {
    const isDead = this.#awake.length === 0;
    for (const job of this.#queue) {
      if (!isDead && this.#rankOf(job.client) < HANGS) continue;
      void this.#take(job).fail("busy", HANGING);
    }
  }

  /** The workers that are not silent. */
  get #awake(): PoolWorker[] {
    return [...this.#workers].filter(({ isSilent }) => !isSilent);
  }

  get #isAnySilent(): boolean {
    return this.#awake.length < this.#workers.size;
  }

  /** Takes the call that comes next, which must be there. */
  #next(): Job {
    const best = Math.min(...this.#queue.map(({ client }) => this.#rankOf(client)));
    const first = this.#queue.filter(({ client }) => this.#rankOf(client) === best);
    const turn = ({ client }: Job): number => this.#served.get(client)!;
    this.#isNewestNext = !this.#isNewestNext && this.#isAnySilent;
    const job = this.#isNewestNext
      ? first.at(-1)!
      : first.reduce((next, each) => turn(each) < turn(next) ? each : next);
    this.#served.set(job.client, ++this.#turns);
    return this.#take(job);
  }

  /** Who comes first: the lower, the sooner. */
  #rankOf(client: Client): number {
    const isIts = ({ job }: PoolWorker): boolean => job?.client === client;
    const own = [...this.#workers].filter(isIts);
    if (own.some(({ isSilent }) => isSilent) || [...this.#hung].some(isIts)) return HANGS;
    const isRare = this.#isAnySilent || this.#awake.length >= MOST_AT_ONCE;
    return isRare && own.length > 0 ? GETS_ON : 0;
  }

  /**
   * Whether one more worker is wanted and may be started, for which a call may be ended early. One starts at a
   * time: this thread can do nothing else meanwhile, some 50 ms.
   */
  #hasRoom(): boolean {
    const awake = this.#awake;
    if (awake.some(({ isStarting }) => isStarting) || this.#hung.size >= MAX_HUNG) return false;
    const last = awake.length < MOST_AT_ONCE ? HANGS : 0;
    if (this.#queue.every(({ client }) => this.#rankOf(client) > last)) return false;
    const most = this.#isAnySilent ? Math.max(this.#most, MOST_REPLACING) : this.#most;
    if (awake.filter(({ age }) => age < LONG_LOOKS).length >= most) return false;
    return this.#workers.size < MAX_WORKERS || this.#makeRoom();
  }

  /** Ends the call that has been silent longest, if it has been for long. */
  #makeRoom(): boolean {
    const [worker] = [...this.#workers].sort((a, b) => b.silence - a.silence);
    if (worker!.silence < LONG_LOOKS) return false;
    this.#timeOut(worker!, worker!.silence * this.#lookMs, ", and other calls wait");
    return true;
  }

  /** Ends a call that hangs. */
  #timeOut(worker: PoolWorker, ms: number, why = ""): void {
    const message = `no answer from the disk in ${Math.round(ms / 100) / 10} seconds${why}`;
    void worker.job?.fail("timed_out", message);
    this.#abandon(worker);
  }

  /** Starts a worker. Where the system has no thread to give, others go on; without any, no call can wait. */
  #start(): void {
    try {
      const hear = (news: News): void => this.#hear(worker, news);
      const worker = new PoolWorker(this.#startCarrier, hear);
      this.#workers.add(worker);
    } catch (error) {
      if (this.#workers.size > 0) return;
      for (const job of this.#queue) this.#take(job).throw(stackOf(error));
    }
  }

  #hear(worker: PoolWorker, news: News): void {
    if (this.#hung.has(worker)) this.#end(worker);
    if (!this.#workers.has(worker)) return;
    worker.silence = 0;
    const { job } = worker;
    switch (news.type) {
      case "progress":
        return job?.call.context.onProgress?.(news.progress);
      case "host":
        return void (job && worker.answer(news.ask, job.ask(news.request)));
      case "ended":
        return this.#lose(worker, news.error);
      case "out_of_memory":
        void job?.fail("host_failed", "it takes more memory than a call may have: ask for less");
        this.#end(worker);
        return this.#dispatch();
      case "result":
        job?.succeed(news.result);
        break;
      case "aborted":
        job?.abort();
        break;
      case "thrown":
        job?.throw(news.error);
    }
    worker.free();
    this.#workers.delete(worker);
    this.#workers.add(worker);
    this.#dispatch();
  }

  /** Ends a call for its caller: at once if it waits, else when it has stopped, or cannot be stopped. */
  #cancel(job: Job): void {
    const worker = [...this.#workers].find((each) => each.job === job);
    if (worker === undefined) return this.#take(job).abort();
    worker.cancel();
    const timer = setTimeout(() => {
      job.abort();
      this.#abandon(worker);
      this.#dispatch();
    }, GRACE_MS);
    job.result.catch(() => {}).finally(() => clearTimeout(timer));
  }

  /**
   * Ends what has been silent too long. Looks are counted, not time, so that a process that was stopped for
   * a while loses nothing.
   */
  #look(): void {
    const limit = Math.ceil(this.#stallTimeoutMs / this.#lookMs);
    for (const worker of [...this.#workers]) {
      worker.look();
      if (worker.isStarting) {
        if (worker.age >= START_LOOKS) this.#lose(worker, new Error("A worker does not start"));
      } else if (worker.silence >= limit) this.#timeOut(worker, this.#stallTimeoutMs);
    }
    this.#dispatch();
    if ([...this.#workers].some(({ isIdle }) => !isIdle)) return;
    clearInterval(this.#watch);
    this.#watch = undefined;
  }

  /** Gives up a worker that hangs; it ends when it gets on. */
  #abandon(worker: PoolWorker): void {
    this.#workers.delete(worker);
    this.#hung.add(worker);
    worker.abandon();
  }

  /** A worker that ended by itself costs its call, or that which it was started for. */
  #lose(worker: PoolWorker, error: Error): void {
    this.#end(worker);
    const job = worker.isStarting && this.#queue.length > 0 ? this.#next() : worker.job;
    job?.throw(stackOf(error));
    this.#dispatch();
  }

  #end(worker: PoolWorker): void {
    this.#workers.delete(worker);
    this.#hung.delete(worker);
    worker.end();
  }
}
