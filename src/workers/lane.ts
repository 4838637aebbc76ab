import type { CallNews, Order } from "./messages.ts";

/** Why a lane ended by itself. */
export type LaneEnd = "failed" | "out_of_memory";

/** What a lane tells its pool. */
export interface LaneEvents {
  /** Called with each piece of news. */
  readonly onNews: (news: CallNews) => void;
  /** Called once if it ends without having been told to. */
  readonly onEnd: (why: LaneEnd) => void;
}

/** Where calls are carried out: a worker, or the thread of the pool itself. */
export interface Lane {
  /** Shows that its calls get on; see `PULSE`. */
  readonly pulse: Int32Array;
  /** Whether it is a thread of its own, which can be ended at any time. */
  readonly isThread: boolean;
  /** Tells it something. It need not have started. */
  post(order: Order): void;
  /** Says whether the process waits for it. */
  hold(isHeld: boolean): void;
  /** Ends it at once. */
  end(): void;
}
