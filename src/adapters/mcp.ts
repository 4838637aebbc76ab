import type { OutputSchema, ParametersSchema, ToolDefinition } from "../tool.ts";
import { functionOf } from "./strict.ts";

/** A tool in the form of the Model Context Protocol's `tools/list`. */
export type McpTool = {
  /** The wire name. */
  readonly name: string;
  /** The name to show to people. */
  readonly title: string;
  /** The purpose of the tool, for the model. */
  readonly description: string;
  /** The JSON Schema of the arguments. */
  readonly inputSchema: ParametersSchema;
  /** The JSON Schema of `structuredContent`, if the tool returns any. */
  readonly outputSchema?: OutputSchema;
  /** Hints that a client may rely on. */
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
};

/**
 * Turns a definition into the form of the Model Context Protocol.
 *
 * @example Usage
 * ```ts
 * import { toMcpTool, TOOLSETS } from "@dirscope/dirscope";
 * import { assertEquals } from "@std/assert";
 *
 * const tool = toMcpTool(TOOLSETS.tree.list_dir.DEFINITION);
 * assertEquals([tool.name, tool.title], ["list_dir", "List dir"]);
 * assertEquals(tool.annotations.readOnlyHint, true);
 * ```
 *
 * @param definition The definition of a tool.
 * @param outputSchema The tool's `OUTPUT_SCHEMA`, if it has one.
 * @returns An element of the `tools` of a `tools/list` result.
 */
export function toMcpTool(definition: ToolDefinition, outputSchema?: OutputSchema): McpTool {
  const { name, description, parameters } = functionOf(definition);
  const isSchema = outputSchema?.type === "object";
  // `map` passes an index.
  if (!isSchema && outputSchema === Object(outputSchema)) {
    throw new TypeError("Cannot use the output schema: pass the OUTPUT_SCHEMA of a tool");
  }
  return {
    name,
    // "Find files" of `find_files`; the name of a command, such as `ls`, stays as it is.
    title: name.length <= 2 ? name : (name[0]!.toUpperCase() + name.slice(1)).replaceAll("_", " "),
    description,
    inputSchema: parameters,
    ...isSchema && { outputSchema },
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  };
}
