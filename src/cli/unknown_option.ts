/** The error for an unknown flag, with the nearest flag or the tools that have it. */
import { lineSafe } from "../text/line_safe.ts";
import type { Tool } from "../tool.ts";
import { findTool, toolNames, TOOLSET_NAMES } from "./find_tool.ts";
import { UsageError } from "./terminal.ts";

/**
 * Returns the error for a flag that a command does not have.
 *
 * @param flags The flags of the command.
 * @param advise Returns the advice if no flag is near.
 */
export function unknownOption(
  word: string,
  flags: readonly string[],
  advise?: (word: string) => Promise<string | undefined>,
): UsageError {
  return new UsageError(
    `unknown option "${lineSafe(word)}"`,
    async () => await nearestFlag(word, flags) ?? await advise?.(word),
  );
}

/** Returns the name of a flag: `use-gitignore` for `--use_gitignore=true`. */
export function bareName(word: string): string {
  return word.replace(/^-+/, "").replace(/=.*$/s, "").replaceAll("_", "-");
}

/** Returns the advice on a flag: what comes nearest here to one of another command, or a flag of that spelling. */
export async function nearestFlag(
  word: string,
  flags: readonly string[],
): Promise<string | undefined> {
  const known = nearestOfOurs(word.replace(/=.*$/s, ""));
  if (known !== undefined) return known;
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

/** The flags by the advice on them, as patterns with spaces between. */
const NEAREST = {
  "-R goes all levels down, and ls alone reverses its order": "-r --reverse",
  "-g GLOB finds what matches": "-P --prune",
  "-0 and xargs -0 run a command": "-x -exec(dir)? --exec --exec-batch",
  "-0 and xargs -0 run a command, and ls sorts by name, -t or -S": "-X",
  "-0 and xargs -0 rm remove what is found": "-delete",
  "ls -l shows sizes and times": "-D -s -l -h -empty --du --long",
  "--modified-within 3d is what changed since, as are 2h and 90m": "-mmin -mtime -newer(mt)?",
  "-g '!GLOB' leaves out what matches": "-T -not -prune",
  "-g '*.{a,b}' takes either": "-o",
  "--path-contains TEXT of find_files looks at whole paths": "-p --full-path",
  "-g 'src/**' takes paths": "-path",
  "-g takes a glob, and nothing a regular expression": "-i?regex --regex",
  "paths below the working directory start there, others at the root": "--absolute-path",
  "-g '*/**' starts two levels down": "--?min-?depth --exact-depth",
  "--hide '.*' leaves hidden entries out": "--no-hidden",
  "--limit N prints the first N": "-n -1 -m --max-count",
  "the last line counts, and in a pipe wc -l": "--count",
  "list_dir_entries puts folders first": "--dirsfirst --group-directories-first",
  "overview counts what is too much": "--filelimit",
  "links are not followed; ls LINK/ lists what one leads to": "--follow",
  "no tool tells inodes; stat_path tells kind, size and time": "--inode",
  "--sort modified puts the newest first, and size the largest":
    "-size --size --sortr --max-filesize",
  "-e EXT takes extensions": "--type-add --type-list -[te]\\w+",
};

/** Returns the advice on a flag that other commands have. */
function nearestOfOurs(flag: string): string | undefined {
  return Object.entries(NEAREST).find(([, flags]) =>
    new RegExp(`^(${flags.replaceAll(" ", "|")})$`).test(flag)
  )?.[0];
}
