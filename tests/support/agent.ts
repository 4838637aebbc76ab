/** Helpers for the tests of toolset `agent`. */
import { assertEquals } from "@std/assert";
import {
  type DiscoveryResult,
  type ExplainResult,
  type OverviewResult,
  type Tool,
  type ToolContext,
  TOOLSETS,
} from "../../mod.ts";
import { LISTINGS, ROOT_ARGUMENT } from "./discovery.ts";
import { testsNeeding } from "./machine.ts";
import { needsOf, type Tree, withQuickTree } from "./tree.ts";

type Arguments = Readonly<Record<string, unknown>>;

export function overview(
  cwd: string,
  args: Arguments = {},
  context: ToolContext = {},
): Promise<OverviewResult> {
  return TOOLSETS.agent.overview.execute(args, { cwd, ...context });
}

/** Registers a test of the named fields of the `overview` of a tree. */
export function testOverview(
  what: string,
  tree: Tree,
  expected: Partial<OverviewResult>,
  args: Arguments = {},
): void {
  testsNeeding(needsOf(tree))(`overview: ${what}`, () =>
    withQuickTree(tree, async (root) => {
      const result = await overview(root, args);
      const names = Object.keys(expected) as (keyof OverviewResult)[];
      assertEquals(Object.fromEntries(names.map((name) => [name, result[name]])), expected);
    }));
}

/** The tools of the toolset that are `discovery`'s. */
export const DISCOVERY = TOOLSETS.agent as unknown as Readonly<
  Record<string, Tool<DiscoveryResult>>
>;

export function argumentsForPath(name: string, path: string): Arguments {
  return { [ROOT_ARGUMENT[name]!]: path, ...name === "glob_search" && { pattern: "*" } };
}

export async function suggestionsOfAll(
  path: string,
  cwd: string,
): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const name of ["stat_path", ...LISTINGS]) {
    found[name] =
      (await DISCOVERY[name]!.execute(argumentsForPath(name, path), { cwd })).suggestions;
  }
  found.overview = (await overview(cwd, { path })).suggestions;
  found.explain_path = (await explain(cwd, path)).suggestions;
  return found;
}

export function explain(
  cwd: string,
  path: string,
  context: ToolContext = {},
): Promise<ExplainResult> {
  return TOOLSETS.agent.explain_path.execute({ path }, { cwd, ...context });
}

/** Returns how many more entries a search finds once it follows a hint. */
export async function followed(
  hint: string,
  name: string,
  args: Arguments,
  cwd: string,
): Promise<number> {
  const [, key, value] = /would match with (\w+): (.*?)(?: \(first: .*)?$/.exec(hint) ?? [];
  const [, deeper] = / more match(?:es)? (.*)$/.exec(hint) ?? [];
  const change = deeper !== undefined
    ? { pattern: deeper }
    : key !== undefined
    ? { [key]: JSON.parse(value!) }
    : hint.endsWith("only by case (case_sensitive: false)")
    ? { case_sensitive: false }
    : hint.endsWith("deeper than max_depth")
    ? { max_depth: null }
    : { use_gitignore: false };
  const most = name === "find_files" ? { limit: 1000 } : { max_results: 1000 };
  const countWith = async (sent: Arguments): Promise<number> =>
    (await DISCOVERY[name]!.execute({ ...args, ...most, ...sent }, { cwd })).count;
  return await countWith(change) - await countWith({});
}

/** Numbered names: `f00`, `f01`, … */
export function numbered(count: number, prefix = "f", suffix = ""): string[] {
  const digits = String(count - 1).length;
  return Array.from(
    { length: count },
    (_, i) => `${prefix}${String(i).padStart(digits, "0")}${suffix}`,
  );
}

export function files(paths: readonly string[]): Record<string, string> {
  return Object.fromEntries(paths.map((path) => [path, ""]));
}

export function lines(...parts: readonly string[]): string {
  return parts.join("\n");
}

export const NOTHING_OMITTED = {
  ignored: 0,
  hidden: 0,
  denied: 0,
  outside: 0,
  unaddressable: 0,
  io_error: 0,
};
