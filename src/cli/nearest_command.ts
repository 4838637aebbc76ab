/** Suggests a tool or a command for a first word that names none. */
import { lineSafe } from "../text/line_safe.ts";
import { toolNames, TOOLSET_NAMES } from "./find_tool.ts";
import { missingPermission } from "./permissions.ts";
import { UsageError } from "./terminal.ts";
import { USAGES } from "./usages.ts";

/** Minimum length of a word to suggest for, in UTF-16 units: a shorter one is near too many names. */
const MIN_SUGGESTED_LENGTH = 3;

/** Adds a suggestion to the error of a command line whose first word names no tool. */
export function unknownToolError(error: UsageError, word: string): UsageError {
  return new UsageError(error.message, async () => {
    const name = await nearestCommand(word);
    if (name === undefined) return await error.advise?.();
    return name === word
      ? `the name of a tool comes first, as in dirscope ${name}`
      : `for "${lineSafe(word)}", did you mean ${name}?`;
  });
}

/** Returns the tool or command nearest to a first word, unless a path of that name exists. */
export async function nearestCommand(word: string): Promise<string | undefined> {
  if (word.length < MIN_SUGGESTED_LENGTH || word.includes("/") || pathExists(word)) {
    return undefined;
  }
  const { nearestTo } = await import("../text/nearest.ts");
  const commands = [...Object.keys(USAGES), "--help", "--version"];
  return nearestTo(word.replaceAll("-", "_"), [...TOOLSET_NAMES.flatMap(toolNames), ...commands]);
}

/** Reports whether a path exists; false without permission to read it. */
function pathExists(path: string): boolean {
  if (missingPermission(path, ["read"]) !== undefined) return false;
  try {
    Deno.lstatSync(path);
    return true;
  } catch {
    return false;
  }
}
