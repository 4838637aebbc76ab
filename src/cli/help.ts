import type { ArgumentSchema, Tool } from "../tool.ts";
import { toolNames, TOOLSET_NAMES } from "./find_tool.ts";
import { OWN_FLAGS } from "./own_flags.ts";
import { USAGES } from "./usages.ts";
import { wrap } from "./wrap.ts";

const HELP_COLUMN = 6;
const TOOLS_COLUMN = 14;

/** The help for one tool. */
export function helpFor(tool: Tool): string {
  const { name, description, parameters } = tool.DEFINITION.function;
  return [
    `dirscope [${name}] [PATH] [--argument value …]`,
    "",
    ...wrap(description, 0),
    "",
    "Arguments of the tool (--use-gitignore and --use_gitignore are the same):",
    ...Object.entries(parameters.properties).flatMap(([key, schema]) => [
      `  --${key.replaceAll("_", "-")}${valueHint(schema)}`,
      ...wrap(schema.description, HELP_COLUMN),
    ]),
    "",
    "Tools, by toolset (name the toolset where two have the same):",
    ...TOOLSET_NAMES.flatMap((toolset) => {
      const [first, ...rest] = wrap(toolNames(toolset).join(", "), TOOLS_COLUMN);
      return [`  ${toolset}`.padEnd(TOOLS_COLUMN) + first!.trimStart(), ...rest];
    }),
    "",
    "Commands (each has its own --help):",
    ...Object.entries(USAGES).map(([name, { summary }]) =>
      `  ${name.padEnd(TOOLS_COLUMN)}${summary}`
    ),
    "",
    "Options of the command:",
    ...Object.entries(OWN_FLAGS).flatMap(([key, { value, help }]) => [
      `  --${key}${value === undefined ? "" : ` ${value}`}`,
      ...wrap(help, HELP_COLUMN),
    ]),
    "",
    "Examples:",
    "  dirscope                                  what is in this folder",
    "  dirscope src --recursive --depth 1        two levels of src as a tree",
    "  dirscope --recursive --use-gitignore      the project without what git ignores",
    "  dirscope --recursive --filter files       one path a line, for a pipe",
    "  dirscope ./list_dir                       a folder that is called like a tool",
    "  dirscope find_files src --extensions ts   files below src, a page at a time",
    "  dirscope find_files --all --null          every file, for xargs -0",
    "  dirscope overview --max-tokens 500        the whole project in one screen",
    "  dirscope TOOL --help                      the arguments of another tool",
    "",
    "Exit status: 0; 1 the tool reports an error; 2 wrong usage; 130 interrupted.",
  ].join("\n");
}

function valueHint(schema: ArgumentSchema): string {
  const { type } = schema;
  if (type === "boolean") return schema.default === true ? " (default; --no-… turns it off)" : "";
  const choices = schema.enum?.join("|");
  const hint = choices ??
    { string: "TEXT", integer: "N", array: "TEXT (repeatable)" }[type as string];
  return ` ${hint}${schema.default === undefined ? "" : ` (default ${schema.default})`}`;
}
