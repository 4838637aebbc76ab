/** What a misspelt flag may have meant, and which tools have one. */
import { lineSafe } from "../text/line_safe.ts";
import type { Tool } from "../tool.ts";
import { findTool, toolNames, TOOLSET_NAMES } from "./find_tool.ts";
import { UsageError } from "./terminal.ts";

/**
 * The error for a flag that a command does not have.
 *
 * @param flags Those that it has.
 * @param advise Gives the advice where none of them is near.
 */
export function unknownOptionError(
  word: string,
  flags: readonly string[],
  advise?: (word: string) => Promise<string | undefined>,
): UsageError {
  return new UsageError(
    `unknown option "${lineSafe(word)}"`,
    async () => await nearestFlag(word, flags) ?? await advise?.(word),
  );
}

/** A name with the dashes before it and the value after it left out. */
function bareName(word: string): string {
  return word.replace(/^-+/, "").replace(/=.*$/s, "").replaceAll("_", "-");
}

async function nearestFlag(word: string, flags: readonly string[]): Promise<string | undefined> {
  const wanted = bareName(word);
  if (wanted.length < 2) return undefined;
  const { nearestTo } = await import("../text/nearest.ts");
  const found = nearestTo(wanted, flags.map((flag) => flag.replaceAll("_", "-")));
  return found === undefined ? undefined : `did you mean --${found}?`;
}

/** Which tools have an argument of that name. */
export async function toolsWithArgument(word: string): Promise<string | undefined> {
  const key = bareName(word).replace(/^no-/, "").replaceAll("-", "_");
  const have = await toolsThatHave((tool) =>
    Object.hasOwn(tool.DEFINITION.function.parameters.properties, key)
  );
  return have && `${have} it`;
}

/** Which tools have something, as a sentence says it: `a, b and c have`. Those that need no toolset are named. */
export async function toolsThatHave(has: (tool: Tool) => boolean): Promise<string | undefined> {
  const found: string[] = [];
  for (const name of new Set(TOOLSET_NAMES.flatMap(toolNames))) {
    const { tool } = (await findTool(name, undefined))!;
    if (has(tool)) found.push(name);
  }
  const names = found.join(", ").replace(/, ([^,]*)$/, " and $1");
  return found.length === 0 ? undefined : `${names} ${found.length > 1 ? "have" : "has"}`;
}
