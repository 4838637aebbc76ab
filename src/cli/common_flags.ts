/** The flags that tools have in common, besides their arguments. */
import type { Tool, ToolContext } from "../tool.ts";
import { TOOLSET_NAMES } from "./find_tool.ts";
import type { Flag, Flags } from "./flags.ts";

/** The flags by which a host configures a call or a server. */
export interface HostFlags {
  readonly scope: readonly string[];
  readonly hide: readonly string[];
  readonly show: readonly string[];
  readonly "excludes-file"?: string;
  readonly contents?: Exclude<ToolContext["contents"], undefined>;
  readonly memory?: string;
  readonly log?: string;
  readonly help?: boolean;
}

/** The flags of a line that calls a tool, besides its arguments. */
export interface ToolFlags extends HostFlags {
  readonly all?: boolean;
  readonly null?: boolean;
  readonly color?: string;
  readonly json?: boolean;
  readonly version?: boolean;
}

/** A flag that all tools, or some of them, support. */
interface CommonFlag extends Flag {
  /** Reports whether a tool supports it. @default {() => true} */
  readonly isFor?: (tool: Tool) => boolean;
}

/** Returns the flags that a tool supports. */
export function commonFlagsOf(tool: Tool): Flags {
  return Object.fromEntries(
    Object.entries(COMMON_FLAGS).filter(([, { isFor }]) => isFor?.(tool) !== false),
  );
}

/** The flags by name, in the order in which help lists them. */
export const COMMON_FLAGS: Readonly<Record<string, CommonFlag>> = {
  scope: {
    value: "DIR",
    isList: true,
    help: "Allow nothing outside DIR. Repeat for several.",
  },
  hide: {
    value: "PATTERN",
    isList: true,
    help:
      "Show nothing that this .gitignore pattern matches, whatever is asked. Repeat for several. Patterns start from each --scope, or else from the working directory.",
  },
  show: {
    value: "PATTERN",
    isList: true,
    help: "Show what this .gitignore pattern matches although git ignores it. Repeat for several.",
  },
  "excludes-file": {
    value: "FILE",
    help:
      "Ignore what this file names, as git's core.excludesFile: its rules come after those of every .gitignore.",
  },
  contents: {
    value: "text|places|none",
    isChoice: true,
    help:
      "What an answer to a task tells of files: text of lines, the places of its words alone, or none, which opens no file. Default: text.",
    isFor: ({ TRAITS }) => TRAITS.readsContents === true,
  },
  memory: {
    value: "FILE",
    help: "Keep project memory in this SQLite file.",
  },
  log: {
    value: "FILE",
    help:
      "Record the call of a tool of agent or discovery in this SQLite file, best kept outside what is listed.",
    isFor: ({ TRAITS }) => TRAITS.loggedAs !== undefined,
  },
  toolset: {
    value: "NAME",
    help: `One of ${TOOLSET_NAMES.join(", ")}.`,
  },
  all: {
    help: "Print every page, for the tools that have pages; a pipe gets every page anyway.",
    isFor: (tool) => tool.pages !== undefined,
  },
  null: {
    letter: "0",
    help:
      "Print raw paths, each ended by a NUL, for xargs -0; one that starts with - as ./-. A name that is not valid UTF-8 cannot be given back as it is: it is left out and counted, and the exit status is 1.",
    isFor: (tool) => tool.toReport !== undefined,
  },
  color: {
    value: "WHEN",
    help: "always, never, or auto: colour at a terminal, unless NO_COLOR is set.",
  },
  json: { letter: "j", help: "Print JSON; with --all, a line for each page." },
  help: { letter: "h", help: "Show this help." },
  version: { letter: "V", help: "Show the version." },
};
