/** A worker of the pool: posts a job to its thread, and counts the ticks without a message. */
import type { Worker } from "node:worker_threads";
import type { Job } from "./job.ts";
import type { HostRequest, PoolMessage, SendToPool } from "./messages.ts";
import { stackOf } from "./stack_of.ts";

/** What executes calls, one at a time: a thread, which can be ended only between system calls, or the main thread. */
export interface Executor extends Pick<Worker, "ref" | "unref"> {
  postMessage(message: PoolMessage): void;
  terminate(): unknown;
}

export type StartExecutor = (send: SendToPool) => Executor;

export class PoolWorker {
  /** Ticks in a row without a message, while it starts or has a job. */
  silentTicks = 0;
  /** True until its first message. */
  isStarting = true;
  job: Job | undefined;
  readonly executor: Executor;

  /** Starts an executor, which keeps the process alive until it has started. */
  constructor(start: StartExecutor, receive: SendToPool) {
    this.executor = start(receive);
    this.executor.ref();
  }

  get isIdle(): boolean {
    return !this.isStarting && this.job === undefined;
  }

  /** Starts a job. The worker must be idle. */
  assign(job: Job): void {
    this.job = job;
    this.silentTicks = 0;
    this.executor.ref();
    try {
      this.executor.postMessage({ type: "call", call: job.message });
    } catch (error) {
      // No message holds arguments that are nested too deeply.
      job.crash(stackOf(error));
      this.release();
    }
  }

  /** Makes it idle, after its start or its job. From now on the process does not wait for it. */
  release(): void {
    this.isStarting = false;
    this.job = undefined;
    this.executor.unref();
  }

  /** Has the host write what the job has for it, and sends the response. */
  async respond(id: number, request: HostRequest): Promise<void> {
    const error = await this.job?.callHost(request);
    this.executor.postMessage({ type: "host_response", id, ...error && { error } });
  }

  tick(): void {
    this.silentTicks = this.isIdle || this.job?.awaitsHost ? 0 : this.silentTicks + 1;
  }
}
