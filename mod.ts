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
export { toAnthropicTool } from "./src/adapters/anthropic.ts";
export { toGeminiTool } from "./src/adapters/gemini.ts";
export { toMcpTool } from "./src/adapters/mcp.ts";
export { toOpenAITool } from "./src/adapters/openai.ts";
export { toResponsesTool } from "./src/adapters/responses.ts";
export type { SnapshotStore } from "./src/cache/snapshots.ts";
export { TreeCache } from "./src/cache/tree_cache.ts";
export type { CallLog, LoggedCall } from "./src/call_log.ts";
export { callTool } from "./src/call_tool.ts";
export type { ToolsetName } from "./src/catalog.ts";
export { DiscoveryLog, type LogRecord } from "./src/log/sqlite_discovery_log.ts";
export { replay, type Replayed } from "./src/log/replay.ts";
export { SqliteProjectMemory } from "./src/memory/sqlite_project_memory.ts";
export {
  type QueryResult,
  runQuery,
  type SerializedQuery,
  serializeQuery,
} from "./src/serialized_query.ts";
export { SqliteSnapshots } from "./src/snapshots/sqlite_snapshots.ts";
export {
  type ArgumentSchema,
  type ParametersSchema,
  type Progress,
  type ProjectMemory,
  type Tool,
  type ToolContext,
  type ToolDefinition,
  type ToolReport,
  type ToolResult,
  toToolResult,
} from "./src/tool.ts";
export type { ChangeTotals } from "./src/tools/agent/changes/change_totals.ts";
export type { ChangesResult } from "./src/tools/agent/changes/result.ts";
export type { ExplainResult } from "./src/tools/agent/explain_result.ts";
export type { FindPathResult, FoundPath } from "./src/tools/agent/find_path/result.ts";
export type { Omitted } from "./src/tools/agent/overview/tree_counter.ts";
export type { Totals } from "./src/tools/agent/overview/counted_directory.ts";
export type { OverviewResult } from "./src/tools/agent/overview/result.ts";
export type { CodexOutput } from "./src/tools/codex/list_dir.ts";
export type { DiscoveryEntry, DiscoveryResult } from "./src/tools/discovery/result.ts";
export type { Envelope, EnvelopeEntry } from "./src/tools/envelope/result.ts";
export type { FilesOutput } from "./src/tools/files/ls.ts";
export { TOOLSETS } from "./src/toolsets.ts";
export type { VisibilityPolicy } from "./src/visibility_policy.ts";
