/**
 * The order in which rows are shown: what is worth most for its price first. A row needs the row of its directory,
 * so these are jobs of which each waits for another: from the deepest directory up, whatever is worth more for its
 * price than what it waits for joins that (Horn, 1972). The budget has no say in the order, so that a larger one
 * shows all that a smaller one does, and more.
 */
import type { Pacer } from "../../../pacing/pacer.ts";
import { compareCodePoints } from "../../../text/compare_code_points.ts";
import { type Block, blockOf, densityOf, type Heap, meld, without } from "./best_first.ts";
import type { Census } from "./census.ts";
import type { CountedDirectory } from "./counted_directory.ts";
import { chainFrom } from "./chain.ts";
import type { PlannedRow } from "./planned_row.ts";
import { priceOf } from "./row_price.ts";
import { summable } from "./summable.ts";
import type { Worths } from "./worths.ts";

/** What the counts of a directory cost that is not open. */
export const COUNTS_PRICE = 7;

/** What it costs more to open a directory: a row for what is not shown in it. */
export const OPENING_PRICE = 5;

/** So many entries of the root may come before its directories; and so many that git ignores count as such. */
const FEW = 10;

/** What a row may cost at most that comes before those of the root's directories. */
const SMALL_PRICE = 20;

/** How many rows are put in order between two looks at the clock. */
const LOOK = 64;

/**
 * Orders rows by worth for their price, but each directory of the root has a row before any is opened. Only a few
 * files come before those, if they are worth more than most. Rows that the tokens can never pay for may be
 * absent.
 */
export async function rowOrderOf(
  { root, directories }: Census,
  worths: Worths,
  tokens: number,
  pacer: Pacer,
): Promise<PlannedRow[]> {
  const orderer = new Orderer(worths, directories.length, pacer);
  orderer.planDirectories(directories);
  await orderer.findLeast(directories);
  for (let i = directories.length - 1; i > 0; i--) {
    if (pacer.isDue()) await pacer.pause();
    await orderer.addToOwner(directories[i]!);
  }
  // A row costs two tokens at least, so no more rows can be shown.
  const blocks = bestOf(await orderer.blocksOf(root), Math.ceil(tokens / 2));
  const first = orderer.firstOf(root);
  const names = new Set(first.map(({ name }) => name));
  return [
    ...first,
    ...rowsOf(blocks).filter(({ owner, name }) => owner !== root || !names.has(name)),
  ];
}

/** No budget shows more files than this: of a large tree, the others need not be put in order. */
const MOST_FILES = 25_000;

/** How exact the sums of worths are, of which that of all files is 1. */
const WORTH_BITS = 48;

class Orderer {
  readonly #worths: Worths;
  readonly #pacer: Pacer;
  /** Files that are worth less for their price have no row. */
  #least = 0;
  /** The row of each directory that has one of its own, not that of a chain which goes on. */
  readonly #rows: (PlannedRow | undefined)[];
  /** The blocks of the directories in a directory. */
  readonly #inside: Heap[];
  /** What is in a directory is worth so much. */
  readonly #worth: Float64Array;
  /** The rows of the root's directories, and what the blocks that they begin are worth for their price. */
  readonly #heads: { readonly row: PlannedRow; readonly density: number }[] = [];

  /** @param directories How many there are. */
  constructor(worths: Worths, directories: number, pacer: Pacer) {
    this.#worths = worths;
    this.#pacer = pacer;
    this.#rows = new Array(directories).fill(undefined);
    this.#inside = new Array(directories).fill(undefined);
    this.#worth = new Float64Array(directories);
  }

  /** Finds what files must be worth, if there are more than even the largest budget shows. */
  async findLeast(directories: readonly CountedDirectory[]): Promise<void> {
    const sizes = new Sizes();
    const { ofFiles } = this.#worths;
    for (const { files, firstFile } of directories) {
      if (this.#pacer.isDue()) await this.#pacer.pause();
      for (let i = 0; i < files.length; i++) {
        sizes.add(ofFiles[firstFile + i]! / priceOf(files[i]!));
      }
    }
    this.#least = sizes.leastOf(MOST_FILES);
  }

  /** Plans the row of each directory, or of each chain. */
  planDirectories([, ...directories]: readonly CountedDirectory[]): void {
    const passed = new Set<CountedDirectory>();
    for (const directory of directories) {
      if (passed.has(directory)) continue;
      const { name, end } = chainFrom(directory);
      for (let each = end; each !== directory; each = each.parent!) passed.add(each);
      const row = { owner: directory.parent!, name, kind: "dirs", directory: end } as const;
      this.#rows[end.index] = { ...row, next: undefined };
    }
  }

  /** Hands what is in a directory to the directory that has a row for it. */
  async addToOwner(directory: CountedDirectory): Promise<void> {
    const row = this.#rows[directory.index];
    if (row === undefined) return;
    const { owner } = row;
    const inside = await this.blocksOf(directory);
    const worth = this.#worth[directory.index]!;
    this.#worth[owner.index]! += worth;
    const head = blockOf(
      row,
      this.#worths.ofRow(directory, worth),
      priceOf(row.name) + COUNTS_PRICE,
    );
    const blocks = join(head, joinOpened(inside));
    if (owner.parent === undefined) this.#heads.push({ row, density: densityOf(head) });
    this.#inside[owner.index] = meld(this.#inside[owner.index], blocks);
  }

  /** The blocks of a directory's entries. */
  async blocksOf(directory: CountedDirectory): Promise<Heap> {
    const { index, files, firstFile } = directory;
    let blocks = this.#inside[index];
    this.#inside[index] = undefined;
    let sum = this.#worth[index]!;
    const add = (name: string, kind: PlannedRow["kind"], worth: number) => {
      const price = priceOf(name);
      sum += summable(worth, WORTH_BITS);
      if (worth < this.#least * price) return;
      blocks = meld(blocks, blockOf(rowOf(directory, name, kind), worth, price));
    };
    const { ofFiles } = this.#worths;
    for (let i = 0; i < files.length; i++) {
      if (i % LOOK === LOOK - 1 && this.#pacer.isDue()) await this.#pacer.pause();
      add(files[i]!, "files", ofFiles[firstFile + i]!);
    }
    const odd = this.#worths.ofOther(directory);
    for (const kind of ["links", "others", "ignored"] as const) {
      for (const [i, name] of directory[kind].entries()) {
        if (i % LOOK === LOOK - 1 && this.#pacer.isDue()) await this.#pacer.pause();
        add(name, kind, odd);
      }
    }
    this.#worth[index] = sum;
    return blocks;
  }

  /**
   * The rows of the root that come first: a few files that are worth more than most directories, the
   * directories, and a few ignored ones. They do not depend on how many blocks a budget could show.
   */
  firstOf(root: CountedDirectory): PlannedRow[] {
    const byWorth = (worthOf: (row: PlannedRow) => number) => (a: PlannedRow, b: PlannedRow) =>
      worthOf(b) / priceOf(b.name) - worthOf(a) / priceOf(a.name) ||
      compareCodePoints(a.name, b.name);
    const directories = this.#heads.map(({ row }) => row)
      .sort(byWorth(({ directory }) => this.#worth[directory!.index]!));
    const worths = new Map<string, number>();
    for (const [i, name] of root.files.entries()) {
      worths.set(name, this.#worths.ofFiles[root.firstFile + i]!);
    }
    const densities = this.#heads.map(({ density }) => density).sort((a, b) => b - a);
    const middle = densities[densities.length >>> 1] ?? 0;
    const few = root.files
      .filter((name) => priceOf(name) <= SMALL_PRICE && worths.get(name)! > middle * priceOf(name))
      .map((name) => rowOf(root, name, "files"))
      .sort(byWorth(({ name }) => worths.get(name)!)).slice(0, FEW);
    const ignored = root.ignored.toSorted(compareCodePoints).slice(0, FEW);
    return [...few, ...directories, ...ignored.map((name) => rowOf(root, name, "ignored"))];
  }
}

/** As many blocks as could ever be shown, the best first. */
function bestOf(heap: Heap, count: number): Block[] {
  const blocks: Block[] = [];
  for (let top = heap; top !== undefined && blocks.length < count; top = without(top)) {
    blocks.push(top);
  }
  return blocks;
}

/** The row of an entry that is no directory, or one that is ignored. */
function rowOf(owner: CountedDirectory, name: string, kind: PlannedRow["kind"]): PlannedRow {
  return { owner, name, kind, directory: undefined, next: undefined };
}

/** The blocks inside a directory, once it must be opened for the best of them. */
function joinOpened(inside: Heap): Heap {
  if (inside === undefined) return undefined;
  const others = without(inside);
  inside.price += OPENING_PRICE;
  return join(inside, others, true);
}

/**
 * Joins to a block those that come after it, as long as they are worth more for their price than the block,
 * or, if asked for, as much.
 *
 * @returns The block and those that it did not take, as one heap.
 */
function join(block: Block, after: Heap, joinsEqual = false): Heap {
  let left = after;
  for (let each = left; each !== undefined; each = left) {
    const [more, own] = [densityOf(each), densityOf(block)];
    if (joinsEqual ? more < own : more <= own) break;
    left = without(each);
    block.worth += each.worth;
    block.price += each.price;
    block.last.next = each.first;
    block.last = each.last;
  }
  return meld(block, left);
}

/** Counts numbers by the upper half of their bits as floats, by which positive numbers sort. */
class Sizes {
  readonly #counts = new Uint32Array(2 ** 16);
  readonly #float = new Float32Array(1);
  readonly #bits = new Uint32Array(this.#float.buffer);

  add(value: number): void {
    this.#float[0] = value;
    this.#counts[this.#bits[0]! >>> 16]!++;
  }

  /** A number that at least so many of them reach; 0 where there are not as many. */
  leastOf(count: number): number {
    let left = count;
    for (let i = this.#counts.length - 1; i > 0; i--) {
      left -= this.#counts[i]!;
      if (left > 0) continue;
      this.#bits[0] = i << 16;
      return this.#float[0]!;
    }
    return 0;
  }
}

function rowsOf(blocks: readonly Block[]): PlannedRow[] {
  const rows: PlannedRow[] = [];
  for (const { first } of blocks) {
    for (let row: PlannedRow | undefined = first; row !== undefined; row = row.next) rows.push(row);
  }
  return rows;
}
