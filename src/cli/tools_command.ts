/**
 * `dirscope tools`: which tools there are.
 *
 * @module
 */
import { allTools, TOOLSET_NAMES, toolsetNamed } from "./find_tool.ts";
import { firstSentence } from "./first_sentence.ts";
import { parseFlags } from "./flags.ts";
import type { Terminal } from "./terminal.ts";

const HELP = `List the tools: toolset, tool, and what it does.

Usage: dirscope tools [--toolset NAME]

Options:
  --toolset NAME  Only those of ${TOOLSET_NAMES.join(", ")}.
  --help          Show this help (-h).
`;

/** Carries out `dirscope tools`. */
export async function run(words: readonly string[], { print }: Terminal): Promise<number> {
  const { toolset, help } = parseFlags(words, { strings: ["toolset"], words: 0 });
  if (help) return await print(HELP);
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
