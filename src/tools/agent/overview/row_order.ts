/**
 * The order in which rows are shown: what is worth most for its price first. A row needs the row of its directory,
 * so these are jobs of which each waits for another: from the deepest directory up, whatever is worth more for its
 * price than what it waits for joins that (Horn, 1972). The budget has no say in the order, so that a larger one
 * shows all that a smaller one does, and more.
 */
import type { Pacer } from "../../../pacing/pacer.ts";
import { compareCodePoints } from "../../../text/compare_code_points.ts";
import { type Block, blockOf, densityOf, type Heap, meld, without } from "./best_first.ts";
import type { Census, CountedDirectory } from "./census.ts";
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

/**
 * Orders rows by worth for their price, but each directory of the root has a row before any is opened. Only a few
 * files come before those, if they are worth more than most. Rows that a number of tokens never reaches may be absent.
 */
export async function rowOrderOf(
  { root, directories }: Census,
  worths: Worths,
  tokens: number,
  pacer: Pacer,
): Promise<PlannedRow[]> {
  const orderer = new Orderer(worths, tokens, pacer);
  orderer.planDirectories(directories);
  await orderer.findLeast(directories);
  for (let i = directories.length - 1; i > 0; i--) {
    if (pacer.isDue()) await pacer.pause();
    await orderer.addToOwner(directories[i]!);
  }
  const blocks = orderer.inOrder(await orderer.blocksOf(root));
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
  /** A row costs two tokens at least, so no more rows can be shown. */
  readonly #most: number;
  readonly #pacer: Pacer;
  /** Files that are worth less for their price have no row. */
  #least = 0;
  /** The row of each directory that has one of its own, not that of a chain which goes on. */
  readonly #rows = new Map<CountedDirectory, PlannedRow>();
  /** The blocks of the directories in a directory. */
  readonly #inside = new Map<CountedDirectory, Heap>();
  /** What the blocks that begin with the root's directories are worth for their price. */
  readonly #heads: number[] = [];
  /** What is in a directory is worth so much. */
  readonly #worth = new Map<CountedDirectory, number>();

  constructor(worths: Worths, tokens: number, pacer: Pacer) {
    this.#worths = worths;
    this.#most = Math.ceil(tokens / 2);
    this.#pacer = pacer;
  }

  /** Finds what files must be worth, if there are more than even the largest budget shows. */
  async findLeast(directories: readonly CountedDirectory[]): Promise<void> {
    const sizes = new Sizes();
    for (const directory of directories) {
      if (this.#pacer.isDue()) await this.#pacer.pause();
      const { files } = directory;
      const worths = this.#worths.ofFiles(directory);
      for (let i = 0; i < files.length; i++) sizes.add(worths[i]! / priceOf(files[i]!));
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
      this.#rows.set(end, { ...row, next: undefined });
    }
  }

  /** Hands what is in a directory to the directory that has a row for it. */
  async addToOwner(directory: CountedDirectory): Promise<void> {
    const row = this.#rows.get(directory);
    if (row === undefined) return;
    const { owner } = row;
    const inside = await this.blocksOf(directory);
    const worth = this.#worth.get(directory)!;
    this.#worth.set(owner, (this.#worth.get(owner) ?? 0) + worth);
    const head = blockOf(
      row,
      this.#worths.ofRow(directory, worth),
      priceOf(row.name) + COUNTS_PRICE,
    );
    const blocks = join(head, joinOpened(inside));
    if (owner.parent === undefined) this.#heads.push(densityOf(head));
    this.#inside.set(owner, meld(this.#inside.get(owner), blocks));
  }

  /** The blocks of a directory's entries. */
  async blocksOf(directory: CountedDirectory): Promise<Heap> {
    let blocks = this.#inside.get(directory);
    this.#inside.delete(directory);
    let worth = this.#worth.get(directory) ?? 0;
    const add = (
      names: readonly string[],
      kind: PlannedRow["kind"],
      worths: readonly number[],
    ) => {
      for (let i = 0; i < names.length; i++) {
        const name = names[i]!;
        const price = priceOf(name);
        worth += summable(worths[i]!, WORTH_BITS);
        if (worths[i]! < this.#least * price) continue;
        blocks = meld(blocks, blockOf(rowOf(directory, name, kind), worths[i]!, price));
      }
    };
    const odd = this.#worths.ofOther(directory);
    add(directory.files, "files", this.#worths.ofFiles(directory));
    for (const kind of ["links", "others", "ignored"] as const) {
      add(directory[kind], kind, directory[kind].map(() => odd));
    }
    this.#worth.set(directory, worth);
    if (this.#pacer.isDue()) await this.#pacer.pause();
    return blocks;
  }

  /** As many blocks as could ever be shown, the best first. */
  inOrder(heap: Heap): Block[] {
    const blocks: Block[] = [];
    for (let top = heap; top !== undefined && blocks.length < this.#most; top = without(top)) {
      blocks.push(top);
    }
    return blocks;
  }

  /**
   * The rows of the root that come first: a few that are worth more than most directories, and the directories. How
   * many blocks a budget could show has no say in it.
   */
  firstOf(root: CountedDirectory): PlannedRow[] {
    const byWorth = (worthOf: (row: PlannedRow) => number) => (a: PlannedRow, b: PlannedRow) =>
      worthOf(b) / priceOf(b.name) - worthOf(a) / priceOf(a.name) ||
      compareCodePoints(a.name, b.name);
    const directories = this.#rows.values().filter(({ owner }) => owner === root).toArray()
      .sort(byWorth(({ directory }) => this.#worth.get(directory!)!));
    const worths = new Map<string, number>();
    for (const [i, worth] of this.#worths.ofFiles(root).entries()) {
      worths.set(root.files[i]!, worth);
    }
    const densities = [...this.#heads].sort((a, b) => b - a);
    const middle = densities[densities.length >>> 1] ?? 0;
    const few = root.files
      .filter((name) => priceOf(name) <= SMALL_PRICE && worths.get(name)! > middle * priceOf(name))
      .map((name) => rowOf(root, name, "files"))
      .sort(byWorth(({ name }) => worths.get(name)!)).slice(0, FEW);
    const ignored = root.ignored.toSorted(compareCodePoints).slice(0, FEW);
    return [...few, ...directories, ...ignored.map((name) => rowOf(root, name, "ignored"))];
  }
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
 * Joins to a block what comes after it, as long as that is worth more for its price, or, if asked for, as much.
 *
 * @returns All of them.
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

/** How many numbers there are of each size, by the upper half of their bits as floats: positive ones sort so. */
class Sizes {
  readonly #counts = new Uint32Array(2 ** 16);
  readonly #float = new Float32Array(1);
  readonly #bits = new Uint32Array(this.#float.buffer);

  add(value: number): void {
    this.#float[0] = value;
    this.#counts[this.#bits[0]! >>> 16]!++;
  }

  /** A number that so many are not below; 0 where there are not as many. */
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
