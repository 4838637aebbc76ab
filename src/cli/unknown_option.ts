/** The error for an unknown flag, with the nearest flag or the tools that have it. */
import { lineSafe } from "../text/line_safe.ts";
import type { Tool } from "../tool.ts";
import { findTool, toolNames, TOOLSET_NAMES } from "./find_tool.ts";
import { UsageError } from "./terminal.ts";

/**
 * Returns the error for a flag that a command does not have.
 *
 * @param flags The flags of the command.
 * @param advise Returns the advice if no flag is near.
 */
export function unknownOption(
  word: string,
  flags: readonly string[],
  advise?: (word: string) => Promise<string | undefined>,
): UsageError {
  return new UsageError(
    `unknown option "${lineSafe(word)}"`,
    async () => await nearestFlag(word, flags) ?? await advise?.(word),
  );
}

/** Returns the name of a flag: `use-gitignore` for `--use_gitignore=true`. */
function bareName(word: string): string {
  return word.replace(/^-+/, "").replace(/=.*$/s, "").replaceAll("_", "-");
}

async function nearestFlag(word: string, flags: readonly string[]): Promise<string | undefined> {
  const { nearestOfOurs } = await import("./nearest_flags.ts");
  const known = nearestOfOurs(word.replace(/=.*$/s, ""));
  if (known !== undefined) return known;
  const wanted = bareName(word);
  if (wanted.length < 3) return undefined;
  const { nearestTo } = await import("../text/nearest.ts");
  const found = nearestTo(wanted, flags.map((flag) => flag.replaceAll("_", "-")));
  return found === undefined ? undefined : `did you mean --${found}?`;
}

/** Names the tools that have an argument of that name, or else the nearest flag of them all and of others. */
export async function toolsWithArgument(
  word: string,
  others: readonly string[],
): Promise<string | undefined> {
  const key = bareName(word).replace(/^no-/, "").replaceAll("-", "_");
  const ofAll: string[] = [];
  const have = await toolsThatHave(({ DEFINITION: { function: { parameters } } }) => {
    ofAll.push(...Object.keys(parameters.properties));
    return Object.hasOwn(parameters.properties, key);
  });
  return have ?? await nearestFlag(word, [...others, ...ofAll]);
}

/** Names the tools that pass a test, in a sentence: `a, b and c have it`. The toolset is left out. */
export async function toolsThatHave(has: (tool: Tool) => boolean): Promise<string | undefined> {
  const found: string[] = [];
  for (const name of new Set(TOOLSET_NAMES.flatMap(toolNames))) {
    const { tool } = (await findTool(name, undefined))!;
    if (has(tool)) found.push(name);
  }
  const names = found.join(", ").replace(/, ([^,]*)$/, " and $1");
  return found.length === 0 ? undefined : `${names} ${found.length > 1 ? "have" : "has"} it`;
}
