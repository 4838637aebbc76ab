/** Work in small steps, for callers that may wait between them and callers that may not. */
import type { Pacer } from "./pacer.ts";

/** Yields where it may pause, or a promise where it has to wait; returns the result of the work. */
export type Steps<T> = Generator<Promise<unknown> | void, T, unknown>;

export function* waitFor<T>(promise: Promise<T>): Steps<T> {
  return (yield promise) as T;
}

export async function takePaced<T>(steps: Steps<T>, pacer: Pacer): Promise<T> {
  let step = steps.next();
  while (!step.done) {
    const { value: wait } = step;
    step = wait || pacer.isDue() ? await stepAfter(steps, wait, pacer) : steps.next();
  }
  return step.value;
}

/** A rejection of `wait` is thrown inside the work. Throws `AbortError` once the work has released its resources. */
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

export function takeAtOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Maximum match cost without a pause, in characters of patterns, and the constant part of one item. */
const MAX_SLICE_COST = 50_000;
const ITEM_COST = 3;

/** Reports whether so many items need no pause, each at a cost as in {@linkcode filterInSteps}. */
export function isLight(count: number, cost: number): boolean {
  return count * (cost + ITEM_COST) <= MAX_SLICE_COST;
}

/** `cost` is the match cost of the predicate for one item, in characters of patterns. */
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
