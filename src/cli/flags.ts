/** The flags of a command: what reads them, and the help that lists them. */
import { type Args, parseArgs } from "@std/cli/parse-args";
import { lineSafe } from "../text/line_safe.ts";
import { unknownOptionError } from "./unknown_option.ts";
import { UsageError } from "./terminal.ts";
import { inColumns } from "./wrap.ts";

/** A flag of a command. */
export interface Flag {
  /** What the flag does. */
  readonly help: string;
  /** What stands for its value in help; a flag without one is a switch. */
  readonly value?: string;
  /** The values that it takes, where they are known. */
  readonly choices?: readonly string[];
  /** Whether it may be repeated. @default {false} */
  readonly isList?: boolean;
  /** Whether `--no-…` turns the switch off; without either word it is `undefined`. @default {false} */
  readonly isNegatable?: boolean;
}

/** What a command takes, and what its help says. */
export interface CommandUsage {
  /** What the command does, for a list of commands. */
  readonly summary: string;
  /** What the command does. */
  readonly about: string;
  /** The command lines that it takes, without `dirscope`. */
  readonly lines: readonly string[];
  /** Its flags by name; `--help` is added. */
  readonly flags: Readonly<Record<string, Flag>>;
  /**
   * The word that may follow: the name of a tool, one of several, or one that only the user knows; or any
   * number of paths.
   */
  readonly positional?: "tool" | "any" | "paths" | readonly string[];
  /** Paragraphs after the list of flags. */
  readonly notes?: string;
}

const HELP: Flag = { help: "Show this help (-h)." };

/** The flags of a command as they are typed, `--help` last. */
export function flagsOf({ flags }: CommandUsage): readonly (readonly [string, Flag])[] {
  return Object.entries({ ...flags, help: HELP });
}

/** A flag as help shows it. */
export function flagText(flag: string, { value }: Flag): string {
  return value === undefined ? flag : `${flag} ${value}`;
}

/** The text of `--help`. */
export function commandHelp(usage: CommandUsage): string {
  const { about, lines, notes } = usage;
  const options = inColumns(
    flagsOf(usage).map(([name, flag]) => [flagText(`--${name}`, flag), flag.help]),
  );
  return [
    about,
    "",
    ...lines.map((line, i) => `${i === 0 ? "Usage:" : "      "} dirscope ${line}`),
    "",
    "Options:",
    ...options,
    ...notes === undefined ? [] : ["", notes],
    "",
  ].join("\n");
}

/** @throws {UsageError} If a flag is unknown or lacks its value, or there are too many words. */
export function parseFlags(words: readonly string[], usage: CommandUsage): Args {
  const flags = Object.fromEntries(flagsOf(usage));
  const parsed = parseWords(words, { ...flags, h: HELP }, (word) => {
    return unknownOptionError(word, Object.keys(flags));
  });
  if (parsed.h) parsed.help = true;
  const { positional } = usage;
  const extra = positional === "paths" ? undefined : parsed._[positional === undefined ? 0 : 1];
  if (extra !== undefined) throw new UsageError(`unexpected argument "${lineSafe(String(extra))}"`);
  return parsed;
}

/**
 * Reads flags by name, `--use_gitignore` as `--use-gitignore`, and the words between them.
 *
 * @param errorFor Gives the error for a flag that is not known.
 * @throws {UsageError} If a flag is unknown, lacks its value or has one too many.
 */
export function parseWords(
  words: readonly string[],
  flags: Readonly<Record<string, Flag>>,
  errorFor: (word: string) => Error,
): Args {
  const names = Object.keys(flags);
  const switches = names.filter((name) => flags[name]!.value === undefined);
  const strings = names.filter((name) => flags[name]!.value !== undefined);
  const negatable = names.filter((name) => flags[name]!.isNegatable);
  const parsed = parseArgs([...words], {
    boolean: switches,
    string: [...strings, "_"],
    collect: names.filter((name) => flags[name]!.isList),
    negatable,
    default: Object.fromEntries(negatable.map((name) => [name, undefined])),
    // An alias of its own name would collect each value twice.
    alias: Object.fromEntries(names.map((name) => [
      name,
      [kebab(name), snake(name)].filter((spelling) => spelling !== name),
    ])),
    unknown: (word, key) => {
      if (key !== undefined) throw errorFor(word);
      return true;
    },
  });
  for (const word of words.slice(0, words.includes("--") ? words.indexOf("--") : undefined)) {
    const [, no, name, value] = word.match(/^--(no-)?([^=]+)=(.*)$/s) ?? [];
    if (name === undefined || !switches.includes(snake(name))) continue;
    if (no !== undefined || !["true", "false"].includes(value!)) {
      throw new UsageError(`--${no ?? ""}${name} takes no value${no ? "" : " but true or false"}`);
    }
  }
  for (const name of strings) {
    if ([parsed[name]].flat().includes("")) throw new UsageError(`--${kebab(name)} needs a value`);
  }
  return parsed;
}

const kebab = (name: string): string => name.replaceAll("_", "-");
const snake = (name: string): string => name.replaceAll("-", "_");
