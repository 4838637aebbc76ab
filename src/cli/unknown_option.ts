/** The error for an unknown flag, with the nearest flag or the tools that have it. */
import { lineSafe } from "../text/line_safe.ts";
import type { Tool } from "../tool.ts";
import { type Dialect, findTool, toolNames, TOOLSET_NAMES } from "./find_tool.ts";
import { UsageError } from "./terminal.ts";

/**
 * Returns the error for a flag that a command does not have.
 *
 * @param flags The flags of the command.
 * @param advise Returns the advice if no flag is near.
 * @param dialect The flags that people may mean.
 */
export function unknownOption(
  word: string,
  flags: readonly string[],
  advise?: (word: string) => Promise<string | undefined>,
  dialect?: Dialect,
): UsageError {
  return new UsageError(
    `unknown option "${lineSafe(word)}"`,
    async () =>
      nearestOfOurs(word.replace(/=.*$/s, ""), dialect) ?? await nearestFlag(word, flags) ??
        await advise?.(word),
  );
}

/** Returns the name of a flag: `use-gitignore` for `--use_gitignore=true`. */
export function bareName(word: string): string {
  return word.replace(/^-+/, "").replace(/=.*$/s, "").replaceAll("_", "-");
}

/** Returns the advice on a flag: one of nearly that spelling. */
export async function nearestFlag(
  word: string,
  flags: readonly string[],
): Promise<string | undefined> {
  const wanted = bareName(word);
  if (wanted.length < 3) return undefined;
  const { nearestTo } = await import("../text/nearest.ts");
  const found = nearestTo(wanted, flags.map(bareName));
  return found === undefined ? undefined : `did you mean --${found}?`;
}

/** Names the tools that pass a test, in a sentence: `a, b and c have it`. The toolset is left out. */
export async function toolsThatHave(has: (tool: Tool) => boolean): Promise<string | undefined> {
  const found: string[] = [];
  for (const name of new Set(TOOLSET_NAMES.flatMap(toolNames))) {
    const { tool } = (await findTool(name, undefined))!;
    if (has(tool)) found.push(name);
  }
  const names = found.join(", ").replace(/, ([^,]*)$/, " and $1");
  return found.length === 0 ? undefined : `${names} ${found.length > 1 ? "have" : "has"} it`;
}

/** The flags by the advice on them, as patterns with spaces between: of any line, and of each dialect. */
const NEAREST = {
  any: {
    "-R goes all levels down, and ls alone reverses its order": "-r --reverse",
    "-0 and xargs -0 rm remove what is found": "-delete",
    "paths below the working directory start there, others at the root": "--absolute-path",
    "--hide '.*' leaves hidden entries out": "--no-hidden",
    "the last line counts, and in a pipe wc -l": "--count",
    "list_dir_entries puts folders first": "--dirsfirst --group-directories-first",
    "links are not followed; ls LINK/ lists what one leads to": "--follow",
    "no tool tells inodes; stat_path tells kind, size and time": "--inode",
  },
  ls: {
    "ls sorts by name, -t or -S": "-X -v --sort",
  },
  tree: {
    "ls -t and -S sort, and a tree is by name": "-t -v -U -c --sort",
    "-g GLOB finds what matches": "-P --prune",
    "ls -l shows sizes and times": "-D -s -h --du",
    "find_files prints whole paths": "-f -i",
    "no tool tells modes; stat_path tells kind, size and time": "-p",
    "overview counts what is too much": "--filelimit",
    "links are not followed; ls LINK/ lists what one leads to": "-l",
    "> FILE takes what is printed": "-o",
  },
  search: {
    "--name-contains TEXT of find_files takes every character as it is": "-F --fixed-strings",
    "-0 and xargs -0 run a command": "-x -X -exec(dir)? --exec --exec-batch",
    "ls -l shows sizes and times": "-s -l -ls -empty --long",
    "--modified-within 3d is what changed since, as are 2h and 90m": "-mmin -mtime -newer(mt)?",
    "-g '!GLOB' leaves out what matches": "-T -not -prune",
    "-g '*.{a,b}' takes either": "-o",
    "--path-contains TEXT of find_files looks at whole paths": "-p --full-path",
    "-g 'src/**' takes paths": "-path",
    "-g takes a glob, and nothing a regular expression": "-i?regex --regex",
    "-g '*/**' starts two levels down": "--?min-?depth --exact-depth",
    "--limit N prints the first N": "-n -1 -m --max-count",
    "--sort modified puts the newest first, and size the largest":
      "-size --size --sortr --max-filesize",
    "-e EXT takes extensions": "--type-add --type-list -[te]\\w+",
  },
};

/** Returns the advice on a flag that other commands have. */
function nearestOfOurs(flag: string, dialect: Dialect = "search"): string | undefined {
  const isMeant = ([, flags]: string[]): boolean =>
    new RegExp(`^(${flags!.replaceAll(" ", "|")})$`).test(flag);
  return [NEAREST[dialect], NEAREST.any].flatMap(Object.entries<string>).find(isMeant)?.[0];
}
