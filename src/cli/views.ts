/** The commands `ls` and `tree`: views of the data of our own tools, and no imitation of the programs. */
import type { ToolsetName } from "../catalog.ts";
import type { Tool } from "../tool.ts";
import type { Flags } from "./flags.ts";
import { LETTERS } from "./letters.ts";

/** A view of a tool. */
export interface View {
  readonly help: string;
  readonly usage: string;
  readonly toolset: ToolsetName;
  /** Its flags, in place of the tool's arguments. */
  readonly flags: Flags;
  load(): Promise<Tool>;
  /** Returns the arguments of the tool, by the values of the flags. */
  argumentsOf(flags: ViewFlags): Readonly<Record<string, unknown>>;
  /** Returns the patterns of what is left out below each path. */
  hiddenBy(flags: ViewFlags): readonly string[];
}

export interface ViewFlags {
  readonly a?: boolean;
  readonly d?: boolean;
  readonly l?: boolean;
  readonly L?: string;
  readonly I?: readonly string[];
  readonly json?: boolean;
}

const { a, d, L } = LETTERS as Required<typeof LETTERS>;

/** The views by name. */
export const VIEWS: Readonly<Record<"ls" | "tree", View>> = {
  ls: {
    help: "the names in folders",
    usage: "ls [-a] [-l] [PATH…]",
    toolset: "agent",
    flags: { a: a!, l: { help: "With sizes and times." } },
    load: async () => (await import("../catalog.ts")).loadTool("agent", "list_dir_entries"),
    argumentsOf: ({ a = false }) => ({ include_hidden: a }),
    hiddenBy: () => [],
  },
  tree: {
    help: "the tree below a folder",
    usage: "tree [-L N] [-a] [-d] [-I GLOB] [PATH…]",
    toolset: "tree",
    flags: {
      L: L!,
      a: a!,
      d: d!,
      I: { value: "GLOB", isList: true, help: "Leave out what matches GLOB; 'a|b' is two." },
    },
    load: async () => (await import("../tools/tree/list_dir.ts")).TREE_VIEW,
    argumentsOf: ({ L: levels, d = false, json = false }) => ({
      recursive: true,
      ...json && { format: "json" },
      ...levels !== undefined && L!.set({ recursive: {} as never }, levels),
      ...d && { filter: "folders" },
    }),
    hiddenBy: ({ a, I = [] }) => [...a ? [] : [".*"], ...I.flatMap((globs) => globs.split("|"))],
  },
};
