/** Parses a command line: what it calls, and with which arguments. */
import { lineSafe } from "../text/line_safe.ts";
import type { Tool } from "../tool.ts";
import type { ToolsetName } from "../catalog.ts";
import {
  type Habit,
  habitNamed,
  HABITS,
  type Reading,
  toolsetNamed,
  toolsetOf,
  toolsOf,
} from "./find_tool.ts";
import { UsageError } from "./terminal.ts";
import type { ListingView } from "./listing_view.ts";
import type { ReadLine, ToolFlags } from "./tool_flags.ts";
import { fillWords, lacksPattern, namesNothing } from "./words.ts";

/** A command line that calls a tool. */
export interface CommandLine {
  readonly tool: Tool;
  /** The toolset where it was found. */
  readonly toolset: ToolsetName;
  /** What the line names: a command that people know, or a tool. */
  readonly named: Habit | "tool" | undefined;
  /** The word that a search is for; it may be a path misspelt. */
  readonly sought: string | undefined;
  /** The flags as they are typed, by name. */
  readonly given: ReadLine["given"];
  /** The tool's arguments, unchecked. */
  readonly args: Readonly<Record<string, unknown>>;
  /** The command's own flags. */
  readonly flags: ToolFlags;
  /** How `ls` lists; absent where the line is none of `ls`. */
  readonly view?: ListingView;
  /** Patterns of what `tree` leaves out below each path. */
  readonly hidden: readonly string[];
}

/** Returns a line for each path of a line. */
export function linesOf(line: CommandLine): CommandLine[] {
  const { pathArgument } = line.tool.TRAITS;
  const path = line.args[pathArgument];
  if (!Array.isArray(path)) return [line];
  return path.map((each) => ({ ...line, args: { ...line.args, [pathArgument]: each } }));
}

/** Returns the path of a line that has at most one. */
export function pathOf({ tool, args }: Pick<CommandLine, "tool" | "args">): string {
  return `${args[tool.TRAITS.pathArgument] ?? "."}`;
}

/** @throws {UsageError} If a flag is unknown, or a word too many. */
export async function parseCommandLine(argv: readonly string[]): Promise<CommandLine> {
  const { toolset, rest } = extractToolset(argv);
  // A line without flags, as most are, does not load the parser of flags.
  const parser = rest.some(isDashed) ? await import("./tool_flags.ts") : undefined;
  const { name, named, reading: start, words } = await readingOf(rest, toolset, parser);
  if (named === undefined && name !== undefined) await refuseMisspelt(name, words);
  const read = async (reading: Reading): Promise<ReadLine> => {
    const tools = await toolsOf(reading);
    if (parser === undefined) {
      return { ...tools[0]!, args: {}, flags: DEFAULT_FLAGS, given: new Map(), words };
    }
    return parser.readFlags(tools, reading, words);
  };
  if (named === "rg" && !words.some((word) => /^(--files|--help|--version|-[hV])$/.test(word))) {
    throw new UsageError("rg needs --files: the tools read names, and no contents");
  }
  if (words.filter((word) => /^-i?name$/.test(word)).length > 1) {
    throw new UsageError(
      "-name is given twice: -g '*.{a,b}' is either, -g '!GLOB' leaves out, and nothing is both",
    );
  }
  let reading = start;
  let line = await read(reading);
  // Without a name, a first word that names nothing is a pattern, as of `fd`.
  if (named === undefined && (reading.dialect === "tree" || reading === HABITS.fd)) {
    const [first] = line.words;
    const isPattern = first !== undefined && lacksPattern(line.args) && namesNothing(first);
    if (isPattern && reading !== HABITS.fd) line = await read(HABITS.fd);
    reading = isPattern ? HABITS.fd : { ...reading, words: "folders" };
  }
  const sought = fillWords(line, reading);
  const { args, given } = line;
  if (named === "tree") args.recursive ??= true;
  const isTree = reading.dialect === "tree" &&
    (named === "tree" || given.get("recursive")?.typed === "-R" ||
      [...given.keys()].some((name) => name.length === 1));
  const isView = isTree && (args.show_data ?? args.target) === undefined;
  return {
    ...line,
    ...isView && { tool: (await import("../tools/tree/list_dir.ts")).TREE_VIEW },
    args,
    named,
    sought,
    ...reading.dialect === "ls" && { view: new Set(given.keys()) },
    hidden: isTree ? hiddenBy(given) : [],
  };
}

const isDashed = (word: string): boolean => word.startsWith("-");

/**
 * Returns how a line without `--toolset` is read: by the name of a command or a tool, or else by its flags.
 *
 * @param parser Absent if there are no flags.
 */
export async function readingOf(
  typed: readonly string[],
  toolset: ToolsetName | undefined,
  parser: Pick<typeof import("./tool_flags.ts"), "commandOf" | "takeName"> | undefined,
): Promise<{
  readonly name: string | undefined;
  readonly named: CommandLine["named"];
  readonly reading: Reading;
  /** The words without the name. */
  readonly words: readonly string[];
}> {
  const [first, ...others] = typed;
  const { name: word, words } = parser?.takeName(typed) ?? { name: first, words: others };
  const underscored = word?.replaceAll("-", "_");
  // As in a flag, hyphens stand for underscores.
  const isTool = toolsetOf(underscored, toolset) !== undefined && namesNothing(word!);
  const name = isTool ? underscored : word;
  const habit = toolset === undefined ? habitNamed(name) : undefined;
  if (habit !== undefined) return { name, named: habit, reading: HABITS[habit], words };
  const found = toolsetOf(name, toolset);
  if (found !== undefined || toolset !== undefined) {
    const tools = [found === undefined ? "list_dir" : name!];
    const reading = { toolset: found ?? toolset, tools, dialect: "search", words: "own" } as const;
    return { name, named: "tool", reading, words: found === undefined ? typed : words };
  }
  const meant = await parser?.commandOf(typed);
  const reading = meant === undefined
    ? { ...HABITS.tree, words: "folders" } as const
    : HABITS[meant];
  return { name, named: undefined, reading, words: typed };
}

/** The flags of a line without any. */
const DEFAULT_FLAGS = { scope: [], hide: [], show: [], "ignore-file": [] };

/** Returns the patterns of what a line of `tree` leaves out: hidden entries, and what it names. */
function hiddenBy(given: ReadLine["given"]): string[] {
  const named = ["I", "E"].flatMap((letter) => given.get(letter)?.values ?? []).join("|");
  const all = given.has("a") || given.has("u") ? named : `.*|${named}`;
  return all.split("|").filter((glob) => glob !== "");
}

/** @throws {UsageError} If a first word that names nothing is nearly the name of a tool, a toolset or a command. */
async function refuseMisspelt(name: string, words: readonly string[]): Promise<void> {
  if (!namesNothing(name)) return;
  const { commandAdvice } = await import("./nearest_command.ts");
  const advice = await commandAdvice(name, words.toSpliced(words.indexOf(name), 1));
  if (advice === undefined) return;
  throw new UsageError(`no tool "${lineSafe(name)}"`, () => Promise.resolve(advice));
}

/** Takes `--toolset` out of a line: the toolset decides which flags the other words may be. */
function extractToolset(argv: readonly string[]): {
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
