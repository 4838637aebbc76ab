/** What a walk and the workers that help it send each other, beside what is asked and answered. */
import type { MessagePort } from "node:worker_threads";
import type { Piece } from "../ahead/piece.ts";

/** Where a worker is asked. */
export interface WalkServiceData {
  /** Requests come, and answers go, through it. */
  readonly port: MessagePort;
  /** Counts the answers of all workers that one thread asks. */
  readonly answers: Int32Array;
}

/** A request with its number. */
export interface NumberedRequest {
  readonly id: number;
  readonly request: unknown;
}

/** What a worker answers; an `answer` is missing if it could not do what was asked. */
export interface NumberedAnswer {
  /** 0: the worker has started. */
  readonly id: number;
  readonly answer?: Piece;
  /** Whether it has work of its own. */
  readonly isBusy?: boolean;
}
