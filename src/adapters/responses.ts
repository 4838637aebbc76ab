import type { ParametersSchema, ToolDefinition } from "../tool.ts";
import { toOpenAITool } from "./openai.ts";
import type { AdapterOptions, StrictParametersSchema } from "./strict.ts";

/** A tool in the form of OpenAI's Responses API. */
export type ResponsesTool = {
  /** The kind of tool. */
  readonly type: "function";
  /** The wire name. */
  readonly name: string;
  /** What the tool does, for the model. */
  readonly description: string;
  /** The JSON Schema of the arguments. */
  readonly parameters: ParametersSchema | StrictParametersSchema;
  /** Whether the model is held to the schema. */
  readonly strict: boolean;
};

/**
 * Turns a definition into the form of OpenAI's Responses API.
 *
 * @example Usage
 * ```ts
 * import { toResponsesTool, TOOLSETS } from "@dirscope/dirscope";
 * import { assertEquals } from "@std/assert";
 *
 * const tool = toResponsesTool(TOOLSETS.tree.list_dir.DEFINITION);
 * assertEquals([tool.type, tool.name, tool.strict], ["function", "list_dir", false]);
 * ```
 *
 * @param definition The definition of a tool.
 * @param options Whether the form is strict.
 * @returns An element of the `tools` of a request.
 */
export function toResponsesTool(
  definition: ToolDefinition,
  options: AdapterOptions = {},
): ResponsesTool {
  return { type: "function", ...toOpenAITool(definition, options).function };
}
