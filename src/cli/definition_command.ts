/** `dirscope definition`: a tool's definition, in the form of a provider. */
import { toAnthropicTool } from "../adapters/anthropic.ts";
import { toGeminiTool } from "../adapters/gemini.ts";
import { toMcpTool } from "../adapters/mcp.ts";
import { toResponsesTool } from "../adapters/responses.ts";
import { lineSafe } from "../text/line_safe.ts";
import type { Tool } from "../tool.ts";
import type { ToolsetName } from "../catalog.ts";
import { allTools, findTool, toolNames, TOOLSET_NAMES, toolsetNamed } from "./find_tool.ts";
import { commandHelp, parseFlags } from "./flags.ts";
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
  const { toolset, format = "openai", help, _: [name] } = parseFlags(words, USAGES.definition);
  if (help) return await print(commandHelp(USAGES.definition));
  if (!Object.hasOwn(FORMATS, format)) {
    throw new UsageError(`--format must be one of ${Object.keys(FORMATS).join(", ")}`);
  }
  const convert = FORMATS[format as keyof typeof FORMATS];
  const named = toolset === undefined ? undefined : toolsetNamed(toolset);
  return await print(`${JSON.stringify(await definitions(name, named, convert), null, 2)}\n`);
}

async function definitions(
  name: string | number | undefined,
  toolset: ToolsetName | undefined,
  convert: (tool: Tool) => unknown,
): Promise<unknown> {
  if (name !== undefined) {
    const found = await findTool(String(name), toolset);
    if (found !== undefined) return convert(found.tool);
    throw new UsageError(`no tool "${lineSafe(String(name))}"`, async () => {
      if (TOOLSET_NAMES.some((each) => each === name)) {
        return `type dirscope definition --toolset ${name}`;
      }
      const { nearestTo } = await import("../text/nearest.ts");
      const nearest = nearestTo(String(name), TOOLSET_NAMES.flatMap(toolNames));
      return nearest === undefined ? "dirscope tools lists them" : `did you mean ${nearest}?`;
    });
  }
  if (toolset === undefined) throw new UsageError("definition needs a TOOL, or --toolset NAME");
  return (await allTools(toolset)).map(({ tool }) => convert(tool));
}
