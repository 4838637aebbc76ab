/** The flags of a call that are the command's own, not a tool's. */
import type { Tool } from "../tool.ts";
import { TOOLSET_NAMES } from "./find_tool.ts";
import type { Flag } from "./flags.ts";

/** A flag that only some tools take. */
interface CommonFlag extends Flag {
  /** The short flag that stands for it. */
  readonly letter?: string;
  /** Whether a tool takes it. @default {() => true} */
  readonly isSupportedBy?: (tool: Tool) => boolean;
  /** What a tool that does not take it lacks. */
  readonly missingFeature?: string;
  /** The tools that take it, if no lack tells them. */
  readonly supportedTools?: string;
}

/** The names of the flags that a tool takes, or of all. */
export function commonFlagsOf(tool: Tool | undefined): string[] {
  return Object.keys(COMMON_FLAGS).filter((name) =>
    tool === undefined || COMMON_FLAGS[name]!.isSupportedBy?.(tool) !== false
  );
}

/** The flags by name, in the order in which help lists them. */
export const COMMON_FLAGS: Readonly<Record<string, CommonFlag>> = {
  scope: {
    value: "DIR",
    isList: true,
    help: "Allow nothing outside DIR. Repeat for several. Default: what --allow-read grants.",
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
      "Ignore what this file names, as git's core.excludesFile: its rules come after those of every .gitignore. Needs --allow-read for it.",
  },
  memory: {
    value: "FILE",
    help: "Keep project memory in this SQLite file. Needs --allow-read and --allow-write for it.",
  },
  log: {
    value: "FILE",
    help:
      "Record the call of a tool of agent or discovery in this SQLite file, best kept outside what is listed. Needs --allow-read and --allow-write for it.",
    isSupportedBy: ({ TRAITS }) => TRAITS.loggedAs !== undefined,
    supportedTools: "the tools of agent and discovery",
  },
  cache: {
    value: "FILE",
    help:
      "Keep the snapshots of overview and changes in this SQLite file, best kept outside what is listed. Needs --allow-read and --allow-write for it.",
    isSupportedBy: ({ TRAITS }) => TRAITS.keepsSnapshots === true,
    supportedTools: "overview and changes",
  },
  toolset: {
    value: "NAME",
    choices: TOOLSET_NAMES,
    help: `One of ${TOOLSET_NAMES.join(", ")}.`,
  },
  all: {
    help: "Print every page, for the tools that have pages.",
    isSupportedBy: (tool) => tool.pages !== undefined,
    missingFeature: "pages",
  },
  null: {
    letter: "0",
    help:
      "Print raw paths, each ended by a NUL, for xargs -0. A name that is not valid UTF-8 cannot be given back as it is: it is left out and counted, and the exit status is 1.",
    isSupportedBy: (tool) => tool.toReport !== undefined,
    missingFeature: "list of paths",
  },
  json: { letter: "j", help: "Print JSON." },
  help: { letter: "h", help: "Show this help." },
  version: { letter: "V", help: "Show the version." },
};
