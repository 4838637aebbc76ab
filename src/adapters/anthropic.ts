import type { ParametersSchema, ToolDefinition } from "../tool.ts";
import { type AdapterOptions, converted, type StrictParametersSchema } from "./strict.ts";

/** A tool in the form of Anthropic's Messages API. */
export type AnthropicTool = {
  /** The wire name. */
  readonly name: string;
  /** The purpose of the tool, for the model. */
  readonly description: string;
  /** The JSON Schema of the arguments. */
  readonly input_schema: ParametersSchema | StrictParametersSchema;
  /** Set if the model is held to the schema; absent if not. */
  readonly strict?: true;
};

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
 * @param options The form: strict or not.
 * @returns An element of the `tools` of a request.
 */
export function toAnthropicTool(
  definition: ToolDefinition,
  options: AdapterOptions = {},
): AnthropicTool {
  // It refuses bounds of integers, and of patterns all but the simplest.
  const { parameters, strict, ...texts } = converted(definition, options, true);
  return { ...texts, input_schema: parameters, ...strict && { strict } };
}
