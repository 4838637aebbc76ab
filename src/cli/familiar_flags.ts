/** Flags that people know from `ls`, `tree`, `fd`, `rg` and `find`, and the arguments that they set. */
import type { ArgumentSchema, Tool } from "../tool.ts";
import type { Flag } from "./flags.ts";
import { UsageError } from "./terminal.ts";

/** The command whose flags a line has: `-t` of `ls` is an order, of `fd` a kind; `-I` of `tree` takes a pattern. */
export type Dialect = "ls" | "tree" | "search";

/** A command line, split into its short flags and its other words. */
export interface ShortFlags {
  /** The other words, with short forms of common flags as long ones. */
  readonly words: readonly string[];
  /** The familiar flags, each with its values. */
  readonly familiar: ReadonlyMap<string, readonly string[]>;
  /** Returns a familiar flag as the line has it: `-maxdepth` for `L`. */
  typedAs(letter: string): string;
  readonly dialect: Dialect;
  /** True if it is a line of `find` or of `rg --files`: all words that are no flags are folders. */
  readonly isOfFind: boolean;
}

/** The schemas of a tool's arguments, by name. */
export type ArgumentSchemas = Readonly<Record<string, ArgumentSchema>>;

/** Arguments that a flag sets, unchecked. */
type FlagArguments = Readonly<
  Record<string, string | number | boolean | readonly string[] | undefined>
>;

/** A short flag: one letter, or a digit. */
interface FamiliarFlag extends Flag {
  /** How else people type it, with spaces between. */
  readonly also?: string;
  /**
   * Returns the arguments to set, by those that a tool has; `undefined` if the tool does not support it. Without this, the
   * flag sets no argument.
   */
  readonly set?: (
    properties: ArgumentSchemas,
    values: readonly string[],
  ) => FlagArguments | undefined;
  /** The tool that it selects if the line names none. */
  readonly tool?: string;
}

/** Flags by letter, in the order in which help lists them. */
type FamiliarFlags = Readonly<Record<string, FamiliarFlag>>;

/** The flags of `fd`, `rg` and `find`, and of any tool. */
export const FAMILIAR_FLAGS: FamiliarFlags = {
  L: {
    value: "N",
    also: "--max-depth -maxdepth --maxdepth --level",
    help: "N levels; -L 1 is the direct children.",
    set: depthArguments,
  },
  R: {
    also: "--recursive",
    help: "All levels.",
    // What has a root or a budget descends anyway.
    set: ({ recursive, root, max_tokens, "max-depth": maxDepth }) =>
      recursive ? { recursive: true } : root ?? max_tokens ?? maxDepth ? {} : undefined,
  },
  d: { help: "Directories only.", set: (properties) => kindArguments(properties, ["d"]) },
  t: {
    value: "f|d",
    isList: true,
    choices: ["f", "d"],
    also: "--type -type",
    help: "Files only, or directories only.",
    tool: "glob_search",
    set: kindArguments,
  },
  g: {
    value: "GLOB",
    isList: true,
    also: "--glob -name --name",
    help: "What matches GLOB; without a slash, at any depth. -g '!GLOB' leaves it out.",
    tool: "glob_search",
    set: globArguments,
  },
  e: {
    value: "EXT",
    isList: true,
    also: "--extension --ext",
    help: "Files with this extension. Repeat for several.",
    tool: "find_files",
    set: ({ extensions }, values) => extensions && { extensions: values },
  },
  E: {
    value: "GLOB",
    isList: true,
    also: "--exclude",
    help: "Leave out what matches GLOB, as for -g. Repeat for several.",
    set: ({ exclude }, globs) => exclude && { exclude: globs },
  },
  i: {
    also: "--ignore-case",
    help: "In any case, upper or lower.",
    tool: "glob_search",
    set: ({ case_sensitive }) => case_sensitive && { case_sensitive: false },
  },
  S: {
    help: "Largest first.",
    set: ({ sort }) => sort && { sort: "size" },
  },
  l: {
    also: "--long",
    help: "One folder with sizes and times.",
    tool: "list_dir_entries",
    set: ({ path, limit, offset }) => path && limit && !offset ? {} : undefined,
  },
  a: {
    also: "-A -H --hidden",
    help: "Hidden entries too, where a tool leaves them out.",
    // A tool without this argument lists hidden entries anyway, and one without the next what git ignores.
    set: ({ include_hidden }) => (include_hidden ? { include_hidden: true } : {}),
  },
  I: {
    also: "--no-ignore",
    help: "What git ignores, too.",
    set: ({ use_gitignore }) => (use_gitignore ? { use_gitignore: false } : {}),
  },
  u: {
    also: "--unrestricted",
    help: "As -a and -I.",
    set: (properties) => ({
      ...FAMILIAR_FLAGS.a!.set!(properties, []),
      ...FAMILIAR_FLAGS.I!.set!(properties, []),
    }),
  },
};

/** A flag that asks for what is done anyway. Help does not list it. */
const NO_EFFECT: FamiliarFlag = { help: "" };

const HIDING = { value: "GLOB", isList: true };

/** The flags of each dialect. */
export const DIALECT_FLAGS: Readonly<Record<Dialect, FamiliarFlags>> = {
  ls: {
    a: {
      ...FAMILIAR_FLAGS.a!,
      also: "-A -H --hidden --all --almost-all",
      help: "Hidden entries too.",
    },
    l: { also: "--long", help: "With sizes and times." },
    h: { also: "--human-readable", help: "Sizes as 1.2K." },
    t: { also: "--sort=time", help: "Newest first." },
    S: { also: "--sort=size", help: "Largest first." },
    r: { also: "--reverse", help: "In the reverse order." },
    R: { also: "--recursive", help: "All folders below too." },
    d: { also: "--directory", help: "Folders themselves, not what is in them." },
    1: NO_EFFECT,
    F: { ...NO_EFFECT, also: "--classify --sort=name" },
    p: NO_EFFECT,
  },
  tree: {
    ...FAMILIAR_FLAGS,
    I: { ...HIDING, also: "--ignore", help: "Leave out what matches GLOB; 'a|b' is two." },
    E: { ...HIDING, also: "--exclude", help: "As -I." },
    a: { also: "-A -H --hidden", help: "Hidden entries too." },
    u: { also: "--unrestricted", help: "As -a." },
    F: { ...NO_EFFECT, also: "--noreport" },
  },
  search: FAMILIAR_FLAGS,
};

/** Returns the patterns of what a line like that of `tree` leaves out: hidden entries, and what it names. */
export function hiddenBy({ familiar }: ShortFlags): string[] {
  const named = ["I", "E"].flatMap((letter) => familiar.get(letter) ?? []).join("|");
  const all = familiar.has("a") || familiar.has("u") ? named : `.*|${named}`;
  return all.split("|").filter((glob) => glob !== "");
}

/** Reports whether a short flag sets an argument of a tool, or how the tool's listing looks. */
function hasEffectOn({ DEFINITION }: Tool, { set, help, choices = ["1"] }: FamiliarFlag): boolean {
  if (set === undefined) return help !== "";
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
  { familiar, words }: Pick<ShortFlags, "familiar" | "words">,
): string | undefined {
  const isPattern = familiar.get("g")?.some((glob) => !glob.startsWith("!"));
  if (isPattern) return "glob_search";
  const tools = [...familiar.keys()].flatMap((letter) => FAMILIAR_FLAGS[letter]?.tool ?? []);
  const isOfFiles = familiar.get("t")?.[0]?.startsWith("f") ??
    words.some((word) => OF_SEARCHES.test(word));
  return tools.find((tool) => tool !== "glob_search") ?? (isOfFiles ? "find_files" : tools[0]);
}

/** Flags that searches alone have. */
const OF_SEARCHES =
  /^(-n|--(modified.within|limit|max.results|sort|extensions|(name|path).contains|case.sensitive|cursor|null|quiet))(=|$)/;

/**
 * Returns the arguments that short flags set.
 *
 * @param others The arguments that the other flags set.
 * @throws {UsageError} If the tool does not support a flag, or another flag contradicts it.
 */
export function familiarFlagArguments(
  { familiar, dialect, typedAs }: ShortFlags,
  tool: Tool,
  others: Readonly<Record<string, unknown>>,
): FlagArguments {
  const { name, parameters } = tool.DEFINITION.function;
  const all: Record<string, FlagArguments[string]> = {};
  for (const [letter, values] of familiar) {
    const flag = DIALECT_FLAGS[dialect][letter]!;
    const args = flag.set === undefined ? {} : flag.set(parameters.properties, values);
    if (args === undefined) {
      throw new UsageError(`${name} has no ${typedAs(letter)}`, async () => {
        const { toolsThatHave } = await import("./unknown_option.ts");
        return await toolsThatHave((each) => hasEffectOn(each, flag)) ??
          (flag.tool && `it is for ${flag.tool}`);
      });
    }
    for (const [key, implied] of Object.entries(args)) {
      const other = all[key] ?? others[key];
      if (Array.isArray(implied) && Array.isArray(other)) all[key] = [...other, ...implied];
      else if (other !== undefined && other !== implied) {
        const set = `--${key.replaceAll("_", "-")}`;
        throw new UsageError(`${typedAs(letter)} sets ${set}, which is given too`);
      } else all[key] = implied;
    }
  }
  return all;
}

function depthArguments(
  properties: ArgumentSchemas,
  [value]: readonly string[],
): FlagArguments | undefined {
  const name = ["depth", "max_depth", "max-depth"].find((each) => properties[each]);
  const count = /^\d+$/.test(value!) ? Number(value) : 0;
  if (count < 1) throw new UsageError("the depth must be an integer of at least 1");
  // A search without a depth leaves out all that lies a level deeper.
  if (name === undefined) return properties.exclude && { exclude: ["/*".repeat(count + 1)] };
  // The depth of a recursive listing counts descents: level 1 needs none.
  return properties.recursive ? { recursive: true, [name]: count - 1 } : { [name]: count };
}

function kindArguments(
  { filter, kind, extensions }: ArgumentSchemas,
  values: readonly string[],
): FlagArguments | undefined {
  // As of `fd`: `file` and `directory` too.
  const letters = values.map((value) => value.match(/^(f|d)(ile|ir(ectory)?)?$/)?.[1]);
  if (letters.includes(undefined)) {
    throw new UsageError(
      "the kind must be f or d: -e is for extensions, --sort for the newest first, and -g '*' marks links with @",
    );
  }
  if (new Set(letters).size > 1) throw new UsageError("two kinds are given");
  const isFile = letters[0] === "f";
  if (kind?.enum?.includes("dir")) return { kind: isFile ? "file" : "dir" };
  if (filter?.enum?.includes("folders")) return { filter: isFile ? "files" : "folders" };
  // What takes extensions finds files alone.
  return isFile && extensions ? {} : undefined;
}

function globArguments(
  { pattern, exclude }: ArgumentSchemas,
  globs: readonly string[],
): FlagArguments | undefined {
  const [first, ...others] = globs.filter((glob) => !glob.startsWith("!"));
  const wanted = others.length === 0 ? first : `{${[first, ...others].join()}}`;
  const unwanted = globs.filter((glob) => glob.startsWith("!")).map((glob) => glob.slice(1));
  if (pattern === undefined && (wanted !== undefined || exclude === undefined)) return undefined;
  if (others.length > 0 && [first!, ...others].some((glob) => /[/{,}]/.test(glob))) {
    throw new UsageError("two globs are given", () => Promise.resolve("-g '*.{a,b}' takes either"));
  }
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
