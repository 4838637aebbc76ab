/**
 * `deno task bench revalidation`: whole walks over a tree that a cache knows, and what `changes` takes,
 * against the bare loop, which reads the tree anew.
 *
 * @module
 */
import { type ToolContext, TOOLSETS, TreeCache } from "../mod.ts";
import * as findFiles from "../src/tools/discovery/find_files.ts";
import * as globSearch from "../src/tools/discovery/glob_search.ts";
import type { DiscoveryResult } from "../src/tools/discovery/result.ts";
import { bareLoop } from "./bare_loop.ts";
import { type BenchOptions, interleave, versus } from "./measure.ts";

const { tree, agent } = TOOLSETS;

/** A call, and how many times as long as the bare loop it may take the second time. */
interface Revalidation {
  readonly call: (root: string, context: ToolContext) => Promise<unknown>;
  readonly atMost: number;
}

const REVALIDATIONS: Readonly<Record<string, Revalidation>> = {
  "list_dir --recursive": {
    call: (path, { cache }) => tree.list_dir.execute({ path, recursive: true }, { cache: cache! }),
    atMost: 0.66,
  },
  "glob_search **/*.h --all": {
    call: (root, context) =>
      counted(globSearch.pages({ root, pattern: "**/*.h" }, context, { lean: true })),
    atMost: 0.42,
  },
  "find_files --all": {
    call: (root, context) => counted(findFiles.pages({ root }, context, { lean: true })),
    atMost: 0.62,
  },
  "overview": { call: (_, context) => agent.overview.execute({}, context), atMost: 1.5 },
};

async function counted(pages: AsyncIterable<DiscoveryResult>): Promise<number> {
  let count = 0;
  for await (const page of pages) count += page.count;
  return count;
}

/** Maximum size of a cache: each of the calls has one of its own. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Number of calls before the measured one: a listing is served from the cache once it is confirmed. */
const BEFORE = 3;

/** Compares second looks over a real tree. */
export async function run({ tree: root }: BenchOptions): Promise<void> {
  const bare = "bare loop";
  const calls: Record<string, () => unknown> = { [bare]: () => bareLoop(root) };
  for (const [name, { call }] of Object.entries(REVALIDATIONS)) {
    const cache = new TreeCache({ maxBytes: MAX_BYTES });
    calls[name] = () => call(root, { cwd: root, roots: [root], cache });
    for (let i = 0; i < BEFORE; i++) await calls[name]();
    console.log(`${name}: ${(cache.bytes / 2 ** 20).toFixed(1)} MiB in its cache`);
  }
  const context = { cwd: root, roots: [root], cache: new TreeCache({ maxBytes: MAX_BYTES }) };
  const { snapshot } = await agent.overview.execute({}, context);
  if (snapshot !== undefined) {
    calls.changes = () => agent.changes.execute({ since: snapshot }, context);
    for (let i = 0; i < BEFORE; i++) await calls.changes();
  }
  const times = await interleave<string>(calls);
  console.log(`${root}: ${bareLoop(root)} entries; times as long as the bare loop:`);
  for (const [name, { atMost }] of Object.entries(REVALIDATIONS)) {
    console.log(versus(name, times[name]!, times[bare]!, { atMost }));
  }
  if (times.changes === undefined) return console.log("changes: the tree is too large for it");
  console.log("to ask every entry for its size and time, as changes does:");
  console.log(versus("changes", times.changes, times[bare]!, { atMost: 4 }));
}
