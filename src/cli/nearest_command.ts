/** What a first word that names no tool may have meant. */
import { lineSafe } from "../text/line_safe.ts";
import { toolNames, TOOLSET_NAMES } from "./find_tool.ts";
import { missingPermission } from "./permissions.ts";
import { UsageError } from "./terminal.ts";
import { USAGES } from "./usages.ts";

/** A word that is shorter stands for no name: it would be part of too many. */
const MIN_WORD_LENGTH = 3;

/** The error for a command line that names no tool, where its first word may stand for one. */
export function unknownToolError(error: UsageError, word: string): UsageError {
  return new UsageError(error.message, async () => {
    const name = await nearestCommand(word);
    if (name === undefined) return await error.advise?.();
    return name === word
      ? `the name of a tool comes first, as in dirscope ${name}`
      : `for "${lineSafe(word)}", did you mean ${name}?`;
  });
}

/** The tool or command that a first word may stand for, where nothing of that name is there to list. */
export async function nearestCommand(word: string): Promise<string | undefined> {
  if (word.length < MIN_WORD_LENGTH || word.includes("/") || pathExists(word)) return undefined;
  const { nearestTo } = await import("../text/nearest.ts");
  const commands = [...Object.keys(USAGES), "--help", "--version"];
  return nearestTo(word.replaceAll("-", "_"), [...TOOLSET_NAMES.flatMap(toolNames), ...commands]);
}

/** Nothing is looked at without permission. */
function pathExists(path: string): boolean {
  if (missingPermission(path, ["read"]) !== undefined) return false;
  try {
    Deno.lstatSync(path);
    return true;
  } catch {
    return false;
  }
}
