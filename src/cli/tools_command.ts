/** `dirscope tools`: a table of the tools. */
import { allTools, toolsetNamed } from "./find_tool.ts";
import { commandHelp, parseCommand } from "./flags.ts";
import type { Terminal } from "./terminal.ts";
import { USAGES } from "./usages.ts";
import { firstSentence } from "./wrap.ts";

export async function runToolList(words: readonly string[], { print }: Terminal): Promise<number> {
  const { toolset, help } = parseCommand(words, USAGES.tools);
  if (help) return await print(commandHelp(USAGES.tools));
  const found = await allTools(toolset === undefined ? undefined : toolsetNamed(toolset));
  const rows = found.map(({ toolset, tool }) => {
    const { name, description } = tool.DEFINITION.function;
    return [toolset, name, firstSentence(description)];
  });
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]!.length)));
  return await print(
    rows.map(([name, tool, about]) =>
      `${name!.padEnd(widths[0]!)}  ${tool!.padEnd(widths[1]!)}  ${about}\n`
    ).join(""),
  );
}
