/**
 * All toolsets.
 *
 * @module
 */
import type { Tool } from "./tool.ts";
import * as explainPath from "./tools/agent/explain_path.ts";
import { failingWell } from "./tools/agent/failing_well.ts";
import * as overview from "./tools/agent/overview.ts";
import * as codexListDir from "./tools/codex_list_dir.ts";
import * as discoveryListDir from "./tools/discovery/list_dir.ts";
import * as findFiles from "./tools/discovery/find_files.ts";
import * as globSearch from "./tools/discovery/glob_search.ts";
import * as listDirEntries from "./tools/discovery/list_dir_entries.ts";
import type { DiscoveryResult } from "./tools/discovery/result.ts";
import * as statPath from "./tools/discovery/stat_path.ts";
import * as listDir from "./tools/list_dir.ts";
import * as lsEnvelope from "./tools/ls_envelope.ts";
import * as lsFiles from "./tools/ls_files.ts";

/** The name of a toolset. */
export type ToolsetName = "tree" | "envelope" | "codex" | "files" | "discovery" | "agent";

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
  readonly tree: { readonly list_dir: Tool<string> };
  readonly envelope: { readonly LS: Tool<lsEnvelope.Envelope> };
  readonly codex: { readonly list_dir: Tool<codexListDir.CodexOutput> };
  readonly files: { readonly ls: Tool<lsFiles.FilesOutput> };
  readonly discovery: {
    readonly stat_path: Tool<DiscoveryResult>;
    readonly find_files: Tool<DiscoveryResult>;
    readonly glob_search: Tool<DiscoveryResult>;
    readonly list_dir_entries: Tool<DiscoveryResult>;
    readonly list_dir: Tool<DiscoveryResult>;
  };
  readonly agent: {
    readonly stat_path: Tool<DiscoveryResult>;
    readonly find_files: Tool<DiscoveryResult>;
    readonly glob_search: Tool<DiscoveryResult>;
    readonly list_dir_entries: Tool<DiscoveryResult>;
    readonly list_dir: Tool<DiscoveryResult>;
    readonly overview: Tool<overview.OverviewResult>;
    readonly explain_path: Tool<explainPath.ExplainResult>;
  };
} = {
  tree: { list_dir: listDir },
  envelope: { LS: lsEnvelope },
  codex: { list_dir: codexListDir },
  files: { ls: lsFiles },
  discovery: {
    stat_path: statPath,
    find_files: findFiles,
    glob_search: globSearch,
    list_dir_entries: listDirEntries,
    list_dir: discoveryListDir,
  },
  agent: {
    stat_path: failingWell(statPath),
    find_files: failingWell(findFiles),
    glob_search: failingWell(globSearch),
    list_dir_entries: failingWell(listDirEntries),
    list_dir: failingWell(discoveryListDir),
    overview,
    explain_path: explainPath,
  },
};
