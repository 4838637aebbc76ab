/** The help of the command as a whole. */
import { toolNames, TOOLSET_NAMES } from "./find_tool.ts";
import { flagText } from "./flags.ts";
import { FAMILIAR_FLAGS } from "./familiar_flags.ts";
import { COMMON_FLAGS } from "./common_flags.ts";
import { USAGES } from "./usages.ts";
import { inColumns, wrap } from "./wrap.ts";

/** Returns the text of `dirscope --help`. */
export function generalHelp(): string {
  return [
    "dirscope [TOOL] [PATH] [--argument value …]",
    "",
    ...wrap(
      "Lists and searches folders with the tools that AI agents use. Without a TOOL it is list_dir of toolset tree.",
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
    ...inColumns(Object.entries(USAGES).map(([name, { summary }]) => [name, summary])),
    "",
    "Options, besides a tool's own arguments (-aL 2 is -a -L 2):",
    ...inColumns(optionRows()),
    "",
    ...wrap(
      "Exit status: 0; 1 the tool reports an error, --quiet found nothing, or --null left out a name; 2 wrong usage; 130 interrupted.",
      0,
    ),
  ].join("\n");
}

/** Returns the flags of tools besides their arguments, each with its help. */
function optionRows(): (readonly [flag: string, help: string])[] {
  return [
    ...Object.entries(FAMILIAR_FLAGS).map(([letter, flag]) =>
      [flagText(`-${letter}`, flag), flag.help] as const
    ),
    ...Object.entries(COMMON_FLAGS).map(([name, flag]) => {
      const typed = flag.letter === undefined ? `--${name}` : `-${flag.letter}, --${name}`;
      return [flagText(typed, flag), flag.help] as const;
    }),
  ];
}

const EXAMPLES: readonly (readonly [line: string, meaning: string])[] = [
  ["dirscope", "what is in this folder"],
  ["dirscope src -L 2", "two levels of src as a tree"],
  ["dirscope --recursive --use-gitignore", "the project without what git ignores"],
  ["dirscope overview --max-tokens 500", "the whole project in one screen"],
  ["dirscope -g '*.ts' src", "what matches, at any depth"],
  ["dirscope find_files src --extensions ts", "files below src, a page at a time"],
  ["dirscope find_files --all --null", "every file, for xargs -0"],
  ["dirscope ./list_dir", "a folder that is called like a tool"],
  ["dirscope help TOOL", "the arguments of a tool"],
];
