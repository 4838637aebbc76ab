/**
 * Walks that workers help, on random trees: every byte must be what one thread gives. The workers work in
 * this thread, and a seed decides when each answers, how much it does, and which are lost.
 *
 * @module
 */
import { TOOLSETS, TreeCache } from "../../mod.ts";
import * as findFiles from "../../src/tools/discovery/find_files.ts";
import * as globSearch from "../../src/tools/discovery/glob_search.ts";
import type { ToolContext, VisibilityPolicy } from "../../src/tool.ts";
import { failingDisk, hooking } from "../support/failing_disk.ts";
import { pick, randomFrom } from "../support/random.ts";
import { quickFolder } from "../support/tree.ts";
import { SteeredWorkers } from "../support/walk_workers.ts";
import { helpedTree, plantTree } from "./helped_trees.ts";
import { whenOld } from "../support/when_old.ts";
import type { Suite, SuiteOptions, SuiteResult } from "./suite.ts";

/** The suite. */
export const suite: Suite = { name: "helped", run };

const TREES = { quick: 25, long: 2000 };

const SIZES = [1, 2, 3, 8];

const { tree, agent } = TOOLSETS;

/** What hosts hide and show: names that the trees have. */
const POLICIES: readonly VisibilityPolicy[] = [
  { hide: ["a/", "*.h"] },
  { hide: ["/src/", "b"], show: ["*.o", "build/"] },
  { ignoreFiles: [".gitignore"], excludes: "c\n*.ts\n" },
];

type Call = (context: ToolContext, random: () => number) => Promise<unknown>;

const flag = (random: () => number): boolean => random() < 0.5;

/** A call of each kind; its arguments come from the numbers. */
const CALLS: Readonly<Record<string, Call>> = {
  list_dir: (context, random) =>
    tree.list_dir.execute({
      recursive: true,
      format: pick(["text", "json"] as const, random),
      filter: pick(["both", "files", "folders"] as const, random),
      show_data: flag(random),
      use_gitignore: flag(random),
      follow_folder_symlinks: random() < 0.3,
      follow_file_symlinks: flag(random),
      ...random() < 0.2 && { depth: Math.floor(random() * 4) },
    }, { ...context, gitignore: pick(["any-match", "git"] as const, random) }),
  find_files: (context, random) =>
    whole(findFiles.pages(
      {
        use_gitignore: flag(random),
        limit: 1 + Math.floor(random() * 40),
        ...random() < 0.3 && { extensions: ["ts", "h"] },
        ...random() < 0.2 && { path_contains: "a" },
        ...random() < 0.2 && { exclude_dirs: ["a", "src/lib"] },
        ...random() < 0.2 && { max_depth: 1 + Math.floor(random() * 4) },
      },
      context,
      { lean: flag(random) },
    )),
  glob_search: (context, random) =>
    whole(globSearch.pages(
      {
        pattern: pick(["**", "**/*.h", "a*/**", "{a,src}/**/*.{ts,o}", "*/*"], random),
        kind: pick(["any", "dir", "file"] as const, random),
        use_gitignore: flag(random),
        max_results: 1 + Math.floor(random() * 40),
      },
      context,
      { lean: flag(random) },
    )),
  resumed: async (context, random) => {
    const found: unknown[] = [];
    const args = { use_gitignore: flag(random), limit: 1 + Math.floor(random() * 30) };
    for (let cursor: string | undefined = "";;) {
      const page: { readonly next_cursor?: string } = await agent.find_files.execute(
        { ...args, cursor },
        context,
      );
      found.push(page);
      cursor = page.next_cursor;
      if (cursor === undefined || found.length === 50) return found;
    }
  },
  overview: (context, random) =>
    agent.overview.execute({
      use_gitignore: flag(random),
      include_hidden: flag(random),
      max_tokens: 500,
    }, context),
};

async function whole<T>(pages: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const page of pages) if (all.push(page) === 50) break;
  return all;
}

/** What a call gives, and what it tells its host. */
async function outcomeOf(
  call: Call,
  context: ToolContext,
  seed: number,
): Promise<string> {
  const skipped: unknown[] = [];
  const told = { ...context, onSkipped: (each: unknown) => void skipped.push(each) };
  return JSON.stringify([await call(told, randomFrom(seed)), skipped]);
}

async function run(options: SuiteOptions): Promise<SuiteResult> {
  return await whenOld(() => compareAll(options));
}

async function compareAll({ seed, scale }: SuiteOptions): Promise<SuiteResult> {
  const failures: string[] = [];
  let [points, asked, entries, digested] = [0, 0, 0, 0];
  const base = Deno.realPathSync(Deno.makeTempDirSync(quickFolder()));
  try {
    for (let i = 0; i < TREES[scale]; i++) {
      const treeSeed = seed + i;
      const root = `${base}/${i}`;
      const planned = helpedTree(treeSeed);
      plantTree(root, planned);
      const closed = new Set(planned.closed.map((path) => `${root}/${path}`));
      using _disk = failingDisk(
        hooking(["readDirSync", "readDir", "openSync"], ({ path }, proceed) => {
          if (closed.has(path)) throw new Deno.errors.PermissionDenied();
          return proceed();
        }),
      );
      for (const [name, call] of Object.entries(CALLS)) {
        const random = randomFrom(treeSeed ^ name.length);
        const context: ToolContext = {
          cwd: root,
          roots: ["."],
          ...random() < 0.3 && { maxScanned: Math.floor(random() * 200) },
          ...i % 4 === 1 && { policy: pick(POLICIES, random) },
        };
        const alone = await outcomeOf(call, context, treeSeed);
        const cache = i % 3 === 0 ? new TreeCache({ snapshots: null }) : undefined;
        for (const size of SIZES) {
          const losses = random() < 0.2 ? random() : 0;
          // When help comes in the middle of a walk, directories that it met before are waiting.
          const after = random() < 0.5 ? 0 : Math.floor(random() * 60);
          const workers = new SteeredWorkers({ size, seed: treeSeed + size, after, losses });
          const helped = await outcomeOf(
            call,
            { ...context, workers, ...cache && { cache } },
            treeSeed,
          );
          points++;
          asked += workers.asked;
          entries += workers.entries;
          digested += workers.digested;
          if (helped === alone) continue;
          failures.push(`${name}, tree ${treeSeed}, ${size} workers: ${difference(alone, helped)}`);
        }
      }
      Deno.removeSync(root, { recursive: true });
    }
  } finally {
    Deno.removeSync(base, { recursive: true });
  }
  if (entries === 0 || digested === 0) failures.push("workers gave nothing: this tests nothing");
  const notes = [
    `${TREES[scale]} trees from seed ${seed}, ${asked} requests, ${entries} bytes of records, ` +
    `${digested} characters of whole subtrees`,
  ];
  return { points, failures: failures.slice(0, 20), notes };
}

function difference(alone: string, helped: string): string {
  let at = 0;
  while (alone[at] === helped[at]) at++;
  const around = (text: string): string => text.slice(Math.max(0, at - 60), at + 60);
  return `alone …${around(alone)}…, helped …${around(helped)}…`;
}
