/** Rows that start with a name: no name reads like a line of the tools' own. */
import { escapeCodePoint, lineSafe, needsNoEscape } from "../text/line_safe.ts";

/**
 * How the lines of the tools' own start, in the text of any tool: what one tool says is no name in another
 * either, so a name shows alike everywhere. Each holds a space, as most names do not. Lines that start with
 * a fact, as those of `stat_path` do, are not among them, since no name starts a line beside them.
 */
const OWN_LINES: readonly string[] = [
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
  "(?:changes|find_files|find_path|glob_search|list_dir|list_dir_entries|overview|stat_path) .*: (?:>= )?(?:\\d|empty)",
  "error [a-z_]+: ",
  "changes .*: (?:no change|what changed is not known)",
  "(?:hint|next_cursor|omitted|skipped|snapshot|suggestion): ",
  "… ",
  "No \\.git was found within the scope: ",
];

const OWN_LINE = new RegExp(`^(?:${OWN_LINES.join("|")})`, "u");

/**
 * A name or a path at the start of a row, indented or not: {@linkcode lineSafe}, and the first character of
 * what would read like a line of the tools' own is escaped.
 */
export function rowSafe(name: string): string {
  return needsNoEscape(name) ? name : unlikeOwnLine(lineSafe(name));
}

/** The same of a text that is line-safe already. */
export function unlikeOwnLine(shown: string): string {
  return OWN_LINE.test(shown) ? shown.replace(/^./su, escapeCodePoint) : shown;
}
