/** Splits off the short flags of a command line, and what `ls`, `tree`, `fd`, `rg` and `find` call them. */
import { COMMON_FLAGS } from "./common_flags.ts";
import {
  type ArgumentSchemas,
  type Dialect,
  DIALECT_FLAGS,
  type ShortFlags,
} from "./familiar_flags.ts";
import { habitNamed, isToolName } from "./find_tool.ts";
import type { Flag } from "./flags.ts";
import { UsageError } from "./terminal.ts";

/**
 * Splits off short flags, alone or combined. A word with an unknown letter stays among the other words.
 *
 * @param typed The words of a command line.
 * @param own The arguments of the tool that the line names, whose flags are its own.
 * @throws {UsageError} If a flag lacks its value or is given a second one.
 */
export function splitShortFlags(
  typed: readonly string[],
  { own = {}, dialect }: { readonly own?: ArgumentSchemas | undefined; readonly dialect: Dialect },
): ShortFlags {
  const flags = DIALECT_FLAGS[dialect];
  if (typed.filter((word) => /^-i?name$/.test(word)).length > 1) {
    throw new UsageError(
      "-name is given twice: -g '*.{a,b}' is either, -g '!GLOB' leaves out, and nothing is both",
    );
  }
  const typedAs = (letter: string): string =>
    typed.find((each) => SPELLINGS[dialect][each.replace(/=.*/s, "")]?.match(`^-\\w*${letter}`)) ??
      `-${letter}`;
  const left = [...typed];
  const words: string[] = [];
  const familiar = new Map<string, string[]>();
  for (let word; (word = left.shift()) !== undefined;) {
    const flag = word.length === 2 && word.startsWith("-") ? flags[word[1]!] : undefined;
    const parts = flag ? undefined : spelledAsOurs(word, own, dialect) ?? combined(word, dialect);
    if (parts !== undefined) left.unshift(...parts);
    else if (word === "--") words.push(word, ...left.splice(0));
    else if (word === "--color") words.push(`--color=${colorIn(left)}`);
    else if (flag === undefined) words.push(word);
    else {
      const letter = word[1]!;
      const values = familiar.get(letter) ?? [];
      if (flag.value !== undefined) values.push(valueIn(left, typedAs(letter)));
      if (values.length > 1 && !flag.isList) {
        throw new UsageError(`${typedAs(letter)} is given twice`);
      }
      familiar.set(letter, values);
    }
  }
  const isOfFind = typed.some((word) => OF_FIND.test(word));
  return { words, familiar, typedAs, dialect, isOfFind };
}

/** Flags of `find` or of `rg --files` alone. */
const OF_FIND = /^(--files|-(type|i?name|maxdepth))$/;

/** Returns a line with the name of its tool before flags that all tools have, and `-d 2` of `fd` as `-L 2`. */
export function inOurOrder(typed: readonly string[]): readonly string[] {
  let at = 0;
  for (let flag; (flag = commonFlag(typed[at])) !== undefined; at++) {
    // The value of --color may be left out.
    const isLeftOut = typed[at] === "--color" && !flag.choices!.includes(typed[at + 1] ?? "");
    if (flag.value !== undefined && !typed[at]!.includes("=") && !isLeftOut) at++;
  }
  const name = typed[at] ?? "";
  const isHabit = habitNamed(name) !== undefined;
  const words = isHabit || isToolName(name) ? [name, ...typed.toSpliced(at, 1)] : typed;
  const end = words.indexOf("--");
  return isHabit ? words : words.map((word, i) => {
    if (end >= 0 && i > end) return word;
    const isDepth = word === "-d" && /^[1-9]\d?$/.test(words[i + 1] ?? "");
    return isDepth ? "-L" : word.replace(/^-d(=?[1-9]\d?)$/, "-L$1");
  });
}

/** Returns the flag of all tools that a word is. */
function commonFlag(word = ""): Flag | undefined {
  const [, name, letter] = word.match(/^-(?:-([^=]+)|(\w)$)/) ?? [];
  return Object.entries(COMMON_FLAGS).find(([each, flag]) =>
    each === name || letter && flag.letter === letter
  )?.[1];
}

/** Reports whether a line that names no tool has flags of `ls`: those of `-la`, `-ltr`, `-1`. */
export function hasFlagsOfLs(words: readonly string[]): boolean {
  const end = words.indexOf("--");
  const flags = words.slice(0, end < 0 ? undefined : end);
  return !flags.some(isOfSearch) && flags.some((word, i) =>
    word === "--long" ||
    // `--depth -1` is a wrong depth.
    /^-\w*[l1]/.test(word) && COMBINED.ls.test(word) && !words[i - 1]?.startsWith("--")
  );
}

/** Reports whether a word is a flag of `fd`, `rg` or `find`, and none of `ls`. */
function isOfSearch(word: string): boolean {
  const { ls, search } = DIALECT_FLAGS;
  const [flag = "", letter = ""] = word.match(/^(?:-(\w)|--[^=]+)/) ?? [];
  return OF_FIND.test(word) || letter in search && !(letter in ls) ||
    flag in SPELLINGS.search && !(flag in SPELLINGS.ls);
}

/** Takes the value of a flag from the next words. */
function valueIn(next: string[], flag: string): string {
  const value = next.shift();
  if (value && !value.startsWith("-")) return value;
  throw new UsageError(`${flag} needs a value`);
}

/** Takes the value of `--color`, which `ls` and `rg` may leave out or have in the next word. */
function colorIn(next: string[]): string {
  return COMMON_FLAGS.color!.choices!.includes(next[0] ?? "") ? next.shift()! : "always";
}

/** Returns the words in our spelling for one that is none of the tool's own flags; none if it has no effect here. */
function spelledAsOurs(word: string, own: ArgumentSchemas, dialect: Dialect): string[] | undefined {
  const [, flag = "", value = ""] = word.match(/^(-[^=]+)(=.*)?$/s) ?? [];
  const name = flag.slice(2);
  if (Object.hasOwn(own, name) || Object.hasOwn(own, name.replaceAll("-", "_"))) return undefined;
  const { [word]: whole, [flag]: spelling } = SPELLINGS[dialect];
  if (whole !== undefined) return whole === "" ? [] : [whole];
  return spelling ? [`${spelling}${value}`] : undefined;
}

/** Returns the flags of a word that combines several, and the value of the last. */
function combined(word: string, dialect: Dialect): string[] | undefined {
  const [, switches = "", last, value = ""] = word.match(COMBINED[dialect]) ?? [];
  if (word.length < 3 || switches + (last ?? "") === "") return undefined;
  const flags = [...switches, ...last ?? ""].map((letter) => `-${letter}`);
  return value === "" ? flags : [...flags, value];
}

/** Spellings everywhere that stand for more than one flag, or for one of ours. */
const SHARED: Readonly<Record<string, string>> = {
  "--files": "-tf",
  "--iglob": "-ig",
  "-iname": "-ig",
  "--changed-within": "--modified-within",
  "-print": "",
  "-quit": "--limit=1",
  "-print0": "--null",
  "--print0": "--null",
  "--colour": "--color",
};

const TREE_ALONE = { "-C": "--color=always", "-n": "--color=never", "-J": "--json" };

/** Our spellings by what people type, by dialect. */
const SPELLINGS = {
  ls: spellingsOf("ls", SHARED),
  tree: spellingsOf("tree", { ...SHARED, ...TREE_ALONE }),
  search: spellingsOf("search", SHARED),
};

/** Returns the long spellings that a search takes, without their dashes. */
export function longSpellings(): string[] {
  return Object.keys(SPELLINGS.search).flatMap((typed) => typed.match(/^--(.+)$/)?.[1] ?? []);
}

function spellingsOf(dialect: Dialect, others: typeof SHARED): Record<string, string> {
  const common = Object.entries(COMMON_FLAGS).flatMap(([name, { letter }]) =>
    letter === undefined ? [] : [[`-${letter}`, `--${name}`]]
  );
  const familiar = Object.entries(DIALECT_FLAGS[dialect]).flatMap(([letter, { also }]) =>
    also?.split(" ").map((typed) => [typed, `-${letter}`]) ?? []
  );
  return { ...Object.fromEntries([...common, ...familiar]), ...others };
}

/** What combines flags: switches, and then perhaps a flag with its value. More letters are a misspelt word. */
const COMBINED = {
  ls: combinedFlags("ls"),
  tree: combinedFlags("tree"),
  search: combinedFlags("search"),
};

function combinedFlags(dialect: Dialect): RegExp {
  const flags = DIALECT_FLAGS[dialect];
  const spelled = Object.keys(SPELLINGS[dialect]).filter((typed) => typed.length === 2);
  const letters = [...new Set([...Object.keys(flags), ...spelled.map((typed) => typed[1]!)])];
  const [valued, switches] = [true, false].map((takesValue) =>
    letters.filter((letter) => (flags[letter]?.value !== undefined) === takesValue).join("")
  );
  return new RegExp(`^-([${switches}]*)(?:([${valued}])(?![A-Za-z]{2})=?(.*))?$`, "s");
}
