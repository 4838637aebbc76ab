/**
 * Parts of DEFINITIONs that several tools share.
 *
 * @module
 */
import type { ParametersSchema, ToolDefinition } from "../tool.ts";

/** A path that must be given. */
export const PATH = { type: "string", minLength: 1, pattern: "^[^\\u0000]*$" } as const;

/** A path with a default. */
export const OPTIONAL_PATH = { ...PATH, type: ["string", "null"], default: "." } as const;

/** The switch for `.gitignore` rules, as git reads them. */
export const USE_GITIGNORE = {
  type: ["boolean", "null"],
  description: "Leave out what git ignores, and .git directories.",
  default: false,
} as const;

/** The cursor of a page. */
export const CURSOR = {
  type: ["string", "null"],
  description: "The next_cursor of the page before, with the other arguments unchanged.",
  default: null,
} as const;

/** A definition in the OpenAI function-tool form. */
export function define(
  name: string,
  description: string,
  parameters: ParametersSchema,
): ToolDefinition {
  return { type: "function", function: { name, description, parameters } };
}
