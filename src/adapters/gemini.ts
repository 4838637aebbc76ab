import type { ParametersSchema, ToolDefinition } from "../tool.ts";
import { functionOf } from "./strict.ts";

/** A tool in the form of Google's Gemini API: an item of `functionDeclarations`. */
export type GeminiTool = {
  /** The wire name. */
  readonly name: string;
  /** The purpose of the tool, for the model. */
  readonly description: string;
  /** The JSON Schema of the arguments. */
  readonly parametersJsonSchema: ParametersSchema;
};

/**
 * Turns a definition into the form of Google's Gemini API.
 *
 * @example Usage
 * ```ts
 * import { toGeminiTool, TOOLSETS } from "@dirscope/dirscope";
 * import { assertEquals } from "@std/assert";
 *
 * const { find_files } = TOOLSETS.agent;
 * const tools = [{ functionDeclarations: [toGeminiTool(find_files.DEFINITION)] }];
 * assertEquals(tools[0]?.functionDeclarations[0]?.name, "find_files");
 * ```
 *
 * @param definition The definition of a tool.
 * @returns An item of the `functionDeclarations` of a request's tool.
 */
export function toGeminiTool(definition: ToolDefinition): GeminiTool {
  const { name, description, parameters } = functionOf(definition);
  return { name, description, parametersJsonSchema: parameters };
}
