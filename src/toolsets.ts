/**
 * All toolsets.
 *
 * @module
 */
import type { Tool } from "./tool.ts";
import * as explainPath from "./tools/agent/explain_path.ts";
import { withAdvice } from "./tools/agent/with_advice.ts";
import * as overview from "./tools/agent/overview/overview.ts";
import * as codexListDir from "./tools/codex/list_dir.ts";
import * as discoveryListDir from "./tools/discovery/list_dir.ts";
import * as findFiles from "./tools/discovery/find_files.ts";
import * as globSearch from "./tools/discovery/glob_search.ts";
import * as listDirEntries from "./tools/discovery/list_dir_entries.ts";
import type { DiscoveryResult } from "./tools/discovery/result.ts";
import * as statPath from "./tools/discovery/stat_path.ts";
import * as listDir from "./tools/tree/list_dir.ts";
import * as lsEnvelope from "./tools/envelope/ls.ts";
import * as lsFiles from "./tools/files/ls.ts";

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
  tree: { list_dir: listDir.TOOL },
  envelope: { LS: lsEnvelope.TOOL },
  codex: { list_dir: codexListDir.TOOL },
  files: { ls: lsFiles.TOOL },
  discovery: {
    stat_path: statPath,
    find_files: findFiles,
    glob_search: globSearch,
    list_dir_entries: listDirEntries,
    list_dir: discoveryListDir,
  },
  agent: {
    stat_path: withAdvice(statPath),
    find_files: withAdvice(findFiles),
    glob_search: withAdvice(globSearch),
    list_dir_entries: withAdvice(listDirEntries),
    list_dir: withAdvice(discoveryListDir),
    overview,
    explain_path: explainPath,
  },
};
