/**
 * The program of a worker that opens directories for walks.
 *
 * @module
 */
import type { MessagePort } from "node:worker_threads";
import type { Piece, PieceRequest } from "../ahead/piece.ts";
import { WalkHelper } from "../ahead/walk_helper.ts";
import { type Search, searchFilter } from "../tools/discovery/search_filter.ts";

/** What a worker is given to start with. */
export interface WalkRunnerData {
  /** Requests come, and answers go, through it. */
  readonly port: MessagePort;
  /** Counts the answers of all workers of a pool. */
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
}

/** Answers requests, one after the other. */
export function serveWalks({ port, answers }: WalkRunnerData): void {
  const helper = new WalkHelper((filter) => searchFilter(filter as Search));
  const send = (answer: NumberedAnswer): void => {
    port.postMessage(answer, answer.answer === undefined ? [] : [answer.answer.records]);
    Atomics.add(answers, 0, 1);
    Atomics.notify(answers, 0);
  };
  let last: Promise<void> = Promise.resolve();
  port.on("message", ({ id, request }: NumberedRequest) => {
    last = last.then(async () => {
      try {
        send({ id, answer: await helper.open(request as PieceRequest) });
      } catch {
        // The walk opens by itself what it gets no answer for, and meets the same fault, if it is one.
        send({ id });
      }
    });
  });
  send({ id: 0 });
}
