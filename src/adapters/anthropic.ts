import type { ParametersSchema, ToolDefinition } from "../tool.ts";

/** A tool in the form of Anthropic's Messages API. */
export interface AnthropicTool {
  /** The wire name. */
  readonly name: string;
  /** What the tool does, for the model. */
  readonly description: string;
  /** The JSON Schema of the arguments. */
  readonly input_schema: ParametersSchema;
}

/**
 * Turns a definition into the form of Anthropic's Messages API.
 *
 * @example Usage
 * ```ts
 * import { toAnthropicTool, TOOLSETS } from "@dirscope/dirscope";
 * import { assertEquals } from "@std/assert";
 *
 * const { DEFINITION } = TOOLSETS.tree.list_dir;
 * const tool = toAnthropicTool(DEFINITION);
 * assertEquals(tool.name, "list_dir");
 * assertEquals(tool.input_schema, DEFINITION.function.parameters);
 * ```
 *
 * @param definition The definition of a tool.
 * @returns An element of the `tools` of a request.
 */
export function toAnthropicTool(definition: ToolDefinition): AnthropicTool {
  const { name, description, parameters } = definition.function;
  return { name, description, input_schema: parameters };
}
