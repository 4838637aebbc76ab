import type { ParametersSchema, ToolDefinition } from "../tool.ts";

/** A tool in the form of OpenAI's Responses API. */
export interface ResponsesTool {
  /** The kind of tool. */
  readonly type: "function";
  /** The wire name. */
  readonly name: string;
  /** What the tool does, for the model. */
  readonly description: string;
  /** The JSON Schema of the arguments. */
  readonly parameters: ParametersSchema;
  /** Off: strict mode accepts only a subset of JSON Schema, without defaults. */
  readonly strict: false;
}

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
 * @returns An element of the `tools` of a request.
 */
export function toResponsesTool(definition: ToolDefinition): ResponsesTool {
  const { name, description, parameters } = definition.function;
  return { type: "function", name, description, parameters, strict: false };
}
