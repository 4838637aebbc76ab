/** The flags of a command: their parser, and the help that lists them. */
import { parseArgs } from "@std/cli/parse-args";
import { lineSafe } from "../text/line_safe.ts";
import { nearestTo } from "../text/nearest.ts";
import { UsageError } from "./terminal.ts";
import { inColumns, wrap } from "./wrap.ts";

/** A flag of a command. */
export interface Flag {
  readonly help: string;
  /** The placeholder of its value in help; a flag without one is a switch. */
  readonly value?: string;
  /** True if its value must be one of those that `value` names. @default {false} */
  readonly isChoice?: boolean;
  /** True if it may be repeated. @default {false} */
  readonly isList?: boolean;
  /** True if `--no-…` turns the switch off. @default {false} */
  readonly isNegatable?: boolean;
  /** Its short form. */
  readonly letter?: string;
}

/** Flags by name, with hyphens. */
export type Flags = Readonly<Record<string, Flag>>;

/** The syntax and the help of a command. */
export interface CommandUsage {
  readonly about: string;
  /** Its command lines, without `dirscope`. */
  readonly lines: readonly string[];
  /** Its flags by name; `--help` is added. */
  readonly flags: Flags;
  /** Maximum words that are no flags. @default {0} */
  readonly maxWords?: number;
  /** Paragraphs after the list of flags. */
  readonly notes?: string;
}

const HELP: Flag = { help: "Show this help.", letter: "h" };

/** Returns a flag as help shows it: `-L N`, `--scope DIR`, `--json, -j`. */
export function flagText(name: string, { value, letter }: Flag): string {
  const typed = name.length === 1 ? `-${name}` : `--${name}`;
  const both = letter === undefined ? typed : `${typed}, -${letter}`;
  return value === undefined ? both : `${both} ${value}`;
}

/** Returns rows of help. */
export function flagRows(flags: Flags): (readonly [flag: string, help: string])[] {
  return Object.entries(flags).map(([name, flag]) => [flagText(name, flag), flag.help]);
}

/** Returns the text of `--help`. */
export function commandHelp({ about, lines, flags, notes }: CommandUsage): string {
  return [
    ...lines.map((line, i) => `${i === 0 ? "Usage:" : "      "} dirscope ${line}`),
    "",
    ...wrap(about, 0),
    "",
    "Options:",
    ...inColumns(flagRows({ ...flags, help: HELP })),
    ...notes === undefined ? [] : ["", notes],
    "",
  ].join("\n");
}

/** The values of flags by name, and the other words. */
export interface Parsed {
  readonly _: readonly string[];
  // deno-lint-ignore no-explicit-any
  readonly [name: string]: any;
}

/** @throws {UsageError} If a flag is unknown or lacks its value, or there are too many words. */
export function parseCommand(typed: readonly string[], usage: CommandUsage): Parsed {
  const parsed = parseFlags(typed, { ...usage.flags, help: HELP });
  const extra = parsed._[usage.maxWords ?? 0];
  if (extra !== undefined) throw new UsageError(`unexpected argument "${lineSafe(extra)}"`);
  return parsed;
}

/**
 * Parses flags, `--use_gitignore` as `--use-gitignore`, and the words between them. A flag that is not given is
 * `undefined`, a list of values empty. Of values of one that is no list, the last counts.
 *
 * @throws {UsageError} If a flag is unknown, lacks its value, or has none of its choices.
 */
export function parseFlags(typed: readonly string[], flags: Flags): Parsed {
  const names = Object.keys(flags);
  const switches = names.filter((name) => flags[name]!.value === undefined);
  const valued = names.filter((name) => flags[name]!.value !== undefined);
  const parsed = parseArgs(wordsOf(typed, flags), {
    boolean: switches,
    string: ["_", ...valued],
    collect: names.filter((name) => flags[name]!.isList),
    negatable: names.filter((name) => flags[name]!.isNegatable),
    alias: Object.fromEntries(
      names.flatMap((name) =>
        flags[name]!.letter === undefined ? [] : [[name, flags[name]!.letter]]
      ),
    ),
    default: Object.fromEntries(switches.map((name) => [name, null])),
    unknown: (word, key) => {
      if (key !== undefined) throw unknownFlag(word, flags);
    },
  });
  const asTyped = (value: unknown) => typeof value === "string" ? value.replace("\0", "") : value;
  const values = names.map((name) => {
    const value = parsed[name] ?? undefined;
    return [name, Array.isArray(value) ? value.map(asTyped) : asTyped(value)];
  });
  for (const name of valued) {
    if ([parsed[name]].flat().includes("")) {
      const form = name.length === 1 ? `-${name}` : `--${name}`;
      throw new UsageError(
        `${form} needs a value; one that begins with - is given as ${form}=VALUE`,
      );
    }
    const choices = flags[name]!.isChoice ? flags[name]!.value!.split("|") : [parsed[name]];
    if (parsed[name] !== undefined && !choices.includes(parsed[name])) {
      throw new UsageError(`--${name} must be one of ${choices.join(", ")}`);
    }
  }
  return { ...Object.fromEntries(values), _: parsed._.map(String).map(asTyped) };
}

/**
 * Returns words as parseArgs takes them: hyphens for underscores in flags, `-` as the value of the flag before it, and
 * a NUL, which no argument can hold, before a word that parseArgs would take for the value of a switch.
 *
 * @throws {UsageError} If a switch has a value but true or false, which parseArgs takes for true.
 */
function wordsOf(typed: readonly string[], flags: Flags): string[] {
  const end = typed.indexOf("--");
  const words: string[] = [];
  for (const typedWord of end < 0 ? typed : typed.slice(0, end)) {
    const word = typedWord.replace(/^--[^=]+/, (flag) => flag.replaceAll("_", "-"))
      // To parseArgs, a digit after a letter is its value.
      .replace(/^-([a-fh-z]+)0$/, "-0$1");
    const [, name = "", value] = /^--([^=]+)(?:=(.*))?$/s.exec(word) ?? [];
    const isSwitch = Object.hasOwn(flags, name) ? !flags[name]!.value : name.startsWith("no-");
    if (isSwitch && value !== undefined && !/^(true|false)$/.test(value)) {
      throw new UsageError(`--${name} takes no value but true or false`);
    }
    const before = words.at(-1)?.slice(2) ?? "";
    const isValue = word === "-" && Object.hasOwn(flags, before) && flags[before]!.value;
    const isTaken = word === "true" || word === "false";
    words.push(isValue ? `${words.pop()}=-` : isTaken ? `\0${word}` : word);
  }
  return end < 0 ? words : [...words, ...typed.slice(end)];
}

/** What flags of other commands, and of earlier versions of this one, are here. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  "--name": "glob_search '**/*GLOB*' finds names",
  "--type": "--kind file or --kind dir",
  "-E": "--exclude GLOB",
  "-I": "--no-use-gitignore",
  "--recursive": "tree shows all levels, and a search looks at all",
  "-R": "tree shows all levels, and a search looks at all",
  "-S": "find_files --sort size puts the largest first",
  "-e": "--extensions EXT",
  "-i": "--no-case-sensitive",
  "-t": "--kind file, or find_files --sort modified for the newest first",
};

/** Returns the error for a flag that a command does not have, with the nearest one of it. */
function unknownFlag(word: string, flags: Flags): UsageError {
  const flag = word.replace(/=.*$/s, "");
  // Some commands begin words with one hyphen.
  const known = ELSEWHERE[flag] ?? ELSEWHERE[`-${flag}`];
  const wanted = flag.replace(/^-+/, "");
  const nearest = wanted.length < 3 ? undefined : nearestTo(wanted, Object.keys(flags));
  const advice = known ?? (nearest && `did you mean --${nearest}?`);
  return new UsageError(`unknown option "${lineSafe(word)}"`, advice);
}
