/**
 * Opens directories for the walks of other threads: the program of a worker that does nothing else, and what
 * a worker that carries calls out does while it has none.
 *
 * @module
 */
import type { Piece, PieceRequest } from "../ahead/piece.ts";
import { type Makers, WalkHelper } from "../ahead/walk_helper.ts";
import { type Search, searchFilter } from "../tools/discovery/search_filter.ts";
import { listingDigester, type ListingMaker } from "../tools/tree/listing_writer.ts";
import { visibilityOf, type VisibilitySource } from "../tools/visibility_of.ts";
import type { NumberedAnswer, NumberedRequest, WalkServiceData } from "./walk_messages.ts";

/** Does a piece of work unless there is other work. */
export type WhileIdle = (work: () => Promise<Piece>) => Promise<Piece | undefined>;

/** What the tools' walks need made. */
export const MAKERS: Makers = {
  filterOf: (filter) => searchFilter(filter as Search),
  digesterOf: (maker) => listingDigester(maker as ListingMaker),
  visibilityOf: (source) => visibilityOf(source as VisibilitySource),
};

/** Answers requests, one after the other; while there is other work, by saying so. */
export function serveWalks(
  { port, answers }: WalkServiceData,
  whileIdle: WhileIdle = (work) => work(),
): void {
  const helper = new WalkHelper(MAKERS);
  const send = (answer: NumberedAnswer): void => {
    port.postMessage(
      answer,
      answer.answer === undefined ? [] : [answer.answer.records, answer.answer.looks],
    );
    Atomics.add(answers, 0, 1);
    Atomics.notify(answers, 0);
  };
  let last: Promise<void> = Promise.resolve();
  port.on("message", ({ id, request }: NumberedRequest) => {
    last = last.then(async () => {
      try {
        const answer = await whileIdle(() => helper.open(request as PieceRequest));
        send(answer === undefined ? { id, isBusy: true } : { id, answer });
      } catch {
        // The walk opens by itself what it gets no answer for, and meets the same fault, if it is one.
        send({ id });
      }
    });
  });
  send({ id: 0 });
}
