/** The toolsets, without loading their tools. */
import type { Tool } from "./tool.ts";
import type { DiscoveryTools } from "./tools/discovery/tools.ts";
import type { ToolsetName, TOOLSETS } from "./toolsets.ts";

const RELATIVE_PATHS = "Paths are relative to the server's first root.";

type Toolsets = typeof TOOLSETS;

/** The toolset that is served by default. */
export const DEFAULT_TOOLSET: ToolsetName = "agent";

/** The toolsets, in the order in which help lists them. */
export const CATALOG: {
  readonly [T in keyof Toolsets]: {
    /** What a model is told at the start of a session, before the roots: which tool to choose first. */
    readonly instructions: string;
    /** Wire name to tool, loaded on demand: loading all of them doubles the time of a start. */
    readonly tools: {
      readonly [N in keyof Toolsets[T]]: () => Promise<Toolsets[T][N]>;
    };
  };
} = {
  tree: {
    instructions:
      `list_dir shows a directory; with recursive: true, everything below it. ${RELATIVE_PATHS}`,
    tools: { list_dir: async () => (await import("./tools/tree/list_dir.ts")).TOOL },
  },
  envelope: {
    instructions: `LS lists one directory. ${RELATIVE_PATHS}`,
    tools: { LS: async () => (await import("./tools/envelope/ls.ts")).TOOL },
  },
  codex: {
    instructions: "list_dir lists a directory by its absolute path, one page at a time.",
    tools: { list_dir: async () => (await import("./tools/codex/list_dir.ts")).TOOL },
  },
  files: {
    instructions: `ls lists all files below a directory. ${RELATIVE_PATHS}`,
    tools: { ls: async () => (await import("./tools/files/ls.ts")).TOOL },
  },
  discovery: {
    instructions:
      `Start with list_dir_entries to see a directory, or find_files and glob_search to find files below it. ${RELATIVE_PATHS}`,
    tools: {
      stat_path: async () => (await import("./tools/discovery/stat_path.ts")).TOOL,
      find_files: async () => (await import("./tools/discovery/find_files.ts")).TOOL,
      glob_search: async () => (await import("./tools/discovery/glob_search.ts")).TOOL,
      list_dir_entries: async () => (await import("./tools/discovery/list_dir_entries.ts")).TOOL,
      list_dir: async () => (await import("./tools/discovery/list_dir.ts")).TOOL,
    },
  },
  agent: {
    instructions:
      `Start with overview to see how a directory is laid out, then find_path, find_files or glob_search for what you look for. ${RELATIVE_PATHS}`,
    tools: {
      stat_path: advising("stat_path"),
      find_files: advising("find_files"),
      glob_search: advising("glob_search"),
      list_dir_entries: advising("list_dir_entries"),
      list_dir: advising("list_dir"),
      overview: async () => (await import("./tools/agent/overview/overview.ts")).TOOL,
      explain_path: async () => (await import("./tools/agent/explain_path.ts")).TOOL,
      find_path: async () => (await import("./tools/agent/find_path/find_path.ts")).TOOL,
      changes: async () => (await import("./tools/agent/changes/changes.ts")).TOOL,
    },
  },
};

function advising<N extends keyof DiscoveryTools>(name: N): () => Promise<DiscoveryTools[N]> {
  return async () => (await import("./tools/agent/discovery_tools.ts")).DISCOVERY_TOOLS[name];
}

/** Loads a tool, which its toolset must have, and no other. */
export function loadTool(toolset: ToolsetName, name: string): Promise<Tool> {
  const tools: Readonly<Record<string, () => Promise<Tool>>> = CATALOG[toolset].tools;
  return tools[name]!();
}
