/** The registry of the toolsets, which loads a tool only when it is used. */
import type { Tool } from "./tool.ts";
import type { AgentDiscoveryTools } from "./tools/agent/discovery_tools.ts";
import type { DiscoveryTools } from "./tools/discovery/tools.ts";

/** The tools by toolset name and wire name. A type for each tool, so that JSR need not infer any. */
export type Toolsets = {
  /** Indented listings of a directory. */
  readonly tree: { readonly list_dir: typeof import("./tools/tree/list_dir.ts").TOOL };
  /** One directory, as a JSON envelope with text. */
  readonly envelope: { readonly LS: typeof import("./tools/envelope/ls.ts").TOOL };
  /** Pages of a directory by its absolute path. */
  readonly codex: { readonly list_dir: typeof import("./tools/codex/list_dir.ts").TOOL };
  /** All files below a directory. */
  readonly files: { readonly ls: typeof import("./tools/files/ls.ts").TOOL };
  /** Listings, searches and facts, as data. */
  readonly discovery: DiscoveryTools;
  /** The tools of `discovery` with advice, and tools that answer questions about a project. */
  readonly agent: AgentDiscoveryTools & {
    readonly overview: typeof import("./tools/agent/overview/overview.ts").TOOL;
    readonly explain_path: typeof import("./tools/agent/explain_path.ts").TOOL;
    readonly find_path: typeof import("./tools/agent/find_path/find_path.ts").TOOL;
  };
};

/** The name of a toolset. */
export type ToolsetName = keyof Toolsets;

/** The toolset that is served by default. */
export const DEFAULT_TOOLSET: ToolsetName = "agent";

const RELATIVE_PATHS = "Paths are relative to the first root.";

/** The toolsets, in the order in which help lists them. */
export const CATALOG: {
  readonly [T in ToolsetName]: {
    /** Text for the model at the start of a session, before the roots: the tool to choose first. */
    readonly instructions: string;
    /** Wire name to tool, loaded on demand: loading all of them doubles the time of a start. */
    readonly tools: { readonly [N in keyof Toolsets[T]]: () => Promise<Toolsets[T][N]> };
  };
} = {
  tree: {
    instructions:
      `list_dir shows a directory; with recursive: true, everything below it. ${RELATIVE_PATHS}`,
    tools: { list_dir: lazily(() => import("./tools/tree/list_dir.ts")) },
  },
  envelope: {
    instructions: `LS lists one directory. ${RELATIVE_PATHS}`,
    tools: { LS: lazily(() => import("./tools/envelope/ls.ts")) },
  },
  codex: {
    instructions: "list_dir lists a directory by its absolute path, one page at a time.",
    tools: { list_dir: lazily(() => import("./tools/codex/list_dir.ts")) },
  },
  files: {
    instructions: `ls lists all files below a directory. ${RELATIVE_PATHS}`,
    tools: { ls: lazily(() => import("./tools/files/ls.ts")) },
  },
  discovery: {
    instructions:
      `Start with list_dir_entries to see a directory, or find_files and glob_search to find files below it. ${RELATIVE_PATHS}`,
    tools: {
      stat_path: lazily(() => import("./tools/discovery/stat_path.ts")),
      find_files: lazily(() => import("./tools/discovery/find_files.ts")),
      glob_search: lazily(() => import("./tools/discovery/glob_search.ts")),
      list_dir_entries: lazily(() => import("./tools/discovery/list_dir_entries.ts")),
      list_dir: lazily(() => import("./tools/discovery/list_dir.ts")),
    },
  },
  agent: {
    instructions:
      `Given a task, call find_path once with all of its text and 5 to 12 terms that you expect in the code: it names the likeliest files, the lines to read, and the functions around them. In place of a text search, send it an error message, a stack trace or a symbol: it names who defines and calls it. To learn the tree: overview. ${RELATIVE_PATHS} Send escapes in them as shown.`,
    tools: {
      stat_path: discoveryTool("stat_path"),
      find_files: discoveryTool("find_files"),
      glob_search: discoveryTool("glob_search"),
      list_dir_entries: discoveryTool("list_dir_entries"),
      list_dir: discoveryTool("list_dir"),
      overview: lazily(() => import("./tools/agent/overview/overview.ts")),
      explain_path: lazily(() => import("./tools/agent/explain_path.ts")),
      find_path: lazily(() => import("./tools/agent/find_path/find_path.ts")),
    },
  },
};

function lazily<T>(load: () => Promise<{ readonly TOOL: T }>): () => Promise<T> {
  return async () => (await load()).TOOL;
}

function discoveryTool<N extends keyof AgentDiscoveryTools>(
  name: N,
): () => Promise<AgentDiscoveryTools[N]> {
  return async () => (await import("./tools/agent/discovery_tools.ts")).DISCOVERY_TOOLS[name];
}

/** Loads a tool, which its toolset must have, and no other. */
export function loadTool(toolset: ToolsetName, name: string): Promise<Tool> {
  const tools: Readonly<Record<string, () => Promise<Tool>>> = CATALOG[toolset].tools;
  return tools[name]!();
}
