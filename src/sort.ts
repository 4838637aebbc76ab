/**
 * Sorting that lets others have their turn.
 *
 * @module
 */
import type { Pacer } from "./cooperate.ts";

/** How many strings are sorted in one go. */
const RUN = 16384;

/** How many strings are merged between two looks at the clock. */
const PACE = 256;

/** An order of strings; without one, that of JavaScript's `<`. */
export type Compare = (a: string, b: string) => number;

/** Sorts strings without a long pause: in runs, which are then merged two by two. */
export async function sortPaced(
  strings: readonly string[],
  pacer: Pacer,
  compare?: Compare,
): Promise<string[]> {
  let runs: string[][] = [];
  for (let from = 0; from < strings.length; from += RUN) {
    runs.push(strings.slice(from, from + RUN).sort(compare));
    if (pacer.isDue()) await pacer.pause();
  }
  while (runs.length > 1) {
    const merged: string[][] = [];
    for (let i = 0; i < runs.length; i += 2) {
      const [left, right] = [runs[i]!, runs[i + 1]];
      merged.push(right === undefined ? left : await merge(left, right, pacer, compare));
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

async function merge(
  left: string[],
  right: string[],
  pacer: Pacer,
  compare: Compare | undefined,
): Promise<string[]> {
  const merged: string[] = [];
  let [l, r] = [0, 0];
  while (l < left.length && r < right.length) {
    const [a, b] = [left[l]!, right[r]!];
    if (compare === undefined ? a <= b : compare(a, b) <= 0) {
      merged.push(a);
      l++;
    } else {
      merged.push(b);
      r++;
    }
    if (merged.length % PACE === 0 && pacer.isDue()) await pacer.pause();
  }
  for (; l < left.length; l++) merged.push(left[l]!);
  for (; r < right.length; r++) merged.push(right[r]!);
  return merged;
}
