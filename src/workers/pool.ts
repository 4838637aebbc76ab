/** The pool that executes tool calls in workers: one call a worker, from a bounded queue. */
import type { ToolResult } from "../tool.ts";
import { type Client, Job, MAX_UNREAD_BYTES, type PooledCall } from "./job.ts";
import type { WorkerMessage } from "./messages.ts";
import { PoolWorker, type StartExecutor } from "./pool_worker.ts";
import { stackOf } from "./stack_of.ts";

const MAX_WORKERS = 32;

/** Maximum threads, with those that hang. None can be ended while it is in a system call, and it keeps some 12 MB. */
const MAX_THREADS = 64;

/** Maximum calls that make progress at a time, where the pool's own limit is lower: they keep few processors busy. */
const MAX_CONCURRENT_CALLS = 4;

/** Maximum calls besides those, each for a client that has no other. */
const MAX_FIRST_CALLS = 8;

/** Maximum bytes that the clients of a group together have not read when a call for one starts that is not quick. */
const MAX_GROUP_UNREAD_BYTES = 2 ** 26;

const MAX_QUEUED_CALLS = 256;

const TICK_MS = 100;

/** Ticks in a second. */
const SECOND = 1000 / TICK_MS;

/** Ticks that a call may run without progress. */
const MAX_SILENT_TICKS = 30 * SECOND;

/** Ticks that a call may be queued before it gets a worker more. */
const MAX_QUEUED_TICKS = SECOND / 2;

/** Time that a cancelled call has to stop before its worker is abandoned, in milliseconds. */
const CANCEL_GRACE_MS = 250;

const BUSY_MESSAGE = "the server has too many calls to carry out: try again in a few seconds";

const STALLED_MESSAGE = "too many calls hang on a disk that does not answer: try again later";

/**
 * Executes calls in workers, which start on demand and stay.
 *
 * - A worker executes one call at a time. The idle worker that was used last comes first: its cache is warm.
 * - A worker that has been silent for a second no longer counts: another takes its place.
 * - Calls are taken in order of arrival, but those of the client with the fewest running ones come first, and of
 *   these the quick ones, which read no tree. All that have no session count as one client here, in which those of
 *   the connection with the fewest come first.
 * - A call that has waited for half a second gets a worker more, unless 4 calls make progress, or 12 if none of them
 *   is its client's. A quick call gets one in any case.
 * - A call waits while its client leaves 8 MiB unread, or those without a session together leave 64 MiB.
 * - At the maximum of workers, the call that has been silent longest, for a second at least, is ended early.
 *   One that has been silent for 30 seconds ends in any case.
 * - A call that is cancelled ends even if its worker does not stop.
 * - The worker of a call that was ended so is abandoned: it ends when the disk answers. At the maximum of
 *   threads, calls are refused if no worker responds.
 * - A worker that runs out of memory fails its call alone.
 * - The queue is bounded: beyond that, the last call of the client that has queued most ends with `busy`.
 *
 * Ticks are counted, not time: a process that was suspended loses no call.
 */
export class CallPool implements AsyncDisposable {
  readonly #startExecutor: StartExecutor;
  readonly #workerLimit: number;
  #timer: ReturnType<typeof setInterval> | undefined;
  readonly #queue: Job[] = [];
  /** Workers that are not abandoned; of the idle ones, the most recently used is last. */
  readonly #workers = new Set<PoolWorker>();
  /** Workers that hang in a call that has ended for its client. */
  readonly #abandoned = new Set<PoolWorker>();
  /** Clients that may have something to read. */
  readonly #unread = new Set<Client>();
  #isClosed = false;

  /** @param workers Maximum workers while no call is silent and none waits. */
  constructor(
    startExecutor: StartExecutor,
    workers: number = Math.min(Math.max(navigator.hardwareConcurrency, 2), 8),
  ) {
    this.#startExecutor = startExecutor;
    this.#workerLimit = workers;
  }

  /** Executes a call. Throws `AbortError` when `context.signal` aborts, or the pool is closed. */
  async run(call: PooledCall): Promise<ToolResult> {
    const { signal } = call.context;
    const job = new Job(call);
    const abort = (): void => this.#cancel(job);
    signal?.addEventListener("abort", abort, { once: true });
    if (signal?.aborted || this.#isClosed) job.abort();
    else {
      this.#queue.push(job);
      if (this.#queue.length > MAX_QUEUED_CALLS) this.#refuseOne();
      this.#dispatch();
    }
    try {
      return await job.result;
    } finally {
      signal?.removeEventListener("abort", abort);
    }
  }

  /** Refuses the last queued call of the client that has queued most. */
  #refuseOne(): void {
    const clients = [...Map.groupBy(this.#queue, ({ call }) => call.client).values()];
    const job = clients.reduce((most, calls) => calls.length > most.length ? calls : most).at(-1)!;
    this.#queue.splice(this.#queue.indexOf(job), 1);
    void job.fail("busy", BUSY_MESSAGE);
  }

  /** Cancels all calls, waits until they have ended, and ends the workers. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const job of this.#queue.splice(0)) job.abort();
    const running = [...this.#workers].flatMap(({ job }) => job ?? []);
    for (const job of running) this.#cancel(job);
    await Promise.allSettled(running.map(({ result }) => result));
    for (const worker of [...this.#workers, ...this.#abandoned]) this.#terminate(worker);
    clearInterval(this.#timer);
  }

  [Symbol.asyncDispose] = (): Promise<void> => this.close();

  /** Assigns queued calls to idle workers, and starts another worker or ends surplus ones. */
  #dispatch(): void {
    if (this.#isClosed) return;
    const idle = [...this.#workers].filter(({ isIdle }) => isIdle);
    for (let job; idle.length > 0 && (job = this.#nextJob()) !== undefined;) {
      this.#queue.splice(this.#queue.indexOf(job), 1);
      idle.pop()!.assign(job);
    }
    if (this.#needsWorker()) this.#startWorker();
    while (idle.length > this.#workerLimit) this.#terminate(idle.shift()!);
    if (this.#timer !== undefined || this.#isAtRest) return;
    this.#timer = setInterval(() => this.#tick(), TICK_MS);
    // It does not keep the process alive.
    Deno.unrefTimer(this.#timer);
  }

  get #isAtRest(): boolean {
    return this.#queue.length === 0 && this.#unread.size === 0 &&
      [...this.#workers].every(({ isIdle }) => isIdle);
  }

  #unreadBytesOf(group: object): number {
    let bytes = 0;
    for (const client of this.#unread) if (client.group === group) bytes += client.unreadBytes;
    return bytes;
  }

  /** Returns the queued call that starts next, of those that may start now. */
  #nextJob(): Job | undefined {
    const running = [...this.#workers, ...this.#abandoned].flatMap(({ job }) => job ?? []);
    const progressing = [...this.#workers].flatMap(({ job, silentTicks }) =>
      job !== undefined && !job.awaitsHost && silentTicks < SECOND ? job : []
    );
    const most = Math.max(this.#workerLimit, MAX_CONCURRENT_CALLS);
    const limitOf = (job: Job): number => {
      if (job.isQuick) return most + MAX_FIRST_CALLS + 1;
      return callsIn(progressing, job.call.client.group) > 0 ? most : most + MAX_FIRST_CALLS;
    };
    const mayStart = (job: Job): boolean =>
      progressing.length < limitOf(job) && job.call.client.unreadBytes <= MAX_UNREAD_BYTES &&
      (job.isQuick || this.#unreadBytesOf(job.call.client.group) <= MAX_GROUP_UNREAD_BYTES);
    const ranksOf = (job: Job): number[] => [
      callsIn(running, job.call.client.group),
      job.isQuick ? 0 : 1,
      running.filter(({ call }) => call.client === job.call.client).length,
    ];
    const ranked = this.#queue.filter(mayStart).map((job) => ({ job, ranks: ranksOf(job) }));
    ranked.sort((a, b) => a.ranks.map((rank, i) => rank - b.ranks[i]!).find(Boolean) ?? 0);
    return ranked[0]?.job;
  }

  /**
   * Reports whether another worker is to take a queued call. Workers start one at a time: this thread can do
   * nothing else meanwhile, some 50 ms.
   */
  #needsWorker(): boolean {
    const workers = [...this.#workers];
    if (
      workers.some(({ isStarting, isIdle }) => isStarting || isIdle) ||
      this.#nextJob() === undefined
    ) return false;
    const counted =
      workers.filter(({ job, silentTicks }) => !job?.awaitsHost && silentTicks < SECOND).length;
    const hasWaited = this.#queue[0]!.queuedTicks >= MAX_QUEUED_TICKS;
    if (counted >= this.#workerLimit && !hasWaited) return false;
    if (workers.length + this.#abandoned.size < MAX_THREADS) {
      return workers.length < MAX_WORKERS || this.#endMostSilent();
    }
    if (counted === 0) {
      for (const job of this.#queue.splice(0)) void job.fail("busy", STALLED_MESSAGE);
    }
    return false;
  }

  /** Ends the call that has been silent longest, and returns false if none has been so for a second. */
  #endMostSilent(): boolean {
    const [worker] = [...this.#workers].sort((a, b) => b.silentTicks - a.silentTicks);
    if (worker!.silentTicks < SECOND) return false;
    this.#timeOut(worker!, ", and other calls wait");
    return true;
  }

  #timeOut(worker: PoolWorker, reason = ""): void {
    const seconds = worker.silentTicks / SECOND;
    void worker.job?.fail("timed_out", `no answer from the disk in ${seconds} seconds${reason}`);
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
      for (const job of this.#queue.splice(0)) job.crash(stackOf(error));
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
        return void worker.respond(message.id, message.request);
      case "ended":
        return this.#failWorker(worker, message.error);
      case "out_of_memory":
        void job?.fail("host_failed", "it takes more memory than a call may have: ask for less");
        this.#terminate(worker);
        return this.#dispatch();
      case "result":
        if (job !== undefined) this.#unread.add(job.call.client);
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
    if (worker === undefined) {
      const place = this.#queue.indexOf(job);
      if (place >= 0) this.#queue.splice(place, 1);
      return job.abort();
    }
    worker.executor.postMessage({ type: "cancel" });
    const timer = setTimeout(() => {
      job.abort();
      this.#abandon(worker);
      this.#dispatch();
    }, CANCEL_GRACE_MS);
    job.result.catch(() => {}).finally(() => clearTimeout(timer));
  }

  #tick(): void {
    for (const client of this.#unread) if (client.unreadBytes === 0) this.#unread.delete(client);
    for (const job of this.#queue) job.queuedTicks++;
    for (const worker of [...this.#workers]) {
      worker.tick();
      if (worker.silentTicks < MAX_SILENT_TICKS) continue;
      if (worker.isStarting) this.#failWorker(worker, new Error("A worker does not start"));
      else this.#timeOut(worker);
    }
    this.#dispatch();
    if (!this.#isAtRest) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Waits for a worker that hangs no longer: its next message shows that it has left the system call. */
  #abandon(worker: PoolWorker): void {
    this.#workers.delete(worker);
    this.#abandoned.add(worker);
    worker.executor.unref();
    worker.executor.postMessage({ type: "cancel" });
  }

  /** Fails the call of a worker that ended unexpectedly, or the next call if it was still starting. */
  #failWorker(worker: PoolWorker, error: Error): void {
    this.#terminate(worker);
    const job = worker.isStarting ? this.#queue.shift() : worker.job;
    job?.crash(stackOf(error));
    this.#dispatch();
  }

  #terminate(worker: PoolWorker): void {
    this.#workers.delete(worker);
    this.#abandoned.delete(worker);
    worker.executor.terminate();
  }
}

/** Returns the number of jobs that are for a group of clients. */
function callsIn(jobs: readonly Job[], group: object): number {
  return jobs.filter(({ call }) => call.client.group === group).length;
}
