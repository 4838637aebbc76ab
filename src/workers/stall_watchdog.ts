/** The time limit of calls: a watchdog ends a call that makes no progress, and not one that takes long. */
import { LONG_CALL_TICKS, type PoolWorker } from "./pool_worker.ts";

/** The time limit of a pool's calls. */
export interface StallOptions {
  /**
   * Maximum time that a call may run without progress before it ends with `timed_out`, in milliseconds. A call
   * that makes progress has no time limit.
   *
   * @default {30_000}
   */
  readonly stallTimeoutMs?: number | undefined;
}

/** Maximum time between two ticks, in milliseconds. */
const MAX_TICK_MS = 100;

const MAX_START_TICKS = 300;

/** Counts the ticks that workers are silent for. Ticks, not time: a process that was suspended loses no call. */
export class StallWatchdog {
  readonly #onTick: () => void;
  readonly #stallTimeoutMs: number;
  readonly #tickMs: number;
  #timer: ReturnType<typeof setInterval> | undefined;

  /** @param onTick Called at each tick, to check the workers. */
  constructor(onTick: () => void, { stallTimeoutMs = 30_000 }: StallOptions) {
    this.#onTick = onTick;
    this.#stallTimeoutMs = stallTimeoutMs;
    this.#tickMs = Math.min(stallTimeoutMs / LONG_CALL_TICKS, MAX_TICK_MS);
  }

  /** Starts the timer, which does not keep the process alive. */
  start(): void {
    if (this.#timer !== undefined) return;
    Deno.unrefTimer(this.#timer = setInterval(this.#onTick, this.#tickMs));
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Counts a tick for a worker, and reports whether it stalls by now. */
  check(worker: PoolWorker): "ok" | "not_started" | "stalled" {
    worker.tick();
    if (worker.isStarting) return worker.ticks >= MAX_START_TICKS ? "not_started" : "ok";
    const maxTicks = Math.ceil(this.#stallTimeoutMs / this.#tickMs);
    return worker.silentTicks >= maxTicks ? "stalled" : "ok";
  }

  timeOut({ job, silentTicks }: PoolWorker, reason = ""): void {
    const silentMs = Math.min(silentTicks * this.#tickMs, this.#stallTimeoutMs);
    const seconds = Math.round(silentMs / 100) / 10;
    void job?.fail("timed_out", `no answer from the disk in ${seconds} seconds${reason}`);
  }
}
