import type { Toolsets } from "./catalog.ts";
import { DISCOVERY_TOOLS as agentDiscovery } from "./tools/agent/discovery_tools.ts";
import { TOOL as explain_path } from "./tools/agent/explain_path.ts";
import { TOOL as find_path } from "./tools/agent/find_path/find_path.ts";
import { TOOL as overview } from "./tools/agent/overview/overview.ts";
import { TOOL as codexListDir } from "./tools/codex/list_dir.ts";
import { TOOL as find_files } from "./tools/discovery/find_files.ts";
import { TOOL as glob_search } from "./tools/discovery/glob_search.ts";
import { TOOL as list_dir } from "./tools/discovery/list_dir.ts";
import { TOOL as list_dir_entries } from "./tools/discovery/list_dir_entries.ts";
import { TOOL as stat_path } from "./tools/discovery/stat_path.ts";
import { TOOL as LS } from "./tools/envelope/ls.ts";
import { TOOL as ls } from "./tools/files/ls.ts";
import { TOOL as treeListDir } from "./tools/tree/list_dir.ts";

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
// Not by CATALOG, whose promises would keep the library from `require` and from bundles in CommonJS.
export const TOOLSETS: Toolsets = {
  tree: { list_dir: treeListDir },
  envelope: { LS },
  codex: { list_dir: codexListDir },
  files: { ls },
  discovery: { stat_path, find_files, glob_search, list_dir_entries, list_dir },
  agent: { ...agentDiscovery, overview, explain_path, find_path },
};
