/** The flags of a call that are the command's own, not a tool's. */
import type { Tool } from "../tool.ts";
import { TOOLSET_NAMES } from "./find_tool.ts";
import type { Flag } from "./flags.ts";

/** A flag that only some tools take. */
export interface OwnFlag extends Flag {
  /** Why a tool does not take it; nothing if it does. */
  readonly refusal?: (tool: Tool) => string | undefined;
}

const nameOf = ({ DEFINITION }: Tool): string => DEFINITION.function.name;

/** The flags by name, in the order in which help lists them. */
export const OWN_FLAGS: Readonly<Record<string, OwnFlag>> = {
  scope: {
    value: "DIR",
    isList: true,
    help:
      "Allow nothing outside DIR. Repeat for several. Default: the working directory; for tree and codex, what --allow-read grants.",
  },
  memory: {
    value: "FILE",
    help: "Keep project memory in this SQLite file. Needs --allow-read and --allow-write for it.",
  },
  log: {
    value: "FILE",
    help:
      "Record the call of a tool of agent or discovery in this SQLite file, best kept outside what is listed. Needs --allow-read and --allow-write for it.",
    refusal: ({ TRAITS }) =>
      TRAITS.isLogged ? undefined : "--log is for the tools of agent and discovery",
  },
  toolset: {
    value: "NAME",
    choices: TOOLSET_NAMES,
    help: `One of ${TOOLSET_NAMES.join(", ")}.`,
  },
  all: {
    help: "Print every page, for the tools that have pages.",
    refusal: (tool) => tool.pages ? undefined : `${nameOf(tool)} has no pages for --all`,
  },
  null: {
    help: "Print raw paths, each ended by a NUL, for the tools that find entries.",
    refusal: (tool) =>
      tool.toReport ? undefined : `${nameOf(tool)} has no list of paths for --null`,
  },
  json: { help: "Print JSON." },
  help: { help: "Show this help (-h)." },
  version: { help: "Show the version (-V)." },
};
