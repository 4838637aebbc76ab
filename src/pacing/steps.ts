/** Work in small steps, for those who may wait between them and those who may not. */
import type { Pacer } from "./pacer.ts";

/** Yields where it may pause, or a promise where it has to wait; ends with what the work gives. */
export type Steps<T> = Generator<Promise<unknown> | void, T, unknown>;

/** Waits for a promise, as a step of some work. */
export function* waitFor<T>(promise: Promise<T>): Steps<T> {
  return (yield promise) as T;
}

/** Takes the steps, with pauses where it is time for one. */
export async function takePaced<T>(steps: Steps<T>, pacer: Pacer): Promise<T> {
  let step = steps.next();
  while (!step.done) {
    const { value: wait } = step;
    step = wait || pacer.isDue() ? await stepAfter(steps, wait, pacer) : steps.next();
  }
  return step.value;
}

/**
 * The next step after a pause, or after what the last one waits for. What that throws is thrown where the work
 * waits.
 *
 * @throws {DOMException} `AbortError` once the call is aborted: the work has then ended, and closed what it had
 * open.
 */
export async function stepAfter<Step, T>(
  steps: Generator<Step, T, unknown>,
  wait: Promise<unknown> | void,
  pacer: Pacer,
): Promise<IteratorResult<Step, T>> {
  let settled: unknown;
  if (wait) {
    try {
      settled = await wait;
    } catch (error) {
      return steps.throw(error);
    }
  }
  try {
    if (wait) pacer.report();
    else await pacer.pause();
  } catch (error) {
    steps.return(undefined as T);
    throw error;
  }
  return steps.next(settled);
}

/** Takes the steps of work that never waits, at once. */
export function takeAtOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** How many characters of patterns are looked at without a pause, and what an item weighs besides. */
const MAX_SLICE_COST = 50_000;
const ITEM_COST = 3;

/** Whether so many items are looked at without a pause, each at a cost as in {@linkcode filterInSteps}. */
export function isLight(count: number, cost: number): boolean {
  return count * (cost + ITEM_COST) <= MAX_SLICE_COST;
}

/**
 * The items that `keep` accepts, in steps.
 *
 * @param cost How many characters of patterns `keep` may have to look at for one item.
 */
export function* filterInSteps<T>(
  items: readonly T[],
  accepts: (item: T) => boolean,
  cost = 0,
): Steps<T[]> {
  if (isLight(items.length, cost)) return items.filter(accepts);
  const length = Math.ceil(MAX_SLICE_COST / (cost + ITEM_COST));
  const accepted: T[][] = [];
  for (let from = 0; from < items.length; from += length) {
    if (from > 0) yield;
    accepted.push(items.slice(from, from + length).filter(accepts));
  }
  return accepted.flat();
}
