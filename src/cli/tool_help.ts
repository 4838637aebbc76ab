/** The help of one tool. */
import type { ArgumentSchema, Tool } from "../tool.ts";
import type { ToolsetName } from "../catalog.ts";
import { checksOf } from "../arguments/parse_arguments.ts";
import { findTool, habitNamed } from "./find_tool.ts";
import { listsWorkingDirectory } from "./words.ts";
import { wrap } from "./wrap.ts";

const HELP_INDENT = 6;

const LOCAL = " A day or a time without an offset is local.";

/** Returns the text of `dirscope TOOL --help`. */
export async function toolHelp(tool: Tool, toolset: ToolsetName): Promise<string> {
  const { description, parameters } = tool.DEFINITION.function;
  const checked = checksOf(tool).function.parameters.properties;
  const call = await commandPrefix(tool, toolset);
  return [
    `Usage: ${call} ${usageWords(tool).join(" ")} [OPTIONS]`,
    "",
    ...wrap(description, 0),
    "",
    "Arguments:",
    ...Object.entries(parameters.properties).flatMap(([key, schema]) => [
      `  --${key.replaceAll("_", "-")}${valueHint(checked[key]!)}`,
      ...wrap(schema.description + (key === "modified_within" ? LOCAL : ""), HELP_INDENT),
    ]),
    "",
    "For the options of the command see dirscope --help.",
    "",
    "Example:",
    `  ${[call, ...exampleArguments(tool)].join(" ")}`,
  ].join("\n");
}

/** Returns the start of a command line that calls the tool. */
async function commandPrefix({ DEFINITION }: Tool, toolset: ToolsetName): Promise<string> {
  const { name } = DEFINITION.function;
  const isFirst = habitNamed(name) === undefined &&
    (await findTool(name, undefined))?.toolset === toolset;
  return isFirst ? `dirscope ${name}` : `dirscope --toolset ${toolset} ${name}`;
}

function wordArgumentsOf({ TRAITS: { pathArgument, wordArguments } }: Tool): readonly string[] {
  return wordArguments ?? [pathArgument];
}

function usageWords(tool: Tool): string[] {
  const { required } = tool.DEFINITION.function.parameters;
  return wordArgumentsOf(tool).map((name) => {
    const shown = name.toUpperCase();
    return required.includes(name) && !listsWorkingDirectory(tool) ? shown : `[${shown}]`;
  });
}

/** Positional words of an example, by the argument that they fill. */
const EXAMPLE_WORDS: Readonly<Record<string, string>> = {
  dir_path: '"$PWD"',
  path: "src",
  pattern: "'**/*.md'",
  queries: "'fdw'",
  root: "src",
  since: "latest",
};

/** Flags of an example, by an argument that the tool has: the first that it has counts. */
const EXAMPLE_FLAGS: readonly (readonly [argument: string, flags: string])[] = [
  ["pattern", "--kind file"],
  ["extensions", "--extensions md"],
  ["max_tokens", "--max-tokens 500"],
  ["depth", "-L 2"],
  ["max_depth", "-L 2"],
  ["include_hidden", "-a"],
];

function exampleArguments(tool: Tool): string[] {
  const { properties } = tool.DEFINITION.function.parameters;
  const [, flags] = EXAMPLE_FLAGS.find(([name]) => Object.hasOwn(properties, name)) ?? [];
  const words = wordArgumentsOf(tool).map((name) => EXAMPLE_WORDS[name] ?? name.toUpperCase());
  return flags === undefined ? words : [...words, flags];
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
