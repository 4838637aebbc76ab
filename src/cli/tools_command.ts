/**
 * `dirscope tools`: which tools there are.
 *
 * @module
 */
import { allTools, TOOLSET_NAMES, toolsetNamed } from "./find_tool.ts";
import { firstSentence } from "./first_sentence.ts";
import { type CommandUsage, helpOf, parseFlags } from "./flags.ts";
import type { Terminal } from "./terminal.ts";

/** What `dirscope tools` takes. */
export const USAGE: CommandUsage = {
  about: "List the tools: toolset, tool, and what it does.",
  lines: ["tools [--toolset NAME]"],
  flags: {
    toolset: {
      value: "NAME",
      choices: TOOLSET_NAMES,
      help: `Only those of ${TOOLSET_NAMES.join(", ")}.`,
    },
  },
};

/** Carries out `dirscope tools`. */
export async function run(words: readonly string[], { print }: Terminal): Promise<number> {
  const { toolset, help } = parseFlags(words, USAGE);
  if (help) return await print(helpOf(USAGE));
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
