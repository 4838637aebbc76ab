import type { ToolDefinition } from "../tool.ts";
import { type AdapterOptions, converted, type ConvertedFunction } from "./strict.ts";

/** A tool in the form of OpenAI's Responses API. */
export type ResponsesTool = { readonly type: "function" } & ConvertedFunction;

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
 * @param options The form: strict or not.
 * @returns An element of the `tools` of a request.
 */
export function toResponsesTool(
  definition: ToolDefinition,
  options: AdapterOptions = {},
): ResponsesTool {
  return { type: "function", ...converted(definition, options) };
}
