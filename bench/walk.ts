/**
 * `deno task bench walk`: whole walks, against the least that any walk does.
 *
 * @module
 */
import { TOOLSETS } from "../mod.ts";
import * as findFiles from "../src/tools/discovery/find_files.ts";
import * as globSearch from "../src/tools/discovery/glob_search.ts";
import { makeForest } from "./forest.ts";
import { type BenchOptions, interleave, median, ratio } from "./measure.ts";

/** Reads every directory, and looks at every entry. */
export function bareLoop(root: string): number {
  let entries = 0;
  const pending = [root];
  for (let path; (path = pending.pop()) !== undefined;) {
    try {
      for (const entry of Deno.readDirSync(path)) {
        entries++;
        if (entry.isDirectory) pending.push(`${path}/${entry.name}`);
      }
    } catch {
      // Unreadable directories are passed over, as the tools do.
    }
  }
  return entries;
}

const { tree, agent } = TOOLSETS;

/** The tools that walk a whole tree, links told as links. */
const WALKS = {
  "list_dir, recursive, as text": (path: string) =>
    tree.list_dir.execute({ path, recursive: true }),
  "find_files, all pages of 100": (root: string) =>
    consume(findFiles.pages({ root }, within(root))),
  "glob_search **/*.h, all pages of 100": (root: string) =>
    consume(globSearch.pages({ root, pattern: "**/*.h" }, within(root))),
  "overview": (path: string) =>
    agent.overview.execute({ path, use_gitignore: false }, within(path)),
};

function within(root: string): { roots: string[] } {
  return { roots: [root] };
}

async function consume(pages: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of pages);
}

async function compareWalks(label: string, root: string): Promise<void> {
  const bare = "bare loop";
  const times = await interleave<string>({
    [bare]: () => bareLoop(root),
    ...Object.fromEntries(
      Object.entries(WALKS).map(([name, walk]) => [name, () => walk(root)]),
    ),
  });
  console.log(`${label}: ${bareLoop(root)} entries; times as long as the bare loop:`);
  for (const name of Object.keys(WALKS)) {
    console.log(`  ${name}: ${ratio(times[name]!, times[bare]!)}`);
  }
}

async function largestGap(root: string): Promise<number> {
  let last = performance.now();
  let gap = 0;
  const tick = (): void => {
    const now = performance.now();
    gap = Math.max(gap, now - last);
    last = now;
  };
  const timer = setInterval(tick, 5);
  await WALKS["list_dir, recursive, as text"](root);
  tick();
  clearInterval(timer);
  return gap;
}

/** Compares whole walks over a real tree, and over one without links. */
export async function run({ tree: root }: BenchOptions): Promise<void> {
  await compareWalks(root, root);
  using forest = await makeForest({ directories: 3000, files: 40 });
  await compareWalks("a tree without links", forest.path);
  const gaps: number[] = [];
  for (let round = 0; round < 5; round++) gaps.push(await largestGap(root));
  console.log(
    `${root}: largest gap between ticks of a 5 ms timer during list_dir: median ` +
      `${median(gaps).toFixed(0)} ms, worst ${Math.max(...gaps).toFixed(0)} ms of ${gaps.length}`,
  );
}
