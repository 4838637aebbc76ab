/** Discovery calls as plain JSON, to be sent elsewhere and run there. */
import { DirscopeError } from "./errors.ts";
import { lineSafe } from "./text/line_safe.ts";
import type { Tool, ToolContext } from "./tool.ts";
import type { ExplainResult } from "./tools/agent/explain_result.ts";
import type { FindPathResult } from "./tools/agent/find_path/result.ts";
import type { OverviewResult } from "./tools/agent/overview/result.ts";
import type { DiscoveryResult } from "./tools/discovery/result.ts";
import { TOOLSETS } from "./toolsets.ts";
import { parseSent } from "./arguments/parse_arguments.ts";

/** A discovery call as plain JSON. */
export interface SerializedQuery {
  /** The version of this form. */
  readonly v: 1;
  /** The tool's wire name. */
  readonly operation: string;
  /** The arguments, with defaults; unchanged if they are invalid. */
  readonly query: Readonly<Record<string, unknown>>;
}

/** The result of such a call. */
export type QueryResult =
  | DiscoveryResult
  | OverviewResult
  | ExplainResult
  | FindPathResult;

/** The tools of `discovery`, and those that only `agent` has. */
const QUERY_TOOLS: Readonly<Record<string, Tool>> = { ...TOOLSETS.agent, ...TOOLSETS.discovery };

/**
 * Converts a call of a tool of toolsets `discovery` and `agent` to plain JSON. Invalid arguments stay as
 * they are, to be refused where the call is run.
 *
 * @example Usage
 * ```ts
 * import { runQuery, serializeQuery } from "@dirscope/dirscope";
 * import { assertEquals } from "@std/assert";
 *
 * const wire = JSON.stringify(serializeQuery("glob_search", { pattern: "**\/*.py" }));
 * const result = await runQuery(JSON.parse(wire), { cwd: "fixtures/sample" });
 * assertEquals("entries" in result && result.count, 2);
 * ```
 *
 * @param operation The tool's wire name.
 * @param args Its arguments.
 * @returns The call.
 * @throws {TypeError} If no tool has that name.
 */
export function serializeQuery(
  operation: string,
  args: Readonly<Record<string, unknown>> = {},
): SerializedQuery {
  if (!Object.hasOwn(QUERY_TOOLS, operation)) {
    throw new TypeError(`No discovery tool "${operation}"`);
  }
  try {
    return { v: 1, operation, query: parseSent(QUERY_TOOLS[operation]!, args) };
  } catch (error) {
    if (!(error instanceof DirscopeError)) throw error;
    return { v: 1, operation, query: args };
  }
}

/**
 * Checks a call that arrived as JSON and carries it out. Requires `--allow-read` permission for the path
 * that it names.
 *
 * @param serialized The received value, unchecked.
 * @param context The settings of the host.
 * @returns The result; for a malformed call, an error in the shape of `find_files`.
 * @throws {DOMException} `AbortError` when `context.signal` aborts.
 */
export async function runQuery(
  serialized: unknown,
  context: ToolContext = {},
): Promise<QueryResult> {
  const { v, operation, query, ...rest } = Object(serialized) as Record<string, unknown>;
  const problem = problemOf(v, operation, Object.keys(rest));
  if (problem === undefined) {
    return await QUERY_TOOLS[operation as string]!.execute(query, context) as QueryResult;
  }
  const refusal = new DirscopeError("invalid_argument", problem);
  const failed = await TOOLSETS.discovery.find_files.fail(refusal, undefined);
  return { ...failed as DiscoveryResult, operation: "" };
}

function problemOf(v: unknown, operation: unknown, others: readonly string[]): string | undefined {
  if (v !== 1) return "a query must be an object whose v is 1, as serializeQuery returns it";
  if (typeof operation !== "string" || !Object.hasOwn(QUERY_TOOLS, operation)) {
    return `operation must be one of ${Object.keys(QUERY_TOOLS).join(", ")}`;
  }
  return others[0] === undefined ? undefined : `${lineSafe(others[0])} is not part of a query`;
}
