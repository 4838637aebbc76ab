/** Suggests a tool or a command for a first word that names none. */
import { lineSafe } from "../text/line_safe.ts";
import { toolNames, TOOLSET_NAMES } from "./find_tool.ts";
import { isUnreadable, namesFolder } from "./permissions.ts";
import { shellQuoted } from "./shell_quoted.ts";
import { UsageError } from "./terminal.ts";
import { COMMAND_ROWS } from "./usages.ts";

/** Minimum length of a word to suggest for, in UTF-16 units: a shorter one is near too many names. */
const MIN_SUGGESTED_LENGTH = 3;

/** Adds a suggestion to the error of a command line whose first word names no tool. */
export function unknownToolError(error: UsageError, words: readonly string[]): UsageError {
  const [word] = words;
  return new UsageError(error.message, async () => {
    const advice = await commandAdvice(words);
    if (advice === undefined) return await error.advise?.();
    return `for "${lineSafe(word!)}", ${advice}`;
  });
}

/**
 * Returns the suggestion for the words of a line whose first one names no tool: the line that was meant, or the nearest
 * tool or command; `undefined` if there is none, or a path of that name exists.
 */
export async function commandAdvice(
  [word, ...rest]: readonly string[],
): Promise<string | undefined> {
  if (word === undefined || word.includes("/") || pathExists(word)) return undefined;
  // Their flags are understood, in a line that names no tool.
  if (/^(fd|fdfind|find|rg)$/.test(word)) return `leave ${word} out`;
  const line = meantLine(word, rest);
  if (line !== undefined) return `type dirscope ${line}`;
  if (word.length < MIN_SUGGESTED_LENGTH) return undefined;
  const { nearestTo } = await import("../text/nearest.ts");
  // A name of two letters is part of too many words.
  const names = COMMAND_NAMES.filter((name) => name.length > 2 || word.length < 5);
  const name = nearestTo(word.replaceAll("-", "_"), [...names, "--help", "--version"]);
  return name && `did you mean ${name}?`;
}

/** Returns the advice for more words than a tool takes, where a shell put names in place of an unquoted glob. */
export function expandedGlobAdvice(words: readonly string[]): string | undefined {
  const names = words.slice(-2);
  const [ending] = names[0]!.match(/\.\w+$/) ?? [];
  const isExpanded = words.length > 1 && ending !== undefined &&
    names.every((name) => name.endsWith(ending) && pathExists(name));
  if (isExpanded) return `quote a glob, as in '*${ending}', or the shell expands it`;
  if (words.includes("!")) return "-g '!GLOB' leaves out what matches";
  if (words.some((word) => /[*?]/.test(word))) return "glob_search takes a pattern";
  return /[\^$|]/.test(words[0]!) ? "-g takes a glob, and nothing a regular expression" : undefined;
}

/** Returns the line that one means which starts with a toolset. */
function meantLine(word: string, rest: readonly string[]): string | undefined {
  const toolset = TOOLSET_NAMES.find((name) => name === word);
  if (toolset === undefined) return undefined;
  const names = toolNames(toolset);
  const tool = names.includes(rest[0] ?? "") ? [] : names.length === 1 ? names : ["TOOL"];
  const others = rest.map((each) => shellQuoted(lineSafe(each)));
  return ["--toolset", toolset, ...tool, ...others].join(" ");
}

const COMMAND_NAMES = [...COMMAND_ROWS.map(([name]) => name), ...TOOLSET_NAMES.flatMap(toolNames)];

/**
 * Returns the start of the line that a pattern before folders means, as in `fd PATTERN DIR`, without the pattern;
 * `undefined` where it is none.
 */
export async function searchOf(
  [word = "", ...folders]: readonly string[],
  tool: string | undefined,
  isAnyCase: boolean,
): Promise<string[] | undefined> {
  const isPattern = !/[\\/^$|()+]/.test(word) && !pathExists(word) &&
    folders.every((each) => namesFolder(each));
  if (!isPattern || await commandAdvice([word]) !== undefined) return undefined;
  const isExact = !isAnyCase && /\p{Lu}/u.test(word);
  if (tool === "find_files") {
    return ["find_files", "--name-contains", word, ...isExact ? ["--case-sensitive"] : []];
  }
  return ["-g", /[*?]/.test(word) ? word : `*${word}*`, ...isExact ? [] : ["-i"]];
}

/** Reports whether a path exists; false without permission to read it. */
function pathExists(path: string): boolean {
  if (isUnreadable(path)) return false;
  try {
    Deno.lstatSync(path);
    return true;
  } catch {
    return false;
  }
}
