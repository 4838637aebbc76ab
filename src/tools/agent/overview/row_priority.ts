/**
 * Orders rows by density: score per token. A row needs the row of its directory first, so these are jobs with
 * precedence constraints in a tree: from the deepest directory up, a row joins the block of its directory's row if it
 * is denser than that block (Horn, 1972). The order does not depend on the budget, so that a larger budget shows all
 * rows of a smaller one.
 */
import { forEachPaced } from "../../../pacing/paced.ts";
import type { Pacer } from "../../../pacing/pacer.ts";
import { compareCodePoints } from "../../../text/compare_code_points.ts";
import { type Block, blockOf, densityOf, type Heap, meld, removeTop } from "./block_heap.ts";
import type { CountedTree } from "./tree_counter.ts";
import type { CountedDirectory } from "./counted_directory.ts";
import { chainRowOf } from "./directory_chain.ts";
import { type PlannedRow, priceOf } from "./planned_row.ts";
import { roundToUnit, type Scores } from "./scores.ts";

/** Approximate tokens of a collapsed directory's counts. */
export const SUMMARY_PRICE = 7;
/** Approximate tokens that expanding a directory adds: the line that counts the entries without a row. */
export const EXPANSION_PRICE = 5;
/** Maximum files of the root that come before its directories, and maximum ignored directories after these. */
const MAX_LEADING_ROWS = 10;
/** Maximum price of a row that comes before those of the root's directories. */
const MAX_LEADING_PRICE = 20;

/**
 * Returns rows in the order in which they are to be added. Every directory of the root has a row before any is
 * expanded; only a few dense files come before those. Rows that cannot fit the budget may be absent.
 */
export async function prioritizedRows(
  { root, directories }: CountedTree,
  scores: Scores,
  pacer: Pacer,
): Promise<PlannedRow[]> {
  const minDensity = await minFileDensity(directories, scores, pacer);
  const prioritizer = new Prioritizer(scores, minDensity, directories.length);
  await forEachPaced(directories, pacer, (each) => prioritizer.planRow(each));
  await forEachPaced(directories.toReversed(), pacer, (each) => prioritizer.addToOwner(each));
  const blocks = topBlocks(prioritizer.blocksOf(root), MAX_ROWS);
  const leading = prioritizer.leadingRowsOf(root);
  const names = new Set(leading.map(({ name }) => name));
  return [
    ...leading,
    ...rowsOfBlocks(blocks).filter(({ owner, name }) => owner !== root || !names.has(name)),
  ];
}

/** Maximum rows that any budget shows, as a row takes two tokens at least. The others of a large tree are not ordered. */
export const MAX_ROWS = 25_000;
/** Maximum files in the sample that estimates the minimum density: sorting more would be a long pause. */
const MAX_SAMPLED_FILES = 100_000;

/** Returns the density below which no budget shows a file, estimated from a sample. */
async function minFileDensity(
  directories: readonly CountedDirectory[],
  scores: Scores,
  pacer: Pacer,
): Promise<number> {
  const count = directories.reduce((sum, { files }) => sum + files.length, 0);
  const step = Math.ceil(count / MAX_SAMPLED_FILES);
  const sample = new Float64Array(Math.ceil(count / step) || 0);
  let seen = 0;
  await forEachPaced(directories, pacer, (directory) => {
    const { files } = directory;
    const ofFiles = scores.ofFiles(directory);
    for (let i = 0; i < files.length; i++) {
      if (seen++ % step === 0) sample[(seen - 1) / step] = ofFiles[i]! / priceOf(files[i]!);
    }
  });
  return sample.sort().at(-Math.ceil(MAX_ROWS / step)) ?? 0;
}

/** The inverse precision of sums of scores, of which that of all files is 1. */
const ROW_SCORE_UNIT = 2 ** 48;

/** A row and its score per token; for a directory, that of the block which begins with its row. */
interface RankedRow {
  readonly row: PlannedRow;
  density: number;
}

class Prioritizer {
  readonly #scores: Scores;
  readonly #minDensity: number;
  /** The rows of directories, by index; `undefined` inside a chain. */
  readonly #directoryRows: (RankedRow | undefined)[];
  /** The directories of chains, except the first of each. */
  readonly #insideChains = new Set<CountedDirectory>();
  /** By directory, the blocks of the directories in it, and the sum of scores in it. */
  readonly #blocks: Heap[];
  readonly #scoresInside: Float64Array;

  constructor(scores: Scores, minDensity: number, directories: number) {
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
    this.#directoryRows[end.index] = { row, density: 0 };
  }

  /** Adds the blocks of a directory and its score to those of the directory that holds its row. */
  addToOwner(directory: CountedDirectory): void {
    const ranked = this.#directoryRows[directory.index];
    if (ranked === undefined) return;
    const { row } = ranked;
    const inside = this.blocksOf(directory);
    const score = this.#scoresInside[directory.index]!;
    this.#scoresInside[row.owner.index]! += score;
    const price = priceOf(row.name) + SUMMARY_PRICE;
    const head = blockOf(row, this.#scores.ofRow(directory, score), price);
    const blocks = joinDenser(head, joinExpanded(inside));
    ranked.density = densityOf(head);
    this.#blocks[row.owner.index] = meld(this.#blocks[row.owner.index], blocks);
  }

  /** Returns the blocks of a directory's entries. */
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
    const scores = this.#scores.ofFiles(directory);
    for (const [i, name] of directory.files.entries()) add(name, "files", scores[i]!);
    const otherScore = this.#scores.ofOther(directory);
    for (const kind of ["links", "others", "ignored"] as const) {
      for (const name of directory[kind]) add(name, kind, otherScore);
    }
    this.#scoresInside[directory.index] = sum;
    return blocks;
  }

  /**
   * Returns the rows of the root that come first, in any budget: a few files denser than most directories, the
   * directories, and a few ignored ones.
   */
  leadingRowsOf(root: CountedDirectory): PlannedRow[] {
    const heads = this.#directoryRows.filter((each) => each?.row.owner === root) as RankedRow[];
    const densities = heads.map(({ density }) => density).sort((a, b) => b - a);
    const middle = densities[densities.length >>> 1] ?? 0;
    const scores = this.#scores.ofFiles(root);
    const files = root.files.map((name, i) =>
      rankedRow({ owner: root, name, kind: "files" }, scores[i]!)
    );
    const few = files.filter(({ row, density }) =>
      priceOf(row.name) <= MAX_LEADING_PRICE && density > middle
    );
    const inside = this.#scoresInside;
    const directories = heads.map(({ row }) => rankedRow(row, inside[row.directory!.index]!));
    const ignored = root.ignored.toSorted(compareCodePoints).slice(0, MAX_LEADING_ROWS);
    return [
      ...byDensity(few).slice(0, MAX_LEADING_ROWS),
      ...byDensity(directories),
      ...ignored.map((name) => ({ owner: root, name, kind: "ignored" }) as const),
    ];
  }
}

function rankedRow(row: PlannedRow, score: number): RankedRow {
  return { row, density: score / priceOf(row.name) };
}

function byDensity(rows: readonly RankedRow[]): PlannedRow[] {
  return rows.toSorted((a, b) => b.density - a.density || compareCodePoints(a.row.name, b.row.name))
    .map(({ row }) => row);
}

/** Removes the densest blocks from a heap, and returns them in order. */
function topBlocks(heap: Heap, count: number): Block[] {
  const blocks: Block[] = [];
  for (let top = heap; top !== undefined && blocks.length < count; top = removeTop(top)) {
    blocks.push(top);
  }
  return blocks;
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

function rowsOfBlocks(blocks: readonly Block[]): PlannedRow[] {
  const rows: PlannedRow[] = [];
  for (const block of blocks) {
    for (let row: Heap = block; row !== undefined; row = row.next) rows.push(row);
  }
  return rows;
}
