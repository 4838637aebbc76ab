import type { ToolDefinition } from "../tool.ts";
import { type AdapterOptions, converted, type ConvertedFunction } from "./strict.ts";

/** A tool in the form of OpenAI's Chat Completions API, which many other providers take, too. */
export type OpenAITool = {
  /** The kind of tool. */
  readonly type: "function";
  /** The tool itself. */
  readonly function: ConvertedFunction;
};

/**
 * Turns a definition into the form of OpenAI's Chat Completions API. Without `strict`, the definition itself
 * is that form already.
 *
 * @example Usage
 * ```ts
 * import { toOpenAITool, TOOLSETS } from "@dirscope/dirscope";
 * import { assertEquals } from "@std/assert";
 *
 * const tool = toOpenAITool(TOOLSETS.discovery.stat_path.DEFINITION, { strict: true });
 * assertEquals([tool.function.name, tool.function.strict], ["stat_path", true]);
 * ```
 *
 * @param definition The definition of a tool.
 * @param options The form: strict or not.
 * @returns An item of the `tools` of a request.
 */
export function toOpenAITool(
  definition: ToolDefinition,
  options: AdapterOptions = {},
): OpenAITool {
  return { type: "function", function: converted(definition, options) };
}
