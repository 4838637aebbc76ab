/** The pool that executes tool calls in workers: one call a worker, clients in turn, a bounded queue. */
import type { ToolResult } from "../tool.ts";
import { type ClientKey, Job, type PooledCall } from "./job.ts";
import type { WorkerMessage } from "./messages.ts";
import { LONG_CALL_TICKS, PoolWorker, SILENT_TICKS, type StartExecutor } from "./pool_worker.ts";
import { stackOf } from "./stack_of.ts";
import { type StallOptions, StallWatchdog } from "./stall_watchdog.ts";

/** The number of workers of a pool, and the time limit of its calls. */
export interface PoolOptions extends StallOptions {
  /**
   * Maximum workers while no call stalls and none takes long.
   *
   * @default {navigator.hardwareConcurrency}, at least 2 and at most 8
   */
  readonly workers?: number | undefined;
}

const MAX_WORKERS = 32;

/** Maximum abandoned workers. No thread can be ended while it is in a system call, and it keeps its memory, some 12 MB. */
const MAX_ABANDONED_WORKERS = 32;

/** Maximum calls that make progress at a time, except for those of clients that have no other. */
const MAX_CONCURRENT_CALLS = 16;

/** Ticks after which a call is silent or long where all that wait are clients with running calls. */
const LONG_OWN_CALL_TICKS = 3 * LONG_CALL_TICKS;

/** Maximum workers while some are silent, where the pool's own limit is lower. */
const WORKER_LIMIT_DURING_STALLS = 8;

const MAX_QUEUED_CALLS = 256;

/** Time that a cancelled call has to stop before its worker is abandoned, in milliseconds. */
const CANCEL_GRACE_MS = 250;

/** Ranks of clients, the first served first: those with a running call, while these are many, come before stalled ones. */
const [NORMAL, ACTIVE, STALLED] = [0, 1, 2];

const BUSY_MESSAGE = "the server has too many calls to carry out: try again in a few seconds";

const STALLED_MESSAGE = "too many calls hang on a disk that does not answer: try again later";

/**
 * Executes calls in workers, which start on demand and stay.
 *
 * - A worker executes one call at a time. The idle worker that was used last comes first: its cache is warm.
 * - Clients are served in turn; those with stalled calls come last, and do not take the last idle worker. While
 *   some calls stall, or all workers are in use, clients without a running call come first.
 * - A worker that has been silent for 300 ms, or has had its call for a second, no longer counts as a worker:
 *   another one starts if a call is queued. While some are silent, more may start, and every other one takes
 *   the newest call: the older ones may be waiting for the same disk.
 * - If all that wait are clients with running calls, another worker starts only after three seconds: it reads
 *   anew what the others have in memory, such as a history, and on a busy machine they fall silent meanwhile.
 * - At the maximum of workers, the call that has been silent longest, for a second at least, is ended early.
 *   One that has been silent for the stall timeout ends in any case.
 * - A call that is cancelled ends even if its worker does not stop.
 * - The worker of a call that was ended so is abandoned: it ends when the disk answers. At the maximum of
 *   abandoned workers, calls of their clients are refused, and no more workers start.
 * - A worker that runs out of memory fails its call alone.
 * - The queue is bounded: beyond that, the newest call of the client with the most calls ends with `busy`.
 */
export class CallPool implements AsyncDisposable {
  readonly #startExecutor: StartExecutor;
  readonly #workerLimit: number;
  readonly #watchdog: StallWatchdog;
  /** Queued calls, oldest first. */
  #queue: Job[] = [];
  readonly #lastTurns = new WeakMap<ClientKey, number>();
  #turn = 0;
  /** Workers that are not abandoned; of the idle ones, the most recently used is last. */
  readonly #workers = new Set<PoolWorker>();
  /** Workers that hang in a call that has ended for its client. */
  readonly #abandoned = new Set<PoolWorker>();
  #isLifoTurn = false;
  #isClosed = false;

  constructor(startExecutor: StartExecutor, options: PoolOptions = {}) {
    const { workers = Math.min(Math.max(navigator.hardwareConcurrency, 2), 8) } = options;
    this.#startExecutor = startExecutor;
    this.#workerLimit = workers;
    this.#watchdog = new StallWatchdog(() => this.#checkWorkers(), options);
  }

  /** Executes a call. Throws `AbortError` when `context.signal` aborts, or the pool is closed. */
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
    for (const job of this.#queue) this.#dequeue(job).abort();
    const running = [...this.#workers].flatMap(({ job }) => job ?? []);
    for (const job of running) this.#cancel(job);
    await Promise.allSettled(running.map(({ result }) => result));
    for (const worker of [...this.#workers, ...this.#abandoned]) this.#terminate(worker);
    this.#watchdog.stop();
  }

  [Symbol.asyncDispose] = (): Promise<void> => this.close();

  #enqueue(job: Job): void {
    this.#queue.push(job);
    // A new client comes after those that were served before it came.
    if (!this.#lastTurns.has(job.client)) this.#lastTurns.set(job.client, this.#turn);
    this.#dispatch();
    if (this.#queue.length <= MAX_QUEUED_CALLS) return;
    const lists = [...Map.groupBy(this.#queue, ({ client }) => client).values()];
    const [longest] = lists.sort((a, b) => b.length - a.length);
    void this.#dequeue(longest!.at(-1)!).fail("busy", BUSY_MESSAGE);
  }

  #dequeue(job: Job): Job {
    this.#queue = this.#queue.filter((each) => each !== job);
    return job;
  }

  /** Assigns queued calls to idle workers, and starts another worker or ends surplus ones. */
  #dispatch(): void {
    if (this.#isClosed) return;
    if (this.#abandoned.size >= MAX_ABANDONED_WORKERS) this.#refuseStalledClients();
    const idle = [...this.#workers].filter(({ isIdle }) => isIdle);
    while (this.#queue.length > 0 && idle.length > this.#reservedWorkers) {
      idle.pop()!.assign(this.#nextJob());
    }
    if (this.#needsWorker() && (this.#workers.size < MAX_WORKERS || this.#endMostSilent())) {
      this.#startWorker();
    }
    while (idle.length > this.#workerLimit) this.#terminate(idle.shift()!);
    if (idle.length < this.#workers.size) this.#watchdog.start();
  }

  /** The number of idle workers that the queue may not take: one if all its clients have stalled calls. */
  get #reservedWorkers(): number {
    return this.#queue.every(({ client }) => this.#rankOf(client) === STALLED) ? 1 : 0;
  }

  /** Refuses the queued calls of clients with stalled calls; all of them if no worker responds. */
  #refuseStalledClients(): void {
    const respondsNone = this.#responsive.length === 0;
    for (const job of this.#queue) {
      if (!respondsNone && this.#rankOf(job.client) < STALLED) continue;
      void this.#dequeue(job).fail("busy", STALLED_MESSAGE);
    }
  }

  get #responsive(): PoolWorker[] {
    return [...this.#workers].filter(({ isSilent }) => !isSilent);
  }

  get #isAnySilent(): boolean {
    return this.#responsive.length < this.#workers.size;
  }

  #nextJob(): Job {
    const minRank = Math.min(...this.#queue.map(({ client }) => this.#rankOf(client)));
    const candidates = this.#queue.filter(({ client }) => this.#rankOf(client) === minRank);
    const lastTurn = ({ client }: Job): number => this.#lastTurns.get(client)!;
    this.#isLifoTurn = !this.#isLifoTurn && this.#isAnySilent;
    const job = this.#isLifoTurn
      ? candidates.at(-1)!
      : candidates.reduce((next, each) => lastTurn(each) < lastTurn(next) ? each : next);
    this.#lastTurns.set(job.client, ++this.#turn);
    return this.#dequeue(job);
  }

  #rankOf(client: ClientKey): number {
    const isOwn = ({ job }: PoolWorker): boolean => job?.client === client;
    const own = [...this.#workers].filter(isOwn);
    if (own.some(({ isSilent }) => isSilent) || [...this.#abandoned].some(isOwn)) return STALLED;
    const areScarce = this.#isAnySilent || this.#responsive.length >= this.#workerLimit;
    return areScarce && own.length > 0 ? ACTIVE : NORMAL;
  }

  /**
   * Reports whether another worker would take a queued call. Workers start one at a time: this thread can do
   * nothing else meanwhile, some 50 ms.
   */
  #needsWorker(): boolean {
    const workers = [...this.#workers];
    if (this.#queue.length === 0 || workers.some(({ isStarting }) => isStarting)) return false;
    if (this.#abandoned.size >= MAX_ABANDONED_WORKERS) return false;
    const isNewcomer = this.#queue.some(({ client }) => this.#rankOf(client) === NORMAL);
    const [silentTicks, longTicks] = isNewcomer
      ? [SILENT_TICKS, LONG_CALL_TICKS]
      : [LONG_OWN_CALL_TICKS, LONG_OWN_CALL_TICKS];
    const responsive = workers.filter((worker) => worker.silentTicks < silentTicks);
    const isAnySilent = responsive.length < workers.length;
    const limit = Math.max(this.#workerLimit, isAnySilent ? WORKER_LIMIT_DURING_STALLS : 0);
    return responsive.filter(({ ticks }) => ticks < longTicks).length < limit &&
      (isNewcomer || responsive.length < MAX_CONCURRENT_CALLS);
  }

  /** Ends the call that has been silent longest, and returns false if none has been so for a second. */
  #endMostSilent(): boolean {
    const [worker] = [...this.#workers].sort((a, b) => b.silentTicks - a.silentTicks);
    if (worker!.silentTicks < LONG_CALL_TICKS) return false;
    this.#timeOut(worker!, ", and other calls wait");
    return true;
  }

  #timeOut(worker: PoolWorker, reason?: string): void {
    this.#watchdog.timeOut(worker, reason);
    this.#abandon(worker);
  }

  /** Starts a worker. If the system has no thread left, other workers take the queue; if there are none, it fails. */
  #startWorker(): void {
    try {
      const receive = (message: WorkerMessage): void => this.#receive(worker, message);
      const worker = new PoolWorker(this.#startExecutor, receive);
      this.#workers.add(worker);
    } catch (error) {
      if (this.#workers.size > 0) return;
      for (const job of this.#queue) this.#dequeue(job).crash(stackOf(error));
    }
  }

  #receive(worker: PoolWorker, message: WorkerMessage): void {
    if (this.#abandoned.has(worker)) this.#terminate(worker);
    if (!this.#workers.has(worker)) return;
    worker.silentTicks = 0;
    const { job } = worker;
    switch (message.type) {
      case "progress":
        return job?.call.context.onProgress?.(message.progress);
      case "host_request":
        return void (job && worker.respond(message.id, job.callHost(message.request)));
      case "ended":
        return this.#failWorker(worker, message.error);
      case "out_of_memory":
        void job?.fail("host_failed", "it takes more memory than a call may have: ask for less");
        this.#terminate(worker);
        return this.#dispatch();
      case "result":
        job?.succeed(message.result);
        break;
      case "aborted":
        job?.abort();
        break;
      case "thrown":
        job?.crash(message.stack);
    }
    worker.release();
    this.#workers.delete(worker);
    this.#workers.add(worker);
    this.#dispatch();
  }

  /** Cancels a call: at once if it is queued, else when it has stopped or its grace period is over. */
  #cancel(job: Job): void {
    const worker = [...this.#workers].find((each) => each.job === job);
    if (worker === undefined) return this.#dequeue(job).abort();
    worker.cancel();
    const timer = setTimeout(() => {
      job.abort();
      this.#abandon(worker);
      this.#dispatch();
    }, CANCEL_GRACE_MS);
    job.result.catch(() => {}).finally(() => clearTimeout(timer));
  }

  #checkWorkers(): void {
    for (const worker of [...this.#workers]) {
      const state = this.#watchdog.check(worker);
      if (state === "stalled") this.#timeOut(worker);
      if (state === "not_started") this.#failWorker(worker, new Error("A worker does not start"));
    }
    this.#dispatch();
    if ([...this.#workers].every(({ isIdle }) => isIdle)) this.#watchdog.stop();
  }

  /** Abandons a worker that hangs; it ends at its next message. */
  #abandon(worker: PoolWorker): void {
    this.#workers.delete(worker);
    this.#abandoned.add(worker);
    worker.abandon();
  }

  /** Fails the call of a worker that ended unexpectedly, or the next call if it was still starting. */
  #failWorker(worker: PoolWorker, error: Error): void {
    this.#terminate(worker);
    const job = worker.isStarting && this.#queue.length > 0 ? this.#nextJob() : worker.job;
    job?.crash(stackOf(error));
    this.#dispatch();
  }

  #terminate(worker: PoolWorker): void {
    this.#workers.delete(worker);
    this.#abandoned.delete(worker);
    worker.terminate();
  }
}
