/** Reads a command line: a tool, and arguments by the flags of its DEFINITION. */
import { lineSafe } from "../text/line_safe.ts";
import type { ArgumentType, Tool } from "../tool.ts";
import type { ToolsetName } from "../toolsets.ts";
import { findTool, toolNames, toolsetNamed } from "./find_tool.ts";
import { OWN_FLAGS, ownFlagsOf } from "./own_flags.ts";
import type { ShortFlags } from "./short_flags.ts";
import { UsageError } from "./terminal.ts";
import type { ToolFlags } from "./tool_flags.ts";

/** A command line that names a tool. */
export interface CommandLine {
  readonly tool: Tool;
  /** The toolset where it was found. */
  readonly toolset: ToolsetName;
  /** Whether the line names it, or at least its toolset. */
  readonly isChosen: boolean;
  /** The tool's arguments, unchecked. */
  readonly args: Readonly<Record<string, unknown>>;
  /** The command's own flags. */
  readonly flags: ToolFlags;
}

/** @throws {UsageError} If a flag is unknown, or a word too many. */
export async function parseCommandLine(argv: readonly string[]): Promise<CommandLine> {
  const { toolset, rest } = takeToolset(argv);
  const named = await findTool(rest[0], toolset);
  const words = named === undefined ? rest : rest.slice(1);
  const first = words.find((word) => !word.startsWith("-"));
  try {
    const { isFlagged, ...taken } = await takeFlags(words);
    const found = named ?? await findTool(await toolOf(taken.habits), toolset);
    if (found === undefined) throw new UsageError(toolIsMissing(toolset!));
    const parsed = isFlagged
      ? (await import("./tool_flags.ts")).parseToolFlags(
        taken.words,
        found.tool.DEFINITION.function.parameters.properties,
      )
      : { ...NO_FLAGS, _: taken.words };
    const args = await argumentsOf(found.tool, parsed, taken.habits);
    return { ...found, args, flags: parsed, isChosen: (named ?? toolset) !== undefined };
  } catch (error) {
    const canBeTool = named === undefined && first !== undefined && error instanceof UsageError;
    if (!canBeTool) throw error;
    throw (await import("./nearest_command.ts")).mistakenTool(error, first);
  }
}

/** The tool where none is named. */
async function toolOf(habits: ShortFlags["habits"]): Promise<string> {
  const fallback = "list_dir";
  return habits.size === 0
    ? fallback
    : (await import("./habits.ts")).toolBy(habits.keys()) ?? fallback;
}

/** What is parsed where no word is a flag. */
const NO_FLAGS = {
  all: false,
  json: false,
  null: false,
  help: false,
  version: false,
  scope: [],
  hide: [],
  show: [],
};

/** The words without short flags, and these. */
async function takeFlags(words: readonly string[]): Promise<
  ShortFlags & { readonly isFlagged: boolean }
> {
  const isFlagged = words.some((word) => word.startsWith("-"));
  if (!isFlagged) return { words, habits: new Map(), isFlagged };
  return { ...(await import("./short_flags.ts")).takeShortFlags(words), isFlagged };
}

/**
 * The arguments of a tool by flags and words.
 *
 * @throws {UsageError} If a flag is given that the tool does not take, or a word too many.
 */
async function argumentsOf(
  tool: Tool,
  parsed: ToolFlags,
  habits: ShortFlags["habits"],
): Promise<Record<string, unknown>> {
  const { properties } = tool.DEFINITION.function.parameters;
  const args: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(properties)) {
    const value = parsed[name];
    const isGiven = Array.isArray(value) ? value.length > 0 : value !== undefined;
    if (isGiven) args[name] = valueOf(value, schema.type);
  }
  if (parsed.json && properties.format?.enum?.includes("json")) args.format = "json";
  if (habits.size > 0) {
    Object.assign(args, (await import("./habits.ts")).habitArguments(habits, tool, args));
  }
  // At a terminal nobody means a depth that has no effect.
  if (properties.recursive && args.depth !== undefined) args.recursive ??= true;
  fillWords(tool, args, parsed._.map(String));
  if (!parsed.help) checkFlags(tool, parsed);
  return args;
}

/** @throws {UsageError} If there is a word too many. */
function fillWords(
  { DEFINITION, TRAITS }: Tool,
  args: Record<string, unknown>,
  words: string[],
): void {
  const { pathArgument, wordArguments = [pathArgument] } = TRAITS;
  const free = wordArguments.filter((name) => !Object.hasOwn(args, name));
  for (const [i, word] of words.entries()) {
    const name = free[i];
    if (name === undefined) {
      throw new UsageError(`unexpected argument "${lineSafe(word)}"`);
    }
    const { type } = DEFINITION.function.parameters.properties[name]!;
    args[name] = type === "array" ? [word] : word;
  }
}

function toolIsMissing(toolset: ToolsetName): string {
  const names = toolNames(toolset).join(", ");
  return `toolset ${toolset} has no tool of that name: name one of its tools first (${names})`;
}

/** @throws {UsageError} If a flag is given that the tool does not take. */
function checkFlags(tool: Tool, parsed: ToolFlags): void {
  const isGiven = (name: string): boolean => parsed[name] !== undefined && parsed[name] !== false;
  const taken = ownFlagsOf(tool);
  const refused = Object.keys(OWN_FLAGS).find((name) => isGiven(name) && !taken.includes(name));
  if (refused === undefined) return;
  const { lacks, only, isFor } = OWN_FLAGS[refused]!;
  if (only !== undefined) throw new UsageError(`--${refused} is for ${only}`);
  const { name } = tool.DEFINITION.function;
  throw new UsageError(`${name} has no ${lacks} for --${refused}`, async () => {
    const { namesOfTools, listed } = await import("./did_you_mean.ts");
    return `${listed(await namesOfTools(isFor!))} have`;
  });
}

/** Reads `--toolset` first, which decides the flags that the other words may be. */
function takeToolset(argv: readonly string[]): {
  readonly toolset: ToolsetName | undefined;
  readonly rest: string[];
} {
  const rest = [...argv];
  const end = rest.indexOf("--");
  const at = rest.findIndex((word, i) =>
    (end < 0 || i < end) && (word === "--toolset" || word.startsWith("--toolset="))
  );
  if (at < 0) return { toolset: undefined, rest };
  const [word, next] = rest.slice(at, at + 2);
  const toolset = word === "--toolset" ? next : word!.slice("--toolset=".length);
  rest.splice(at, word === "--toolset" ? 2 : 1);
  return { toolset: toolsetNamed(toolset ?? ""), rest };
}

/** Turns the text of an integer into a number. Other text is left for the DEFINITION to refuse. */
function valueOf(value: unknown, type: ArgumentType): unknown {
  return type === "integer" && typeof value === "string" && /^[+-]?\d+$/.test(value)
    ? Number(value)
    : value;
}
