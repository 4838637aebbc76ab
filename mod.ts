/**
 * Directory-listing and file-discovery tools for AI agents.
 *
 * Each tool is a `DEFINITION` to give to a model, and an `execute` that carries out what the model
 * asks for: never outside the permitted roots, in the same order everywhere, never cut silently.
 *
 * @example Usage
 * ```ts
 * import { TOOLSETS } from "@dirscope/dirscope";
 * import { assertEquals } from "@std/assert";
 *
 * const { list_dir } = TOOLSETS.tree;
 * const text = await list_dir.execute(
 *   { path: "src", recursive: true },
 *   { cwd: "fixtures/sample", roots: ["."] },
 * );
 * assertEquals(text, "main.py\nutils/\n  helpers.py");
 * ```
 *
 * @module
 */
export { type AnthropicTool, toAnthropicTool } from "./src/adapters/anthropic.ts";
export { type GeminiTool, toGeminiTool } from "./src/adapters/gemini.ts";
export { type McpTool, toMcpTool } from "./src/adapters/mcp.ts";
export { type OpenAITool, toOpenAITool } from "./src/adapters/openai.ts";
export { type ResponsesTool, toResponsesTool } from "./src/adapters/responses.ts";
export type {
  AdapterOptions,
  StrictArgumentSchema,
  StrictParametersSchema,
} from "./src/adapters/strict.ts";
export { SqliteSnapshots, type SqliteSnapshotsOptions } from "./src/snapshots/sqlite_snapshots.ts";
export type { KeptSnapshot, Snapshots, SnapshotStore } from "./src/cache/snapshots.ts";
export { type CacheKind, TreeCache, type TreeCacheOptions } from "./src/cache/tree_cache.ts";
export type { ChangesArguments } from "./src/tools/agent/changes/changes.ts";
export type { ChangeTotals } from "./src/tools/agent/changes/change_totals.ts";
export type { ChangesFields, ChangesResult } from "./src/tools/agent/changes/result.ts";
export type { Omitted } from "./src/tools/agent/overview/census.ts";
export type { Totals } from "./src/tools/agent/overview/counted_directory.ts";
export { DiscoveryLog, type LogRecord } from "./src/log/discovery_log.ts";
export { replay, type Replayed, type ReplayOptions } from "./src/log/replay.ts";
export {
  SqliteProjectMemory,
  type SqliteProjectMemoryOptions,
} from "./src/memory/sqlite_project_memory.ts";
export { callTool } from "./src/call_tool.ts";
export { type QueryResult, runQuery, type SerializedQuery, serializeQuery } from "./src/query.ts";
export {
  type ArgumentSchema,
  type ArgumentType,
  type CallLog,
  type LoggedCall,
  type OutputSchema,
  type PagesOptions,
  type ParametersSchema,
  type Progress,
  type ProjectMemory,
  type Sent,
  type Tool,
  type ToolContext,
  type ToolDefinition,
  type ToolReport,
  type ToolResult,
  type ToolTraits,
  toToolResult,
  type VisibilityPolicy,
} from "./src/tool.ts";
export type {
  ExplainedRule,
  ExplainFields,
  ExplainResult,
} from "./src/tools/agent/explain_result.ts";
export type { Reason } from "./src/tools/agent/find_path/reason.ts";
export type {
  FindPathFields,
  FindPathResult,
  FoundByQuery,
  FoundPath,
} from "./src/tools/agent/find_path/result.ts";
export type { OverviewFields, OverviewResult } from "./src/tools/agent/overview/result.ts";
export type { CodexListDirArguments, CodexOutput } from "./src/tools/codex/list_dir.ts";
export type { PagedTool } from "./src/tools/discovery/paged_tool.ts";
export type { DiscoveryTools } from "./src/tools/discovery/tools.ts";
export type {
  Advice,
  DiscoveryEntry,
  DiscoveryErrorCode,
  DiscoveryFailure,
  DiscoveryFields,
  DiscoveryKind,
  DiscoveryResult,
  Outcome,
  SkipReason,
} from "./src/tools/discovery/result.ts";
export type {
  Envelope,
  EnvelopeEntry,
  EnvelopeErrorCode,
  EnvelopeFailure,
  EnvelopeFields,
  EnvelopeOutcome,
} from "./src/tools/envelope/result.ts";
export type { FilesOutput } from "./src/tools/files/ls.ts";
export { type ToolsetName, TOOLSETS } from "./src/toolsets.ts";
export type { EnvelopeLSArguments } from "./src/tools/envelope/ls.ts";
export type { FilesLsArguments } from "./src/tools/files/ls.ts";
export type { TreeListDirArguments } from "./src/tools/tree/list_dir.ts";
export type { ExplainPathArguments } from "./src/tools/agent/explain_path.ts";
export type { FindPathArguments } from "./src/tools/agent/find_path/find_path.ts";
export type { OverviewArguments } from "./src/tools/agent/overview/overview.ts";
export type { FindFilesArguments } from "./src/tools/discovery/find_files.ts";
export type { GlobSearchArguments } from "./src/tools/discovery/glob_search.ts";
export type { ListDirArguments } from "./src/tools/discovery/list_dir.ts";
export type { ListDirEntriesArguments } from "./src/tools/discovery/list_dir_entries.ts";
export type { StatPathArguments } from "./src/tools/discovery/stat_path.ts";
