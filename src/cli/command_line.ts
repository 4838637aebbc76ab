/** Parses a command line: a tool, and arguments by the flags of its DEFINITION. */
import { lineSafe } from "../text/line_safe.ts";
import type { Tool } from "../tool.ts";
import type { ToolsetName } from "../catalog.ts";
import { findTool, toolNames, toolsetNamed } from "./find_tool.ts";
import { UsageError } from "./terminal.ts";
import type { ToolFlags } from "./tool_flags.ts";

/** A command line that names a tool. */
export interface CommandLine {
  readonly tool: Tool;
  /** The toolset where it was found. */
  readonly toolset: ToolsetName;
  /** True if the line names the tool, or at least its toolset. */
  readonly isExplicit: boolean;
  /** The tool's arguments, unchecked. */
  readonly args: Readonly<Record<string, unknown>>;
  /** The command's own flags. */
  readonly flags: ToolFlags;
}

/** @throws {UsageError} If a flag is unknown, or a word too many. */
export async function parseCommandLine(argv: readonly string[]): Promise<CommandLine> {
  const { toolset, rest } = extractToolset(argv);
  const named = await findTool(rest[0], toolset);
  const words = named === undefined ? rest : rest.slice(1);
  const first = words.find((word) => !word.startsWith("-"));
  // A line without flags, as most are, does not load the parser of flags.
  const isFlagged = words.some((word) => word.startsWith("-"));
  const reader = isFlagged ? await import("./tool_flags.ts") : undefined;
  try {
    const shortFlags = reader?.splitShortFlags(
      words,
      named?.tool.DEFINITION.function.parameters.properties,
    );
    const found = named ?? await findTool(shortFlags?.tool ?? "list_dir", toolset);
    if (found === undefined) throw new UsageError(missingToolMessage(toolset!));
    const { args, flags } = shortFlags === undefined
      ? { args: {}, flags: { ...DEFAULT_FLAGS, _: words } }
      : reader!.parseToolFlags(found.tool, shortFlags);
    await fillWords(found.tool, args, flags._.map(String));
    reader?.checkFlags(found.tool, flags);
    return { ...found, args, flags, isExplicit: (named ?? toolset) !== undefined };
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
  words: readonly string[],
): Promise<void> {
  const { DEFINITION, TRAITS } = tool;
  const { pathArgument, wordArguments = [pathArgument] } = TRAITS;
  const unfilled = wordArguments.filter((name) => !Object.hasOwn(args, name));
  const extra = words[unfilled.length];
  if (extra !== undefined) {
    const { expandedGlobAdvice } = await import("./nearest_command.ts");
    const { name } = DEFINITION.function;
    throw new UsageError(
      `unexpected argument "${lineSafe(extra)}"`,
      async () =>
        TRAITS.lines === "facts" ? `${name} takes one path` : await expandedGlobAdvice(words),
    );
  }
  // A pattern and its root, in the order of `find`.
  const [first = "", second = ""] = words;
  const isSwapped = unfilled.length === 2 && unfilled[0] === "pattern" &&
    isGlob(second) && !isGlob(first);
  const ordered = isSwapped ? [second, first] : words;
  for (const [i, name] of unfilled.slice(0, ordered.length).entries()) {
    const { type } = DEFINITION.function.parameters.properties[name]!;
    args[name] = type === "array" ? [ordered[i]] : ordered[i];
  }
  if (listsWorkingDirectory(tool)) args[pathArgument] ??= ".";
}

/** Reports whether a tool that requires a path of models lists the working directory at a terminal, as `ls` does. */
export function listsWorkingDirectory({ DEFINITION, TRAITS }: Tool): boolean {
  return TRAITS.isRooted && TRAITS.lines === "json" &&
    DEFINITION.function.parameters.required.includes(TRAITS.pathArgument);
}

/** Reports whether a word holds what only a glob means: brackets are in names too. */
function isGlob(word: string): boolean {
  return /[*?]/.test(word);
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
