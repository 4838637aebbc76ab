/** The help of the command as a whole, of a tool and of a view. */
import type { Tool } from "../tool.ts";
import { COMMON_FLAGS } from "./common_flags.ts";
import { argumentFlags, type CommandLine } from "./command_line.ts";
import { findTool, toolNames, TOOLSET_NAMES } from "./find_tool.ts";
import { commandHelp, flagRows } from "./flags.ts";
import { LETTERS, lettersOf } from "./letters.ts";
import { COMMAND_ROWS } from "./usages.ts";
import { VIEWS } from "./views.ts";
import { inColumns, wrap } from "./wrap.ts";

/** Returns the text of `dirscope --help`. */
export function generalHelp(): string {
  return [
    "dirscope [TOOL] [WORD…] [--argument value …]",
    "",
    ...wrap(
      "Lists and searches folders with the tools that AI agents use. Without a TOOL it lists a folder (., .. or a path with a slash) with list_dir of tree.",
      0,
    ),
    "",
    "Examples:",
    ...inColumns(EXAMPLES),
    "",
    "Tools, by toolset (name the toolset where two have the same):",
    ...inColumns(TOOLSET_NAMES.map((toolset) => [toolset, toolNames(toolset).join(", ")])),
    "",
    "Commands (each has its own --help):",
    ...inColumns(COMMAND_ROWS),
    "",
    "Options, besides a tool's own arguments (-aL 2 is -a -L 2):",
    ...inColumns(flagRows({ ...LETTERS, ...COMMON_FLAGS })),
    "",
    ...wrap(
      "Exit status: 0; 1 the tool reports an error, or --null left out a name; 2 wrong usage; 130 interrupted.",
      0,
    ),
    "",
  ].join("\n");
}

/** Returns the text of `dirscope TOOL --help`. */
export async function lineHelp({ tool, toolset, view }: CommandLine): Promise<string> {
  const { name, description } = tool.DEFINITION.function;
  const notes = "For the options of the command see dirscope --help.";
  if (view !== undefined) {
    const { help, usage, flags } = view;
    const about = `Prints ${help}: a view of ${name} of toolset ${toolset}.`;
    return commandHelp({ about, lines: [`${usage} [OPTIONS]`], flags, notes });
  }
  const isFirst = !Object.hasOwn(VIEWS, name) &&
    (await findTool(name, undefined))?.toolset === toolset;
  const words = [isFirst ? name : `--toolset ${toolset} ${name}`, ...usageWords(tool), "[OPTIONS]"];
  const flags = { ...argumentFlags(tool), ...lettersOf(tool) };
  return commandHelp({ about: description, lines: [words.join(" ")], flags, notes });
}

function usageWords({ DEFINITION, TRAITS: { pathArgument, wordArguments } }: Tool): string[] {
  const { required } = DEFINITION.function.parameters;
  return (wordArguments ?? [pathArgument]).map((name) => {
    const shown = name === pathArgument ? `${name.toUpperCase()}…` : name.toUpperCase();
    return required.includes(name) ? shown : `[${shown}]`;
  });
}

const EXAMPLES: readonly (readonly [line: string, meaning: string])[] = [
  ["dirscope", "what is in this folder"],
  ["dirscope tree -L 2 src", "two levels of src as a tree"],
  ["dirscope ls -l src", "the names in src with sizes and times"],
  ["dirscope overview --max-tokens 500", "the whole project in one screen"],
  ["dirscope find_path 'login fails after 2 h'", "the files that a task concerns"],
  ["dirscope glob_search '**/*.ts' src", "what matches, at any depth"],
  ["dirscope find_files src --extensions ts", "files below src, a page at a time"],
  ["dirscope find_files --all --null", "every file, for xargs -0"],
  ["dirscope help TOOL", "the arguments of a tool"],
];
