/** Reads the flags of a line that calls a tool: its arguments, those of a dialect, and those common to all. */
import type { ArgumentType, Tool } from "../tool.ts";
import { bareName, nearestFlag, toolsThatHave, unknownOption } from "./unknown_option.ts";
import {
  type Flag,
  flagIn,
  type FlagTable,
  flagTable,
  type GivenFlag,
  isFlag,
  isFlagOf,
  parseWords,
  valuesOf,
} from "./flags.ts";
import {
  type ArgumentSchemas,
  DIALECT_FLAGS,
  EXPANSIONS,
  familiarArguments,
} from "./familiar_flags.ts";
import type { HostFlags } from "./host_flags.ts";
import { COMMON_FLAGS, commonFlagsOf } from "./common_flags.ts";
import {
  type Dialect,
  type FoundTool,
  type Habit,
  HABITS,
  type Reading,
  toolsOf,
} from "./find_tool.ts";
import { UsageError } from "./terminal.ts";

/** The common flags of a line. */
export interface ToolFlags extends HostFlags {
  readonly all?: boolean;
  readonly color?: string;
  readonly json?: boolean;
  readonly null?: boolean;
  readonly quiet?: boolean;
  readonly version?: boolean;
}

/** What the flags of a line say, and its other words. */
export interface ReadLine extends FoundTool {
  readonly args: Record<string, unknown>;
  readonly flags: ToolFlags;
  readonly given: ReadonlyMap<string, GivenFlag>;
  readonly words: readonly string[];
}

// The toolset is read before.
const { toolset: _toolset, ...COMMON } = COMMON_FLAGS;

/** Returns the word after flags that all tools have, which may be a name, and the others. */
export function takeName(typed: readonly string[]): {
  readonly name: string | undefined;
  readonly words: readonly string[];
} {
  const table = flagTable(COMMON);
  const left = [...typed];
  while (left[0] !== undefined && isFlag(left[0])) {
    const found = flagIn(left.shift()!, table);
    if (found === undefined) return { name: undefined, words: typed };
    const { value, implied, choices } = table.flags[found.name]!;
    const isNext = implied === undefined || choices!.includes(left[0] ?? "");
    if (value !== undefined && found.value === undefined && isNext) left.shift();
  }
  const at = typed.length - left.length;
  return { name: left[0], words: typed.toSpliced(at, 1) };
}

/** Returns the familiar command that a line without a name has flags of; `undefined` for a tree. */
export async function commandOf(typed: readonly string[]): Promise<Habit | undefined> {
  const end = typed.indexOf("--");
  const words = typed.slice(0, end < 0 ? undefined : end).filter(isFlag);
  const knows = async (habit: Habit): Promise<(word: string) => boolean> => {
    const tools = (await toolsOf(HABITS[habit])).map(({ tool }) => tool);
    const table = tableOf(tools, HABITS[habit].dialect);
    return (word) => isFlagOf(word, table);
  };
  if (
    words.some((word) => /^(--long$|-\w*l|-[^\Wd]*1)/.test(word)) && words.every(await knows("ls"))
  ) {
    return "ls";
  }
  if (words.some((word) => OF_FIND.test(word))) return "find";
  const isOfTree = await knows("tree");
  const others = words.filter((word) => !isOfTree(word) && !/^--log(=|$)/.test(word));
  return others.length > 0 && others.some(await knows("fd")) ? "fd" : undefined;
}

/** Flags of `find` or of `rg --files` alone, beside which all words are folders. */
const OF_FIND = /^(--files|-(type|i?name|maxdepth|print0?))$/;

/**
 * Reads the flags of a line for one of several tools; positional words fill no argument yet.
 *
 * @throws {UsageError} If a flag is unknown, lacks its value or has one too many.
 */
export function readFlags(
  tools: readonly FoundTool[],
  { dialect, words: rule }: Reading,
  typed: readonly string[],
): ReadLine {
  // A line without a name may be meant for a search.
  const meant = rule === "paths" ? dialect : "search";
  const all = tableOf(tools.map(({ tool }) => tool), dialect);
  const { given: found, words } = parseWords(
    typed,
    all,
    (word) => unknownOption(word, [...all.names.keys()], toolsWithArgument, meant),
  );
  const { toolset, tool } = searchFor(found, tools, words) ?? tools[0]!;
  const table = tableOf([tool], dialect);
  const { name: toolName, parameters: { properties } } = tool.DEFINITION.function;
  const given = new Map([...found.values()].map((flag) => {
    const name = flagIn(flag.typed, table)?.name;
    if (name !== undefined) return [name, flag];
    throw new UsageError(`${toolName} has no ${flag.typed}`, () => toolsWithArgument(flag.typed));
  }));
  const values = valuesOf(table.flags, given);
  const args: Record<string, unknown> = {};
  for (const [name, { type }] of Object.entries(properties)) {
    if (given.has(name)) args[name] = argumentValue(name, values[name], type);
  }
  const flags = valuesOf(COMMON, given) as unknown as ToolFlags;
  if (flags.json && properties.format?.enum?.includes("json")) args.format = "json";
  Object.assign(args, familiarArguments(given, dialect, tool, args));
  // A depth without recursion would have no effect: at a terminal nobody means that.
  if (properties.recursive && args.depth !== undefined) args.recursive ??= true;
  return { toolset, tool, args, flags, given, words };
}

/** Returns the search that flags need: without a pattern, the one for files if they are about files. */
function searchFor(
  given: ReadonlyMap<string, GivenFlag>,
  [globs, files]: readonly FoundTool[],
  [word = ""]: readonly string[],
): FoundTool | undefined {
  const hasGlob = /[*?]/.test(word) ||
    given.get("g")?.values.some((glob) => !glob.startsWith("!"));
  if (files === undefined || hasGlob) return globs;
  const table = tableOf([globs!.tool], "search");
  const isOfFiles = given.has("e") || given.get("t")?.values[0]?.startsWith("f") ||
    ["S", "sort"].some((name) => given.has(name)) && !given.has("t") && !given.has("d") ||
    [...given.values()].some(({ typed }) => flagIn(typed, table) === undefined);
  return isOfFiles ? files : globs;
}

/** Returns the flags of a line for one of several tools, which come before those of its dialect and those of all tools. */
export function tableOf(
  tools: readonly Tool[],
  dialect: Dialect,
): FlagTable {
  const common = tools.flatMap(commonFlagsOf).filter((name) => name !== "toolset")
    .map((name) => [name, COMMON_FLAGS[name]!]);
  const own = tools.map(({ DEFINITION }) =>
    argumentFlags(DEFINITION.function.parameters.properties)
  );
  return flagTable(
    Object.assign(Object.fromEntries(common), DIALECT_FLAGS[dialect], ...own),
    EXPANSIONS[dialect],
  );
}

/** What else people call arguments. */
const ALSO: Readonly<Record<string, string>> = {
  limit: "--max-results",
  max_results: "--limit",
  modified_within: "--changed-within",
  queries: "--task --query",
  query: "--task",
  recursive: "-R",
};

/** Returns the flags that set a tool's arguments. */
export function argumentFlags(properties: ArgumentSchemas): Readonly<Record<string, Flag>> {
  const flags = Object.entries(properties).map(([name, schema]): [string, Flag] => {
    const { type, description: help, enum: choices = [] } = schema;
    const also = ALSO[name] ?? "";
    return [
      name,
      type === "boolean"
        ? { help, also, isNegatable: true }
        : { help, also, value: "", choices, isList: type === "array" },
    ];
  });
  return Object.fromEntries(flags);
}

/** Names the tools that have a flag of that name, or else the nearest flag of them all. */
async function toolsWithArgument(word: string): Promise<string | undefined> {
  const bare = bareName(word).replace(/^no-/, "");
  const ofAll: string[] = [];
  const have = await toolsThatHave((tool) => {
    ofAll.push(...Object.keys(tool.DEFINITION.function.parameters.properties));
    return Object.hasOwn(
      tool.DEFINITION.function.parameters.properties,
      bare.replaceAll("-", "_"),
    ) ||
      commonFlagsOf(tool).some((name) => name === bare || COMMON_FLAGS[name]!.letter === bare);
  });
  return have ?? await nearestFlag(word, ofAll);
}

/** Converts the text of an integer to a number, and a local time. Other text stays, for the DEFINITION to refuse. */
function argumentValue(name: string, value: unknown, type: ArgumentType): unknown {
  if (name === "modified_within") return withLocalOffset(`${value}`);
  return type === "integer" && typeof value === "string" && /^[+-]?\d+$/.test(value)
    ? Number(value)
    : value;
}

/** Returns a day, or a time without an offset, with that of the clock on the wall: the tools take it as UTC. */
function withLocalOffset(text: string): string {
  const words = text.trim().replace(/^since /i, "");
  const daysBack = ["today", "yesterday"].indexOf(words.toLowerCase());
  if (daysBack >= 0) return new Date(new Date().setHours(-24 * daysBack, 0, 0, 0)).toISOString();
  const [, day, time = "00:00"] = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:[\d:.]+))?$/i.exec(words) ?? [];
  const minutes = -new Date(`${day}T${time}`).getTimezoneOffset();
  if (Number.isNaN(minutes)) return text;
  const clock = new Date(Math.abs(minutes) * 60_000).toISOString().slice(11, 16);
  return `${day}T${time}${minutes < 0 ? "-" : "+"}${clock}`;
}
