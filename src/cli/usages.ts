/** The syntax and the help of the commands that are not tools. */
import { DEFAULT_TOOLSET } from "../catalog.ts";
import type { CommandUsage, Flags } from "./flags.ts";
import { COMMON_FLAGS } from "./common_flags.ts";
import { VIEWS } from "./views.ts";

/** The formats of `dirscope definition`. */
export const FORMAT_NAMES = ["openai", "responses", "anthropic", "gemini", "mcp"] as const;

const SERVER_FLAGS: Flags = Object.fromEntries(
  ["hide", "show", "excludes-file", "contents", "memory", "log"]
    .map((name) => [name, COMMON_FLAGS[name]!]),
);

/** The commands by name, in the order in which help lists them. */
export const USAGES = {
  tools: {
    about: "List the tools: toolset, tool, and what it does.",
    lines: ["tools [--toolset NAME]"],
    flags: {
      toolset: COMMON_FLAGS.toolset!,
    },
  },
  definition: {
    about: "Print a tool's definition as JSON, or those of a whole toolset as an array.",
    lines: [
      "definition TOOL [--toolset NAME] [--format FORMAT]",
      "definition --toolset NAME [--format FORMAT]",
    ],
    flags: {
      toolset: COMMON_FLAGS.toolset!,
      format: {
        value: "FORMAT",
        help: `One of ${FORMAT_NAMES.join(", ")}. Default: openai.`,
      },
    },
    maxWords: 1,
  },
  mcp: {
    about: "Serve a toolset's tools over MCP, on standard input and output.",
    lines: ["mcp [DIR…] [OPTIONS]"],
    maxWords: Infinity,
    flags: {
      toolset: {
        value: "NAME",
        help: `${COMMON_FLAGS.toolset!.help} Default: ${DEFAULT_TOOLSET}.`,
      },
      scope: {
        value: "DIR",
        isList: true,
        help:
          "As a DIR: allow nothing outside it. Repeat for several. Default: the working directory.",
      },
      ...SERVER_FLAGS,
      http: {
        value: "[HOST:]PORT",
        help: "Serve over HTTP instead, at /mcp. Default HOST: 127.0.0.1.",
      },
      "token-env": {
        value: "NAME",
        help:
          "Require the bearer token that this environment variable holds. Needed with a HOST that others can reach.",
      },
      "allow-host": {
        value: "NAME",
        isList: true,
        help: "Answer under this host name, too. Repeat for several.",
      },
      structured: {
        help:
          "Send data besides the text, for programs. Most clients give both to the model, at four times the tokens.",
      },
    },
  },
  replay: {
    about: "Run each call of a log again, and say whether it gives the same.",
    lines: ["replay FILE"],
    flags: {},
    maxWords: 1,
    notes: "FILE is one that --log made. The exit status is 1 if any call differs.",
  },
  completions: {
    about: "Print a script that completes dirscope's command lines.",
    lines: ["completions bash|zsh|fish"],
    flags: {},
    maxWords: 1,
    notes: `Print it to
  bash   ~/.local/share/bash-completion/completions/dirscope
  zsh    DIR/_dirscope, with DIR in $fpath
  fish   ~/.config/fish/completions/dirscope.fish`,
  },
} as const satisfies Readonly<Record<string, CommandUsage>>;

export type CommandName = keyof typeof USAGES;

/** The names of all commands and views, and what each does. */
export const COMMAND_ROWS: readonly (readonly [name: string, summary: string])[] = [
  ...Object.entries(VIEWS).map(([name, { help }]) => [name, help] as const),
  ...Object.entries(USAGES).map(([name, { about }]) => [name, about] as const),
];

export const COMMAND_NAMES: readonly string[] = ["help", ...COMMAND_ROWS.map(([name]) => name)];
