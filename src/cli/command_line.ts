/** Parses a command line: what it calls, and with which arguments. The line alone decides, never the disk. */
import { checksOf } from "../arguments/parse_arguments.ts";
import type { ToolsetName } from "../catalog.ts";
import { lineSafe } from "../text/line_safe.ts";
import type { ArgumentSchema, Tool } from "../tool.ts";
import { commonFlagsOf, type ToolFlags } from "./common_flags.ts";
import { findTool, type FoundTool, toolsetNamed } from "./find_tool.ts";
import { type Flag, type Flags, parseFlags } from "./flags.ts";
import { LETTERS, lettersOf } from "./letters.ts";
import { UsageError } from "./terminal.ts";
import { type View, type ViewFlags, VIEWS } from "./views.ts";

/** A command line that calls a tool. */
export interface CommandLine extends FoundTool {
  /** The name that it begins with; absent where it lists a folder. */
  readonly name: string | undefined;
  readonly view: View | undefined;
  /** The tool's arguments, unchecked. */
  readonly args: Readonly<Record<string, unknown>>;
  /** The paths to look at in turn; none for the tool's default. */
  readonly paths: readonly string[];
  /** Patterns of what the view leaves out below each path. */
  readonly hidden: readonly string[];
  /** The command's own flags. */
  readonly flags: ToolFlags & ViewFlags;
}

/** Returns a line for each path of a line. */
export function linesOf(line: CommandLine): CommandLine[] {
  const { tool: { TRAITS: { pathArgument } }, paths } = line;
  if (paths.length === 0) return [line];
  return paths.map((path) => ({ ...line, args: { ...line.args, [pathArgument]: path } }));
}

/** Returns the path of a line that has at most one. */
export function pathOf({ tool, args }: Pick<CommandLine, "tool" | "args">): string {
  return `${args[tool.TRAITS.pathArgument] ?? "."}`;
}

/**
 * Parses a line: the first word is a tool or a view. A line without one, or that begins with a path or a flag, is
 * `list_dir` of `tree`.
 *
 * @throws {UsageError} If a name or a flag is unknown, or there is a word too many.
 */
export async function parseCommandLine(argv: readonly string[]): Promise<CommandLine> {
  const { toolset, rest } = takeToolset(argv);
  const [first = "", ...others] = rest;
  const name = first === "" || first.startsWith("-") || isPath(first)
    ? undefined
    : first.replaceAll("-", "_");
  const words = name === undefined ? rest : others;
  if (toolset === undefined && name !== undefined && Object.hasOwn(VIEWS, name)) {
    return await viewLine(VIEWS[name as keyof typeof VIEWS], name, words);
  }
  const found = await findTool(name ?? "list_dir", toolset);
  if (found === undefined) {
    throw (await import("./unknown_name.ts")).unknownName(name ?? "list_dir", toolset);
  }
  const flags = {
    ...argumentFlags(found.tool),
    ...lettersOf(found.tool),
    ...commonFlagsOf(found.tool),
  };
  const parsed = parseFlags(words, flags);
  const args = argumentsOf(found.tool, parsed);
  const line = {
    ...found,
    name,
    view: undefined,
    hidden: [],
    flags: parsed as unknown as ToolFlags,
  };
  if (name === undefined) refuseNames(parsed._);
  return { ...line, ...withWords(found.tool, args, parsed._) };
}

async function viewLine(view: View, name: string, words: readonly string[]): Promise<CommandLine> {
  const tool = await view.load();
  const parsed = parseFlags(words, { ...view.flags, ...commonFlagsOf(tool) });
  const flags = { ...parsed as unknown as ToolFlags & ViewFlags, all: true };
  const [args, hidden] = [view.argumentsOf(flags), view.hiddenBy(flags)];
  return { tool, toolset: view.toolset, name, view, args, paths: parsed._, hidden, flags };
}

/** Reports whether a word is a path by its own look: any other first word is a name. */
function isPath(word: string): boolean {
  return /^\.{1,2}$|\//.test(word) || Deno.build.os === "windows" && word.includes("\\");
}

/** @throws {UsageError} If a line without a tool has a word that is no path by its look: a tool after its flags. */
function refuseNames(words: readonly string[]): void {
  const word = words.find((each) => !isPath(each));
  if (word === undefined) return;
  const name = lineSafe(word);
  throw new UsageError(`"${name}" follows a flag`, `a tool comes first, and a folder is ./${name}`);
}

/** Takes `--toolset` out of a line: the toolset decides which flags the other words may be. */
function takeToolset(argv: readonly string[]): {
  readonly toolset: ToolsetName | undefined;
  readonly rest: readonly string[];
} {
  const end = argv.indexOf("--");
  const at = argv.findIndex((word, i) => (end < 0 || i < end) && /^--toolset(=|$)/.test(word));
  if (at < 0) return { toolset: undefined, rest: argv };
  const word = argv[at]!;
  const isApart = word === "--toolset";
  const name = isApart ? argv[at + 1] ?? "" : word.slice("--toolset=".length);
  return { toolset: toolsetNamed(name), rest: argv.toSpliced(at, isApart ? 2 : 1) };
}

/** Returns the flags of a tool's arguments, with the bounds that it checks. */
export function argumentFlags(tool: Tool): Flags {
  const checked = checksOf(tool).function.parameters.properties;
  return Object.fromEntries(
    Object.entries(tool.DEFINITION.function.parameters.properties).map((
      [name, { description }],
    ) => [name.replaceAll("_", "-"), flagOf(checked[name]!, description)]),
  );
}

function flagOf(schema: ArgumentSchema, description: string): Flag {
  const { type, enum: choices, minimum, maximum, default: value } = schema;
  if (type === "boolean") {
    return { help: value ? `${description} --no-… turns it off.` : description, isNegatable: true };
  }
  const bounds = maximum === undefined ? `at least ${minimum}` : `${minimum} to ${maximum}`;
  const facts = [
    ...minimum === undefined ? [] : [bounds],
    ...value === undefined ? [] : [`default ${value}`],
    ...type === "array" ? ["repeatable"] : [],
  ];
  return {
    help: facts.length === 0 ? description : `${description} (${facts.join(", ")})`,
    value: choices?.join("|") ?? (type === "integer" ? "N" : "TEXT"),
    isList: type === "array",
  };
}

/** Returns the arguments that flags and letters give. */
function argumentsOf(
  { DEFINITION }: Tool,
  parsed: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const { name: tool, parameters: { properties } } = DEFINITION.function;
  const args: Record<string, unknown> = {};
  for (const [name, { type }] of Object.entries(properties)) {
    const value = parsed[name.replaceAll("_", "-")];
    const isGiven = Array.isArray(value) ? value.length > 0 : value !== undefined;
    if (isGiven) args[name] = type === "integer" ? integerOf(value as string) : value;
  }
  // A tool whose text may be JSON prints it itself.
  if (parsed.json && properties.format) args.format ??= "json";
  for (const [letter, { set }] of Object.entries(LETTERS)) {
    if (parsed[letter] === undefined) continue;
    const set_ = set(properties, `${parsed[letter]}`)!;
    for (const [name, value] of Object.entries(set_)) {
      if (args[name] !== undefined && args[name] !== value) {
        throw new UsageError(
          `-${letter} sets --${name.replaceAll("_", "-")} of ${tool}, which is given too`,
        );
      }
      args[name] = value;
    }
  }
  return args;
}

/** Returns the number of a text; other text stays, for the DEFINITION to refuse. */
function integerOf(text: string): unknown {
  return /^[+-]?\d+$/.test(text) ? Number(text) : text;
}

/**
 * Fills the arguments that the tool's words fill, in its order; further words at the end are paths to look at in turn.
 *
 * @throws {UsageError} If there is a word too many.
 */
function withWords(
  { DEFINITION, TRAITS }: Tool,
  args: Record<string, unknown>,
  words: readonly string[],
): Pick<CommandLine, "args" | "paths"> {
  const { name: tool, parameters: { properties } } = DEFINITION.function;
  const { pathArgument, wordArguments = [pathArgument] } = TRAITS;
  const open = wordArguments.filter((name) => args[name] === undefined);
  const takesPaths = open.at(-1) === pathArgument;
  const named = takesPaths ? open.slice(0, -1) : open;
  const extra = words[named.length];
  if (extra !== undefined && !takesPaths) {
    throw new UsageError(
      `unexpected argument "${lineSafe(extra)}"`,
      `${tool} has its ${pathArgument}`,
    );
  }
  const filled = named.slice(0, words.length).map((name, i) =>
    [name, properties[name]!.type === "array" ? [words[i]] : words[i]] as const
  );
  return { args: { ...args, ...Object.fromEntries(filled) }, paths: words.slice(named.length) };
}
