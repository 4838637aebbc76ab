/** What DEFINITIONs and output schemas are built of: a function for each kind of argument. */
import type { ArgumentSchema, ArgumentType, OutputSchema, ToolDefinition } from "../tool.ts";

/** The schema of an argument of one type. */
export type Of<T extends ArgumentType> = ArgumentSchema & { readonly type: T };

/** The schema of an argument of one type that has a default. */
export type Defaulted<T extends ArgumentType> = Of<T> & Required<Pick<ArgumentSchema, "default">>;

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

const PATH_BOUNDS = { minLength: 1, maxLength: MAX_PATH, pattern: NO_NUL } as const;

/** How to send a path that a text shows with escapes. */
export const ESCAPES = "Send escapes such as \\u{20} as shown.";

/** A path, as it is shown in text. */
export function path(description: string): Of<"string"> {
  return { type: "string", ...PATH_BOUNDS, description: `${description} ${ESCAPES}` };
}

/** A path of a tool that shows none in text. */
export function plainPath(description: string): Of<"string"> {
  return { type: "string", ...PATH_BOUNDS, description };
}

/** A path, by default the working directory. */
export function optionalPath(description: string): Defaulted<"string"> {
  return { ...path(description), type: "string", default: "." };
}

/** A text. */
export function text(description: string, maxLength: number): Of<"string"> {
  return { type: "string", maxLength, description };
}

/** A choice of several texts. */
export function choice<const C extends string>(
  description: string,
  choices: readonly C[],
  fallback: NoInfer<C>,
): Defaulted<"string"> & { readonly enum: C[] } {
  return { type: "string", enum: [...choices], description, default: fallback };
}

/** A switch. */
export function flag(description: string, fallback = false): Defaulted<"boolean"> {
  return { type: "boolean", description, default: fallback };
}

/** An integer without a default. */
export function bound(
  description: string,
  bounds: { readonly minimum: number },
): Of<"integer"> {
  return { type: "integer", ...bounds, description };
}

/** An integer. */
export function integer(
  description: string,
  bounds: { readonly minimum: number; readonly maximum?: number },
  fallback: number,
): Defaulted<"integer"> {
  return { type: "integer", ...bounds, description, default: fallback };
}

/** A list of texts that are not empty. */
export function texts(description: string, maxLength: number): Of<"array"> {
  const items = { type: "string", minLength: 1, maxLength } as const;
  return { type: "array", items, maxItems: MAX_TEXTS, description };
}

/** The switch for `.gitignore` rules, with git's own verdicts. */
export function useGitignore(fallback: boolean): Defaulted<"boolean"> {
  return flag("Leave out what git ignores, and .git directories.", fallback);
}

/** The cursor of a page. */
export const CURSOR: Of<"string"> = text(
  "For the next page of a truncated result: its next_cursor, with the other arguments unchanged.",
  8192,
);

/** The schema of an object in an output: every property is required but the optional ones. */
export function object(
  properties: Readonly<Record<string, unknown>>,
  optional: readonly string[] = [],
): OutputSchema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: "object", properties, required, additionalProperties: false };
}

/** The schemas of the arguments that a tool's published type names: a difference does not compile. */
export type SchemasOf<Input> = {
  readonly [K in keyof Input]-?: Of<
    NonNullable<Input[K]> extends string ? "string"
      : NonNullable<Input[K]> extends boolean ? "boolean"
      : NonNullable<Input[K]> extends number ? "integer"
      : "array"
  >;
};

/** Builds a definition in the OpenAI function-tool form. */
export function define<Input>(
  name: string,
  description: string,
  { properties, required = [] }: {
    readonly properties: SchemasOf<Input>;
    readonly required?: (keyof Input & string)[];
  },
): ToolDefinition {
  const parameters = { type: "object", properties, required, additionalProperties: false } as const;
  return { type: "function", function: { name, description, parameters } };
}
