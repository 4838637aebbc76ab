/**
 * `deno task bench pages`: what one page costs among a million files, as a share of a whole walk.
 *
 * @module
 */
import { TOOLSETS } from "../mod.ts";
import { type BenchOptions, median, time } from "./measure.ts";
import { FLAT, FOREST, makeTree, type Shape, WIDE } from "./shapes.ts";

const FILES = 1_000_000;

/** Number of runs of all walks, and of all parts after each of them. */
const ROUNDS = { walks: 3, parts: 3 };

/** The share of a whole walk that a page stays below, unless one directory holds everything. */
const TARGET_SHARE = 0.01;

const { tree, discovery } = TOOLSETS;

/** A hundred entries a page. */
const CALLS = {
  find_files: { limit: 100 },
  glob_search: { pattern: "**/*.txt", max_results: 100 },
  list_dir_entries: { limit: 100 },
};

type Call = keyof typeof CALLS;

const CALL_NAMES = Object.keys(CALLS) as Call[];

type Works = Readonly<Record<string, () => Promise<unknown>>>;

/** A part that is measured beside whole walks, and the walk that it is a share of. */
interface Part {
  readonly name: string;
  readonly of: readonly string[];
  readonly work: () => Promise<unknown>;
}

const LIST_DIR = "list_dir, recursive";

function allOf(call: Call): string {
  return `all pages of ${call}`;
}

/** Returns all pages from one walk, and records the cursors. */
async function allPages(call: Call, root: string): Promise<string[]> {
  const cursors: string[] = [];
  for await (
    const { error, next_cursor } of discovery[call].pages(CALLS[call] as unknown, within(root))
  ) {
    if (error !== undefined) throw new Error(`${call}: ${error.message}`);
    if (next_cursor !== undefined) cursors.push(next_cursor);
  }
  return cursors;
}

/** Gives one page, as a call of its own. */
async function onePage(call: Call, root: string, cursor: string | null): Promise<void> {
  const { count } = await discovery[call].execute(
    { ...CALLS[call], cursor } as unknown,
    within(root),
  );
  if (count === 0) throw new Error(`${call}: an empty page`);
}

/** Reads one directory. */
async function iterate(path: string): Promise<void> {
  for await (const _ of Deno.readDir(path));
}

function within(root: string): { cwd: string; roots: string[] } {
  return { cwd: root, roots: [root] };
}

/** The first page, the one in the middle, and the last. */
async function pagesOf(call: Call, root: string, of: readonly string[]): Promise<Part[]> {
  const cursors = await allPages(call, root);
  const places = {
    first: null,
    ...cursors.length > 1 && { middle: cursors[cursors.length >> 1]! },
    last: cursors.at(-1)!,
  };
  return Object.entries(places).map(([place, cursor]) => ({
    name: `${call}, ${place} page`,
    of,
    work: () => onePage(call, root, cursor),
  }));
}

/** Median milliseconds of works in turn. */
async function inTurn(walks: Works, parts: Works): Promise<Readonly<Record<string, number>>> {
  const times: Record<string, number[]> = {};
  const takeTurns = async (works: Works): Promise<void> => {
    for (const [name, work] of Object.entries(works)) (times[name] ??= []).push(await time(work));
  };
  for (let walk = 0; walk < ROUNDS.walks; walk++) {
    await takeTurns(walks);
    for (let part = 0; part < ROUNDS.parts; part++) await takeTurns(parts);
  }
  return Object.fromEntries(Object.entries(times).map(([name, all]) => [name, median(all)]));
}

/** Measures one tree, and prints which share of whole walks each page takes. */
async function compare(shape: Shape, count: number): Promise<void> {
  using made = makeTree(shape, count);
  const { path, directories, files } = made;
  const isFlat = directories === 0;
  // Where there is more than one directory, list_dir_entries walks no tree.
  const searches = CALL_NAMES.filter((call) => isFlat || call !== "list_dir_entries");
  const walks: Works = {
    [LIST_DIR]: () => tree.list_dir.execute({ recursive: true }, within(path)),
    ...Object.fromEntries(searches.map((call) => [allOf(call), () => allPages(call, path)])),
  };
  const parts: Part[] = [];
  if (isFlat) {
    parts.push({ name: "bare iteration", of: Object.keys(walks), work: () => iterate(path) });
  }
  for (const call of CALL_NAMES) {
    const of = [LIST_DIR, ...searches.includes(call) ? [allOf(call)] : []];
    parts.push(...await pagesOf(call, path, of));
  }
  const ms = await inTurn(walks, Object.fromEntries(parts.map(({ name, work }) => [name, work])));
  const entries = (directories + files).toLocaleString("en");
  console.log(`${shape.name}, ${shape.detail}, ${entries} entries:`);
  const largest = printShares(parts, ms);
  // To read the one directory that holds all files is a good part of any walk.
  if (!isFlat) printVerdict(largest);
}

/** Prints a line for each part, and returns the largest share. */
function printShares(parts: readonly Part[], ms: Readonly<Record<string, number>>): number {
  let largest = 0;
  for (const { name, of } of parts) {
    const shares = of.map((walk) => ms[name]! / ms[walk]!);
    largest = Math.max(largest, ...shares);
    console.log(
      `  ${name}: ${shares.map((share, i) => `${percent(share)} of ${of[i]}`).join(", ")}`,
    );
  }
  return largest;
}

function printVerdict(largest: number): void {
  const verdict = largest < TARGET_SHARE ? "below" : "above";
  console.log(
    `  the largest share: ${percent(largest)}, ${verdict} the bar of ${percent(TARGET_SHARE)}`,
  );
}

function percent(share: number): string {
  return `${(100 * share).toFixed(share < 0.1 ? 2 : 0)} %`;
}

/** Measures where directories are many, where one holds all of them, and where one holds all files. */
export async function run(_options?: BenchOptions, files = FILES): Promise<void> {
  const { walks, parts } = ROUNDS;
  console.log(`shares of medians, of ${walks} whole walks and ${walks * parts} pages each`);
  for (const shape of [FOREST, WIDE, FLAT]) await compare(shape, files);
}
