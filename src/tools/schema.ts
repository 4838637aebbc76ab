/** What DEFINITIONs are built of: a function for each kind of argument. */
import type { ArgumentSchema, ArgumentType, OutputSchema, ToolDefinition } from "../tool.ts";

/** The schema of an optional argument. */
export interface Optional<
  T extends ArgumentType,
  Default extends string | boolean | number | null,
> extends ArgumentSchema {
  readonly type: readonly [T, "null"];
  readonly default: Default;
}

/** The schema of an optional choice. */
export interface Choice<C extends string> extends Optional<"string", C> {
  readonly enum: readonly (C | null)[];
}

/** The pattern of a text without NUL characters. */
export const NO_NUL = "^[^\\u0000]*$";

const PATH_BOUNDS = { minLength: 1, pattern: NO_NUL } as const;

/** The schema of a required text. */
export interface Required extends ArgumentSchema {
  readonly type: "string";
}

/** A required path. */
export function path(description: string): Required {
  return { type: "string", ...PATH_BOUNDS, description };
}

/** An optional path, the working directory by default. */
export function optionalPath(description: string): Optional<"string", string> {
  return { type: ["string", "null"], ...PATH_BOUNDS, default: ".", description };
}

/** An optional text. */
export function text(description: string): Optional<"string", null> {
  return { type: ["string", "null"], description, default: null };
}

/** An optional choice of several texts. */
export function choice<const C extends string>(
  description: string,
  choices: readonly C[],
  fallback: NoInfer<C>,
): Choice<C> {
  return { type: ["string", "null"], enum: [...choices, null], description, default: fallback };
}

/** An optional switch. */
export function flag(description: string, fallback = false): Optional<"boolean", boolean> {
  return { type: ["boolean", "null"], description, default: fallback };
}

/** An optional integer. */
export function integer<const Default extends number | null>(
  description: string,
  bounds: { readonly minimum: number; readonly maximum?: number },
  fallback: Default,
): Optional<"integer", Default> {
  return { type: ["integer", "null"], ...bounds, description, default: fallback };
}

/** An optional list of texts that are not empty. */
export function texts(description: string): Optional<"array", null> {
  const items = { type: "string", minLength: 1 } as const;
  return { type: ["array", "null"], items, description, default: null };
}

/** The switch for `.gitignore` rules, with git's own verdicts. */
export function useGitignore(fallback: boolean): Optional<"boolean", boolean> {
  return flag("Leave out what git ignores, and .git directories.", fallback);
}

/** The cursor of a page. */
export const CURSOR: Optional<"string", null> = text(
  "The next_cursor of the page before, with the other arguments unchanged.",
);

/** The schema of an object in an output: every property is required but the optional ones. */
export function object(
  properties: Readonly<Record<string, unknown>>,
  optional: readonly string[] = [],
): OutputSchema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: "object", properties, required, additionalProperties: false };
}

/** Builds a definition in the OpenAI function-tool form. */
export function define<P extends Readonly<Record<string, ArgumentSchema>>>(
  name: string,
  description: string,
  { properties, required = [] }: {
    readonly properties: P;
    readonly required?: (keyof P & string)[];
  },
): ToolDefinition {
  const parameters = { type: "object", properties, required, additionalProperties: false } as const;
  return { type: "function", function: { name, description, parameters } };
}
