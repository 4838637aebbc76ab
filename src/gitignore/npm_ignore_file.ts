/**
 * A `.gitignore` file read by npm `ignore`, the per-file matcher of spec 0.
 *
 * @module
 */
import ignore from "ignore";
import { parseGitIgnoreFile, ruleLines } from "./git_ignore_file.ts";
import type { IgnoreFile, Verdict } from "./ignore_file.ts";

/**
 * Most runs of `*` that one pattern may hold. npm `ignore` turns a pattern into a regular expression
 * whose time can grow with the length of the name to the power of that number: two runs cost a
 * 255-byte name some ten thousand steps, four would cost a hundred million.
 */
const MAX_STARS = 2;

/** Longest pattern that is made into a regular expression, in characters. */
const MAX_PATTERN = 1024;

/**
 * Parses a `.gitignore` file. One with a pattern that could stall npm `ignore` is left to our own
 * matcher, whose time is linear.
 *
 * @param exempt A directory below the file that is not to be ignored, whatever the rules say: what a
 * call names, and its parents, never are.
 */
export function parseNpmIgnoreFile(text: string, exempt: string): IgnoreFile {
  const lines = ruleLines(text);
  if (lines.some(isCostly)) return parseGitIgnoreFile(text);
  const matcher = ignore({ ignorecase: false }).add(text).add(parentsOf(exempt).map(reinclude));
  return {
    size: lines.length,
    verdict(path: string, isDirectory: boolean): Verdict {
      const result = matcher.test(isDirectory ? `${path}/` : path);
      return result.ignored ? "ignore" : result.unignored ? "include" : "none";
    },
  };
}

function isCostly(line: string): boolean {
  return line.length > MAX_PATTERN || (line.match(/\*+/g)?.length ?? 0) > MAX_STARS;
}

function parentsOf(path: string): string[] {
  const names = path.split("/").filter((name) => name !== "");
  return names.map((_, i) => names.slice(0, i + 1).join("/"));
}

/** npm `ignore` asks for the parents of a path by itself; this rule, the last, keeps one out. */
function reinclude(directory: string): string {
  return `!/${directory.replace(/[\\*?[\] ]/g, "\\$&")}/`;
}
