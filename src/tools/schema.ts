/** What DEFINITIONs, the types of their arguments, and output schemas are made of. */
import type { ArgumentSchema, OutputSchema, ParametersSchema, ToolDefinition } from "../tool.ts";

/**
 * An argument in short, as a tool writes it down: the key of its description tells its kind. {@linkcode define} makes a
 * schema of it, and {@linkcode InputOf} a type.
 */
export type ArgumentNote =
  & (
    /** A switch, off by default. */
    | { readonly flag: string }
    | { readonly integer: string; readonly minimum: number; readonly maximum?: number }
    /** A path, as it is shown in text. */
    | { readonly path: string }
    | {
      readonly text: string;
      readonly minLength?: number;
      readonly maxLength: number;
      readonly pattern?: string;
    }
    /** A list of texts, which are not empty by default. */
    | {
      readonly texts: string;
      readonly minLength?: number;
      readonly maxLength: number;
      readonly minItems?: number;
      readonly maxItems?: number;
    }
    | { readonly choice: readonly string[]; readonly about: string }
  )
  & { readonly default?: string | number | boolean; readonly required?: true };

/** A tool's arguments in short, by name. */
export type ArgumentNotes = Readonly<Record<string, ArgumentNote>>;

/** What the value of an argument is. */
export type ValueOf<Note> = Note extends { readonly flag: string } ? boolean
  : Note extends { readonly integer: string } ? number
  : Note extends { readonly texts: string } ? readonly string[]
  : Note extends { readonly choice: readonly (infer Choice)[] } ? Choice
  : string;

/** What a program sends as arguments: `null` stands for an optional one that it leaves out. */
export type InputOf<Notes> =
  & {
    readonly [K in keyof Notes as Notes[K] extends { readonly required: true } ? K : never]:
      ValueOf<Notes[K]>;
  }
  & {
    readonly [K in keyof Notes as Notes[K] extends { readonly required: true } ? never : K]?:
      | ValueOf<Notes[K]>
      | null
      | undefined;
  };

/** The complete arguments: `null` where one is neither required nor has a default. */
export type ArgumentsOf<Notes> = {
  readonly [K in keyof Notes]:
    | ValueOf<Notes[K]>
    | (Notes[K] extends
      | { readonly required: true }
      | { readonly default: unknown }
      | { readonly flag: string } ? never
      : null);
};

/** The pattern of a text without NUL characters. */
export const NO_NUL = "^[^\\u0000]*$";

/** The longest path that Linux accepts, in bytes. */
export const MAX_PATH = 4096;

/** The longest name that a file can have, in bytes. */
export const MAX_NAME = 255;

/** The longest glob. */
export const MAX_GLOB = 1024;

/** The most texts in a list. */
export const MAX_TEXTS = 1000;

/** The longest cursor. */
export const MAX_CURSOR = 8192;

/** What a cursor is. */
export const CURSOR =
  "For the next page of a truncated result: its next_cursor, with the other arguments unchanged.";

/** The switch for `.gitignore` rules, with git's own verdicts. */
export const GITIGNORE = "Leave out what git ignores, and .git directories.";

/** How to send a path that a text shows with escapes. */
const ESCAPES = "Send escapes such as \\u{20} as shown.";

function schemaOf(note: ArgumentNote): ArgumentSchema {
  const { required: _, default: fallback, ...rest } = note;
  const defaulted = fallback !== undefined && { default: fallback };
  if ("flag" in rest) {
    return { type: "boolean", description: rest.flag, default: fallback ?? false };
  }
  if ("integer" in rest) {
    const { integer: description, ...bounds } = rest;
    return { type: "integer", ...bounds, description, ...defaulted };
  }
  if ("path" in rest) {
    const bounds = { minLength: 1, maxLength: MAX_PATH, pattern: NO_NUL };
    return { type: "string", ...bounds, description: `${rest.path} ${ESCAPES}`, ...defaulted };
  }
  if ("text" in rest) {
    const { text: description, ...bounds } = rest;
    return { type: "string", ...bounds, description };
  }
  if ("texts" in rest) {
    const { texts: description, minLength = 1, maxLength, ...bounds } = rest;
    const items = { type: "string", ...minLength > 0 && { minLength }, maxLength } as const;
    return { type: "array", items, maxItems: MAX_TEXTS, description, ...bounds };
  }
  return { type: "string", enum: [...rest.choice], description: rest.about, ...defaulted };
}

/** The schema of an object in an output: every property is required but the optional ones. */
export function object(
  properties: Readonly<Record<string, unknown>>,
  optional: readonly string[] = [],
): OutputSchema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: "object", properties, required, additionalProperties: false };
}

/** Builds a definition in the OpenAI function-tool form. */
export function define(name: string, description: string, notes: ArgumentNotes): ToolDefinition {
  const all = Object.entries(notes);
  const parameters: ParametersSchema = {
    type: "object",
    properties: Object.fromEntries(all.map(([name, note]) => [name, schemaOf(note)])),
    required: all.filter(([, note]) => note.required).map(([name]) => name),
    additionalProperties: false,
  };
  return { type: "function", function: { name, description, parameters } };
}
