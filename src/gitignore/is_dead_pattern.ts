import { parseRule, patternIn } from "./git_rule.ts";
import { compileWildmatch, toBytes } from "./wildmatch.ts";

/**
 * Reports whether a line of git's rules can match no path: an empty line, a comment, a path with an empty, `.` or `..`
 * part, an unclosed class, or a lone backslash at the end.
 */
export function isDeadPattern(line: string): boolean {
  const { text } = parseRule(patternIn(line), { line: 1, index: 0 });
  return text.split("/").some((part) => /^\.{0,2}$/.test(part)) ||
    compileWildmatch(toBytes(text)) === undefined;
}
