/** The flags of a command: their parser, and the help that lists them. */
import { type Args, parseArgs } from "@std/cli/parse-args";
import { lineSafe } from "../text/line_safe.ts";
import { unknownOption } from "./unknown_option.ts";
import { UsageError } from "./terminal.ts";
import { inColumns } from "./wrap.ts";

/** A flag of a command. */
export interface Flag {
  readonly help: string;
  /** The placeholder of its value in help; a flag without one is a switch. */
  readonly value?: string;
  /** The allowed values, if they are known. */
  readonly choices?: readonly string[];
  /** True if it may be repeated. @default {false} */
  readonly isList?: boolean;
  /** True if `--no-…` turns the switch off; without either word it is `undefined`. @default {false} */
  readonly isNegatable?: boolean;
}

/** The syntax and the help of a command. */
export interface CommandUsage {
  /** The line in a list of commands. */
  readonly summary: string;
  /** The first line of its help. */
  readonly about: string;
  /** Its command lines, without `dirscope`. */
  readonly lines: readonly string[];
  /** Its flags by name; `--help` is added. */
  readonly flags: Readonly<Record<string, Flag>>;
  /** The positional word: a tool's name, one of several, or any; or any number of paths. */
  readonly positional?: "tool" | "any" | "paths" | readonly string[];
  /** Paragraphs after the list of flags. */
  readonly notes?: string;
}

const HELP: Flag = { help: "Show this help (-h)." };

/** Returns the flags of a command by name, `--help` last. */
export function flagsOf({ flags }: CommandUsage): readonly (readonly [string, Flag])[] {
  return Object.entries({ ...flags, help: HELP });
}

export function flagText(flag: string, { value }: Flag): string {
  return value === undefined ? flag : `${flag} ${value}`;
}

/** Returns the text of `--help`. */
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
    return unknownOption(word, Object.keys(flags));
  });
  if (parsed.h) parsed.help = true;
  const { positional } = usage;
  const extra = positional === "paths" ? undefined : parsed._[positional === undefined ? 0 : 1];
  if (extra !== undefined) throw new UsageError(`unexpected argument "${lineSafe(String(extra))}"`);
  return parsed;
}

/**
 * Parses flags by name, `--use_gitignore` as `--use-gitignore`, and the words between them.
 *
 * @param errorFor Returns the error for an unknown flag.
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
  // `-`, and text that begins with dashes, as a diff does, are no flags: a NUL, which no word has, hides them.
  const hidden = words.map((word) => word.replace(/^-(?:[^=\s]*\s|$)/, "\0$&"));
  const parsedHidden = parseArgs(hidden, {
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
  const parsed: Args = JSON.parse(
    JSON.stringify(parsedHidden),
    (_, value) => typeof value === "string" ? value.replace("\0", "") : value,
  );
  for (const word of words.slice(0, words.includes("--") ? words.indexOf("--") : undefined)) {
    const [, no, name, value] = word.match(/^--(no-)?([^=]+)=(.*)$/s) ?? [];
    if (name === undefined) continue;
    const isOf = (flags: readonly string[]) => flags.map(snake).includes(snake(name));
    // The parser would take `--no-depth=3` for `--depth=3`.
    if (no !== undefined && isOf(strings)) throw errorFor(word);
    if (!isOf(switches)) continue;
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
