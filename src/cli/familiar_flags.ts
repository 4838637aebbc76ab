/** Flags that people know from `ls`, `tree`, `fd`, `rg` and `find`, and the arguments that they set. */
import type { ArgumentSchema, Tool } from "../tool.ts";
import type { Dialect } from "./find_tool.ts";
import type { Flag, GivenFlag } from "./flags.ts";
import { UsageError } from "./terminal.ts";

/** The schemas of a tool's arguments, by name. */
export type ArgumentSchemas = Readonly<Record<string, ArgumentSchema>>;

/** Arguments that a flag sets, unchecked. */
type FlagArguments = Readonly<
  Record<string, string | number | boolean | readonly string[] | undefined>
>;

/**
 * Returns the arguments that a flag sets, by those that a tool has; `undefined` if the tool does not support it.
 */
type SetArguments = (
  properties: ArgumentSchemas,
  values: readonly string[],
) => FlagArguments | undefined;

type FamiliarFlags = Readonly<Record<string, Flag>>;

/** The flags of `fd`, `rg` and `find`, and of any tool, in the order in which help lists them. */
export const FAMILIAR_FLAGS: FamiliarFlags = {
  L: {
    value: "N",
    also: "--max-depth -maxdepth --maxdepth --level",
    help: "N levels; -L 1 is the direct children.",
  },
  R: { also: "--recursive", help: "All levels." },
  d: {
    ...{ value: "", implied: "d", choices: Array.from({ length: 99 }, (_, i) => `${i + 1}`) },
    help: "Directories only; -d N is -L N.",
  },
  t: {
    ...{ value: "f|d", isList: true, choices: ["f", "d"], also: "--type -type" },
    help: "Files only, or directories only.",
  },
  g: {
    ...{ value: "GLOB", isList: true, also: "--glob -name --name" },
    help: "What matches GLOB; without a slash, at any depth. -g '!GLOB' leaves it out.",
  },
  e: {
    ...{ value: "EXT", isList: true, also: "--extension --ext" },
    help: "Files with this extension. Repeat for several.",
  },
  E: {
    ...{ value: "GLOB", isList: true, also: "--exclude" },
    help: "Leave out what matches GLOB, as for -g. Repeat for several.",
  },
  i: { also: "--ignore-case", help: "In any case, upper or lower." },
  S: { value: "", implied: "S", choices: [], help: "Largest first; nothing filters by size." },
  a: { also: "-A -H --hidden", help: "Hidden entries too, where a tool leaves them out." },
  I: { also: "--no-ignore", help: "What git ignores, too." },
  u: { also: "--unrestricted", help: "As -a and -I." },
};

// A tool without such an argument lists hidden entries anyway, and what git ignores.
const setHidden: SetArguments = (known) => known.include_hidden ? { include_hidden: true } : {};
const setIgnored: SetArguments = (known) => known.use_gitignore ? { use_gitignore: false } : {};

/** What these flags set. */
const SETS: Readonly<Record<string, SetArguments>> = {
  L: depthArguments,
  // What has a root or a budget descends anyway.
  R: ({ recursive, root, max_tokens, "max-depth": maxDepth }) =>
    recursive ?? root ?? max_tokens ?? maxDepth ? {} : undefined,
  d: (known, values) =>
    values[0] === "d" ? kindArguments(known, values) : depthArguments(known, values),
  t: kindArguments,
  g: globArguments,
  // Of a glob, its pattern has them.
  e: ({ extensions, kind }, values) =>
    extensions ? { extensions: values } : kind && { kind: "file" },
  E: ({ exclude }, globs) => exclude && { exclude: globs },
  i: ({ case_sensitive }) => case_sensitive && { case_sensitive: false },
  S: ({ sort }) => sort && { sort: "size" },
  a: setHidden,
  I: setIgnored,
  u: (known, values) => ({ ...setHidden(known, values), ...setIgnored(known, values) }),
};

/** Returns what a flag of a line sets: nothing where it says how `ls` lists, or what `tree` hides. */
function setterOf(letter: string, dialect: Dialect): SetArguments | undefined {
  const others = { ls: "ltSrRd", tree: "IEau", search: "" }[dialect];
  return others.includes(letter) ? undefined : SETS[letter];
}

const { g: _g, e: _e, t: _t, i: _i, S: _S, R: _R, ...OF_TREES } = FAMILIAR_FLAGS;

/** The flags of each dialect. Help does not list one that asks for what is done anyway. */
export const DIALECT_FLAGS: Readonly<Record<Dialect, FamiliarFlags>> = {
  ls: {
    a: { also: "-A -H --hidden --all --almost-all", help: "Hidden entries too." },
    l: { also: "--long", help: "With sizes and times." },
    h: { also: "--human-readable", help: "Sizes as 1.2K." },
    t: { also: "--sort=time --sort=modified --sort=newest", help: "Newest first." },
    S: { also: "--sort=size", help: "Largest first." },
    r: { also: "--reverse", help: "In the reverse order." },
    R: { also: "--recursive", help: "All folders below too." },
    d: { also: "--directory", help: "Folders themselves, not what is in them." },
    "group-directories-first": { also: "--dirsfirst", help: "Folders before files." },
    1: { also: "-C -F -p -x --classify --sort=name", help: "" },
  },
  tree: {
    ...OF_TREES,
    I: { value: "GLOB", isList: true, help: "Leave out what matches GLOB; 'a|b' is two." },
    E: { value: "GLOB", isList: true, also: "--exclude", help: "As -I." },
    a: { also: "-A -H --hidden", help: "Hidden entries too." },
    u: { also: "--unrestricted", help: "As -a." },
    F: { also: "--noreport", help: "" },
  },
  search: FAMILIAR_FLAGS,
};

/** What stands for other flags in each dialect. */
export const EXPANSIONS: Readonly<Record<Dialect, Readonly<Record<string, string>>>> = {
  ls: {},
  tree: { "-C": "--color=always", "-J": "--json" },
  search: {
    "--iglob": "-i --glob",
    "-iname": "-i -name",
    "--files": "-t=f",
    "-print": "",
    "-quit": "--limit=1",
    "-c": "--color",
    "-s": "--case-sensitive",
  },
};

/** Reports whether a flag sets an argument of a tool. */
function hasEffectOn({ DEFINITION }: Tool, letter: string): boolean {
  const { implied, choices } = FAMILIAR_FLAGS[letter]!;
  const sample = implied ?? choices?.[0] ?? "1";
  const args = SETS[letter]!(DEFINITION.function.parameters.properties, [sample]) ?? {};
  return Object.keys(args).length > 0;
}

/** Returns the letters of the flags with an effect on a tool. */
export function familiarFlagsOf(tool: Tool): string[] {
  return Object.keys(FAMILIAR_FLAGS).filter((letter) => hasEffectOn(tool, letter));
}

/**
 * Returns the arguments that familiar flags set.
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
    const set = setterOf(letter, dialect);
    if (set === undefined) continue;
    const args = set(parameters.properties, values);
    if (args === undefined) {
      throw new UsageError(`${name} has no ${typed}`, async () => {
        const { toolsThatHave } = await import("./unknown_option.ts");
        return await toolsThatHave((each) => hasEffectOn(each, letter));
      });
    }
    for (const [key, implied] of Object.entries(args)) {
      const other = all[key] ?? others[key];
      if (Array.isArray(implied) && Array.isArray(other)) all[key] = [...other, ...implied];
      else if (other === undefined || other === implied) all[key] = implied;
      else {
        const set = `--${key.replaceAll("_", "-")}`;
        throw new UsageError(`${typed} sets ${set}, which is given too`);
      }
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
  if (count < 1) {
    throw new UsageError("the depth must be an integer of at least 1; no link is followed");
  }
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
