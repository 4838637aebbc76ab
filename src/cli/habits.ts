/** Short flags that hands know from `tree`, `ls`, `fd` and `rg`, and what they stand for. */
import type { ArgumentSchema, Tool } from "../tool.ts";
import type { Flag } from "./flags.ts";
import { UsageError } from "./terminal.ts";

type Properties = Readonly<Record<string, ArgumentSchema>>;

/** Arguments of a tool, unchecked. */
type HabitArguments = Readonly<Record<string, string | number | boolean>>;

/** A short flag. It is one letter, or a digit. */
interface Habit extends Flag {
  /** The command's own flag that it is short for. */
  readonly flag?: string;
  /** What it sets, by the arguments that a tool has; nothing if the tool cannot serve it. */
  readonly set?: (properties: Properties, value: string) => HabitArguments | undefined;
  /** The tool that it calls where none is named. */
  readonly tool?: string;
}

/** The short flags by letter, in the order in which help lists them. */
export const HABITS: Readonly<Record<string, Habit>> = {
  L: { value: "N", help: "N levels; -L 1 is the direct children.", set: levels },
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
    set: ({ pattern }, glob) => pattern && { pattern: patternOf(glob) },
  },
  a: {
    help: "Hidden entries too, where a tool leaves them out.",
    // Where nothing is hidden there is nothing to set.
    set: (properties) => (properties.include_hidden ? { include_hidden: true } : {}),
  },
  0: { flag: "null", help: "Short for --null." },
  j: { flag: "json", help: "Short for --json." },
  h: { flag: "help", help: "Short for --help." },
  V: { flag: "version", help: "Short for --version." },
};

/** A short flag by its letter. */
export function habitOf(letter: string): Habit | undefined {
  return Object.hasOwn(HABITS, letter) ? HABITS[letter] : undefined;
}

/** Whether a short flag sets something of a tool. */
function isOf({ DEFINITION }: Tool, { set }: Habit): boolean {
  const args = set?.(DEFINITION.function.parameters.properties, "1") ?? {};
  return Object.keys(args).length > 0;
}

/** The letters of the short flags that set something of a tool; of all without one. */
export function habitsOf(tool?: Tool): string[] {
  return Object.keys(HABITS).filter((letter) => {
    const { flag } = HABITS[letter]!;
    return flag === undefined && (tool === undefined || isOf(tool, HABITS[letter]!));
  });
}

/** The letter that is short for one of the command's own flags. */
export function letterOf(flag: string): string | undefined {
  return Object.keys(HABITS).find((letter) => HABITS[letter]!.flag === flag);
}

/** The tool that short flags call where none is named. */
export function toolBy(letters: Iterable<string>): string | undefined {
  return [...letters].map((letter) => habitOf(letter)?.tool).find((tool) => tool);
}

/**
 * The arguments that short flags stand for.
 *
 * @param letters The flags by letter, each with its value or `""`.
 * @param args The arguments that the other flags gave.
 * @throws {UsageError} If the tool cannot serve a flag, or another flag says otherwise.
 */
export function habitArguments(
  letters: ReadonlyMap<string, string>,
  tool: Tool,
  args: Readonly<Record<string, unknown>>,
): HabitArguments {
  const { name, parameters } = tool.DEFINITION.function;
  const all: Record<string, string | number | boolean> = {};
  for (const [letter, value] of letters) {
    const habit = habitOf(letter)!;
    const set = habit.set?.(parameters.properties, value);
    if (set === undefined) throw unserved(letter, name);
    for (const [key, meant] of Object.entries(set)) {
      if (args[key] !== undefined && args[key] !== meant) {
        throw new UsageError(`-${letter} sets --${key.replaceAll("_", "-")}, which is given too`);
      }
      all[key] = meant;
    }
  }
  return all;
}

function unserved(letter: string, toolName: string): UsageError {
  return new UsageError(`${toolName} has no -${letter}`, async () => {
    const { namesOfTools, listed } = await import("./did_you_mean.ts");
    const names = await namesOfTools((tool) => isOf(tool, habitOf(letter)!));
    return `${listed(names)} ${names.length === 1 ? "has" : "have"} it`;
  });
}

function levels(properties: Properties, value: string): HabitArguments | undefined {
  const name = ["depth", "max_depth", "max-depth"].find((each) => properties[each]);
  if (name === undefined) return undefined;
  const count = /^\d+$/.test(value) ? Number(value) : 0;
  if (count < 1) throw new UsageError("-L must be an integer of at least 1");
  // Such a depth counts how often to descend.
  return properties.recursive ? { recursive: true, [name]: count - 1 } : { [name]: count };
}

/** As in `.gitignore`, a slash at the start anchors the pattern. */
function patternOf(glob: string): string {
  if (glob.startsWith("!")) throw new UsageError("-g cannot exclude: it takes what to find");
  return glob.includes("/") ? glob.replace(/^\//, "") : `**/${glob}`;
}
