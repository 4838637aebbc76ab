import { TOOL as CHANGES } from "./tools/agent/changes/changes.ts";
import { DISCOVERY_TOOLS as ADVISING_TOOLS } from "./tools/agent/discovery_tools.ts";
import { TOOL as EXPLAIN_PATH } from "./tools/agent/explain_path.ts";
import { TOOL as FIND_PATH } from "./tools/agent/find_path/find_path.ts";
import { TOOL as OVERVIEW } from "./tools/agent/overview/overview.ts";
import { TOOL as CODEX_LIST_DIR } from "./tools/codex/list_dir.ts";
import { TOOL as FIND_FILES } from "./tools/discovery/find_files.ts";
import { TOOL as GLOB_SEARCH } from "./tools/discovery/glob_search.ts";
import { TOOL as LIST_DIR } from "./tools/discovery/list_dir.ts";
import { TOOL as LIST_DIR_ENTRIES } from "./tools/discovery/list_dir_entries.ts";
import { TOOL as STAT_PATH } from "./tools/discovery/stat_path.ts";
import type { DiscoveryTools } from "./tools/discovery/tools.ts";
import { TOOL as ENVELOPE_LS } from "./tools/envelope/ls.ts";
import { TOOL as FILES_LS } from "./tools/files/ls.ts";
import { TOOL as TREE_LIST_DIR } from "./tools/tree/list_dir.ts";

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
  readonly tree: { readonly list_dir: typeof TREE_LIST_DIR };
  readonly envelope: { readonly LS: typeof ENVELOPE_LS };
  readonly codex: { readonly list_dir: typeof CODEX_LIST_DIR };
  readonly files: { readonly ls: typeof FILES_LS };
  readonly discovery: DiscoveryTools;
  readonly agent: DiscoveryTools & {
    readonly overview: typeof OVERVIEW;
    readonly explain_path: typeof EXPLAIN_PATH;
    readonly find_path: typeof FIND_PATH;
    readonly changes: typeof CHANGES;
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
    ...ADVISING_TOOLS,
    overview: OVERVIEW,
    explain_path: EXPLAIN_PATH,
    find_path: FIND_PATH,
    changes: CHANGES,
  },
};
