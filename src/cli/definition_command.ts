/** `dirscope definition`: a tool's definition, in the form of a provider. */
import { toAnthropicTool } from "../adapters/anthropic.ts";
import { toGeminiTool } from "../adapters/gemini.ts";
import { toMcpTool } from "../adapters/mcp.ts";
import { toResponsesTool } from "../adapters/responses.ts";
import type { Tool } from "../tool.ts";
import type { ToolsetName } from "../catalog.ts";
import { allTools, findTool, toolsetNamed } from "./find_tool.ts";
import { commandHelp, parseCommand } from "./flags.ts";
import { type Terminal, UsageError } from "./terminal.ts";
import { type FORMAT_NAMES, USAGES } from "./usages.ts";

/** Conversions of a definition to the form of each provider. */
export const FORMATS: Readonly<Record<(typeof FORMAT_NAMES)[number], (tool: Tool) => unknown>> = {
  openai: ({ DEFINITION }) => DEFINITION,
  responses: ({ DEFINITION }) => toResponsesTool(DEFINITION),
  anthropic: ({ DEFINITION }) => toAnthropicTool(DEFINITION),
  gemini: ({ DEFINITION }) => toGeminiTool(DEFINITION),
  mcp: ({ DEFINITION, OUTPUT_SCHEMA }) => toMcpTool(DEFINITION, OUTPUT_SCHEMA),
};

export async function runDefinition(
  words: readonly string[],
  { print }: Terminal,
): Promise<number> {
  const { toolset, format = "openai", help, _: [name] } = parseCommand(words, USAGES.definition);
  if (help) return await print(commandHelp(USAGES.definition));
  if (!Object.hasOwn(FORMATS, format)) {
    throw new UsageError(`--format must be one of ${Object.keys(FORMATS).join(", ")}`);
  }
  const convert = FORMATS[format as keyof typeof FORMATS];
  const named = toolset === undefined ? undefined : toolsetNamed(toolset);
  return await print(`${JSON.stringify(await definitions(name, named, convert), null, 2)}\n`);
}

async function definitions(
  name: string | undefined,
  toolset: ToolsetName | undefined,
  convert: (tool: Tool) => unknown,
): Promise<unknown> {
  if (name !== undefined) {
    const found = await findTool(name.replaceAll("-", "_"), toolset);
    if (found !== undefined) return convert(found.tool);
    throw (await import("./unknown_name.ts")).unknownName(name, toolset);
  }
  if (toolset === undefined) throw new UsageError("definition needs a TOOL, or --toolset NAME");
  return (await allTools(toolset)).map(({ tool }) => convert(tool));
}
