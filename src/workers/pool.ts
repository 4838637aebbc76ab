/** Carries calls out in workers, and ends those that hang. */
import { lineSafe } from "../text/line_safe.ts";
import { BUILT_RUNNER } from "./built_runner.ts";
import type { ToolResult } from "../tool.ts";
import { type Client, FairQueue } from "./fair_queue.ts";
import { Job, type PooledCall } from "./job.ts";
import type { Lane, LaneEnd, LaneEvents } from "./lane.ts";
import { LaneJobs } from "./lane_jobs.ts";
import type { CallNews } from "./messages.ts";
import { type PoolOptions, type PoolSettings, poolSettingsOf } from "./pool_options.ts";
import { threadLane } from "./thread_lane.ts";
import { unreadablePackage } from "./unreadable_package.ts";

/** How many calls a lane has besides the one that takes long. They come and go. */
const SHORT_AT_ONCE = 4;

/** How long a cancelled call may take to stop, in milliseconds. */
const GRACE_MS = 250;

/** How often a lane is looked at: so many times before a call of it has timed out, but not too rarely. */
const LOOKS = 10;
const MAX_LOOK_MS = 1000;

/** After how many silent looks what else a lane has is taken elsewhere. */
const SUSPECT_AFTER = 2;

/**
 * How many workers may hang at a time. A thread cannot be ended while it is in a system call, and keeps its
 * memory, some 20 MB.
 */
const MAX_ASIDE = 16;

/** How often a call is moved: a second lane that is lost with it may be lost because of it. */
const MAX_MOVES = 2;

type Timer = ReturnType<typeof setTimeout>;

/** How often workers may fail to start before the pool does without. */
const MAX_FAILURES = 2;

/**
 * Carries calls out in workers, which start when they are needed and stay.
 *
 * - A call begins on the worker that has least to do, and shares it with a few others. One that takes longer
 *   than 50 ms goes on only where no other such call runs; else it is taken back and waits for its turn.
 *   Calls only read, so one that is taken back starts anew elsewhere.
 * - A call that hears nothing from the disk for the stall timeout ends with `timed_out`, and its worker is
 *   replaced; it ends when the disk answers. Long before that, the other calls of the worker have gone elsewhere.
 * - A call that is cancelled but does not stop, since its worker is blocked, ends all the same.
 * - A worker that runs out of memory costs the call that took it.
 * - What waits is bounded: beyond that, the newest call of who has most of them ends with `busy`.
 */
export class CallPool implements AsyncDisposable {
  readonly #settings: PoolSettings;
  readonly #newThread: typeof threadLane;
  readonly #short = new FairQueue<Job>();
  readonly #long = new FairQueue<Job>();
  readonly #lanes = new Set<LaneJobs>();
  /** Lanes that hang, and have been replaced. */
  readonly #aside = new Set<LaneJobs>();
  readonly #graces = new Set<Timer>();
  #threads: typeof import("node:worker_threads") | undefined;
  #hasWorkers: boolean;
  /** What keeps it from having the workers that were asked for. */
  #lack: string | undefined;
  #opening: Promise<void> | undefined;
  #failures = 0;
  #watch: Timer | undefined;
  #isClosed = false;

  /**
   * @param options How many calls it carries out, where, and for how long.
   * @param newThread Starts a worker.
   */
  constructor(options: PoolOptions = {}, newThread: typeof threadLane = threadLane) {
    this.#newThread = newThread;
    this.#settings = poolSettingsOf(options);
    this.#hasWorkers = this.#settings.workers > 0;
    const isBuilt = BUILT_RUNNER !== undefined;
    const path = this.#hasWorkers && !isBuilt ? unreadablePackage() : undefined;
    if (path === undefined) return;
    this.#hasWorkers = false;
    this.#lack = `add --allow-read=${lineSafe(path)}`;
  }

  /** Reports what keeps it from having workers, if anything does. */
  announce(): void {
    if (this.#lack !== undefined) this.#settings.report(withoutWorkers(this.#lack));
  }

  /** The number of workers that run. */
  get size(): number {
    return [...this.#lanes].filter(({ lane }) => lane.isThread).length;
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
    if (signal?.aborted || this.#isClosed) job.abort();
    else {
      signal?.addEventListener("abort", abort, { once: true });
      await this.#open();
      if (this.#isClosed) job.abort();
      if (!job.isSettled) this.#enqueue(job);
    }
    try {
      return await job.result;
    } finally {
      signal?.removeEventListener("abort", abort);
    }
  }

  /** Cancels all calls, waits until they have ended, and ends the workers. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const running = [...this.#lanes].flatMap(({ jobs }) => jobs);
    for (const queue of [this.#short, this.#long]) {
      for (let job = queue.take(); job !== undefined; job = queue.take()) job.abort();
    }
    for (const job of running) this.#cancel(job);
    await Promise.allSettled(running.map(({ result }) => result));
    for (const each of [...this.#lanes, ...this.#aside]) each.lane.end();
    this.#lanes.clear();
    this.#aside.clear();
    for (const timer of this.#graces) clearTimeout(timer);
    clearInterval(this.#watch);
  }

  /** As {@linkcode CallPool.close}. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  /** Loads what starts lanes, at the first call. */
  async #open(): Promise<void> {
    if (this.#hasWorkers) {
      if (this.#threads !== undefined) return;
      await (this.#opening ??= import("node:worker_threads").then((module) => {
        this.#threads = module;
      }));
    } else await (this.#opening = this.#openOwn());
  }

  async #openOwn(): Promise<void> {
    if (this.#lanes.size > 0) return;
    const { ownLane } = await import("./own_lane.ts");
    if (this.#lanes.size === 0) this.#start((events) => ownLane(events, this.#settings));
  }

  #enqueue(job: Job): void {
    this.#short.add(job.call.client, job);
    this.#dispatch();
    if (this.#short.size + this.#long.size <= this.#settings.maxWaiting) return;
    const client = this.#greediest();
    const victim = this.#short.takeNewest(client) ?? this.#long.takeNewest(client);
    void victim?.fail("busy", BUSY, { isRecorded: false });
  }

  /** Who has most calls waiting. */
  #greediest(): Client {
    const count = (client: Client): number =>
      this.#short.countOf(client) + this.#long.countOf(client);
    const [short, long] = [this.#short.greediest!, this.#long.greediest];
    return long !== undefined && (short === undefined || count(long) > count(short)) ? long : short;
  }

  /** Gives calls that wait to lanes that have room, and starts more lanes where there is none. */
  #dispatch(): void {
    if (this.#isClosed) return;
    for (const each of this.#lanes) {
      if (!isUsable(each) || each.long !== undefined) continue;
      const job = this.#long.take();
      if (job === undefined) break;
      each.add(job);
    }
    while (this.#short.size > 0) {
      const each = this.#emptiest();
      if (each === undefined || each.size > 0) this.#startThread();
      if (each === undefined) break;
      each.add(this.#short.take()!);
    }
    if (this.#long.size > 0) this.#startThread();
    if (this.#lanes.size === 0 && this.#aside.size >= MAX_ASIDE) this.#refuseAll();
    this.#watchWhileNeeded();
  }

  /** All workers that there may be hang. */
  #refuseAll(): void {
    for (const queue of [this.#short, this.#long]) {
      for (let job = queue.take(); job !== undefined; job = queue.take()) {
        void job.fail("busy", `the disk does not answer ${MAX_ASIDE} calls: try again later`);
      }
    }
  }

  /** The lane with the fewest jobs, of those that have room. */
  #emptiest(): LaneJobs | undefined {
    let found: LaneJobs | undefined;
    for (const each of this.#lanes) {
      const count = each.size - (each.long === undefined ? 0 : 1);
      const hasRoom = isUsable(each) && count < SHORT_AT_ONCE;
      if (hasRoom && (found === undefined || each.size < found.size)) found = each;
    }
    return found;
  }

  /** Starts a worker, unless there are enough. Those that hang do not count, up to as many again. */
  #startThread(): void {
    const { workers } = this.#settings;
    const lanes = [...this.#lanes];
    const isEnough = lanes.filter(isHopeful).length >= workers || lanes.length >= 2 * workers ||
      this.#aside.size >= MAX_ASIDE ||
      lanes.some(({ isReady }) => !isReady);
    if (!this.#hasWorkers || isEnough) return;
    const { Worker } = this.#threads!;
    const { heapMb, cacheBytes } = this.#settings;
    this.#start((events) => this.#newThread(events, { Worker, heapMb, cacheBytes }));
  }

  #start(lane: (events: LaneEvents) => Lane): void {
    const each: LaneJobs = new LaneJobs(lane, {
      onNews: (news) => this.#hear(each, news),
      onEnd: (why) => this.#lose(each, why),
    });
    this.#lanes.add(each);
  }

  #hear(each: LaneJobs, news: CallNews): void {
    if (news.type === "ready") {
      each.ready();
      this.#failures = 0;
      return this.#dispatch();
    }
    const job = each.job(news.id);
    // It was taken back, or is answered already.
    if (job === undefined) return;
    switch (news.type) {
      case "progress":
        if (!job.isSettled) job.call.context.onProgress?.(news.progress);
        return;
      case "host":
        return void job.ask(news.request).then((answer) =>
          each.lane.post({ type: "host", id: news.id, ask: news.ask, ...answer })
        );
      case "long":
        return this.#findPlace(each, job, news.id);
      case "aborted":
        if (!job.isSettled) job.abort();
        break;
      case "thrown":
        if (!job.isSettled) job.throw(news.error);
        break;
      case "result":
        if (!job.isSettled) job.succeed(news.result);
        break;
    }
    each.remove(job);
    this.#dispatch();
  }

  /** Lets a call that takes long go on, or takes it back until a lane has none. */
  #findPlace(each: LaneJobs, job: Job, id: number): void {
    job.isLong = true;
    if (each.long === undefined) {
      each.long = job;
      return each.lane.post({ type: "go_on", id });
    }
    each.lane.post({ type: "cancel", id });
    each.remove(job);
    this.#requeue(job);
    this.#dispatch();
  }

  #requeue(job: Job, options: { readonly isFirst?: boolean } = {}): void {
    if (job.isSettled) return;
    if (job.isCancelled) return job.abort();
    const queue = job.isLong ? this.#long : this.#short;
    queue.add(job.call.client, job, options);
  }

  /** Ends a call for its caller: at once if it waits, else when it has stopped, or cannot be stopped. */
  #cancel(job: Job): void {
    if (job.isSettled) return;
    job.isCancelled = true;
    const { client } = job.call;
    const isWaiting = this.#short.remove(client, job) || this.#long.remove(client, job);
    const each = [...this.#lanes].find((lane) => lane.idOf(job) !== undefined);
    if (isWaiting || each === undefined) return job.abort();
    each.lane.post({ type: "cancel", id: each.idOf(job)! });
    if (!each.lane.isThread) return;
    const timer = setTimeout(() => {
      this.#graces.delete(timer);
      if (job.isSettled) return;
      job.abort();
      if (each.active === job) this.#setAside(each);
    }, GRACE_MS);
    this.#graces.add(timer);
    job.result.catch(() => {}).finally(() => {
      clearTimeout(timer);
      this.#graces.delete(timer);
    });
  }

  /** Looks at the lanes while there is something to look at. */
  #watchWhileNeeded(): void {
    const isNeeded =
      [...this.#lanes].some(({ lane, size, isReady }) => lane.isThread && (size > 0 || !isReady)) ||
      this.#aside.size > 0;
    if (!isNeeded) {
      clearInterval(this.#watch);
      this.#watch = undefined;
    } else if (this.#watch === undefined) {
      Deno.unrefTimer(this.#watch = setInterval(() => this.#look(), this.#lookMs));
    }
  }

  get #lookMs(): number {
    return Math.min(this.#settings.stallTimeoutMs / LOOKS, MAX_LOOK_MS);
  }

  /**
   * Ends what has been silent too long. Looks are counted, not time, so that a process that was stopped for
   * a while loses nothing.
   */
  #look(): void {
    const limit = Math.ceil(this.#settings.stallTimeoutMs / this.#lookMs);
    for (const each of [...this.#lanes].filter(({ lane }) => lane.isThread)) {
      each.look();
      if (each.silence >= limit) this.#timeOut(each);
      else if (each.silence >= SUSPECT_AFTER) this.#evacuate(each);
    }
    for (const each of this.#aside) {
      each.look();
      if (each.silence > 0) continue;
      this.#aside.delete(each);
      each.lane.end();
    }
    this.#dispatch();
  }

  #timeOut(each: LaneJobs): void {
    const seconds = Math.round(this.#settings.stallTimeoutMs / 100) / 10;
    if (!each.isReady) return this.#lose(each, "failed");
    void each.active?.fail("timed_out", `no answer from the disk in ${seconds} seconds`);
    this.#setAside(each);
  }

  /** Takes what need not wait for a silent lane elsewhere, once. */
  #evacuate(each: LaneJobs): void {
    const { active } = each;
    if (active === undefined) return;
    for (const job of each.jobs) {
      if (job === active || job.moves > 0) continue;
      each.lane.post({ type: "cancel", id: each.idOf(job)! });
      this.#move(each, job);
    }
  }

  /** Makes a job start anew elsewhere. */
  #move(each: LaneJobs, job: Job): void {
    each.remove(job);
    if (job.isSettled) return;
    if (++job.moves > MAX_MOVES) {
      return void job.fail("io_error", "the workers that carried it out were lost");
    }
    this.#requeue(job, { isFirst: true });
  }

  /** A lane that ended by itself. */
  #lose(each: LaneJobs, why: LaneEnd): void {
    if (!this.#lanes.has(each)) return;
    if (why === "out_of_memory") {
      const [first, second] = each.jobs;
      const culprit = each.long ?? each.active ?? (second === undefined ? first : undefined);
      void culprit?.fail("host_failed", "it takes more memory than a call may have: ask for less");
    } else if (!each.isReady && ++this.#failures >= MAX_FAILURES) {
      this.#doWithout("they do not start");
    }
    this.#replace(each);
  }

  /** Replaces a lane that hangs; it ends when it gets on. */
  #setAside(each: LaneJobs): void {
    this.#aside.add(each);
    this.#replace(each);
  }

  /** Ends a lane, unless it hangs; its jobs that have no result go elsewhere. */
  #replace(each: LaneJobs): void {
    this.#lanes.delete(each);
    if (!this.#aside.has(each)) each.lane.end();
    for (const job of each.jobs) this.#move(each, job);
    each.isLost = true;
    if (this.#hasWorkers) this.#dispatch();
    else void this.#open().then(() => this.#dispatch());
  }

  #doWithout(why: string): void {
    this.#hasWorkers = false;
    this.#lack = why;
    this.announce();
  }
}

function withoutWorkers(why: string): string {
  return `dirscope: calls have no workers (${why}): a disk that hangs stops the server, as does a lack of memory`;
}

const BUSY = "the server has too many calls to carry out: try again in a few seconds";

function isUsable(each: LaneJobs): boolean {
  return each.isReady && isHopeful(each);
}

/** Whether it may still get on. */
function isHopeful({ silence }: LaneJobs): boolean {
  return silence < SUSPECT_AFTER;
}
