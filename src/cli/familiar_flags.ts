/** Short flags that people know from `tree`, `ls`, `fd` and `rg`, and the arguments that they set. */
import type { ArgumentSchema, Tool } from "../tool.ts";
import type { Flag } from "./flags.ts";
import { COMMON_FLAGS } from "./common_flags.ts";
import { UsageError } from "./terminal.ts";

/** The schemas of a tool's arguments, by name. */
export type ArgumentSchemas = Readonly<Record<string, ArgumentSchema>>;

/** Arguments that a flag sets, unchecked. */
type FlagArguments = Readonly<Record<string, string | number | boolean>>;

/** A short flag: one letter, or a digit. */
interface FamiliarFlag extends Flag {
  /** Returns the arguments to set, by those that a tool has; `undefined` if the tool does not support it. */
  readonly set: (properties: ArgumentSchemas, value: string) => FlagArguments | undefined;
  /** The tool that it selects if the line names none. */
  readonly tool?: string;
}

/** The short flags by letter, in the order in which help lists them. */
export const FAMILIAR_FLAGS: Readonly<Record<string, FamiliarFlag>> = {
  L: { value: "N", help: "N levels; -L 1 is the direct children.", set: depthArguments },
  d: {
    help: "Directories only.",
    set: ({ filter, kind }) =>
      filter?.enum?.includes("folders")
        ? { filter: "folders" }
        : kind?.enum?.includes("dir")
        ? { kind: "dir" }
        : undefined,
  },
  g: {
    value: "GLOB",
    help: "What matches GLOB; without a slash, at any depth.",
    tool: "glob_search",
    set: ({ pattern }, glob) => pattern && { pattern: searchPattern(glob) },
  },
  a: {
    help: "Hidden entries too, where a tool leaves them out.",
    // A tool without this argument lists hidden entries anyway.
    set: (properties) => (properties.include_hidden ? { include_hidden: true } : {}),
  },
};

/** Reports whether a short flag sets an argument of a tool. */
function hasEffectOn({ DEFINITION }: Tool, { set }: FamiliarFlag): boolean {
  const args = set(DEFINITION.function.parameters.properties, "1") ?? {};
  return Object.keys(args).length > 0;
}

/** Returns the letters of the short flags with an effect on a tool; without a tool, of all. */
export function familiarFlagsOf(tool?: Tool): string[] {
  return Object.keys(FAMILIAR_FLAGS).filter((letter) =>
    tool === undefined || hasEffectOn(tool, FAMILIAR_FLAGS[letter]!)
  );
}

/** Returns the tool that short flags select if the line names none. */
export function toolOfFlags(letters: Iterable<string>): string | undefined {
  return [...letters].map((letter) => FAMILIAR_FLAGS[letter]?.tool).find((tool) => tool);
}

/**
 * Returns the arguments that short flags set.
 *
 * @param letters The flags by letter, each with its value or `""`.
 * @param args The arguments that the other flags set.
 * @throws {UsageError} If the tool does not support a flag, or another flag contradicts it.
 */
export function familiarFlagArguments(
  letters: ReadonlyMap<string, string>,
  tool: Tool,
  args: Readonly<Record<string, unknown>>,
): FlagArguments {
  const { name, parameters } = tool.DEFINITION.function;
  const all: Record<string, string | number | boolean> = {};
  for (const [letter, value] of letters) {
    const set = FAMILIAR_FLAGS[letter]!.set(parameters.properties, value);
    if (set === undefined) throw unsupportedFlagError(letter, name);
    for (const [key, implied] of Object.entries(set)) {
      if (args[key] !== undefined && args[key] !== implied) {
        throw new UsageError(`-${letter} sets --${key.replaceAll("_", "-")}, which is given too`);
      }
      all[key] = implied;
    }
  }
  return all;
}

function unsupportedFlagError(letter: string, toolName: string): UsageError {
  return new UsageError(`${toolName} has no -${letter}`, async () => {
    const { toolsThatHave } = await import("./unknown_option.ts");
    return `${await toolsThatHave((tool) => hasEffectOn(tool, FAMILIAR_FLAGS[letter]!))} it`;
  });
}

function depthArguments(properties: ArgumentSchemas, value: string): FlagArguments | undefined {
  const name = ["depth", "max_depth", "max-depth"].find((each) => properties[each]);
  if (name === undefined) return undefined;
  const count = /^\d+$/.test(value) ? Number(value) : 0;
  if (count < 1) throw new UsageError("-L must be an integer of at least 1");
  // The depth of a recursive listing counts descents: level 1 needs none.
  return properties.recursive ? { recursive: true, [name]: count - 1 } : { [name]: count };
}

/** Returns the pattern of a `-g`: as in `.gitignore`, a slash at the start anchors it. */
function searchPattern(glob: string): string {
  if (glob.startsWith("!")) throw new UsageError("-g cannot exclude: it takes what to find");
  return glob.includes("/") ? glob.replace(/^\//, "") : `**/${glob}`;
}

/** A command line, split into its short flags and its other words. */
export interface ShortFlags {
  /** The other words, with short forms of common flags as long ones. */
  readonly words: readonly string[];
  /** The familiar flags, each with its value or `""`. */
  readonly familiar: ReadonlyMap<string, string>;
  /** The tool that they select if the line names none. */
  readonly tool: string | undefined;
}

/**
 * Splits off short flags, alone or combined. A word with an unknown letter stays among the other words.
 *
 * @param words The words of a command line.
 * @throws {UsageError} If a flag lacks its value or is given a second one.
 */
export function splitShortFlags(words: readonly string[]): ShortFlags {
  const left = [...words];
  const others: string[] = [];
  const familiar = new Map<string, string>();
  while (left.length > 0) {
    const word = left.shift()!;
    if (word === "--") {
      others.push(word, ...left.splice(0));
      break;
    }
    const flags = /^-[^-]/.test(word) ? flagsInWord(word, left) : undefined;
    if (flags === undefined) others.push(word);
    for (const [letter, value] of flags ?? []) {
      if (value !== "" && familiar.has(letter)) throw new UsageError(`-${letter} is given twice`);
      const common = commonFlagByLetter(letter);
      if (common === undefined) familiar.set(letter, value);
      else others.push(`--${common}`);
    }
  }
  return { words: others, familiar, tool: toolOfFlags(familiar.keys()) };
}

/** Returns the flags of one word, each with its value: the rest of the word, or else the next word. */
function flagsInWord(word: string, next: string[]): Map<string, string> | undefined {
  const flags = new Map<string, string>();
  for (let at = 1; at < word.length; at++) {
    const letter = word[at]!;
    const isFamiliar = Object.hasOwn(FAMILIAR_FLAGS, letter);
    if (!isFamiliar && commonFlagByLetter(letter) === undefined) return undefined;
    if (FAMILIAR_FLAGS[letter]?.value === undefined) {
      flags.set(letter, "");
      continue;
    }
    const value = word.slice(at + 1).replace(/^=/, "") || next.shift();
    if (!value || value.startsWith("-")) throw new UsageError(`-${letter} needs a value`);
    return flags.set(letter, value);
  }
  return flags;
}

function commonFlagByLetter(letter: string): string | undefined {
  return Object.keys(COMMON_FLAGS).find((name) => COMMON_FLAGS[name]!.letter === letter);
}
