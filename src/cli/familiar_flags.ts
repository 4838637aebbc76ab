/** Flags that people know from `ls`, `tree`, `fd`, `rg` and `find`, and the arguments that they set. */
import type { ArgumentSchema, Tool } from "../tool.ts";
import type { Reading } from "./find_tool.ts";
import type { Flag, GivenFlag } from "./flags.ts";
import { UsageError } from "./terminal.ts";

export type Dialect = Reading["dialect"];

/** The schemas of a tool's arguments, by name. */
export type ArgumentSchemas = Readonly<Record<string, ArgumentSchema>>;

/** Arguments that a flag sets, unchecked. */
type FlagArguments = Readonly<
  Record<string, string | number | boolean | readonly string[] | undefined>
>;

/** A flag that is no argument of a tool's. */
interface FamiliarFlag extends Flag {
  /**
   * Returns the arguments to set, by those that a tool has; `undefined` if the tool does not support it. Without this, the
   * flag sets no argument.
   */
  readonly set?: (
    properties: ArgumentSchemas,
    values: readonly string[],
  ) => FlagArguments | undefined;
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
      recursive ?? root ?? max_tokens ?? maxDepth ? {} : undefined,
  },
  d: {
    value: "",
    implied: "d",
    choices: ["1", "2", "3", "4", "5", "6", "7", "8", "9"],
    help: "Directories only; -d N is -L N.",
    set: (properties, [value]) =>
      value === "d" ? kindArguments(properties, ["d"]) : depthArguments(properties, [value!]),
  },
  t: {
    value: "f|d",
    isList: true,
    choices: ["f", "d"],
    also: "--type -type",
    help: "Files only, or directories only.",
    set: kindArguments,
  },
  g: {
    value: "GLOB",
    isList: true,
    also: "--glob -name --name",
    help: "What matches GLOB; without a slash, at any depth. -g '!GLOB' leaves it out.",
    set: globArguments,
  },
  e: {
    value: "EXT",
    isList: true,
    also: "--extension --ext",
    help: "Files with this extension. Repeat for several.",
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
    set: ({ case_sensitive }) => case_sensitive && { case_sensitive: false },
  },
  S: {
    help: "Largest first.",
    set: ({ sort }) => sort && { sort: "size" },
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

const { g: _g, e: _e, t: _t, i: _i, S: _S, R: _R, ...OF_TREES } = FAMILIAR_FLAGS;

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
    "group-directories-first": { also: "--dirsfirst", help: "Folders before files." },
    1: { ...NO_EFFECT, also: "-C -F -p -x --classify --sort=name" },
  },
  tree: {
    ...OF_TREES,
    I: { ...HIDING, help: "Leave out what matches GLOB; 'a|b' is two." },
    E: { ...HIDING, also: "--exclude", help: "As -I." },
    a: { also: "-A -H --hidden", help: "Hidden entries too." },
    u: { also: "--unrestricted", help: "As -a." },
    F: { ...NO_EFFECT, also: "--noreport" },
  },
  search: FAMILIAR_FLAGS,
};

/** What stands for other flags in each dialect. */
export const EXPANSIONS: Readonly<Record<Dialect, Readonly<Record<string, string>>>> = {
  ls: {},
  tree: { "-C": "--color=always", "-J": "--json" },
  search: {
    "--iglob": "-i -g",
    "-iname": "-i -g",
    "--files": "-t=f",
    "-F": "",
    "--fixed-strings": "",
    "-print": "",
    "-quit": "--limit=1",
    "-c": "--color",
    "-s": "--case-sensitive",
  },
};

/** Reports whether a flag sets an argument of a tool. */
function hasEffectOn({ DEFINITION }: Tool, { set, choices, implied }: FamiliarFlag): boolean {
  const sample = implied ?? choices?.[0] ?? "1";
  const args = set?.(DEFINITION.function.parameters.properties, [sample]) ?? {};
  return Object.keys(args).length > 0;
}

/** Returns the letters of the flags with an effect on a tool. */
export function familiarFlagsOf(tool: Tool): string[] {
  return Object.keys(FAMILIAR_FLAGS).filter((letter) => hasEffectOn(tool, FAMILIAR_FLAGS[letter]!));
}

/**
 * Returns the arguments that short flags set.
 *
 * @param others The arguments that the other flags set.
 * @throws {UsageError} If the tool does not support a flag, or another flag contradicts it.
 */
export function familiarArguments(
  given: ReadonlyMap<string, GivenFlag>,
  dialect: Dialect,
  tool: Tool,
  others: Readonly<Record<string, unknown>>,
): FlagArguments {
  const { name, parameters } = tool.DEFINITION.function;
  const all: Record<string, FlagArguments[string]> = {};
  for (const [letter, { typed, values }] of given) {
    const flag = DIALECT_FLAGS[dialect][letter];
    if (flag?.set === undefined || Object.hasOwn(parameters.properties, letter)) continue;
    const args = flag.set(parameters.properties, values);
    if (args === undefined) {
      throw new UsageError(`${name} has no ${typed}`, async () => {
        const { toolsThatHave } = await import("./unknown_option.ts");
        return await toolsThatHave((each) => hasEffectOn(each, flag));
      });
    }
    for (const [key, implied] of Object.entries(args)) {
      const other = all[key] ?? others[key];
      if (Array.isArray(implied) && Array.isArray(other)) all[key] = [...other, ...implied];
      else if (other !== undefined && other !== implied) {
        const set = `--${key.replaceAll("_", "-")}`;
        throw new UsageError(`${typed} sets ${set}, which is given too`);
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
