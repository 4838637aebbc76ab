/**
 * Finds tools by the names that a command line gives them, each loaded when it is asked for: to load
 * them all takes as long as to start.
 *
 * @module
 */
import type { Tool } from "../tool.ts";
import type { DiscoveryResult } from "../tools/discovery/result.ts";
import type { ToolsetName } from "../toolsets.ts";
import { UsageError } from "./terminal.ts";

/** A tool, and the toolset that it was found in. */
export interface FoundTool {
  readonly toolset: ToolsetName;
  readonly tool: Tool;
}

type Loaders = Readonly<Record<string, () => Promise<Tool>>>;

const DISCOVERY: Readonly<Record<string, () => Promise<Tool<DiscoveryResult>>>> = {
  stat_path: () => import("../tools/discovery/stat_path.ts"),
  find_files: () => import("../tools/discovery/find_files.ts"),
  glob_search: () => import("../tools/discovery/glob_search.ts"),
  list_dir_entries: () => import("../tools/discovery/list_dir_entries.ts"),
  list_dir: () => import("../tools/discovery/list_dir.ts"),
};

/** Toolsets in the order in which a tool's name alone is looked up: `agent` says more than `discovery`. */
const LOADERS: Readonly<Record<ToolsetName, Loaders>> = {
  tree: { list_dir: async () => (await import("../tools/tree/list_dir.ts")).TOOL },
  envelope: { LS: async () => (await import("../tools/envelope/ls.ts")).TOOL },
  codex: { list_dir: async () => (await import("../tools/codex/list_dir.ts")).TOOL },
  files: { ls: async () => (await import("../tools/files/ls.ts")).TOOL },
  agent: {
    ...Object.fromEntries(
      Object.entries(DISCOVERY).map(([name, load]) => [name, async () => {
        const { withAdvice } = await import("../tools/agent/with_advice.ts");
        return withAdvice(await load());
      }]),
    ),
    overview: () => import("../tools/agent/overview/overview.ts"),
    explain_path: () => import("../tools/agent/explain_path.ts"),
  },
  discovery: DISCOVERY,
};

/** The names of the toolsets, as they are told. */
export const TOOLSET_NAMES = [
  "tree",
  "envelope",
  "codex",
  "files",
  "discovery",
  "agent",
] as const satisfies readonly ToolsetName[];

/** The names of a toolset's tools. */
export function toolNames(toolset: ToolsetName): readonly string[] {
  return Object.keys(LOADERS[toolset]);
}

/** @throws {UsageError} If there is no toolset of that name. */
export function toolsetNamed(name: string): ToolsetName {
  const found = TOOLSET_NAMES.find((each) => each === name);
  if (found !== undefined) return found;
  throw new UsageError(`--toolset must be one of ${TOOLSET_NAMES.join(", ")}`);
}

/** The first tool of that name, in one toolset or in all. */
export async function findTool(
  word: string | undefined,
  toolset: ToolsetName | undefined,
): Promise<FoundTool | undefined> {
  for (const each of toolset === undefined ? lookUpOrder() : [toolset]) {
    if (word === undefined || !Object.hasOwn(LOADERS[each], word)) continue;
    return { toolset: each, tool: await LOADERS[each][word]!() };
  }
  return undefined;
}

/** All tools of one toolset, or of all in the order in which they are looked up. */
export async function allTools(toolset: ToolsetName | undefined): Promise<FoundTool[]> {
  const found: FoundTool[] = [];
  for (const each of toolset === undefined ? lookUpOrder() : [toolset]) {
    for (const load of Object.values(LOADERS[each])) {
      found.push({ toolset: each, tool: await load() });
    }
  }
  return found;
}

function lookUpOrder(): ToolsetName[] {
  return Object.keys(LOADERS) as ToolsetName[];
}
