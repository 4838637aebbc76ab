/**
 * A `.gitignore` file read by npm `ignore`, the per-file matcher of spec 0.
 *
 * @module
 */
import ignore from "ignore";
import type { Pacer } from "../pacing/pacer.ts";
import { parseGitIgnoreFile } from "./git_ignore_file.ts";
import type { DirectoryRules, IgnoreFile, Rule } from "./ignore_file.ts";

/**
 * Most runs of `*` that one pattern may hold, and how many of them may be `**`. npm `ignore` turns a
 * pattern into a regular expression whose time can grow with the length of the name, or for `**` of the
 * path, to the power of that number.
 */
const MAX_STARS = 2;
const MAX_DOUBLE_STARS = 1;

/** Longest text that is made into regular expressions, in characters: each entry may be tried on all. */
const MAX_TEXT = 16_000;

// npm `ignore` does not tell which line decided.
const IGNORE: Rule = { line: 0, pattern: "", isNegated: false };
const INCLUDE: Rule = { line: 0, pattern: "", isNegated: true };

/**
 * Parses a `.gitignore` file. One that could stall npm `ignore` is left to our own matcher, whose time
 * is linear; it reads characters there, as npm `ignore` does, not bytes.
 */
export async function parseNpmIgnoreFile(text: string, pacer: Pacer): Promise<IgnoreFile> {
  if (text.length > MAX_TEXT || text.split("\n").some(isCostly)) {
    return await parseGitIgnoreFile(text, pacer, (characters) => characters);
  }
  const matcher = ignore({ ignorecase: false }).add(text);
  return { matchCost: text.length, here: new NpmRules(matcher, "") };
}

function isCostly(pattern: string): boolean {
  const runs = pattern.match(/\*+/g) ?? [];
  return runs.length > MAX_STARS || runs.filter((run) => run.length > 1).length > MAX_DOUBLE_STARS;
}

class NpmRules implements DirectoryRules {
  readonly #matcher: ReturnType<typeof ignore>;
  /** The directory's path from the file's: `""`, or one that ends in `/`. */
  readonly #path: string;

  constructor(matcher: ReturnType<typeof ignore>, path: string) {
    this.#matcher = matcher;
    this.#path = path;
  }

  ruleFor(name: string, isDirectory: boolean): Rule | undefined {
    const path = this.#path + name;
    const { ignored, unignored } = this.#matcher.test(isDirectory ? `${path}/` : path);
    return ignored ? IGNORE : unignored ? INCLUDE : undefined;
  }

  ruleForPaced(name: string, isDirectory: boolean): Promise<Rule | undefined> {
    return Promise.resolve(this.ruleFor(name, isDirectory));
  }

  enter(name: string): DirectoryRules {
    const path = `${this.#path}${name}/`;
    // npm `ignore` asks for the parents of a path by itself. Where a directory is entered although it is
    // ignored (it was named, or is a followed link), a last rule keeps that out.
    const matcher = this.#matcher.test(path).ignored
      ? ignore({ ignorecase: false }).add(this.#matcher).add([reinclude(path)])
      : this.#matcher;
    return new NpmRules(matcher, path);
  }
}

function reinclude(directory: string): string {
  return `!/${directory.replace(/[\\*?[\] ]/g, "\\$&")}`;
}
