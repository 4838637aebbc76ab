/** Escapes for rows that start with a name: no name reads like a line of the tools themselves. */
import { escapeCodePoint, lineSafe, needsNoEscape } from "../text/line_safe.ts";

/**
 * The starts of the lines that tools write besides names. A name that starts like a line of any tool is escaped by
 * all of them, so that it shows alike everywhere. No name starts a line beside the facts of `stat_path`.
 */
const TOOL_LINES: readonly string[] = [
  // `tree` and `files`
  "Error: ",
  "Saved to (?:session|project)_memory: ",
  "\\[stopped after \\d+ entries\\]",
  // `codex`
  "Absolute path: ",
  "More than \\d+ entries found",
  // `envelope`
  "Listed \\d+ entries in '",
  "\\(Total: \\d+ items - ",
  "\\[Truncated: Showing ",
  "Use offset=\\d+ to view ",
  // `discovery` and `agent`
  "(?:find_files|find_path|glob_search|list_dir|list_dir_entries|overview|stat_path) .*: (?:>= )?(?:\\d|empty)",
  "error [a-z_]+: ",
  "(?:hint|next_cursor|omitted|skipped|suggestion|weak): ",
  "… ",
  'no file holds "',
  "No \\.git was found within the scope: ",
];

const TOOL_LINE = new RegExp(`^(?:${TOOL_LINES.join("|")})`, "u");

export function rowSafe(name: string): string {
  return needsNoEscape(name) ? name : unlikeToolLine(lineSafe(name));
}

/** Escapes the first character of a line-safe text that reads like a line of the tools themselves. */
export function unlikeToolLine(shown: string): string {
  return TOOL_LINE.test(shown) ? shown.replace(/^./su, escapeCodePoint) : shown;
}
