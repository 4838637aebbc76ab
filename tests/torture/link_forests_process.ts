/**
 * Makes every call that follows links on forests that exist, and prints what went wrong.
 *
 * @module
 */
import { TOOLSETS } from "../../mod.ts";
import type { Tool, ToolContext } from "../../mod.ts";
import { isWithin } from "../../src/scope/path_text.ts";
import {
  type Forest,
  FOREST_MARK,
  forestOf,
  pathOf,
  scriptOf,
  sideOf,
} from "../support/link_forest.ts";
import type { DiskCall } from "../support/failing_disk.ts";
import { isRefused, reachOf, watchTouches } from "../support/touches.ts";

/** The argument of the process. */
interface ForestOrder {
  readonly base: string;
  readonly from: number;
  readonly count: number;
  /** Whether roots restrict the calls; if not, permissions do. */
  readonly hasRoots: boolean;
}

/** What the process prints. */
export interface ForestReport {
  readonly calls: number;
  /** How many links led to a directory inside. */
  readonly followed: number;
  readonly failures: readonly string[];
}

/** Paths are resolved in one of this many forests, since that costs more than the calls. */
const WATCHED_ONE_IN = 7;

type Call = readonly [tool: Tool, args: Readonly<Record<string, unknown>>];

const { tree, envelope, files, agent } = TOOLSETS;

function callsOf(forest: Forest): Call[] {
  const follow = { recursive: true, follow_folder_symlinks: true, follow_file_symlinks: true };
  const first = firstLinkOf(forest);
  return [
    [tree.list_dir, { ...follow, show_data: true }],
    [tree.list_dir, { ...follow, format: "json", path: "c" }],
    [tree.list_dir, { ...follow, filter: "files", path: first }],
    [files.ls, { path: "." }],
    [files.ls, { path: "c" }],
    [files.ls, { path: first }],
    [envelope.LS, { path: first }],
    [agent.overview, {}],
    [agent.find_files, { root: first }],
    [agent.glob_search, { pattern: "**" }],
    [agent.stat_path, { path: first }],
    [agent.explain_path, { path: `${first}/a` }],
  ];
}

/** The path of a link inside. */
function firstLinkOf(forest: Forest): string {
  return forest.filter(({ side }) => side === "in").map(pathOf)[0] ?? "a/l";
}

if (import.meta.main) {
  const { base, from, count, hasRoots }: ForestOrder = JSON.parse(Deno.args[0]!);
  const failures: string[] = [];
  let touches: DiskCall[] = [];
  watchTouches((touch) => touches.push(touch));
  let calls = 0;
  let followed = 0;
  for (let seed = from; seed < from + count; seed++) {
    const root = sideOf(base, "in", seed);
    // Every other forest has its own folder as root, whose name is a prefix of others'.
    const scope = hasRoots && seed % 2 === 0 ? root : `${base}/in`;
    const context: ToolContext = hasRoots ? { cwd: root, roots: [scope] } : { cwd: root };
    const forest = forestOf(seed);
    const fail = (what: string, [tool, args]: Call, output: unknown): void => {
      const call = `${tool.DEFINITION.function.name} ${JSON.stringify(args)}`;
      const said = JSON.stringify(output)?.replaceAll(base, "BASE");
      failures.push(
        `forest ${seed}: ${what}: ${call} with ${scriptOf(base, seed, forest)}: ${said}`,
      );
    };
    for (const call of callsOf(forest)) {
      const [tool, args] = call;
      calls++;
      touches = [];
      try {
        const output = await tool.execute(args, context);
        const result = tool.toResult(output);
        const text = JSON.stringify(output) + result.text;
        if (text.includes(FOREST_MARK)) fail("shows outside", call, output);
        if (tool === tree.list_dir && args.path === firstLinkOf(forest) && !result.isError) {
          followed++;
        }
      } catch (error) {
        fail(`throws ${error}`, call, undefined);
      }
      if (seed % WATCHED_ONE_IN !== 0) continue;
      const away = touches.find((touch) => isAway(touch, scope));
      if (away !== undefined) fail(`touches ${away.path} (${away.operation})`, call, undefined);
    }
  }
  console.log(JSON.stringify({ calls, followed, failures } satisfies ForestReport));
}

function isAway(touch: DiskCall, scope: string): boolean {
  if (isRefused(touch)) return true;
  const reach = reachOf(touch);
  return reach !== undefined && !isWithin(reach, scope);
}
