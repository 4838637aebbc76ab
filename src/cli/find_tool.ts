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

/** @throws {UsageError} If there is no toolset of that name. */
export function toolsetNamed(name: string): ToolsetName {
  const found = TOOLSET_NAMES.find((each) => each === name);
  if (found !== undefined) return found;
  throw new UsageError(`--toolset must be one of ${TOOLSET_NAMES.join(", ")}`);
}

/** Reports whether a toolset has a tool of that name. */
export function isToolName(word: string): boolean {
  return TOOLSET_NAMES.some((toolset) => Object.hasOwn(CATALOG[toolset].tools, word));
}

/** Returns the first tool of that name, in one toolset or in all. */
export async function findTool(
  word: string | undefined,
  toolset: ToolsetName | undefined,
): Promise<FoundTool | undefined> {
  if (word === undefined) return undefined;
  const found = searchedToolsets(toolset).find((each) => Object.hasOwn(CATALOG[each].tools, word));
  return found && { toolset: found, tool: await loadTool(found, word) };
}

/** Commands that people know, and the tools that do what they do; the designs of those names need `--toolset`. */
export const HABITS = {
  ls: { tool: "list_dir_entries", toolset: "agent", help: "the names in a folder, as ls" },
  tree: { tool: "list_dir", toolset: "tree", help: "the tree below a folder, as tree" },
} as const;

export type Habit = keyof typeof HABITS;

/** Returns the command that people know by this name. */
export function habitNamed(word: string | undefined): Habit | undefined {
  return word === "ls" || word === "tree" ? word : undefined;
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
