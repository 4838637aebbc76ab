import type { ParametersSchema, ToolDefinition } from "../tool.ts";

/** A tool in the form of the Model Context Protocol's `tools/list`. */
export interface McpTool {
  /** The wire name. */
  readonly name: string;
  /** What the tool does, for the model. */
  readonly description: string;
  /** The JSON Schema of the arguments. */
  readonly inputSchema: ParametersSchema;
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
 * assertEquals(tool.name, "list_dir");
 * assertEquals(tool.annotations.readOnlyHint, true);
 * ```
 *
 * @param definition The definition of a tool.
 * @returns An item of the `tools` of a `tools/list` result.
 */
export function toMcpTool(definition: ToolDefinition): McpTool {
  const { name, description, parameters } = definition.function;
  return {
    name,
    description,
    inputSchema: parameters,
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  };
}
