/**
 * `deno task bench growth`: how the time of whole walks grows with the tree, from a thousand entries
 * to a million. Writes `growth.svg`.
 *
 * @module
 */
import { TOOLSETS } from "../mod.ts";
import { pages } from "../src/tools/discovery/find_files.ts";
import { bareLoop } from "./bare_loop.ts";
import { BARE, type Measured, plotOf, tablesOf } from "./growth_report.ts";
import { type BenchOptions, interleave } from "./measure.ts";
import { saveFormatted } from "./save.ts";
import { CHAINS, FLAT, FOREST, makeTree, type Shape, type ShapedTree } from "./shapes.ts";

/** Approximate number of entries, and of runs of each contender. */
export interface Size {
  readonly entries: number;
  readonly rounds: number;
}

const SIZES: readonly Size[] = [
  { entries: 1000, rounds: 101 },
  { entries: 10_000, rounds: 25 },
  { entries: 100_000, rounds: 7 },
  { entries: 1_000_000, rounds: 3 },
];

const { tree, agent } = TOOLSETS;

/** Checks, outside the measured time, that a walk returned all of a tree. */
type Check = (tree: ShapedTree) => boolean;

const WALKS: Readonly<Record<string, (root: string) => Promise<Check>>> = {
  list_dir: async (root) => {
    const text = await tree.list_dir.execute({ recursive: true }, within(root));
    return ({ directories, files }) => linesOf(text) === directories + files;
  },
  find_files: async (root) => {
    let count = 0;
    for await (const page of pages({ limit: 1000 }, within(root), { lean: true })) {
      count += page.count;
    }
    return ({ files }) => count === files;
  },
  overview: async (root) => {
    const { totals } = await agent.overview.execute({ use_gitignore: false }, within(root));
    return ({ directories, files }) => totals.dirs === directories && totals.files === files;
  },
};

function within(root: string): { cwd: string; roots: string[] } {
  return { cwd: root, roots: [root] };
}

/** Counted without a second copy of the text, which may be large. */
function linesOf(text: string): number {
  let lines = 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines++;
  return lines;
}

async function measure(shape: Shape, { entries, rounds }: Size): Promise<Measured> {
  using tree = makeTree(shape, entries);
  const checks: Record<string, Check> = {};
  const walks = Object.entries(WALKS).map(([name, walk]) => [
    name,
    async () => checks[name] = await walk(tree.path),
  ]);
  const times = await interleave<string>(
    { [BARE]: () => bareLoop(tree.path), ...Object.fromEntries(walks) },
    rounds,
  );
  for (const [name, isWhole] of Object.entries(checks)) {
    if (!isWhole(tree)) throw new Error(`${name}: not all of ${tree.path}`);
  }
  return { entries: tree.directories + tree.files, rounds, times };
}

/** Measures every shape at every size, prints tables, and writes the plot. */
export async function run(_options?: BenchOptions, sizes = SIZES): Promise<void> {
  const series: { shape: Shape; sizes: Measured[] }[] = [];
  for (const shape of [FOREST, FLAT, CHAINS]) {
    const measured: Measured[] = [];
    for (const size of sizes) measured.push(await measure(shape, size));
    series.push({ shape, sizes: measured });
  }
  console.log(tablesOf(series));
  await saveFormatted(import.meta.dirname!, { "growth.svg": plotOf(series) });
}
