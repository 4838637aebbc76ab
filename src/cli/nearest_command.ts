/** Suggests what is meant by a first word that is nearly a name. */
import { lineSafe } from "../text/line_safe.ts";
import { toolNames, TOOLSET_NAMES } from "./find_tool.ts";
import { shellQuoted } from "./terminal.ts";
import { COMMAND_ROWS } from "./usages.ts";

const COMMAND_NAMES = [
  "help",
  ...COMMAND_ROWS.map(([name]) => name),
  ...TOOLSET_NAMES.flatMap(toolNames),
];

/** Returns the suggestion for a word that is a toolset, or begins or nearly is the name of a tool or a command. */
export async function commandAdvice(
  word: string,
  rest: readonly string[],
): Promise<string | undefined> {
  const toolset = TOOLSET_NAMES.find((name) => name === word);
  if (toolset !== undefined) {
    const names = toolNames(toolset);
    const tool = names.includes(rest[0] ?? "") ? [] : names.length === 1 ? names : ["TOOL"];
    const others = rest.map((each) => shellQuoted(lineSafe(each)));
    return `type dirscope ${["--toolset", toolset, ...tool, ...others].join(" ")}`;
  }
  const { nearestTo } = await import("../text/nearest.ts");
  const typed = word.replaceAll("-", "_");
  // Too many words are near a short name.
  const names = COMMAND_NAMES.filter((name) =>
    name.length > 3 && Math.abs(name.length - word.length) < 3
  );
  const begun = COMMAND_NAMES.find((name) => typed.length > 3 && name.startsWith(typed));
  const name = begun ?? nearestTo(typed, names);
  if (name !== undefined) return `did you mean ${name}, or fd ${shellQuoted(lineSafe(word))}?`;
  return rest.some((each) => each === "--help" || each === "-h")
    ? "dirscope tools lists them"
    : undefined;
}
