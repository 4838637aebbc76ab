/**
 * `deno task bench walk`: whole walks, against the least that any walk does.
 *
 * @module
 */
import { TOOLSETS } from "../mod.ts";
import * as findFiles from "../src/tools/discovery/find_files.ts";
import * as globSearch from "../src/tools/discovery/glob_search.ts";
import { discoveryReport } from "../src/tools/discovery/render.ts";
import type { DiscoveryResult } from "../src/tools/discovery/result.ts";
import { bareLoop } from "./bare_loop.ts";
import { makeForest } from "./forest.ts";
import { type BenchOptions, interleave, median, versus } from "./measure.ts";

const { tree, agent } = TOOLSETS;

/** A whole walk, links reported as links, and how many times as long as the bare loop it may take. */
interface WholeWalk {
  readonly walk: (path: string) => Promise<unknown>;
  readonly atMost: { readonly withLinks: number; readonly withoutLinks: number };
}

const LIST_DIR = "list_dir --recursive";

const WALKS: Readonly<Record<string, WholeWalk>> = {
  [LIST_DIR]: {
    walk: (path) => tree.list_dir.execute({ path, recursive: true }),
    atMost: { withLinks: 1.8, withoutLinks: 1.5 },
  },
  "find_files --all": {
    walk: (root) => printed(findFiles.pages({ root }, { roots: [root] }, { lean: true })),
    atMost: { withLinks: 1.35, withoutLinks: 1.35 },
  },
  "glob_search **/*.h --all": {
    walk: (root) =>
      printed(globSearch.pages({ root, pattern: "**/*.h" }, { roots: [root] }, { lean: true })),
    atMost: { withLinks: 1.25, withoutLinks: 1.25 },
  },
  "overview": {
    walk: (path) => agent.overview.execute({ path, use_gitignore: false }, { roots: [path] }),
    atMost: { withLinks: 1.9, withoutLinks: 1.9 },
  },
};

/** Renders pages as the command does. */
async function printed(pages: AsyncIterable<DiscoveryResult>): Promise<number> {
  let length = 0;
  for await (const page of pages) length += discoveryReport(page)!.lines.join("\n").length;
  return length;
}

async function compareWalks(label: string, root: string, links: keyof WholeWalk["atMost"]) {
  const bare = "bare loop";
  const times = await interleave<string>({
    [bare]: () => bareLoop(root),
    ...Object.fromEntries(
      Object.entries(WALKS).map(([name, { walk }]) => [name, () => walk(root)]),
    ),
  });
  console.log(`${label}: ${bareLoop(root)} entries; times as long as the bare loop:`);
  for (const [name, { atMost }] of Object.entries(WALKS)) {
    console.log(versus(name, times[name]!, times[bare]!, { atMost: atMost[links] }));
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
  await WALKS[LIST_DIR]!.walk(root);
  tick();
  clearInterval(timer);
  return gap;
}

/** Compares whole walks over a real tree, and over one without links. */
export async function run({ tree: root }: BenchOptions): Promise<void> {
  await compareWalks(root, root, "withLinks");
  using forest = await makeForest({ directories: 3000, files: 40 });
  await compareWalks("a tree without links", forest.path, "withoutLinks");
  const gaps: number[] = [];
  for (let round = 0; round < 5; round++) gaps.push(await largestGap(root));
  console.log(
    `${root}: largest gap between ticks of a 5 ms timer during list_dir: median ` +
      `${median(gaps).toFixed(0)} ms, worst ${Math.max(...gaps).toFixed(0)} ms of ${gaps.length}`,
  );
}
