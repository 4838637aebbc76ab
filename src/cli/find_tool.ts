/** Finds the tools that a command line names, and loads no other: loading all doubles the time of a start. */
import { CATALOG, loadTool, type ToolsetName } from "../catalog.ts";
import type { Tool } from "../tool.ts";
import { UsageError } from "./terminal.ts";

/** A tool, and the toolset where it was found. */
export interface FoundTool {
  readonly toolset: ToolsetName;
  readonly tool: Tool;
}

/** The names of the toolsets, in the order in which help lists them. */
export const TOOLSET_NAMES: readonly ToolsetName[] = Object.keys(CATALOG) as ToolsetName[];

/** The order in which a name without a toolset is searched: `agent` has all tools of `discovery`, and more. */
const TOOLSET_SEARCH_ORDER: readonly ToolsetName[] = [
  ...TOOLSET_NAMES.filter((name) => name !== "discovery"),
  "discovery",
];

export function toolNames(toolset: ToolsetName): readonly string[] {
  return Object.keys(CATALOG[toolset].tools);
}

/** Returns the names of all tools, each once. */
export function allToolNames(): string[] {
  return [...new Set(TOOLSET_NAMES.flatMap(toolNames))];
}

/** @throws {UsageError} If there is no toolset of that name. */
export function toolsetNamed(name: string): ToolsetName {
  const found = TOOLSET_NAMES.find((each) => each === name);
  if (found !== undefined) return found;
  throw new UsageError(`--toolset must be one of ${TOOLSET_NAMES.join(", ")}`);
}

/** Returns the first tool of that name, in one toolset or in all. */
export async function findTool(
  name: string,
  toolset: ToolsetName | undefined,
): Promise<FoundTool | undefined> {
  const found = searchedToolsets(toolset).find((each) => toolNames(each).includes(name));
  return found && { toolset: found, tool: await loadTool(found, name) };
}

/** Returns all tools of one toolset, or of all in the order of search. */
export async function allTools(toolset: ToolsetName | undefined): Promise<FoundTool[]> {
  const found: FoundTool[] = [];
  for (const each of searchedToolsets(toolset)) {
    for (const name of toolNames(each)) {
      found.push({ toolset: each, tool: await loadTool(each, name) });
    }
  }
  return found;
}

function searchedToolsets(toolset: ToolsetName | undefined): readonly ToolsetName[] {
  return toolset === undefined ? TOOLSET_SEARCH_ORDER : [toolset];
}
