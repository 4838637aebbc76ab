import ignore from "ignore";
import type { Pacer } from "../pacing/pacer.ts";
import { parseGitIgnoreFile } from "./git_ignore_file.ts";
import type { DirectoryRules, IgnoreFile, Rule } from "./ignore_file.ts";

/**
 * The most runs of `*` in one pattern, and how many of them may be `**`. npm `ignore` turns a
 * pattern into a regular expression. Its time can grow as the length of the name, or of the path
 * for `**`, to the power of that number.
 */
const MAX_STARS = 2;
const MAX_DOUBLE_STARS = 1;

/** The longest text for npm `ignore`, in characters: it may test an entry against every line. */
const MAX_TEXT_LENGTH = 16_000;

// npm `ignore` does not say which line decided.
const IGNORE: Rule = { line: 0, pattern: "", isNegated: false };
const INCLUDE: Rule = { line: 0, pattern: "", isNegated: true };

/**
 * Parses a `.gitignore` file. One that could stall npm `ignore` goes to our own matcher, which
 * takes linear time. There, `?` and classes match characters, as in npm `ignore`, not bytes.
 */
export async function parseNpmIgnoreFile(text: string, pacer: Pacer): Promise<IgnoreFile> {
  if (text.length > MAX_TEXT_LENGTH || text.split("\n").some(isCostly)) {
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
  /** The directory's path from the file's directory: `""`, or a path that ends in `/`. */
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
    // npm `ignore` checks the parents of a path itself. A walk may enter an ignored directory: one
    // that the call names, or a followed link. A final rule then re-includes that directory.
    const matcher = this.#matcher.test(path).ignored
      ? ignore({ ignorecase: false }).add(this.#matcher).add([reinclude(path)])
      : this.#matcher;
    return new NpmRules(matcher, path);
  }
}

function reinclude(directory: string): string {
  return `!/${directory.replace(/[\\*?[\] ]/g, "\\$&")}`;
}
