/**
 * The parts that the DEFINITIONs of several tools share.
 *
 * @module
 */
import type { ParametersSchema, ToolDefinition } from "../tool.ts";

/** The pattern of a text without NUL characters. */
export const NO_NUL = "^[^\\u0000]*$";

/** A required path. */
export const PATH = { type: "string", minLength: 1, pattern: NO_NUL } as const;

/** An optional path, the working directory by default. */
export const OPTIONAL_PATH = { ...PATH, type: ["string", "null"], default: "." } as const;

/** The switch for `.gitignore` rules, with git's own verdicts. */
export const USE_GITIGNORE: Flag = flag("Leave out what git ignores, and .git directories.");

/** The cursor of a page. */
export const CURSOR = {
  type: ["string", "null"],
  description: "The next_cursor of the page before, with the other arguments unchanged.",
  default: null,
} as const;

/** Builds a definition in the OpenAI function-tool form. */
export function define(
  name: string,
  description: string,
  parameters: ParametersSchema,
): ToolDefinition {
  return { type: "function", function: { name, description, parameters } };
}

/** An optional switch, off by default. */
export interface Flag {
  readonly type: readonly ["boolean", "null"];
  readonly description: string;
  readonly default: false;
}

/** Describes a switch. */
export function flag(description: string): Flag {
  return { type: ["boolean", "null"], description, default: false };
}
