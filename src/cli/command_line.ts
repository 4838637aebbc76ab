/** Parses a command line: a tool, and arguments by the flags of its DEFINITION. */
import { lineSafe } from "../text/line_safe.ts";
import type { Tool } from "../tool.ts";
import type { ToolsetName } from "../catalog.ts";
import { findTool, type Habit, habitNamed, HABITS, toolNames, toolsetNamed } from "./find_tool.ts";
import { UsageError } from "./terminal.ts";
import type { ListingView } from "./listing_view.ts";
import type { ToolFlags } from "./tool_flags.ts";

/** A command line that names a tool. */
export interface CommandLine {
  readonly tool: Tool;
  /** The toolset where it was found. */
  readonly toolset: ToolsetName;
  /** True if the line names the tool, or at least its toolset. */
  readonly isExplicit: boolean;
  /** The command that people know, if the line begins with its name. */
  readonly habit: Habit | undefined;
  /** The tool's arguments, unchecked. */
  readonly args: Readonly<Record<string, unknown>>;
  /** The command's own flags. */
  readonly flags: ToolFlags;
  /** How `ls` lists; absent where the line is none of `ls`. */
  readonly view?: ListingView;
  /** True if rows of a tree say where links lead, as `tree` does. */
  readonly showsTargets: boolean;
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
  const { toolset, rest: typed } = extractToolset(argv);
  // A line without flags, as most are, does not load the parser of flags.
  const isFlagged = typed.some((word) => word.startsWith("-"));
  const reader = isFlagged || habitNamed(typed[0]) ? await import("./tool_flags.ts") : undefined;
  const rest = reader?.inOurOrder(typed) ?? typed;
  const habit = toolset === undefined ? habitNamed(rest[0]) : undefined;
  const known = habit && HABITS[habit];
  const named = await findTool(known?.tool ?? rest[0], known?.toolset ?? toolset);
  const words = named === undefined ? rest : rest.slice(1);
  const first = words.find((word) => !word.startsWith("-"));
  try {
    const own = named?.tool.DEFINITION.function.parameters.properties;
    const isBare = named === undefined && toolset === undefined;
    const isLs = habit === "ls" || isBare && reader?.hasFlagsOfLs(words) === true;
    const dialect = isLs ? "ls" : habit ?? "search";
    let shortFlags = reader?.splitShortFlags(words, { own, dialect });
    const selected = isLs ? HABITS.ls.tool : shortFlags && reader!.toolOfFlags(shortFlags);
    const isTree = habit === "tree" || isBare && selected === undefined;
    const found = named ?? await findTool(selected ?? HABITS.tree.tool, toolset);
    if (found === undefined) throw new UsageError(missingToolMessage(toolset!));
    if (isTree) {
      const own = found.tool.DEFINITION.function.parameters.properties;
      shortFlags = reader?.splitShortFlags(words, { own, dialect: "tree" });
    }
    const { args, flags } = shortFlags === undefined
      ? { args: {}, flags: { ...DEFAULT_FLAGS, _: words } }
      : reader!.parseToolFlags(found.tool, shortFlags);
    const isHabit = habit !== undefined || isTree && (shortFlags?.familiar.size ?? 0) > 0;
    if (habit === "tree") args.recursive ??= true;
    const showsTargets = isTree && isHabit && args.show_data === undefined &&
      args.target === undefined;
    if (showsTargets) args.show_data = true;
    const given = flags._.map(String);
    // With -i a word alone is a pattern, too.
    const isAnyCase = shortFlags?.familiar.has("i") === true;
    const mayBeSearch = isBare && !isLs && !shortFlags?.isOfFind && args.pattern === undefined;
    if (mayBeSearch && given.length > (isAnyCase ? 0 : 1)) {
      const { searchOf } = await import("./nearest_command.ts");
      const search = await searchOf(given, selected, isAnyCase);
      if (search !== undefined) {
        return await parseCommandLine([...search, ...words.toSpliced(words.indexOf(given[0]!), 1)]);
      }
    }
    if (isBare && selected === "glob_search") args.pattern ??= "**";
    await fillWords(found.tool, args, given, habit !== undefined || isLs);
    reader?.checkFlags(found.tool, flags);
    return {
      ...found,
      args,
      flags,
      habit,
      isExplicit: (named ?? toolset) !== undefined,
      ...isLs && { view: new Set(shortFlags!.familiar.keys()) },
      showsTargets,
      hidden: isTree && isHabit ? reader!.hiddenBy(shortFlags!) : [],
    };
  } catch (error) {
    const mayNameTool = named === undefined && first !== undefined && error instanceof UsageError;
    if (!mayNameTool) throw error;
    const line = [first, ...words.toSpliced(words.indexOf(first), 1)];
    throw (await import("./nearest_command.ts")).unknownToolError(error, line);
  }
}

/** The flags of a line without any. */
const DEFAULT_FLAGS = { scope: [], hide: [], show: [], "ignore-file": [] };

/** @throws {UsageError} If there is a word too many. */
async function fillWords(
  tool: Tool,
  args: Record<string, unknown>,
  typed: readonly string[],
  takesAnyPaths: boolean,
): Promise<void> {
  const { DEFINITION, TRAITS } = tool;
  const { pathArgument, wordArguments = [pathArgument] } = TRAITS;
  const unfilled = wordArguments.filter((name) => !Object.hasOwn(args, name));
  let words = unfilled[0] === "queries" && typed.length > 1 ? await withOneQuery(typed) : typed;
  // One word is the folder of an overview, unless no folder has such a name.
  const mayBeTask = typed.length > 1 || /\s|^-$/.test(typed[0] ?? "");
  if (mayBeTask && DEFINITION.function.parameters.properties.query && args.query === undefined) {
    const [task = "", ...folders] = await withOneQuery(["", ...typed]);
    if (task !== "") args.query = task.trimStart();
    words = folders;
  }
  const extra = words[unfilled.length];
  const takesFolders = tool.toReport !== undefined && TRAITS.lines !== "facts";
  const isPath = unfilled.at(-1) === pathArgument;
  if (extra !== undefined && !(isPath && takesAnyPaths)) {
    const { namesFolder } = await import("./permissions.ts");
    const { expandedGlobAdvice } = await import("./nearest_command.ts");
    const wrong = isPath && takesFolders
      ? words.slice(unfilled.length - 1).find((word) => !namesFolder(word))
      : extra;
    const rule = takesFolders ? "it is no folder" : `${DEFINITION.function.name} takes one path`;
    const advise = () => Promise.resolve(expandedGlobAdvice(words) ?? rule);
    if (wrong !== undefined) {
      throw new UsageError(`unexpected argument "${lineSafe(wrong)}"`, advise);
    }
  }
  // A pattern and its root, in the order of `find`: brackets are in names of folders, too.
  const [first = "", second = ""] = words;
  const isSwapped = unfilled.length === 2 && unfilled[0] === "pattern" &&
    /[*?]/.test(second) && !/[*?]/.test(first);
  const ordered = isSwapped ? [second, first] : words;
  for (const [i, name] of unfilled.slice(0, ordered.length).entries()) {
    const { type } = DEFINITION.function.parameters.properties[name]!;
    const isSeveral = extra !== undefined && name === pathArgument;
    args[name] = isSeveral ? ordered.slice(i) : type === "array" ? [ordered[i]] : ordered[i];
  }
  if (listsWorkingDirectory(tool)) args[pathArgument] ??= ".";
}

/** Returns words with those before the last folders as one: the query of `find_path`. */
async function withOneQuery(words: readonly string[]): Promise<string[]> {
  const { namesFolder } = await import("./permissions.ts");
  const last = words.findLastIndex((word, i) =>
    i === 0 || !namesFolder(word, { unless: /^[^/\\]*[^/\\.][^/\\]*$/ })
  );
  return [words.slice(0, last + 1).join(" "), ...words.slice(last + 1)];
}

/** Reports whether a tool that requires a path of models lists the working directory at a terminal, as `ls` does. */
export function listsWorkingDirectory({ DEFINITION, TRAITS }: Tool): boolean {
  return TRAITS.isRooted && TRAITS.lines === "json" &&
    DEFINITION.function.parameters.required.includes(TRAITS.pathArgument);
}

function missingToolMessage(toolset: ToolsetName): string {
  const names = toolNames(toolset).join(", ");
  return `toolset ${toolset} has no tool of that name: name one of its tools first (${names})`;
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
