import type { PagedTool } from "../../tool.ts";
import type { FindFilesArguments } from "../discovery/find_files.ts";
import type { GlobSearchArguments } from "../discovery/glob_search.ts";
import type { DiscoveryResult } from "../discovery/result.ts";
import type { DiscoveryTools } from "../discovery/tools.ts";
import type { RefinedArguments } from "./refined_search.ts";

/** The tools of `discovery` as toolset `agent` has them. */
export type AgentDiscoveryTools = Omit<DiscoveryTools, "find_files" | "glob_search"> & {
  /** Finds files by extension, name, path, depth and time, by path or the newest or largest first. */
  readonly find_files: PagedTool<DiscoveryResult, FindFilesArguments & RefinedArguments>;
  /** Finds entries by a glob, and as `find_files` does. */
  readonly glob_search: PagedTool<DiscoveryResult, GlobSearchArguments & RefinedArguments>;
};
