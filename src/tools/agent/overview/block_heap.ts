import { compareCodePoints } from "../../../text/compare_code_points.ts";
import type { PlannedRow } from "./planned_row.ts";

/**
 * A row, and the rows that are shown together with it, after it. It is also the top of a pairing heap of
 * blocks: two heaps meld in constant time, so that a block is not sorted again in each directory above it.
 */
export interface Block extends PlannedRow {
  /** The sums over its rows. */
  score: number;
  price: number;
  /** The row after this one. */
  next: Block | undefined;
  last: Block;
  /** Heaps of blocks that come later, each linked to the next by `sibling`. */
  child: Block | undefined;
  sibling: Block | undefined;
}

/** The top of a heap of blocks; `undefined` if there are none. */
export type Heap = Block | undefined;

/** Makes a block of one row. */
export function blockOf(
  { owner, name, kind, directory }: PlannedRow,
  score: number,
  price: number,
): Block {
  const block = { owner, name, kind, directory, score, price } as Block;
  block.next = undefined;
  block.last = block;
  block.child = undefined;
  block.sibling = undefined;
  return block;
}

/** Returns the score of a block per token. */
export function densityOf({ score, price }: Block): number {
  return score / price;
}

/** Merges two heaps. */
export function meld(a: Heap, b: Heap): Heap {
  if (a === undefined) return b;
  if (b === undefined) return a;
  const [top, other] = hasPriority(a, b) ? [a, b] : [b, a];
  other.sibling = top.child;
  top.child = other;
  return top;
}

/** Removes the densest block from its heap, and returns the rest. */
export function removeTop(top: Block): Heap {
  let pairs: Heap;
  let each = top.child;
  top.child = undefined;
  while (each !== undefined) {
    const [one, other]: [Block, Heap] = [each, each.sibling];
    each = other?.sibling;
    const pair = meld(one, other)!;
    pair.sibling = pairs;
    pairs = pair;
  }
  let all: Heap;
  while (pairs !== undefined) {
    const next: Heap = pairs.sibling;
    all = meld(all, pairs);
    pairs = next;
  }
  return all;
}

/** Reports whether a block is denser than another; equal ones are ordered by path. */
function hasPriority(a: Block, b: Block): boolean {
  return densityOf(a) > densityOf(b) ||
    densityOf(a) === densityOf(b) && compareRowPaths(a, b) < 0;
}

function compareRowPaths(a: PlannedRow, b: PlannedRow): number {
  if (a.owner === b.owner) return compareCodePoints(a.name, b.name);
  return compareCodePoints(sortKeyOf(a), sortKeyOf(b));
}

/** Returns the path of a row, to be compared. */
function sortKeyOf({ owner, name }: PlannedRow): string {
  // The name of a chain has slashes.
  return owner.sortPrefix + name.replaceAll("/", "\0");
}
