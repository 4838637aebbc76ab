/**
 * Baselines for `overview`: lists of a repository's files, cut to as many tokens.
 *
 * @module
 */
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";

/** A list that a model could be given: lines, and the file that each one names. */
export interface List {
  readonly lines: readonly string[];
  /** As long as `lines`; `undefined` for a line that names no file. */
  readonly files: readonly (string | undefined)[];
}

/** One path a line. */
export function pathList(paths: readonly string[]): List {
  return { lines: paths, files: paths };
}

/** Every entry, depth first, one space of indentation a level. */
export function indentedTree(paths: readonly string[]): List {
  const [lines, files]: [string[], (string | undefined)[]] = [[], []];
  let open: readonly string[] = [];
  for (const path of paths) {
    const names = path.split("/");
    const name = names.pop()!;
    let depth = 0;
    while (depth < names.length && names[depth] === open[depth]) depth++;
    for (; depth < names.length; depth++) {
      lines.push(`${" ".repeat(depth)}${names[depth]}/`);
      files.push(undefined);
    }
    lines.push(" ".repeat(depth) + name);
    files.push(path);
    open = names;
  }
  return { lines, files };
}

/** The files that the longest beginning of a list names which is within a budget of o200k's tokens. */
export function filesWithin({ lines, files }: List, tokens: number): string[] {
  // A line takes one token at least.
  let [fitting, tooMany] = [0, Math.min(lines.length, tokens) + 1];
  while (tooMany - fitting > 1) {
    const count = (fitting + tooMany) >> 1;
    if (countTokens(lines.slice(0, count).join("\n")) <= tokens) fitting = count;
    else tooMany = count;
  }
  return files.slice(0, fitting).filter((file) => file !== undefined);
}

/** Returns the files that `rg --files` lists, in order; `undefined` without ripgrep. */
export async function ripgrepFiles(cwd: string): Promise<string[] | undefined> {
  try {
    const { success, stdout } = await new Deno.Command("rg", {
      args: ["--no-config", "--files", "--sort", "path", "--null"],
      cwd,
    }).output();
    return success ? new TextDecoder().decode(stdout).split("\0").slice(0, -1) : undefined;
  } catch {
    return undefined;
  }
}
