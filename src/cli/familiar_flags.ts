/** Flags that people know from `ls`, `tree`, `fd`, `rg` and `find`, and the arguments that they set. */
import type { ArgumentSchema, Tool } from "../tool.ts";
import type { Flag } from "./flags.ts";
import { COMMON_FLAGS } from "./common_flags.ts";
import type { ListingView } from "./listing_view.ts";
import { type Dialect, SPELLINGS } from "./spellings.ts";
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
  /** What it changes in the listing of `ls`. */
  readonly view?: Partial<ListingView>;
  /** Set if its values are patterns of what to leave out at any depth. */
  readonly hides?: boolean;
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
  i: {
    help: "In any case, upper or lower.",
    set: ({ case_sensitive }) => case_sensitive && { case_sensitive: false },
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

const noArguments = (): FlagArguments => ({});

/** A flag of `ls` that changes how the listing looks. */
function looks(help: string, view: Partial<ListingView>): FamiliarFlag {
  return { help, view, set: noArguments };
}

/** A flag that asks for what is done anyway. Help does not list it. */
const NO_EFFECT: FamiliarFlag = { help: "", set: noArguments };

/** The flags of `ls`. */
const LS_FLAGS: typeof FAMILIAR_FLAGS = {
  a: { ...FAMILIAR_FLAGS.a!, help: "Hidden entries too." },
  l: { ...FAMILIAR_FLAGS.l!, help: "With sizes and times.", view: { isLong: true } },
  h: looks("Sizes as 1.2K.", { isHuman: true }),
  t: looks("Newest first.", { order: "time" }),
  S: looks("Largest first.", { order: "size" }),
  r: looks("In the reverse order.", { isReversed: true }),
  R: looks("All folders below too.", { isRecursive: true }),
  d: looks("Folders themselves, not what is in them.", { isSelf: true }),
  1: NO_EFFECT,
  F: NO_EFFECT,
  p: NO_EFFECT,
};

const HIDING = { value: "GLOB", isList: true, hides: true, set: noArguments };

/** The flags of each dialect by letter. */
export const DIALECT_FLAGS: Readonly<Record<Dialect, typeof FAMILIAR_FLAGS>> = {
  ls: LS_FLAGS,
  tree: {
    ...FAMILIAR_FLAGS,
    I: { ...HIDING, help: "Leave out what matches GLOB; 'a|b' is two." },
    E: { ...HIDING, help: "As -I." },
    a: looks("Hidden entries too.", {}),
    u: looks("As -a.", {}),
    F: NO_EFFECT,
  },
  search: FAMILIAR_FLAGS,
};

/** Returns how `ls` lists, by its flags. */
export function viewOf({ familiar }: ShortFlags): ListingView {
  const views = [...familiar.keys()].map((letter) => LS_FLAGS[letter]!.view);
  return Object.assign({ ...PLAIN_VIEW }, ...views);
}

const PLAIN_VIEW: ListingView = {
  isLong: false,
  isHuman: false,
  order: "name",
  isReversed: false,
  isRecursive: false,
  isSelf: false,
};

/** Returns the patterns of what a line like that of `tree` leaves out: hidden entries, and what it names. */
export function hiddenBy({ familiar }: ShortFlags): string[] {
  const named = [...familiar].filter(([letter]) => DIALECT_FLAGS.tree[letter]!.hides)
    .flatMap(([, globs]) => globs.flatMap((glob) => glob.split("|")));
  return familiar.has("a") || familiar.has("u") ? named : [".*", ...named];
}

/** Reports whether a line that names no tool has flags of `ls`: those of `-la`, `-ltr`, `-1`. */
export function hasFlagsOfLs(words: readonly string[]): boolean {
  const end = words.indexOf("--");
  return words.slice(0, end < 0 ? undefined : end).some((word, i) =>
    word === "--long" ||
    // `--depth -1` is a wrong depth.
    /^-\w*[l1]/.test(word) && !words[i - 1]?.startsWith("--") &&
      [...word.slice(1)].every((letter) => LS_FLAGS[letter] || letter === "A")
  );
}

/** Reports whether a short flag sets an argument of a tool, or how its listing looks. */
function hasEffectOn(
  { DEFINITION }: Tool,
  { set, view, hides, choices = ["1"] }: FamiliarFlag,
): boolean {
  if (view !== undefined || hides) return true;
  const args = set(DEFINITION.function.parameters.properties, choices.slice(0, 1)) ?? {};
  return Object.keys(args).length > 0;
}

/** Returns the letters of the short flags with an effect on a tool; without a tool, of all. */
export function familiarFlagsOf(tool?: Tool, dialect: Dialect = "search"): string[] {
  const known = DIALECT_FLAGS[dialect];
  return Object.keys(known).filter((letter) =>
    tool === undefined || hasEffectOn(tool, known[letter]!)
  );
}

/** Returns the tool that short flags select if the line names none. A glob to leave out is for any search. */
export function toolOfFlags(
  { familiar, isFind }: Pick<ShortFlags, "familiar" | "isFind">,
): string | undefined {
  const isPattern = familiar.get("g")?.some((glob) => !glob.startsWith("!"));
  const letters = [...familiar.keys()].filter((letter) => letter !== "g");
  return [...isPattern ? ["g"] : letters, ...familiar.has("g") ? ["g"] : []]
    .map((letter) => FAMILIAR_FLAGS[letter]?.tool).find((tool) => tool) ??
    (isFind ? isKindOfFile(familiar) ? "find_files" : "glob_search" : undefined);
}

function isKindOfFile(familiar: ShortFlags["familiar"]): boolean {
  return familiar.get("t")?.[0]?.startsWith("f") === true;
}

/**
 * Returns the arguments that short flags set.
 *
 * @param letters The flags by letter, each with its values.
 * @param args The arguments that the other flags set.
 * @throws {UsageError} If the tool does not support a flag, or another flag contradicts it.
 */
export function familiarFlagArguments(
  { familiar, dialect }: ShortFlags,
  tool: Tool,
  args: Readonly<Record<string, unknown>>,
): FlagArguments {
  const { name, parameters } = tool.DEFINITION.function;
  const all: Record<string, FlagArguments[string]> = {};
  const globs = familiar.get("g");
  // The folder itself is what a glob without `**/` searches.
  const isFlat = name === "glob_search" && globs !== undefined && familiar.get("L")?.[0] === "1";
  for (const [letter, values] of familiar) {
    if (isFlat && letter === "L") continue;
    const set = DIALECT_FLAGS[dialect][letter]!.set(parameters.properties, values);
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
  if (isFlat) all.pattern = `${all.pattern}`.replace(/^\*\*\//, "");
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
  readonly dialect: Dialect;
  /** True if a flag asks for a kind below a folder at any depth, and not in the folder alone. */
  readonly isFind: boolean;
}

/**
 * Splits off short flags, alone or combined, and what other commands call them. A word with an unknown letter stays
 * among the other words.
 *
 * @param words The words of a command line.
 * @param own The arguments of the tool that the line names, whose flags are its own.
 * @throws {UsageError} If a flag lacks its value or is given a second one.
 */
export function splitShortFlags(
  words: readonly string[],
  { own = {}, dialect }: { readonly own?: ArgumentSchemas | undefined; readonly dialect: Dialect },
): ShortFlags {
  const left = [...words];
  const others: string[] = [];
  const familiar = new Map<string, string[]>();
  while (left.length > 0) {
    const typed = left.shift()!;
    const word = withColor(spelledAsOurs(typed, own, dialect), left);
    if (word === "" && typed !== "") continue;
    if (word === "--") {
      others.push(word, ...left.splice(0));
      break;
    }
    const flags = /^-[^-]/.test(word) ? flagsInWord(word, left, dialect) : undefined;
    if (flags === undefined) others.push(word);
    for (const [letter, value] of flags ?? []) {
      if (letter.startsWith("--")) {
        others.push(letter);
        continue;
      }
      const values = familiar.get(letter) ?? [];
      if (value !== "" && values.length > 0 && !DIALECT_FLAGS[dialect][letter]!.isList) {
        throw new UsageError(`-${letter} is given twice`);
      }
      familiar.set(letter, [...values, value]);
    }
  }
  const isTree = familiar.has("L") || familiar.has("R");
  const isFind = familiar.has("t") && (!isTree || words.some(isFindFlag));
  return { words: others, familiar, dialect, isFind };
}

/** Reports whether a flag asks for a kind at any depth, as `find` and `rg --files` do. */
function isFindFlag(word: string): boolean {
  return word === "-type" || word === "--files";
}

/** Returns `--color` with its value, which `ls` and `rg` may leave out or have in the next word. */
function withColor(word: string, next: string[]): string {
  if (word !== "--color") return word;
  const isNext = COMMON_FLAGS.color!.choices!.includes(next[0] ?? "");
  return `--color=${isNext ? next.shift() : "always"}`;
}

/** Returns a flag in our spelling, with its value after a `=` as it is; an empty word if it has no effect here. */
function spelledAsOurs(word: string, own: ArgumentSchemas, dialect: Dialect): string {
  const whole = SPELLINGS[dialect][word];
  const [, flag = "", value = ""] = word.match(/^(-[^=]+)(=.*)?$/s) ?? [];
  const name = flag.slice(2);
  const isOwn = Object.hasOwn(own, name) || Object.hasOwn(own, name.replaceAll("-", "_")) ||
    flag.length === 2 && Object.hasOwn(DIALECT_FLAGS[dialect], flag[1]!);
  if (isOwn) return word;
  if (whole !== undefined) return whole;
  const spelling = SPELLINGS[dialect][flag];
  if (spelling === undefined) return word;
  const takesValue = spelling.startsWith("--") ||
    DIALECT_FLAGS[dialect][spelling.at(-1)!]?.value !== undefined;
  return takesValue ? `${spelling}${value}` : word;
}

/** Returns the flags of one word, each with its value: the rest of the word, or else the next word. */
function flagsInWord(
  word: string,
  next: string[],
  dialect: Dialect,
): [flag: string, value: string][] | undefined {
  const known = DIALECT_FLAGS[dialect];
  const flags: [string, string][] = [];
  for (let at = 1; at < word.length; at++) {
    const spelled = SPELLINGS[dialect][`-${word[at]}`];
    const letter = Object.hasOwn(known, word[at]!) ? word[at]! : spelled?.slice(1) ?? word[at]!;
    const common = letter.startsWith("-") ? spelled! : commonFlagByLetter(letter);
    const flag = known[letter];
    if (flag === undefined && common === undefined) return undefined;
    if (flag?.value === undefined) {
      flags.push([flag === undefined ? common! : letter, ""]);
      continue;
    }
    const attached = word.slice(at + 1);
    // More letters are a misspelt word, such as `-depth`.
    if (/^[a-z]{2}/i.test(attached)) return undefined;
    const value = attached.replace(/^=/, "") || next.shift();
    if (!value || value.startsWith("-")) throw new UsageError(`-${letter} needs a value`);
    return [...flags, [letter, value]];
  }
  return flags;
}

function commonFlagByLetter(letter: string): string | undefined {
  const name = Object.keys(COMMON_FLAGS).find((name) => COMMON_FLAGS[name]!.letter === letter);
  return name && `--${name}`;
}
