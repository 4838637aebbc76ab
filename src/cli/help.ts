/** The help of the command as a whole. */
import { type Habit, HABITS, toolNames, TOOLSET_NAMES, toolsOf } from "./find_tool.ts";
import { type Flag, flagText } from "./flags.ts";
import { DIALECT_FLAGS, FAMILIAR_FLAGS } from "./familiar_flags.ts";
import { COMMON_FLAGS } from "./common_flags.ts";
import { COMMAND_ROWS } from "./usages.ts";
import { inColumns, wrap } from "./wrap.ts";

/** Returns the text of `dirscope --help`. */
export function generalHelp(): string {
  return [
    "dirscope [TOOL] [PATH] [--argument value …]",
    "",
    ...wrap(
      "Lists and searches folders with the tools that AI agents use. Without a TOOL it lists a folder, hidden entries too; with -L or -R it is tree.",
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
    ...inColumns(optionRows()),
    "",
    ...wrap(
      "Exit status: 0; 1 the tool reports an error, --quiet found nothing, or --null left out a name; 2 wrong usage; 130 interrupted.",
      0,
    ),
  ].join("\n");
}

/** Returns the text of `dirscope ls --help`, or of another command that people know. */
export async function habitHelp(habit: Habit): Promise<string> {
  const { help, tools, toolset, dialect } = HABITS[habit];
  const own = (await toolsOf(HABITS[habit])).flatMap(({ tool }) =>
    Object.entries(tool.DEFINITION.function.parameters.properties)
  ).map(([name, schema]) =>
    `--${schema.default === true ? "no-" : ""}${name.replaceAll("_", "-")}`
  );
  return [
    `Usage: dirscope ${habit} ${habit === "fd" ? "[PATTERN] " : ""}[PATH…] [OPTIONS]`,
    "",
    ...wrap(`Prints ${help} does: it is ${tools.join(" or ")} of toolset ${toolset}.`, 0),
    "",
    "Options:",
    ...inColumns(
      Object.entries(DIALECT_FLAGS[dialect]).filter(([, flag]) => flag.help).map(flagRow),
    ),
    "",
    ...wrap(`As for ${tools.join(" and ")}: ${[...new Set(own)].join(", ")}.`, 0),
    "For the options of the command see dirscope --help.",
  ].join("\n");
}

const flagRow = ([letter, flag]: [string, Flag]) =>
  [
    flagText(letter.length === 1 ? `-${letter}` : `--${letter}`, flag),
    flag.also ? `${flag.help} ${flag.also.replaceAll(" ", ", ")} too.` : flag.help,
  ] as const;

/** Returns the flags of tools besides their arguments, each with its help. */
function optionRows(): (readonly [flag: string, help: string])[] {
  return [
    ...Object.entries(FAMILIAR_FLAGS).map(flagRow),
    ...Object.entries(COMMON_FLAGS).map(([name, flag]) => {
      const typed = flag.letter === undefined ? `--${name}` : `-${flag.letter}, --${name}`;
      return [flagText(typed, flag), flag.help] as const;
    }),
  ];
}

const EXAMPLES: readonly (readonly [line: string, meaning: string])[] = [
  ["dirscope", "what is in this folder"],
  ["dirscope ls -lt src", "the names in src with sizes and times, newest first"],
  ["dirscope tree -L 2 src", "two levels of src as a tree"],
  ["dirscope --recursive --use-gitignore", "the project without what git ignores"],
  ["dirscope overview --max-tokens 500", "the whole project in one screen"],
  ["dirscope -g '*.ts' src", "what matches, at any depth"],
  ["dirscope find_files src --extensions ts", "files below src, a page at a time"],
  ["dirscope find_files --all --null", "every file, for xargs -0"],
  ["dirscope ./list_dir", "a folder that is called like a tool"],
  ["dirscope help fd", "the flags of a search, such as --sort, --limit, --modified-within"],
  ["dirscope help TOOL", "the arguments of a tool"],
];
