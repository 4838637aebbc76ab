import type { Job } from "./job.ts";
import type { News, Order } from "./messages.ts";

/** Where calls are carried out, one at a time: a thread as a rule. */
export interface Carrier {
  /** Tells it something. It must have started. */
  post(order: Order): void;
  /** Says whether the process waits for it. */
  hold(isHeld: boolean): void;
  /** Ends it, once it gets on. */
  end(): void;
}

/** Starts a carrier, which tells its news. */
export type StartCarrier = (tell: (news: News) => void) => Carrier;

/** After how many silent looks another worker takes the place of one. */
const SILENT_LOOKS = 3;

/** A worker of a pool: its carrier, its call, and for how many looks it has been silent. */
export class PoolWorker {
  /** For how many looks in a row nothing was heard of its call. */
  silence = 0;
  /** For how many looks it has had its call, or has been starting. */
  age = 0;
  readonly #carrier: Carrier;
  #job: Job | undefined;
  #isReady = false;

  /**
   * @param start Starts the carrier, for which the process waits until it has started.
   * @param hear What to do with what it tells.
   */
  constructor(start: StartCarrier, hear: (news: News) => void) {
    this.#carrier = start(hear);
    this.#carrier.hold(true);
  }

  /** Whether it has yet to start. */
  get isStarting(): boolean {
    return !this.#isReady;
  }

  /** Whether it has no call, and can be given one. */
  get isIdle(): boolean {
    return this.#isReady && this.#job === undefined;
  }

  /** Whether nothing has been heard of its call for a while. */
  get isSilent(): boolean {
    return this.silence >= SILENT_LOOKS;
  }

  /** The call that it carries out, or that it was given up with. */
  get job(): Job | undefined {
    return this.#job;
  }

  /** Gives it a call. It must have none. */
  begin(job: Job): void {
    this.#job = job;
    this.silence = this.age = 0;
    this.#carrier.hold(true);
    this.#carrier.post({ type: "call", call: job.sent });
  }

  /** It has started, or its call has ended. From now on the process does not wait for it. */
  free(): void {
    this.#isReady = true;
    this.#job = undefined;
    this.silence = this.age = 0;
    this.#carrier.hold(false);
  }

  /** Asks it to stop its call. */
  cancel(): void {
    this.#carrier.post({ type: "cancel" });
  }

  /** Does what its call asks of the host, and tells it. */
  async answer(ask: number, answer: ReturnType<Job["ask"]>): Promise<void> {
    this.#carrier.post({ type: "host", ask, ...await answer });
  }

  /** Notes that nothing was heard of it since the last look. Who starts, or waits for the host, is not silent. */
  look(): void {
    if (this.isIdle) return;
    this.age++;
    this.silence = this.isStarting || this.#job!.isAsking ? 0 : this.silence + 1;
  }

  /** Does not wait for it any more, and asks it to stop: it shows that it gets on by its next news. */
  abandon(): void {
    this.#carrier.hold(false);
    this.cancel();
  }

  /** Ends it. */
  end(): void {
    this.#carrier.end();
  }
}
