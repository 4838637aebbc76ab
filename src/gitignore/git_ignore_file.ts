/**
 * A `.gitignore` file read exactly as git reads it.
 *
 * @module
 */
import type { IgnoreFile, Verdict } from "./ignore_file.ts";
import {
  compileWildmatch,
  matchBasename,
  matchPath,
  toBytes,
  type Wildmatch,
} from "./wildmatch.ts";

interface Rule {
  readonly pattern: Wildmatch;
  readonly isNegated: boolean;
  /** Written with a final slash: directories only. */
  readonly isForDirectories: boolean;
  /** Written without another slash: it is matched against the name alone, at any depth. */
  readonly isForNames: boolean;
}

/** Parses a `.gitignore` file. */
export function parseGitIgnoreFile(text: string): IgnoreFile {
  const rules = ruleLines(text).map(parseRule).filter((rule) => rule !== undefined);
  return {
    size: rules.length,
    verdict(path: string, isDirectory: boolean): Verdict {
      const names = toBytes(path).split("/");
      const name = names.at(-1)!;
      for (let i = rules.length - 1; i >= 0; i--) {
        const rule = rules[i]!;
        if (rule.isForDirectories && !isDirectory) continue;
        const isMatch = rule.isForNames
          ? matchBasename(rule.pattern, name)
          : matchPath(rule.pattern, names);
        if (isMatch) return rule.isNegated ? "include" : "ignore";
      }
      return "none";
    },
  };
}

/** The lines that hold a rule, without line ends and trailing blanks, as git cuts them. */
export function ruleLines(text: string): string[] {
  const lines: string[] = [];
  for (const raw of text.replace(/^\uFEFF/, "").split("\n")) {
    if (raw.startsWith("#")) continue;
    const line = withoutTrailingSpaces(raw.replace(/\r$/, "").replace(/\0.*$/s, ""));
    if (line !== "") lines.push(line);
  }
  return lines;
}

/** A space that a backslash quotes is kept. */
function withoutTrailingSpaces(line: string): string {
  let end = line.length;
  while (end > 0 && line[end - 1] === " ") end--;
  if (end === line.length) return line;
  let backslashes = 0;
  while (line[end - 1 - backslashes] === "\\") backslashes++;
  return line.slice(0, backslashes % 2 === 1 ? end + 1 : end);
}

function parseRule(line: string): Rule | undefined {
  const isNegated = line.startsWith("!");
  let text = toBytes(isNegated ? line.slice(1) : line);
  const isForDirectories = text.endsWith("/");
  if (isForDirectories) text = text.slice(0, -1);
  const isForNames = !text.includes("/");
  const pattern = compileWildmatch(text.replace(/^\//, ""));
  return pattern && { pattern, isNegated, isForDirectories, isForNames };
}
