/**
 * The commands that are not tools, each loaded when it is asked for.
 *
 * @module
 */
import type { CommandUsage } from "./flags.ts";
import type { Command } from "./terminal.ts";

/** A command, not loaded yet. */
export interface CommandEntry {
  /** What it does, for a list of commands. */
  readonly summary: string;
  /** Loads it. */
  load(): Promise<{ readonly run: Command; readonly USAGE: CommandUsage }>;
}

/** The commands by name, in the order in which help lists them. */
export const COMMANDS: Readonly<Record<string, CommandEntry>> = {
  tools: {
    summary: "list the tools, with what they do",
    load: () => import("./tools_command.ts"),
  },
  definition: {
    summary: "a tool's definition as JSON, for a provider",
    load: () => import("./definition_command.ts"),
  },
  mcp: { summary: "serve the tools over MCP", load: () => import("./mcp_command.ts") },
  replay: { summary: "run the calls of a --log again", load: () => import("./replay_command.ts") },
  completions: {
    summary: "for bash, zsh or fish",
    load: () => import("./completions_command.ts"),
  },
};
