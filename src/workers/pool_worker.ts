/** A worker as its pool sees it. */
import type { Job } from "./job.ts";
import type { HostResponse, PoolMessage, WorkerMessage } from "./messages.ts";

/** Where a worker's calls are executed, one at a time: a thread, or the main thread if none can start. */
export interface Executor {
  /** Sends a message. The executor must have started. */
  post(message: PoolMessage): void;
  /** Keeps the process alive. */
  ref(): void;
  /** Lets the process end. */
  unref(): void;
  /** Ends the executor, as soon as it is in no system call. */
  terminate(): void;
}

/** Starts an executor, which sends its messages to `send`. */
export type StartExecutor = (send: (message: WorkerMessage) => void) => Executor;

/** Ticks without a message after which a worker is silent. */
const SILENT_TICKS = 3;

/** Ticks after which a call is long. A call that was silent for so many may be ended early. */
export const LONG_CALL_TICKS = 10;

/** A worker of a pool: its executor, its job, and the watchdog's ticks since its last message. */
export class PoolWorker {
  /** Ticks in a row without a message. */
  silentTicks = 0;
  /** Ticks since its job was assigned, or since it began to start. */
  ticks = 0;
  readonly #executor: Executor;
  #job: Job | undefined;
  #isReady = false;

  /**
   * @param start Starts the executor, which keeps the process alive until it has started.
   * @param receive Handles its messages.
   */
  constructor(start: StartExecutor, receive: (message: WorkerMessage) => void) {
    this.#executor = start(receive);
    this.#executor.ref();
  }

  /** True until its first message. */
  get isStarting(): boolean {
    return !this.#isReady;
  }

  /** True if a job can be assigned. */
  get isIdle(): boolean {
    return this.#isReady && this.#job === undefined;
  }

  /** True if its call has sent no message for a while. */
  get isSilent(): boolean {
    return this.silentTicks >= SILENT_TICKS;
  }

  /** The job that it runs, or that it was abandoned with. */
  get job(): Job | undefined {
    return this.#job;
  }

  /** Starts a job. The worker must be idle. */
  assign(job: Job): void {
    this.#job = job;
    this.silentTicks = this.ticks = 0;
    this.#executor.ref();
    this.#executor.post({ type: "call", call: job.message });
  }

  /** Makes it idle, after its start or its job. From now on the process does not wait for it. */
  release(): void {
    this.#isReady = true;
    this.#job = undefined;
    this.silentTicks = this.ticks = 0;
    this.#executor.unref();
  }

  /** Asks it to stop its call. */
  cancel(): void {
    this.#executor.post({ type: "cancel" });
  }

  /** Sends the response to a host request once there is one. */
  async respond(id: number, response: Promise<HostResponse>): Promise<void> {
    this.#executor.post({ id, ...await response });
  }

  /** Counts a tick of the watchdog. A worker that is starting or waits for the host is not silent. */
  tick(): void {
    if (this.isIdle) return;
    this.ticks++;
    this.silentTicks = this.isStarting || this.#job!.awaitsHost ? 0 : this.silentTicks + 1;
  }

  /** Asks it to stop, and waits for it no longer: its next message shows that it has left the system call. */
  abandon(): void {
    this.#executor.unref();
    this.cancel();
  }

  /** Ends it. */
  terminate(): void {
    this.#executor.terminate();
  }
}
