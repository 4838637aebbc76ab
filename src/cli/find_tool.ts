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

/** Returns the first tool of that name, in one toolset or in all. */
export async function findTool(
  word: string | undefined,
  toolset: ToolsetName | undefined,
): Promise<FoundTool | undefined> {
  const found = toolsetOf(word, toolset);
  return found && { toolset: found, tool: await loadTool(found, word!) };
}

/** Returns the first toolset with a tool of that name, or one toolset if it has such a tool. */
export function toolsetOf(
  word = "",
  toolset: ToolsetName | undefined,
): ToolsetName | undefined {
  return searchedToolsets(toolset).find((each) => Object.hasOwn(CATALOG[each].tools, word));
}

/** Whose flags a line has. */
export type Dialect = "ls" | "tree" | "search";

/** How a line is read: which tools it may call, by which flags, and what its other words are. */
export interface Reading {
  readonly toolset: ToolsetName | undefined;
  readonly tools: readonly string[];
  /** `-t` of `ls` is an order, of `fd` a kind; `-I` of `tree` takes a pattern. */
  readonly dialect: Dialect;
  /** What the words name: what the tool says, paths of any kind, folders alone, or a pattern and folders. */
  readonly words: "own" | "paths" | "folders" | "pattern";
}

const SEARCH = {
  tools: ["glob_search", "find_files"],
  toolset: "agent",
  dialect: "search",
  words: "folders",
} as const;

/** Commands that people know; the designs called `ls` and `list_dir` need `--toolset`. */
export const HABITS = {
  ls: {
    help: "the names in folders, as ls",
    tools: ["list_dir_entries"],
    toolset: "agent",
    dialect: "ls",
    words: "paths",
  },
  tree: {
    help: "the tree below folders, as tree",
    tools: ["list_dir"],
    toolset: "tree",
    dialect: "tree",
    words: "paths",
  },
  fd: { help: "what has PATTERN in its name, as fd PATTERN DIR", ...SEARCH, words: "pattern" },
  find: { help: "what is below folders, as find DIR -name GLOB", ...SEARCH },
  rg: { help: "what files there are, as rg --files DIR", ...SEARCH },
} as const satisfies Readonly<Record<string, Reading & { readonly help: string }>>;

export type Habit = keyof typeof HABITS;

/** Returns the command that people know by this name. Debian calls `fd` another. */
export function habitNamed(word: string | undefined): Habit | undefined {
  const name = word === "fdfind" ? "fd" : word ?? "";
  return Object.hasOwn(HABITS, name) ? name as Habit : undefined;
}

/** @throws {UsageError} If the toolset of a line has no such tool. */
export async function toolsOf({ tools, toolset }: Reading): Promise<readonly FoundTool[]> {
  return await Promise.all(tools.map(async (name) => {
    const found = await findTool(name, toolset);
    if (found !== undefined) return found;
    throw new UsageError(
      `toolset ${toolset} has no tool of that name: name one of its tools first (${
        toolNames(toolset!).join(", ")
      })`,
    );
  }));
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
