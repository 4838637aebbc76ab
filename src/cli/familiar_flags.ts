/** Flags that people know from `ls`, `tree`, `fd`, `rg` and `find`, and the arguments that they set. */
import type { ArgumentSchema, Tool } from "../tool.ts";
import type { Flag } from "./flags.ts";
import { COMMON_FLAGS } from "./common_flags.ts";
import { UsageError } from "./terminal.ts";

/** The schemas of a tool's arguments, by name. */
export type ArgumentSchemas = Readonly<Record<string, ArgumentSchema>>;

/** Arguments that a flag sets, unchecked. */
type FlagArguments = Readonly<
  Record<string, string | number | boolean | readonly string[] | undefined>
>;

/** A short flag: one letter, or a digit. */
interface FamiliarFlag extends Flag {
  /** Returns the arguments to set, by those that a tool has; `undefined` if the tool does not support it. */
  readonly set: (
    properties: ArgumentSchemas,
    values: readonly string[],
  ) => FlagArguments | undefined;
  /** The tool that it selects if the line names none. */
  readonly tool?: string;
}

/** The short flags by letter, in the order in which help lists them. */
export const FAMILIAR_FLAGS: Readonly<Record<string, FamiliarFlag>> = {
  L: { value: "N", help: "N levels; -L 1 is the direct children.", set: depthArguments },
  R: {
    help: "All levels.",
    // What has a root or a budget descends anyway.
    set: ({ recursive, root, max_tokens, "max-depth": maxDepth }) =>
      recursive ? { recursive: true } : root ?? max_tokens ?? maxDepth ? {} : undefined,
  },
  d: { help: "Directories only.", set: (properties) => kindArguments(properties, "d") },
  t: {
    value: "f|d",
    choices: ["f", "d"],
    help: "Files only, or directories only.",
    set: (properties, [kind]) => kindArguments(properties, kind!),
  },
  g: {
    value: "GLOB",
    isList: true,
    help: "What matches GLOB; without a slash, at any depth. -g '!GLOB' leaves it out.",
    tool: "glob_search",
    set: globArguments,
  },
  e: {
    value: "EXT",
    isList: true,
    help: "Files with this extension. Repeat for several.",
    tool: "find_files",
    set: ({ extensions }, values) => extensions && { extensions: values },
  },
  E: {
    value: "GLOB",
    isList: true,
    help: "Leave out what matches GLOB, as for -g. Repeat for several.",
    set: ({ exclude }, globs) => exclude && { exclude: globs },
  },
  S: {
    help: "Largest first.",
    set: ({ sort }) => sort && { sort: "size" },
  },
  l: {
    help: "One folder with sizes and times.",
    tool: "list_dir_entries",
    set: ({ path, limit, offset }) => path && limit && !offset ? {} : undefined,
  },
  a: {
    help: "Hidden entries too, where a tool leaves them out.",
    // A tool without this argument lists hidden entries anyway, and one without the next what git ignores.
    set: ({ include_hidden }) => (include_hidden ? { include_hidden: true } : {}),
  },
  I: {
    help: "What git ignores, too.",
    set: ({ use_gitignore }) => (use_gitignore ? { use_gitignore: false } : {}),
  },
  u: {
    help: "As -a and -I.",
    set: (properties) => ({
      ...FAMILIAR_FLAGS.a!.set(properties, []),
      ...FAMILIAR_FLAGS.I!.set(properties, []),
    }),
  },
};

/** Other spellings of flags, except where they are a tool's own: of `fd`, `rg`, `ls`, `tree` and `find`. */
const SPELLINGS: Readonly<Record<string, string>> = {
  "-r": "-R",
  "--recursive": "-R",
  "-A": "-a",
  "-H": "-a",
  "--hidden": "-a",
  "--no-ignore": "-I",
  "--unrestricted": "-u",
  "--long": "-l",
  "--max-depth": "-L",
  "-maxdepth": "-L",
  "--level": "-L",
  "--type": "-t",
  "-type": "-t",
  "--glob": "-g",
  "-name": "-g",
  "--name": "-g",
  "--extension": "-e",
  "--ext": "-e",
  "--exclude": "-E",
  "--changed-within": "--modified-within",
  "-print0": "-0",
  "--print0": "-0",
};

/** Reports whether a short flag sets an argument of a tool. */
function hasEffectOn({ DEFINITION }: Tool, { set, choices = ["1"] }: FamiliarFlag): boolean {
  const args = set(DEFINITION.function.parameters.properties, choices.slice(0, 1)) ?? {};
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
 * @param letters The flags by letter, each with its values.
 * @param args The arguments that the other flags set.
 * @throws {UsageError} If the tool does not support a flag, or another flag contradicts it.
 */
export function familiarFlagArguments(
  letters: ShortFlags["familiar"],
  tool: Tool,
  args: Readonly<Record<string, unknown>>,
): FlagArguments {
  const { name, parameters } = tool.DEFINITION.function;
  const all: Record<string, FlagArguments[string]> = {};
  for (const [letter, values] of letters) {
    const set = FAMILIAR_FLAGS[letter]!.set(parameters.properties, values);
    if (set === undefined) throw unsupportedFlagError(letter, name);
    for (const [key, implied] of Object.entries(set)) {
      const other = all[key] ?? args[key];
      if (Array.isArray(implied) && Array.isArray(all[key])) {
        all[key] = [...all[key], ...implied];
      } else if (other !== undefined && other !== implied) {
        throw new UsageError(`-${letter} sets --${key.replaceAll("_", "-")}, which is given too`);
      } else all[key] = implied;
    }
  }
  return all;
}

function unsupportedFlagError(letter: string, toolName: string): UsageError {
  return new UsageError(`${toolName} has no -${letter}`, async () => {
    if (letter === "L" && toolName === "glob_search") {
      return "'*.ts' is what lies in the folder itself, '*/*.ts' a level below";
    }
    const { toolsThatHave } = await import("./unknown_option.ts");
    const flag = FAMILIAR_FLAGS[letter]!;
    const have = await toolsThatHave((tool) => hasEffectOn(tool, flag));
    return have !== undefined ? `${have} it` : flag.tool && `it is for ${flag.tool}`;
  });
}

function depthArguments(
  properties: ArgumentSchemas,
  [value]: readonly string[],
): FlagArguments | undefined {
  const name = ["depth", "max_depth", "max-depth"].find((each) => properties[each]);
  if (name === undefined) return undefined;
  const count = /^\d+$/.test(value!) ? Number(value) : 0;
  if (count < 1) throw new UsageError("-L must be an integer of at least 1");
  // The depth of a recursive listing counts descents: level 1 needs none.
  return properties.recursive ? { recursive: true, [name]: count - 1 } : { [name]: count };
}

function kindArguments(
  { filter, kind, extensions }: ArgumentSchemas,
  value: string,
): FlagArguments | undefined {
  // As of `fd`: `file` and `directory` too.
  const letter = value.match(/^(f|d)(ile|ir(ectory)?)?$/)?.[1];
  if (letter === undefined) {
    throw new UsageError("-t takes f or d: -e is for extensions, --sort for the newest first");
  }
  const isFile = letter === "f";
  if (kind?.enum?.includes("dir")) return { kind: isFile ? "file" : "dir" };
  if (filter?.enum?.includes("folders")) return { filter: isFile ? "files" : "folders" };
  // What takes extensions finds files alone.
  return isFile && extensions ? {} : undefined;
}

function globArguments(
  { pattern, exclude }: ArgumentSchemas,
  globs: readonly string[],
): FlagArguments | undefined {
  const [wanted, second] = globs.filter((glob) => !glob.startsWith("!"));
  const unwanted = globs.filter((glob) => glob.startsWith("!")).map((glob) => glob.slice(1));
  if (pattern === undefined && (wanted !== undefined || exclude === undefined)) return undefined;
  if (second !== undefined) throw new UsageError("-g is given twice");
  if (unwanted.length > 0 && exclude === undefined) {
    throw new UsageError("-g cannot exclude: it takes what to find");
  }
  return {
    ...pattern && { pattern: searchPattern(wanted ?? "**") },
    ...unwanted.length > 0 && { exclude: unwanted },
  };
}

/** Returns the pattern of a `-g`: as in `.gitignore`, a slash at the start anchors it. */
function searchPattern(glob: string): string {
  return glob === "**" || glob.includes("/") ? glob.replace(/^\//, "") : `**/${glob}`;
}

/** A command line, split into its short flags and its other words. */
export interface ShortFlags {
  /** The other words, with short forms of common flags as long ones. */
  readonly words: readonly string[];
  /** The familiar flags, each with its values. */
  readonly familiar: ReadonlyMap<string, readonly string[]>;
  /** The tool that they select if the line names none. */
  readonly tool: string | undefined;
}

/**
 * Splits off short flags, alone or combined, and what other commands call them. A word with an unknown letter stays
 * among the other words.
 *
 * @param words The words of a command line.
 * @param own The arguments of the tool that the line names, whose flags are its own.
 * @throws {UsageError} If a flag lacks its value or is given a second one.
 */
export function splitShortFlags(words: readonly string[], own: ArgumentSchemas = {}): ShortFlags {
  const left = [...words];
  const others: string[] = [];
  const familiar = new Map<string, string[]>();
  while (left.length > 0) {
    const word = spelledAsOurs(left.shift()!, own);
    if (word === "--") {
      others.push(word, ...left.splice(0));
      break;
    }
    const flags = /^-[^-]/.test(word) ? flagsInWord(word, left) : undefined;
    if (flags === undefined) others.push(word);
    for (const [letter, value] of flags ?? []) {
      const common = commonFlagByLetter(letter);
      if (common !== undefined) {
        others.push(`--${common}`);
        continue;
      }
      const values = familiar.get(letter) ?? [];
      if (value !== "" && values.length > 0 && !FAMILIAR_FLAGS[letter]!.isList) {
        throw new UsageError(`-${letter} is given twice`);
      }
      familiar.set(letter, [...values, value]);
    }
  }
  return { words: others, familiar, tool: toolOfFlags(familiar.keys()) };
}

/** Returns a flag in our spelling, with its value after a `=` as it is. */
function spelledAsOurs(word: string, own: ArgumentSchemas): string {
  const [, flag = "", value = ""] = word.match(/^(-[^=]+)(=.*)?$/s) ?? [];
  const name = flag.slice(2);
  const isOwn = Object.hasOwn(own, name) || Object.hasOwn(own, name.replaceAll("-", "_"));
  if (isOwn || !Object.hasOwn(SPELLINGS, flag)) return word;
  const spelling = SPELLINGS[flag]!;
  const takesValue = spelling.startsWith("--") || FAMILIAR_FLAGS[spelling[1]!]?.value !== undefined;
  return value === "" || takesValue ? `${spelling}${value}` : word;
}

/** Returns the flags of one word, each with its value: the rest of the word, or else the next word. */
function flagsInWord(word: string, next: string[]): Map<string, string> | undefined {
  const flags = new Map<string, string>();
  for (let at = 1; at < word.length; at++) {
    const letter = SPELLINGS[`-${word[at]}`]?.[1] ?? word[at]!;
    // `ls -lh` asks for sizes that people can read, not for help.
    if (letter === "h" && word.includes("l")) continue;
    const isFamiliar = Object.hasOwn(FAMILIAR_FLAGS, letter);
    if (!isFamiliar && commonFlagByLetter(letter) === undefined) return undefined;
    if (FAMILIAR_FLAGS[letter]?.value === undefined) {
      flags.set(letter, "");
      continue;
    }
    const attached = word.slice(at + 1);
    // More letters are a misspelt word, such as `-depth`.
    if (/^[a-z]{2}/i.test(attached)) return undefined;
    const value = attached.replace(/^=/, "") || next.shift();
    if (!value || value.startsWith("-")) throw new UsageError(`-${letter} needs a value`);
    return flags.set(letter, value);
  }
  return flags;
}

function commonFlagByLetter(letter: string): string | undefined {
  return Object.keys(COMMON_FLAGS).find((name) => COMMON_FLAGS[name]!.letter === letter);
}
