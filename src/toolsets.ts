import type { Tool } from "./tool.ts";
import { type ChangesArguments, TOOL as AGENT_CHANGES } from "./tools/agent/changes/changes.ts";
import type { ChangesResult } from "./tools/agent/changes/result.ts";
import { DISCOVERY_TOOLS as AGENT_DISCOVERY_TOOLS } from "./tools/agent/discovery_tools.ts";
import {
  type ExplainPathArguments,
  TOOL as AGENT_EXPLAIN_PATH,
} from "./tools/agent/explain_path.ts";
import type { ExplainResult } from "./tools/agent/explain_result.ts";
import {
  type FindPathArguments,
  TOOL as AGENT_FIND_PATH,
} from "./tools/agent/find_path/find_path.ts";
import type { FindPathResult } from "./tools/agent/find_path/result.ts";
import { type OverviewArguments, TOOL as AGENT_OVERVIEW } from "./tools/agent/overview/overview.ts";
import type { OverviewResult } from "./tools/agent/overview/result.ts";
import {
  type CodexListDirArguments,
  type CodexOutput,
  TOOL as CODEX_LIST_DIR,
} from "./tools/codex/list_dir.ts";
import { TOOL as FIND_FILES } from "./tools/discovery/find_files.ts";
import { TOOL as GLOB_SEARCH } from "./tools/discovery/glob_search.ts";
import { TOOL as LIST_DIR } from "./tools/discovery/list_dir.ts";
import { TOOL as LIST_DIR_ENTRIES } from "./tools/discovery/list_dir_entries.ts";
import type { DiscoveryTools } from "./tools/discovery/tools.ts";
import { TOOL as STAT_PATH } from "./tools/discovery/stat_path.ts";
import {
  type Envelope,
  type EnvelopeLSArguments,
  TOOL as ENVELOPE_LS,
} from "./tools/envelope/ls.ts";
import { type FilesLsArguments, type FilesOutput, TOOL as FILES_LS } from "./tools/files/ls.ts";
import { TOOL as TREE_LIST_DIR, type TreeListDirArguments } from "./tools/tree/list_dir.ts";

/** The name of a toolset. */
export type ToolsetName = keyof typeof TOOLSETS;

/**
 * The toolsets: toolset name, then wire name, to tool.
 *
 * @example Usage
 * ```ts
 * import { TOOLSETS } from "@dirscope/dirscope";
 * import { assertEquals } from "@std/assert";
 *
 * const { DEFINITION, execute } = TOOLSETS.tree.list_dir;
 * assertEquals(DEFINITION.function.name, "list_dir");
 * assertEquals(await execute({ path: "fixtures/sample" }, {}), "docs/\nsrc/");
 * ```
 */
export const TOOLSETS: {
  readonly tree: { readonly list_dir: Tool<string, TreeListDirArguments> };
  readonly envelope: { readonly LS: Tool<Envelope, EnvelopeLSArguments> };
  readonly codex: { readonly list_dir: Tool<CodexOutput, CodexListDirArguments> };
  readonly files: { readonly ls: Tool<FilesOutput, FilesLsArguments> };
  readonly discovery: DiscoveryTools;
  readonly agent: DiscoveryTools & {
    readonly overview: Tool<OverviewResult, OverviewArguments>;
    readonly explain_path: Tool<ExplainResult, ExplainPathArguments>;
    readonly find_path: Tool<FindPathResult, FindPathArguments>;
    readonly changes: Tool<ChangesResult, ChangesArguments>;
  };
} = {
  tree: { list_dir: TREE_LIST_DIR },
  envelope: { LS: ENVELOPE_LS },
  codex: { list_dir: CODEX_LIST_DIR },
  files: { ls: FILES_LS },
  discovery: {
    stat_path: STAT_PATH,
    find_files: FIND_FILES,
    glob_search: GLOB_SEARCH,
    list_dir_entries: LIST_DIR_ENTRIES,
    list_dir: LIST_DIR,
  },
  agent: {
    ...AGENT_DISCOVERY_TOOLS,
    overview: AGENT_OVERVIEW,
    explain_path: AGENT_EXPLAIN_PATH,
    find_path: AGENT_FIND_PATH,
    changes: AGENT_CHANGES,
  },
};
