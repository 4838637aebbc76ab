/**
 * Directory-listing and file-discovery tools for AI agents: never outside the permitted roots, in the
 * same order everywhere, never cut silently.
 *
 * Five things are what a program needs first:
 *
 * 1. {@linkcode TOOLSETS}: the tools by toolset and name. Give a model those of `TOOLSETS.agent`.
 * 2. An adapter, such as {@linkcode toOpenAITool}: a tool's `DEFINITION` in the form of a provider.
 * 3. {@linkcode callTool}: carries out what the model asks for, and returns the text to send back.
 * 4. {@linkcode ToolContext}: what a call may see and cost: `cwd`, `roots`, `policy`, `signal`.
 * 5. {@linkcode TreeCache}: lets a second call read only what has changed.
 *
 * A call can be logged and run anew ({@linkcode DiscoveryLog}, {@linkcode replay}), and sent elsewhere
 * as JSON ({@linkcode serializeQuery}, {@linkcode runQuery}). Each tool has an entry of its own, too,
 * as in `@dirscope/dirscope/agent/overview`; `./mcp` is the MCP server, `./remote` its client.
 *
 * @example The part of an agent that has tools
 * ```ts
 * import { callTool, toOpenAITool, TOOLSETS, TreeCache } from "@dirscope/dirscope";
 * import { assertEquals } from "@std/assert";
 *
 * // For the request to the model:
 * const tools = Object.values(TOOLSETS.agent).map(({ DEFINITION }) => toOpenAITool(DEFINITION));
 * assertEquals(tools.length, 8);
 * // For each call in its answer; the model sees `cwd` and nothing outside it.
 * const context = { cwd: "fixtures/sample", cache: new TreeCache() };
 * const { text } = await callTool("agent", "list_dir", '{"path":"docs"}', context);
 * assertEquals(text, "list_dir docs: 1 entry\nguide.md");
 * ```
 *
 * @module
 */
// Start here: the tools, a call, and what a host decides.
export { TOOLSETS } from "./src/toolsets.ts";
export { callTool } from "./src/call_tool.ts";
export type { ToolsetName } from "./src/catalog.ts";
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
export type { VisibilityPolicy } from "./src/visibility_policy.ts";

// A provider's form of a definition.
export { toAnthropicTool } from "./src/adapters/anthropic.ts";
export { toGeminiTool } from "./src/adapters/gemini.ts";
export { toMcpTool } from "./src/adapters/mcp.ts";
export { toOpenAITool } from "./src/adapters/openai.ts";
export { toResponsesTool } from "./src/adapters/responses.ts";

// What outlives a call: a cache, memory, a log and its replay.
export { TreeCache } from "./src/cache/tree_cache.ts";
export { SqliteProjectMemory } from "./src/memory/sqlite_project_memory.ts";
export type { CallLog, LoggedCall } from "./src/call_log.ts";
export { DiscoveryLog, type LogRecord } from "./src/log/sqlite_discovery_log.ts";
export { replay, type Replayed } from "./src/log/replay.ts";

// A call as plain JSON.
export {
  type QueryResult,
  runQuery,
  type SerializedQuery,
  serializeQuery,
} from "./src/serialized_query.ts";

// Results, by toolset.
export type { ExplainResult } from "./src/tools/agent/explain_result.ts";
export type { FindPathResult, FoundPath } from "./src/tools/agent/find_path/result.ts";
export type { Omitted } from "./src/tools/agent/overview/tree_counter.ts";
export type { Totals } from "./src/tools/agent/overview/counted_directory.ts";
export type { OverviewResult } from "./src/tools/agent/overview/result.ts";
export type { CodexOutput } from "./src/tools/codex/list_dir.ts";
export type { DiscoveryEntry, DiscoveryResult } from "./src/tools/discovery/result.ts";
export type { Envelope, EnvelopeEntry } from "./src/tools/envelope/result.ts";
export type { FilesOutput } from "./src/tools/files/ls.ts";
