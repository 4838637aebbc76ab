import type { Pacer } from "./pacer.ts";
import { type Steps, takePaced } from "./paced_steps.ts";

/** Maximum strings to sort without a pause, and characters, on average. */
const MAX_RUN_STRINGS = 16384;
const MAX_RUN_CHARACTERS = 4 * 1024 * 1024;

const MERGED_PER_STEP = 256;

/** An order of strings. Where it is absent, JavaScript's `<` decides. */
export type Compare = (a: string, b: string) => number;

export function sortPaced<T extends string>(
  strings: readonly T[],
  pacer: Pacer,
  compare?: Compare,
): Promise<T[]> {
  return takePaced(sortInSteps(strings, compare), pacer);
}

/** Sorts strings in steps: in runs, which it then merges in pairs, back and forth between two arrays. */
export function* sortInSteps<T extends string>(
  strings: readonly T[],
  compare?: Compare,
): Steps<T[]> {
  const length = runLengthOf(strings);
  if (strings.length <= length) return strings.toSorted(compare);
  let from = new Array<T>(strings.length);
  for (let start = 0; start < from.length; start += length) {
    const run = strings.slice(start, start + length).sort(compare);
    for (let i = 0; i < run.length; i++) from[start + i] = run[i]!;
    yield;
  }
  let to = new Array<T>(from.length);
  for (let width = length; width < from.length; width *= 2) {
    for (let start = 0; start < from.length; start += 2 * width) {
      yield* merge(from, to, start, width, compare);
    }
    [from, to] = [to, from];
  }
  return from;
}

/** Returns the length of a run: shorter for long strings, which may differ only at their ends. */
function runLengthOf(strings: readonly string[]): number {
  const characters = strings.reduce((sum, { length }) => sum + length, 0);
  return Math.min(
    MAX_RUN_STRINGS,
    Math.ceil(MAX_RUN_CHARACTERS * strings.length / (characters + 1)),
  );
}

/** @param width The length of a run; the last ones may be shorter. */
function* merge<T extends string>(
  from: readonly T[],
  to: T[],
  start: number,
  width: number,
  compare: Compare | undefined,
): Steps<void> {
  const middle = Math.min(start + width, from.length);
  const end = Math.min(middle + width, from.length);
  let [l, r] = [start, middle];
  for (let i = start; i < end; i++) {
    const isLeft = l < middle &&
      (r >= end ||
        (compare === undefined ? from[l]! <= from[r]! : compare(from[l]!, from[r]!) <= 0));
    to[i] = isLeft ? from[l++]! : from[r++]!;
    if (i % MERGED_PER_STEP === 0) yield;
  }
}
