/** The parts of DEFINITIONs, of the types of their arguments, and of output schemas. */
import type { ArgumentSchema, OutputSchema, ParametersSchema, ToolDefinition } from "../tool.ts";

/**
 * An argument in the short form of PROPERTIES: the key of its description is its kind. {@linkcode definitionOf}
 * makes a schema of it, and {@linkcode InputOf} a type.
 */
export type Property =
  & (
    /** A switch, off by default. */
    | { readonly flag: string }
    | { readonly integer: string; readonly minimum: number; readonly maximum?: number }
    /** A path, which may be sent with the escapes of a text. */
    | { readonly path: string }
    | {
      readonly text: string;
      readonly minLength?: number;
      /** Without it, the text is a task, of which {@linkcode MAX_TASK_LENGTH} characters are read. */
      readonly maxLength?: number;
      readonly pattern?: string;
    }
    /** A list of texts; `minLength` is 1 by default. */
    | {
      readonly texts: string;
      readonly minLength?: number;
      readonly maxLength?: number;
      readonly minItems?: number;
      readonly maxItems?: number;
    }
    | { readonly choice: readonly string[]; readonly about: string }
  )
  & { readonly default?: string | number | boolean; readonly required?: true };

/** The arguments of a tool in the short form, by name. */
export type Properties = Readonly<Record<string, Property>>;

/** The type of an argument's value. */
export type ValueOf<Prop> = Prop extends { readonly flag: string } ? boolean
  : Prop extends { readonly integer: string } ? number
  : Prop extends { readonly texts: string } ? readonly string[]
  : Prop extends { readonly choice: readonly (infer Choice)[] } ? Choice
  : string;

/** The arguments that a program sends: `null` stands for an optional one that it leaves out. */
export type InputOf<Props> =
  & {
    readonly [K in keyof Props as Props[K] extends { readonly required: true } ? K : never]:
      ValueOf<Props[K]>;
  }
  & {
    readonly [K in keyof Props as Props[K] extends { readonly required: true } ? never : K]?:
      | ValueOf<Props[K]>
      | null
      | undefined;
  };

/** The complete arguments: `null` where one is neither required nor has a default. */
export type ArgumentsOf<Props> = {
  readonly [K in keyof Props]:
    | ValueOf<Props[K]>
    | (Props[K] extends
      | { readonly required: true }
      | { readonly default: unknown }
      | { readonly flag: string } ? never
      : null);
};

/** A regular expression for text without a NUL. */
export const NO_NUL_PATTERN = "^[^\\u0000]*$";

/** Maximum bytes of a path, as on Linux. */
export const PATH_MAX = 4096;

/** Maximum length of a file name, as on Linux. */
export const NAME_MAX = 255;

/** Maximum characters of a glob. */
export const MAX_GLOB_LENGTH = 1024;
/** Maximum characters of a task that are read; the answer says where it is longer. */
export const MAX_TASK_LENGTH = 65_536;
/** Maximum values of a list argument. */
export const MAX_LIST_ITEMS = 1000;
/** Maximum characters of a cursor. */
export const MAX_CURSOR_LENGTH = 8192;

/** The description of every `cursor` argument. */
export const CURSOR_HELP =
  "For the next page of a truncated result: its next_cursor, with the other arguments unchanged.";
/** The description of every `use_gitignore` argument. */
export const GITIGNORE_HELP = "Leave out what git ignores, and .git directories.";
/** The same in the tools of `agent`. */
export const AGENT_GITIGNORE_HELP = "Leave out what git ignores.";
const ESCAPES_HELP = "Send escapes such as \\u{20} as shown.";

function schemaOf(property: Property): ArgumentSchema {
  const { required: _, default: fallback, ...rest } = property;
  const defaulted = fallback !== undefined && { default: fallback };
  if ("flag" in rest) {
    return { type: "boolean", description: rest.flag, default: fallback ?? false };
  }
  if ("integer" in rest) {
    const { integer: description, ...bounds } = rest;
    return { type: "integer", ...bounds, description, ...defaulted };
  }
  if ("path" in rest) {
    const bounds = { minLength: 1, maxLength: PATH_MAX, pattern: NO_NUL_PATTERN };
    return { type: "string", ...bounds, description: `${rest.path} ${ESCAPES_HELP}`, ...defaulted };
  }
  if ("text" in rest) {
    const { text: description, ...bounds } = rest;
    return { type: "string", ...bounds, description };
  }
  if ("texts" in rest) {
    const { texts: description, minLength = 1, maxLength, ...bounds } = rest;
    const items = {
      type: "string",
      ...minLength > 0 && { minLength },
      ...maxLength !== undefined && { maxLength },
    } as const;
    return { type: "array", items, maxItems: MAX_LIST_ITEMS, description, ...bounds };
  }
  return { type: "string", enum: [...rest.choice], description: rest.about, ...defaulted };
}

/** Returns the schema of an object in an output: every property is required but the optional ones. */
export function objectSchema(
  properties: Readonly<Record<string, unknown>>,
  optional: readonly string[] = [],
): OutputSchema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: "object", properties, required, additionalProperties: false };
}

/** Returns a definition in the OpenAI function-tool form. */
export function definitionOf(
  name: string,
  description: string,
  properties: Properties,
): ToolDefinition {
  const all = Object.entries(properties);
  const parameters: ParametersSchema = {
    type: "object",
    properties: Object.fromEntries(all.map(([name, property]) => [name, schemaOf(property)])),
    required: all.filter(([, property]) => property.required).map(([name]) => name),
    additionalProperties: false,
  };
  return { type: "function", function: { name, description, parameters } };
}

/**
 * Returns a definition without the bounds that a model never meets, such as the length of a path, but with that of a
 * task: every request of a conversation pays for it. Arguments are still checked by the whole one.
 *
 * @param texts Descriptions in place of those of arguments, by name; of the tool itself by `""`.
 */
export function leanDefinition(
  { type, function: { name, description, parameters } }: ToolDefinition,
  texts: Readonly<Record<string, string>> = {},
): ToolDefinition {
  const properties = Object.entries(parameters.properties).map(([name, schema]) =>
    [name, leanSchema(schema, texts[name])] as const
  );
  const lean = { ...parameters, properties: Object.fromEntries(properties) };
  return { type, function: { name, description: texts[""] ?? description, parameters: lean } };
}

function taskBound({ maxLength }: { readonly maxLength?: number } = {}): { maxLength?: number } {
  return maxLength === undefined ? { maxLength: MAX_TASK_LENGTH } : {};
}

function leanSchema(schema: ArgumentSchema, description?: string): ArgumentSchema {
  const { type, minimum = 1, maximum, maxItems = MAX_LIST_ITEMS } = schema;
  return {
    type,
    ...schema.enum && { enum: schema.enum },
    ...minimum > 1 && { minimum },
    ...maximum !== undefined && { maximum },
    ...type === "string" && !schema.enum && taskBound(schema),
    ...type === "array" && { items: { type: "string", ...taskBound(schema.items) } },
    ...maxItems < MAX_LIST_ITEMS && { maxItems },
    description: description ?? schema.description.replace(` ${ESCAPES_HELP}`, ""),
    ...schema.default !== undefined && { default: schema.default },
  };
}
