/** The flags of a command: their parser, and the help that lists them. */
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
  /** The value where none of the choices follows. */
  readonly implied?: string;
  /** True if it may be repeated. @default {false} */
  readonly isList?: boolean;
  /** True if `--no-…` turns the switch off; without either word it is `undefined`. @default {false} */
  readonly isNegatable?: boolean;
  /** Its short form. */
  readonly letter?: string;
  /** How else people type it, with spaces between. */
  readonly also?: string;
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

const HELP: Flag = { help: "Show this help (-h).", letter: "h" };

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

/** The values of flags by name, and the other words. */
export interface Parsed {
  readonly _: readonly string[];
  // deno-lint-ignore no-explicit-any
  readonly [name: string]: any;
}

/** @throws {UsageError} If a flag is unknown or lacks its value, or there are too many words. */
export function parseFlags(typed: readonly string[], usage: CommandUsage): Parsed {
  const flags = Object.fromEntries(flagsOf(usage));
  const { given, words } = parseWords(typed, flagTable(flags), (word) => {
    return unknownOption(word, Object.keys(flags));
  });
  const { positional } = usage;
  const extra = positional === "paths" ? undefined : words[positional === undefined ? 0 : 1];
  if (extra !== undefined) throw new UsageError(`unexpected argument "${lineSafe(extra)}"`);
  return { ...valuesOf(flags, given), _: words };
}

/** Returns the values of flags: texts of those that take one, and whether each switch is on. */
export function valuesOf(
  flags: Readonly<Record<string, Flag>>,
  given: ReadonlyMap<string, GivenFlag>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(flags).map(([name, { value, isList, isNegatable }]) => {
      const values = given.get(name)?.values;
      if (isList) return [name, values ?? []];
      if (value !== undefined || values === undefined && isNegatable) return [name, values?.[0]];
      return [name, values?.[0] === "true"];
    }),
  );
}

/** The flags of a line, and how they may be spelt. */
export interface FlagTable {
  readonly flags: Readonly<Record<string, Flag>>;
  /** The name of a flag by each of its spellings. */
  readonly names: ReadonlyMap<string, string>;
  /** What else people type, by the words that it stands for, with spaces between. */
  readonly expansions: Readonly<Record<string, string>>;
}

/** Where two flags have a spelling, it is the later one's. */
export function flagTable(flags: FlagTable["flags"], expansions = {}): FlagTable {
  const names = Object.entries(flags).flatMap(([name, { letter = "", also = "" }]) =>
    [name.length > 1 ? `--${kebab(name)}` : `-${name}`, `-${letter}`, ...also.split(" ")]
      .map((spelling) => [spelling, name] as const)
  );
  return { flags, names: new Map(names), expansions };
}

/** A flag of a line. */
export interface GivenFlag {
  /** How it is spelt there: `-maxdepth` for `L`. */
  readonly typed: string;
  /** Its values; of a switch `true` or `false`. */
  readonly values: readonly string[];
}

/**
 * Parses flags, `--use_gitignore` as `--use-gitignore`, and the words between them. Of values of one that is no list, the
 * last counts.
 *
 * @param errorFor Returns the error for an unknown flag.
 * @throws {UsageError} If a flag is unknown, lacks its value or has one too many.
 */
export function parseWords(
  typed: readonly string[],
  table: FlagTable,
  errorFor: (word: string) => Error,
): {
  readonly given: ReadonlyMap<string, GivenFlag>;
  readonly words: readonly string[];
} {
  const given = new Map<string, GivenFlag>();
  const words: string[] = [];
  const left = [...typed];
  for (let word; (word = left.shift()) !== undefined;) {
    if (word === "--") words.push(...left.splice(0));
    else if (!isFlag(word)) words.push(word);
    else {
      // Some values make a flag of their own.
      if (table.names.has(`${word}=${left[0]}`)) word += `=${left.shift()}`;
      const found = flagIn(word, table);
      const parts = found ? undefined : expanded(word, table);
      if (parts !== undefined) left.unshift(...parts);
      else if (found === undefined) throw errorFor(word);
      else {
        const { name, typed } = found;
        const value = valueOf(found, table.flags[name]!, left);
        const values = table.flags[name]!.isList ? given.get(name)?.values ?? [] : [];
        given.set(name, { typed, values: [...values, value] });
      }
    }
  }
  return { given, words };
}

/** Reports whether a word is a flag: `-`, and text that begins with dashes, as a diff does, is none. */
export function isFlag(word: string): boolean {
  return /^-[^=\s]+(=|$)/.test(word);
}

/** Reports whether a word is a flag of a table, or stands for some. */
export function isFlagOf(word: string, table: FlagTable): boolean {
  return (flagIn(word, table) ?? expanded(word, table)) !== undefined;
}

/** A flag in a word. */
export interface FoundFlag {
  readonly name: string;
  readonly typed: string;
  /** The value that the word has. */
  readonly value?: string | undefined;
  /** True for `--no-…`. */
  readonly isOff?: boolean;
}

/** Returns the flag of a table that a word is; it may stand for some, too. */
export function flagIn(word: string, { flags, names }: FlagTable): FoundFlag | undefined {
  const [, typed = word, value] = word.match(/^([^=]+)=(.*)$/s) ?? [];
  const flag = kebab(typed);
  const name = names.get(word) ?? names.get(flag);
  if (name !== undefined) return names.has(word) ? { name, typed: word } : { name, typed, value };
  const other = names.get(flag.replace(/^--no-/, "--"));
  const isOff = other !== undefined && flags[other]!.isNegatable;
  return isOff ? { name: other, typed, value, isOff } : undefined;
}

/** Returns what a word stands for, or the flags that it combines: switches, and then perhaps one with its value. */
function expanded(word: string, { flags, names, expansions }: FlagTable): string[] | undefined {
  const [, typed = word, value = ""] = word.match(/^([^=]+)(=.*)$/s) ?? [];
  const whole = Object.hasOwn(expansions, typed) ? expansions[typed]! : undefined;
  if (whole !== undefined) return whole === "" ? [] : `${whole}${value}`.split(" ");
  const parts: string[] = [];
  for (let i = 1; i < word.length; i++) {
    const part = `-${word[i]}`;
    const name = names.get(part);
    if (name === undefined) return undefined;
    const rest = word.slice(i + 1).replace(/^=/, "");
    const { value, implied, choices } = flags[name]!;
    const isSwitch = value === undefined || implied !== undefined && !choices!.includes(rest);
    if (!isSwitch && rest !== "") {
      // More letters are a misspelt word.
      return /^[A-Za-z]{2}/.test(rest) ? undefined : [...parts, `${part}=${rest}`];
    }
    parts.push(part);
  }
  return parts.length > 1 ? parts : undefined;
}

/** Returns the value of a flag, which may be the next word. */
function valueOf({ typed, value, isOff }: FoundFlag, flag: Flag, left: string[]): string {
  const [next = "--"] = left;
  if (flag.value === undefined) {
    if (value !== undefined && (isOff || !/^(true|false)$/.test(value))) {
      throw new UsageError(`${typed} takes no value${isOff ? "" : " but true or false"}`);
    }
    return `${isOff ? false : value ?? true}`;
  }
  if (flag.implied !== undefined) {
    // What takes numbers takes no other, nor a size.
    const isNumber = /^(\+?\d+|-\d+[a-z])[a-z]*$/i.test(next) &&
      !flag.choices!.some((each) => /\D/.test(each));
    const isNext = isNumber || flag.choices!.includes(next);
    const found = value ?? (isNext ? left.shift()! : flag.implied);
    if (found === flag.implied || flag.choices!.includes(found)) return found;
    throw new UsageError(`${typed} takes no "${lineSafe(found)}": ${flag.help}`);
  }
  const found = value ?? (isFlag(next) && !/^-\d+$/.test(next) ? "" : left.shift()!);
  if (found === "") throw new UsageError(`${typed} needs a value`);
  return found;
}

const kebab = (name: string): string => name.replaceAll("_", "-");
