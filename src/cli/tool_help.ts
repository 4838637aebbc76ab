/** The help of one tool, or of a view. */
import { checksOf } from "../arguments/parse_arguments.ts";
import type { ToolsetName } from "../catalog.ts";
import type { ArgumentSchema, Tool } from "../tool.ts";
import { findTool } from "./find_tool.ts";
import { flagRows } from "./flags.ts";
import { lettersOf } from "./letters.ts";
import { type View, VIEWS } from "./views.ts";
import { inColumns, wrap } from "./wrap.ts";

const HELP_INDENT = 6;

const MORE_OPTIONS = "For the options of the command see dirscope --help.";

/** Returns the text of `dirscope TOOL --help`. */
export async function toolHelp(tool: Tool, toolset: ToolsetName): Promise<string> {
  const { description, parameters } = tool.DEFINITION.function;
  const checked = checksOf(tool).function.parameters.properties;
  const letters = flagRows(lettersOf(tool));
  return [
    `Usage: ${await commandPrefix(tool, toolset)} ${usageWords(tool).join(" ")} [OPTIONS]`,
    "",
    ...wrap(description, 0),
    "",
    "Arguments:",
    ...Object.entries(parameters.properties).flatMap(([key, schema]) => [
      `  --${key.replaceAll("_", "-")}${valueHint(checked[key]!)}`,
      ...wrap(schema.description ?? "", HELP_INDENT),
    ]),
    ...letters.length === 0 ? [] : ["", "Letters:", ...inColumns(letters)],
    "",
    MORE_OPTIONS,
  ].join("\n");
}

/** Returns the text of `dirscope ls --help`. */
export function viewHelp({ usage, help, toolset, flags }: View, { DEFINITION }: Tool): string {
  return [
    `Usage: dirscope ${usage} [OPTIONS]`,
    "",
    `Prints ${help}: a view of ${DEFINITION.function.name} of toolset ${toolset}.`,
    "",
    "Options:",
    ...inColumns(flagRows(flags)),
    "",
    MORE_OPTIONS,
  ].join("\n");
}

/** Returns the start of a command line that calls the tool. */
async function commandPrefix({ DEFINITION }: Tool, toolset: ToolsetName): Promise<string> {
  const { name } = DEFINITION.function;
  const isFirst = !Object.hasOwn(VIEWS, name) &&
    (await findTool(name, undefined))?.toolset === toolset;
  return isFirst ? `dirscope ${name}` : `dirscope --toolset ${toolset} ${name}`;
}

function usageWords({ DEFINITION, TRAITS: { pathArgument, wordArguments } }: Tool): string[] {
  const { required } = DEFINITION.function.parameters;
  return (wordArguments ?? [pathArgument]).map((name) => {
    const shown = name === pathArgument ? `${name.toUpperCase()}…` : name.toUpperCase();
    return required.includes(name) ? shown : `[${shown}]`;
  });
}

function valueHint(schema: ArgumentSchema): string {
  const { type, minimum, maximum, maxLength, maxItems } = schema;
  if (type === "boolean") return schema.default === true ? " (default; --no-… turns it off)" : "";
  const kinds = { string: "TEXT", integer: "N", array: "TEXT" };
  const facts = [
    ...type === "array" ? [`repeatable, at most ${maxItems} times`] : [],
    ...minimum === undefined
      ? []
      : [maximum === undefined ? `at least ${minimum}` : `${minimum} to ${maximum}`],
    ...maxLength === undefined ? [] : [`at most ${maxLength} characters`],
    ...schema.default === undefined ? [] : [`default ${schema.default}`],
  ];
  return ` ${schema.enum?.join("|") ?? kinds[type]}${
    facts.length === 0 ? "" : ` (${facts.join(", ")})`
  }`;
}
