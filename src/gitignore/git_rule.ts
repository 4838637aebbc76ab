export interface Rule {
  readonly line: number;
  /** The line without line end and trailing blanks. */
  readonly pattern: string;
  readonly isNegated: boolean;
}

export interface GitRule extends Rule {
  readonly index: number;
  /** True if it matches directories only: the line ends in a slash. */
  readonly isForDirectories: boolean;
  /** True if it is matched against the name alone, at any depth. */
  readonly isForNames: boolean;
  readonly text: string;
}

/** Maximum length of a rule, in characters; a longer line is skipped. No real rule is longer. */
const MAX_LINE_LENGTH = 64 * 1024;

/** Returns the pattern in a line, without line end and trailing blanks; `""` if there is none. */
export function patternIn(line: string): string {
  if (line.startsWith("#") || line.length > MAX_LINE_LENGTH) return "";
  return withoutTrailingSpaces(line.replace(/\r$/, "").replace(/\0.*$/s, ""));
}

function withoutTrailingSpaces(line: string): string {
  let end = line.length;
  while (end > 0 && line[end - 1] === " ") end--;
  if (end === line.length) return line;
  let backslashes = 0;
  while (line[end - 1 - backslashes] === "\\") backslashes++;
  return line.slice(0, backslashes % 2 === 1 ? end + 1 : end);
}

export function parseRule(pattern: string, line: number, index: number): GitRule {
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
