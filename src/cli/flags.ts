/** The flags of a command: what reads them, and the help that lists them. */
import { type Args, parseArgs } from "@std/cli/parse-args";
import { lineSafe } from "../text/line_safe.ts";
import { unknownOption } from "./did_you_mean.ts";
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
  readonly word?: "tool" | "any" | "paths" | readonly string[];
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
export function helpOf(usage: CommandUsage): string {
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
  const { flags, word } = usage;
  const all = Object.entries(flags);
  const named = (isWanted: (flag: Flag) => boolean): string[] =>
    all.filter(([, flag]) => isWanted(flag)).map(([name]) => name);
  const switches = named(({ value }) => value === undefined);
  const strings = named(({ value }) => value !== undefined);
  const parsed = parseArgs([...words], {
    boolean: ["help", ...switches],
    string: [...strings, "_"],
    collect: named(({ isList = false }) => isList),
    alias: { help: "h" },
    unknown: (word, key) => {
      if (key !== undefined) throw unknownOption(word, flagsOf(usage).map(([name]) => name));
      return true;
    },
  });
  for (const name of strings) {
    if ([parsed[name]].flat().includes("")) throw new UsageError(`--${name} needs a value`);
  }
  const extra = word === "paths" ? undefined : parsed._[word === undefined ? 0 : 1];
  if (extra !== undefined) throw new UsageError(`unexpected argument "${lineSafe(String(extra))}"`);
  return parsed;
}
