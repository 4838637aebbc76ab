/**
 * The order in which rows are shown: what is worth most for its price first. A row needs the row of its directory,
 * so these are jobs of which each waits for another: from the deepest directory up, whatever is worth more for its
 * price than what it waits for joins that (Horn, 1972). The budget has no say in the order, so that a larger one
 * shows all that a smaller one does, and more.
 */
import { forEachPaced } from "../../../pacing/paced.ts";
import type { Pacer } from "../../../pacing/pacer.ts";
import { compareCodePoints } from "../../../text/compare_code_points.ts";
import { type Block, blockOf, densityOf, type Heap, meld, removeTop } from "./block_heap.ts";
import type { CountedTree } from "./tree_counter.ts";
import type { CountedDirectory } from "./counted_directory.ts";
import { chainRowOf, type PlannedRow, priceOf } from "./planned_row.ts";
import { roundToUnit, type Scores } from "./scores.ts";

/** What the counts of a directory cost that is not open. */
export const SUMMARY_PRICE = 7;

/** What it costs more to open a directory: a row for what is not shown in it. */
export const EXPANSION_PRICE = 5;

/** So many entries of the root may come before its directories; and so many that git ignores count as such. */
const MAX_LEADING_ROWS = 10;

/** What a row may cost at most that comes before those of the root's directories. */
const MAX_LEADING_PRICE = 20;

/**
 * Orders rows by worth for their price, but each directory of the root has a row before any is opened. Only a few
 * files come before those, if they are worth more than most. Rows that no budget can pay for may be absent.
 */
export async function prioritizedRows(
  { root, directories }: CountedTree,
  scores: Scores,
  { tokens, pacer }: { readonly tokens: number; readonly pacer: Pacer },
): Promise<PlannedRow[]> {
  const prioritizer = new Prioritizer(
    scores,
    await minFileDensity(directories, scores, pacer),
    directories.length,
  );
  await forEachPaced(directories, pacer, (each) => prioritizer.planRow(each));
  await forEachPaced(directories.toReversed(), pacer, (each) => prioritizer.addToOwner(each));
  // A row costs two tokens at least, so no more rows can be shown.
  const blocks = topBlocks(prioritizer.blocksOf(root), Math.ceil(tokens / 2));
  const leading = prioritizer.leadingRowsOf(root);
  const names = new Set(leading.map(({ name }) => name));
  return [
    ...leading,
    ...rowsOfBlocks(blocks).filter(({ owner, name }) => owner !== root || !names.has(name)),
  ];
}

/** No budget shows more files than this: of a large tree, the others need not be put in order. */
const MAX_FILE_ROWS = 25_000;

/** How many files tell what the best of all are worth: to sort more would be a long pause. */
const MAX_SAMPLED_FILES = 100_000;

/** What files are worth for their price that even the largest budget could show. */
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
  return sample.sort().at(-Math.ceil(MAX_FILE_ROWS / step)) ?? 0;
}

/** How exact the sums of worths are, of which that of all files is 1. */
const ROW_SCORE_UNIT = 2 ** 48;

/** A row, and what it is worth for its price; that of a directory, with the block that begins with it. */
interface RankedRow {
  readonly row: PlannedRow;
  density: number;
}

class Prioritizer {
  readonly #scores: Scores;
  readonly #minDensity: number;
  /** The directories that have a row of their own, not that of a chain which goes on. */
  readonly #directoryRows: (RankedRow | undefined)[];
  /** The directories in the middle of a chain. */
  readonly #insideChains = new Set<CountedDirectory>();
  /** The blocks of the directories in a directory, and what is in it is worth. */
  readonly #blocks: Heap[];
  readonly #scoresInside: Float64Array;

  /**
   * @param minDensity Files that are worth less for their price have no row.
   * @param directories How many directories there are.
   */
  constructor(scores: Scores, minDensity: number, directories: number) {
    this.#scores = scores;
    this.#minDensity = minDensity;
    this.#directoryRows = new Array(directories);
    this.#blocks = new Array(directories);
    this.#scoresInside = new Float64Array(directories);
  }

  /** Plans the row of a directory, or of the chain that begins with it. */
  planRow(directory: CountedDirectory): void {
    if (directory.parent === undefined || this.#insideChains.has(directory)) return;
    const row = chainRowOf(directory);
    const end = row.directory!;
    for (let each = end; each !== directory; each = each.parent!) this.#insideChains.add(each);
    this.#directoryRows[end.index] = { row, density: 0 };
  }

  /** Hands what is in a directory to the directory that has a row for it. */
  addToOwner(directory: CountedDirectory): void {
    const ranked = this.#directoryRows[directory.index];
    if (ranked === undefined) return;
    const { row } = ranked;
    const inside = this.blocksOf(directory);
    const score = this.#scoresInside[directory.index]!;
    this.#scoresInside[row.owner.index]! += score;
    const head = blockOf(
      row,
      this.#scores.ofRow(directory, score),
      priceOf(row.name) + SUMMARY_PRICE,
    );
    const blocks = joinDenser(head, joinExpanded(inside));
    ranked.density = densityOf(head);
    this.#blocks[row.owner.index] = meld(this.#blocks[row.owner.index], blocks);
  }

  /** The blocks of a directory's entries. */
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
   * The rows of the root that come first: a few files that are worth more than most directories, the
   * directories, and a few ignored ones. They do not depend on how many blocks a budget could show.
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
    const directories = heads.map(({ row }) =>
      rankedRow(row, this.#scoresInside[row.directory!.index]!)
    );
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

/** As many blocks as could ever be shown, the best first. */
function topBlocks(heap: Heap, count: number): Block[] {
  const blocks: Block[] = [];
  for (let top = heap; top !== undefined && blocks.length < count; top = removeTop(top)) {
    blocks.push(top);
  }
  return blocks;
}

/** The blocks inside a directory, once it must be opened for the best of them. */
function joinExpanded(inside: Heap): Heap {
  if (inside === undefined) return undefined;
  const others = removeTop(inside);
  inside.price += EXPANSION_PRICE;
  return joinDenser(inside, others, true);
}

/**
 * Joins to a block those that come after it, as long as they are worth more for their price than the block,
 * or, if asked for, as much.
 *
 * @returns The block and those that it did not take, as one heap.
 */
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
