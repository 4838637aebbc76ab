import type { OutputSchema, ParametersSchema, ToolDefinition } from "../tool.ts";

/** A tool in the form of the Model Context Protocol's `tools/list`. */
export interface McpTool {
  /** The wire name. */
  readonly name: string;
  /** The name for people. */
  readonly title: string;
  /** What the tool does, for the model. */
  readonly description: string;
  /** The JSON Schema of the arguments. */
  readonly inputSchema: ParametersSchema;
  /** The JSON Schema of `structuredContent`, of the tools that give it. */
  readonly outputSchema?: OutputSchema;
  /** What a client may rely on. */
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
}

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
 * @param outputSchema The schema of the tool's data, `OUTPUT_SCHEMA`, where it has one.
 * @returns An item of the `tools` of a `tools/list` result.
 */
export function toMcpTool(definition: ToolDefinition, outputSchema?: OutputSchema): McpTool {
  const { name, description, parameters } = definition.function;
  return {
    name,
    title: titleOf(name),
    description,
    inputSchema: parameters,
    ...outputSchema && { outputSchema },
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  };
}

/** `find_files` is "Find files"; a command's name, as `ls`, stays one. */
function titleOf(name: string): string {
  if (name.length <= 2) return name;
  return (name[0]!.toUpperCase() + name.slice(1)).replaceAll("_", " ");
}
