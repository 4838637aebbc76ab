/** One line of a `.gitignore` file as a rule, read as git reads it. */

/** A rule of a file. */
export interface Rule {
  /** Its line number, from 1. */
  readonly line: number;
  /** The line as git takes it: without line end and trailing blanks. */
  readonly pattern: string;
  /** Whether it re-includes what an earlier rule ignores. */
  readonly isNegated: boolean;
}

/** A parsed rule. */
export interface GitRule extends Rule {
  /** Its place among the rules of the file. */
  readonly index: number;
  /** Whether it matches directories only: it was written with a final slash. */
  readonly isForDirectories: boolean;
  /** Whether it is matched against the name alone, at any depth. */
  readonly isForNames: boolean;
  /** The pattern without the marks that the other fields stand for. */
  readonly text: string;
}

/** The longest line that is read as a rule, in characters. No real rule is longer. */
const MAX_LINE_LENGTH = 64 * 1024;

/** The pattern in a line, without line end and trailing blanks; `""` if there is none. */
export function patternIn(line: string): string {
  if (line.startsWith("#") || line.length > MAX_LINE_LENGTH) return "";
  return withoutTrailingSpaces(line.replace(/\r$/, "").replace(/\0.*$/s, ""));
}

/** Keeps a space that a backslash quotes. */
function withoutTrailingSpaces(line: string): string {
  let end = line.length;
  while (end > 0 && line[end - 1] === " ") end--;
  if (end === line.length) return line;
  let backslashes = 0;
  while (line[end - 1 - backslashes] === "\\") backslashes++;
  return line.slice(0, backslashes % 2 === 1 ? end + 1 : end);
}

/** Parses a pattern, given the number of its line and its place among the rules. */
export function parseRule(
  pattern: string,
  { line, index }: Pick<GitRule, "line" | "index">,
): GitRule {
  const isNegated = pattern.startsWith("!");
  let text = isNegated ? pattern.slice(1) : pattern;
  const isForDirectories = text.endsWith("/");
  if (isForDirectories) text = text.slice(0, -1);
  // `**/name` matches a name at any depth, just as `name` does.
  const name = /^\*\*\/([^/]+)$/.exec(text)?.[1];
  const isForNames = name !== undefined || !text.includes("/");
  text = name ?? text.replace(/^\//, "");
  return { index, line, pattern, isNegated, isForDirectories, isForNames, text };
}

/** Whether a rule matches entries of this kind. */
export function appliesTo(rule: GitRule, isDirectory: boolean): boolean {
  return isDirectory || !rule.isForDirectories;
}
