/** The six letters: short flags that set the argument which a tool has for them. */
import { lineSafe } from "../text/line_safe.ts";
import type { ArgumentSchema, Tool } from "../tool.ts";
import type { Flag, Flags } from "./flags.ts";
import { UsageError } from "./terminal.ts";

type Schemas = Readonly<Record<string, ArgumentSchema>>;
type Arguments = Readonly<Record<string, unknown>>;

/** A letter, and the arguments that it sets: none where the tool has no such argument. */
interface Letter extends Flag {
  set(properties: Schemas, value: string): Arguments | undefined;
}

/** The letters by name. `-0` and `-j` are flags of the command: see COMMON_FLAGS. */
export const LETTERS: Readonly<Record<string, Letter>> = {
  a: {
    help: "Hidden entries too.",
    set: ({ include_hidden }) => include_hidden && { include_hidden: true },
  },
  L: { value: "N", help: "At most N levels down.", set: depthArguments },
  d: {
    help: "Folders alone.",
    set: ({ kind, filter }) => kind ? { kind: "dir" } : filter && { filter: "folders" },
  },
  g: {
    value: "GLOB",
    help: "What matches GLOB, at any depth unless it has a slash.",
    set: ({ pattern }, glob) => pattern && { pattern: glob.includes("/") ? glob : `**/${glob}` },
  },
};

/** Returns the letters that a tool has an argument for. */
export function lettersOf({ DEFINITION }: Tool): Flags {
  const { properties } = DEFINITION.function.parameters;
  return Object.fromEntries(
    Object.entries(LETTERS).filter(([, { set }]) => set(properties, "1") !== undefined),
  );
}

/** The depth of a recursive listing counts descents: level 1 needs none. */
function depthArguments(
  { recursive, depth, max_depth, "max-depth": maxDepth }: Schemas,
  value: string,
): Arguments | undefined {
  const levels = Number(value);
  if (!Number.isInteger(levels) || levels < 1) {
    throw new UsageError(`-L must be an integer of at least 1, not "${lineSafe(value)}"`);
  }
  if (recursive) return { recursive: true, depth: levels - 1 };
  if (depth) return { depth: levels };
  return max_depth ? { max_depth: levels } : maxDepth && { "max-depth": levels };
}
