import type { PagedTool, Tool } from "../../tool.ts";
import type { FindFilesArguments } from "./find_files.ts";
import type { GlobSearchArguments } from "./glob_search.ts";
import type { ListDirArguments } from "./list_dir.ts";
import type { ListDirEntriesArguments } from "./list_dir_entries.ts";
import type { DiscoveryResult } from "./result.ts";
import type { StatPathArguments } from "./stat_path.ts";

/** The tools that toolsets `discovery` and `agent` share. */
export type DiscoveryTools = {
  /** Describes one path. */
  readonly stat_path: Tool<DiscoveryResult, StatPathArguments>;
  /** Finds files by extension, name, path and depth. */
  readonly find_files: PagedTool<DiscoveryResult, FindFilesArguments>;
  /** Finds entries by a glob. */
  readonly glob_search: PagedTool<DiscoveryResult, GlobSearchArguments>;
  /** Lists a directory with sizes and times. */
  readonly list_dir_entries: PagedTool<DiscoveryResult, ListDirEntriesArguments>;
  /** Lists a directory by name. */
  readonly list_dir: Tool<DiscoveryResult, ListDirArguments>;
};
