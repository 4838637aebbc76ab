/** The error for a first word that names no tool, with what is meant. */
import type { ToolsetName } from "../catalog.ts";
import { lineSafe } from "../text/line_safe.ts";
import { nearestTo } from "../text/nearest.ts";
import { allToolNames, toolNames, TOOLSET_NAMES } from "./find_tool.ts";
import { shellQuoted, UsageError } from "./terminal.ts";
import { COMMAND_NAMES } from "./usages.ts";

/** What commands of other names, and of earlier versions of this one, are here. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  changes: "git status, and find_files --modified-within 2h, tell what changed",
  fd: "glob_search '**/*PATTERN*' [DIR], or find_path LETTERS",
  fdfind: "glob_search '**/*PATTERN*' [DIR], or find_path LETTERS",
  find: "glob_search '**/GLOB' [DIR]",
  rg: "find_files [DIR]",
};

export function unknownName(word: string, toolset: ToolsetName | undefined): UsageError {
  const message = `no tool "${lineSafe(word)}"`;
  if (toolset === undefined) return new UsageError(message, adviceOn(word));
  const names = toolNames(toolset).join(", ");
  return new UsageError(`${message} in toolset ${toolset}`, `name one of ${names}`);
}

/** Returns the tools of a toolset, the nearest name, or what finds and lists the word. */
function adviceOn(word: string): string {
  const toolset = TOOLSET_NAMES.find((name) => name === word);
  if (toolset !== undefined) {
    return `it is a toolset; name one of its tools: ${toolNames(toolset).join(", ")}`;
  }
  if (Object.hasOwn(ELSEWHERE, word)) return `type ${ELSEWHERE[word]}`;
  const names = [...COMMAND_NAMES, ...allToolNames()].filter((name) => name.length > 2);
  const nearest = word.length < 3 ? undefined : nearestTo(word.replaceAll("-", "_"), names);
  const quoted = shellQuoted(lineSafe(word));
  const meant = nearest === undefined ? "" : `did you mean ${nearest}? `;
  return `${meant}find_path ${quoted} searches for it, and ./${quoted} is a folder`;
}
