/**
 * Orders rows by density: score per token. A row needs the row of its directory first, so these are jobs with
 * precedence constraints in a tree: from the deepest directory up, a row joins the block of its directory's row if it
 * is denser than that block (Horn, 1972). The order does not depend on the budget, so that a larger budget shows all
 * rows of a smaller one.
 */
import { forEachPaced, type Pacer } from "../../../pacing/pacer.ts";
import { compareCodePoints } from "../../../text/compare_code_points.ts";
import { MIN_OVERVIEW_TOKENS } from "./budget_layout.ts";
import type { CountedTree } from "./tree_counter.ts";
import {
  chainRowOf,
  type CountedDirectory,
  MAX_ROWS,
  type PlannedRow,
  priceOf,
} from "./counted_directory.ts";
import type { Marks } from "./marks.ts";
import type { DirectoryScores } from "./scores.ts";
import { roundToUnit } from "../rank/path_weights.ts";

/** Approximate tokens of a collapsed directory's counts. */
const SUMMARY_PRICE = 7;
/** Approximate tokens that expanding a directory adds: the line that counts the entries without a row. */
const EXPANSION_PRICE = 5;
/** The score of a directory's row, relative to the scores in it, on the first level. */
const DIRECTORY_ROW_SHARE = 0.1;
/** Maximum ignored directories that come first. */
const MAX_LEADING_ROWS = 10;
/** Maximum share of a budget for the rows that come first. */
const MAX_LEADING_SHARE = 1 / 3;

/**
 * Returns rows in the order in which they are to be added. With a task, the rows of marked files come first; without
 * one, the directories of the root do as long as they take no more than a third of what is shown. Rows that cannot fit
 * any budget may be absent.
 */
export async function prioritizedRows(
  { root, directories }: CountedTree,
  scores: readonly DirectoryScores[],
  marks: Marks | undefined,
  pacer: Pacer,
): Promise<PlannedRow[]> {
  const minDensity = await minFileDensity(directories, scores, pacer);
  const prioritizer = new Prioritizer(scores, minDensity, directories.length);
  await forEachPaced(directories, pacer, (each) => prioritizer.planRow(each));
  await forEachPaced(directories.toReversed(), pacer, (each) => prioritizer.addToOwner(each));
  const rows = rowsOfDensest(prioritizer.blocksOf(root));
  return marks === undefined
    ? withLeadingRows(rows, prioritizer.leadingRowsOf(root))
    : withMarkedRows(rows, marks);
}

/** Returns rows, those of marked files and of the directories above them first. */
function withMarkedRows(rows: readonly PlannedRow[], marks: Marks): PlannedRow[] {
  const leads = ({ owner, name, directory }: PlannedRow): boolean =>
    marks.leadsTo(directory?.prefix ?? owner.prefix + name);
  return [...rows.filter(leads), ...rows.filter((row) => !leads(row))];
}

/** Returns rows, with those that lead as early as they take no more than their share of any budget. */
function withLeadingRows(
  rows: readonly PlannedRow[],
  leading: readonly PlannedRow[],
): PlannedRow[] {
  const all: PlannedRow[] = [];
  const root = leading[0]?.owner;
  const namesInRoot = new Set<string>();
  let [price, leadingPrice] = [0, 0];
  const add = (row: PlannedRow): void => {
    if (row.owner === root && namesInRoot.has(row.name)) return;
    if (row.owner === root) namesInRoot.add(row.name);
    all.push(row);
    price += rowPriceOf(row);
  };
  const left = leading.values();
  let next = left.next().value;
  for (const row of rows) {
    for (; next !== undefined; next = left.next().value) {
      const more = namesInRoot.has(next.name) ? 0 : rowPriceOf(next);
      const budget = Math.max(MIN_OVERVIEW_TOKENS, price + more);
      if (leadingPrice + more > MAX_LEADING_SHARE * budget) break;
      add(next);
      leadingPrice += more;
    }
    add(row);
  }
  for (const row of leading) add(row);
  return all;
}

function rowPriceOf({ name, directory }: PlannedRow): number {
  return priceOf(name) + (directory === undefined ? 0 : SUMMARY_PRICE);
}

/** Maximum files in the sample that estimates the minimum density: sorting more would be a long pause. */
const MAX_SAMPLED_FILES = 100_000;

/** Returns the density below which no budget shows a file, estimated from a sample. */
async function minFileDensity(
  directories: readonly CountedDirectory[],
  scores: readonly DirectoryScores[],
  pacer: Pacer,
): Promise<number> {
  const count = directories.reduce((sum, { files }) => sum + files.length, 0);
  const step = Math.ceil(count / MAX_SAMPLED_FILES);
  const sample = new Float64Array(Math.ceil(count / step) || 0);
  let seen = 0;
  await forEachPaced(directories, pacer, ({ files, index }) => {
    const ofFiles = scores[index]!.files;
    for (let i = 0; i < files.length; i++) {
      if (seen++ % step === 0) sample[(seen - 1) / step] = ofFiles[i]! / priceOf(files[i]!);
    }
  });
  return sample.sort().at(-Math.ceil(MAX_ROWS / step)) ?? 0;
}

/** The inverse precision of sums of scores, of which that of all files is 1. */
const ROW_SCORE_UNIT = 2 ** 48;

class Prioritizer {
  readonly #scores: readonly DirectoryScores[];
  readonly #minDensity: number;
  /** The rows of directories, by index; `undefined` inside a chain. */
  readonly #directoryRows: (PlannedRow | undefined)[];
  /** The directories of chains, except the first of each. */
  readonly #insideChains = new Set<CountedDirectory>();
  /** By directory, the blocks of the directories in it, and the sum of scores in it. */
  readonly #blocks: Heap[];
  readonly #scoresInside: Float64Array;

  constructor(scores: readonly DirectoryScores[], minDensity: number, directories: number) {
    this.#scores = scores;
    this.#minDensity = minDensity;
    this.#directoryRows = new Array(directories);
    this.#blocks = new Array(directories);
    this.#scoresInside = new Float64Array(directories);
  }

  planRow(directory: CountedDirectory): void {
    if (directory.parent === undefined || this.#insideChains.has(directory)) return;
    const row = chainRowOf(directory);
    const end = row.directory!;
    for (let each = end; each !== directory; each = each.parent!) this.#insideChains.add(each);
    this.#directoryRows[end.index] = row;
  }

  /** Adds the blocks of a directory and its score to those of the directory that holds its row. */
  addToOwner(directory: CountedDirectory): void {
    const row = this.#directoryRows[directory.index];
    if (row === undefined) return;
    const inside = this.blocksOf(directory);
    const score = this.#scoresInside[directory.index]!;
    this.#scoresInside[row.owner.index]! += score;
    const rowScore = DIRECTORY_ROW_SHARE * score / this.#scores[directory.index]!.depth ** 2;
    const blocks = joinDenser(blockOf(row, rowScore, rowPriceOf(row)), joinExpanded(inside));
    this.#blocks[row.owner.index] = meld(this.#blocks[row.owner.index], blocks);
  }

  blocksOf(directory: CountedDirectory): Heap {
    let blocks = this.#blocks[directory.index];
    this.#blocks[directory.index] = undefined;
    let sum = this.#scoresInside[directory.index]!;
    const add = (name: string, kind: PlannedRow["kind"], score: number) => {
      const price = priceOf(name);
      sum += roundToUnit(score, ROW_SCORE_UNIT);
      if (score < this.#minDensity * price) return;
      blocks = meld(blocks, blockOf({ owner: directory, name, kind }, score, price));
    };
    const { files, other } = this.#scores[directory.index]!;
    for (const [i, name] of directory.files.entries()) add(name, "files", files[i]!);
    for (const kind of ["links", "others", "ignored"] as const) {
      for (const name of directory[kind]) add(name, kind, other);
    }
    this.#scoresInside[directory.index] = sum;
    return blocks;
  }

  /** Returns the rows of the root that come first: the directories, and a few ignored ones. */
  leadingRowsOf(root: CountedDirectory): PlannedRow[] {
    const densityOfRow = ({ name, directory }: PlannedRow): number =>
      this.#scoresInside[directory!.index]! / priceOf(name);
    const directories = this.#directoryRows.filter((row) => row?.owner === root) as PlannedRow[];
    const ignored = root.ignored.toSorted(compareCodePoints).slice(0, MAX_LEADING_ROWS);
    return [
      ...directories.sort((a, b) =>
        densityOfRow(b) - densityOfRow(a) || compareCodePoints(a.name, b.name)
      ),
      ...ignored.map((name) => ({ owner: root, name, kind: "ignored" }) as const),
    ];
  }
}

/** Removes the densest blocks from a heap, and returns their rows in order. */
function rowsOfDensest(heap: Heap): PlannedRow[] {
  const rows: PlannedRow[] = [];
  let top = heap;
  for (let left = MAX_ROWS; left > 0 && top !== undefined; left--) {
    for (let row: Heap = top; row !== undefined; row = row.next) rows.push(row);
    top = removeTop(top);
  }
  return rows;
}

/** Adds the price of a directory's `… more` row to its densest block, since showing that expands the directory. */
function joinExpanded(inside: Heap): Heap {
  if (inside === undefined) return undefined;
  const others = removeTop(inside);
  inside.price += EXPANSION_PRICE;
  return joinDenser(inside, others, true);
}

/** Appends blocks to a block as long as they are denser, or, if `joinsEqual`, as dense; returns all as one heap. */
function joinDenser(block: Block, after: Heap, joinsEqual = false): Heap {
  let left = after;
  for (let each = left; each !== undefined; each = left) {
    const [more, own] = [densityOf(each), densityOf(block)];
    if (joinsEqual ? more < own : more <= own) break;
    left = removeTop(each);
    block.score += each.score;
    block.price += each.price;
    block.last.next = each;
    block.last = each.last;
  }
  return meld(block, left);
}

/**
 * A row, and the rows that are shown together with it, after it. It is also the top of a pairing heap of
 * blocks: two heaps meld in constant time, so that a block is not sorted again in each directory above it.
 */
interface Block extends PlannedRow {
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
type Heap = Block | undefined;

function blockOf(
  { owner, name, kind, directory }: PlannedRow,
  score: number,
  price: number,
): Block {
  const block = { owner, name, kind, directory, score, price } as Block;
  block.next = block.child = block.sibling = undefined;
  block.last = block;
  return block;
}

function densityOf({ score, price }: Block): number {
  return score / price;
}

function meld(a: Heap, b: Heap): Heap {
  if (a === undefined) return b;
  if (b === undefined) return a;
  const [top, other] = hasPriority(a, b) ? [a, b] : [b, a];
  other.sibling = top.child;
  top.child = other;
  return top;
}

/** Removes the densest block from its heap, and returns the rest. */
function removeTop(top: Block): Heap {
  const pairs: Heap[] = [];
  for (let one = top.child; one !== undefined;) {
    const other: Heap = one.sibling;
    const next: Heap = other?.sibling;
    pairs.push(meld(one, other));
    one = next;
  }
  top.child = undefined;
  return pairs.reduceRight(meld, undefined);
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

function sortKeyOf({ owner, name }: PlannedRow): string {
  // The name of a chain has slashes.
  return owner.sortPrefix + name.replaceAll("/", "\0");
}
