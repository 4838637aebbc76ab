/** Makes the strict form of a definition's arguments, for models that must send every argument. */
import { A_BOOLEAN, checkedOptions } from "../checked_options.ts";
import type {
  ArgumentSchema,
  ArgumentType,
  ParametersSchema,
  Tool,
  ToolDefinition,
} from "../tool.ts";

/**
 * The schema of an argument in strict mode: an optional one may be `null`, which means absent. It lacks the
 * keywords that providers refuse there.
 */
export type StrictArgumentSchema =
  & Omit<
    ArgumentSchema,
    "type" | "default" | "enum" | "minLength" | "maxLength" | "minItems" | "maxItems" | "items"
  >
  & {
    /** The type, and `"null"` where the argument is optional. */
    readonly type: ArgumentType | [ArgumentType, "null"];
    /** The values allowed, `null` among them where the argument is optional. */
    readonly enum?: (string | null)[];
    /** The schema of an array's items. */
    readonly items?: { readonly type: "string" };
  };

/** The schema of a tool's arguments in strict mode: all are required. */
export type StrictParametersSchema = Omit<ParametersSchema, "properties"> & {
  /** Argument name to schema. */
  readonly properties: Readonly<Record<string, StrictArgumentSchema>>;
};

/** Options of the adapters. */
export interface AdapterOptions {
  /**
   * Set if the model must send every argument, `null` for one that it omits. Providers then hold the
   * model to the schema, of which they take a subset: defaults are part of the descriptions instead.
   *
   * @default {false}
   */
  readonly strict?: boolean;
}

/** A function in the form of OpenAI's APIs. */
export type ConvertedFunction = {
  /** The wire name. */
  readonly name: string;
  /** The purpose of the tool, for the model. */
  readonly description: string;
  /** The JSON Schema of the arguments. */
  readonly parameters: ParametersSchema | StrictParametersSchema;
  /** Set if the model is held to the schema. */
  readonly strict: boolean;
};

/**
 * Returns the function of a definition in the form of the options. Strict and `plain`, its parameters have no
 * `pattern`, and the bounds of integers are part of the descriptions.
 */
export function converted(
  definition: ToolDefinition,
  options: AdapterOptions,
  isPlain = false,
): ConvertedFunction {
  // `map` passes an index.
  const given = typeof options === "number" ? null : options;
  const { strict = false } = checkedOptions(given, ADAPTER_FIELDS, "the options of the adapter");
  const { name, description, parameters } = functionOf(definition);
  if (!strict) return { name, description, parameters, strict };
  const { properties, required } = parameters;
  const all = Object.entries(properties).map(([key, schema]) =>
    [key, toStrictSchema(schema, required.includes(key), isPlain)] as const
  );
  const schemas = { properties: Object.fromEntries(all), required: Object.keys(properties) };
  return { name, description, parameters: { ...parameters, ...schemas }, strict };
}

function toStrictSchema(
  schema: ArgumentSchema,
  isRequired: boolean,
  isPlain: boolean,
): StrictArgumentSchema {
  const { type, description, default: fallback, enum: choices, items, ...bounds } = schema;
  const { minLength: _, maxLength: __, minItems: ___, maxItems: ____, ...kept } = bounds;
  const meaning = fallback === undefined ? "" : ` null means ${JSON.stringify(fallback)}.`;
  return {
    ...!isPlain && kept,
    type: isRequired ? type : [type, "null"],
    description: description + (isPlain ? boundsText(schema) : "") + meaning,
    ...choices && { enum: isRequired ? choices : [...choices, null] },
    ...items && { items: { type: items.type } },
  };
}

function boundsText({ minimum, maximum }: ArgumentSchema): string {
  if (minimum === undefined) return maximum === undefined ? "" : ` At most ${maximum}.`;
  return maximum === undefined ? ` At least ${minimum}.` : ` ${minimum} to ${maximum}.`;
}

const ADAPTER_FIELDS = { strict: A_BOOLEAN };

/**
 * Returns what an adapter converts.
 *
 * @throws {TypeError} For anything but a definition, such as a whole tool.
 */
export function functionOf(definition: ToolDefinition): ToolDefinition["function"] {
  const { function: inner, DEFINITION } = Object(definition) as Partial<ToolDefinition & Tool>;
  if (inner?.parameters !== undefined) return inner;
  const what = DEFINITION === undefined ? "this" : "a tool";
  throw new TypeError(`Cannot convert ${what}: pass the DEFINITION of a tool`);
}
