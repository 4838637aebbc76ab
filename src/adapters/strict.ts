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

/**
 * Returns the parameters of a definition, strict if requested. Strict and `plain`, they have no `pattern`, and the
 * bounds of integers are part of the descriptions.
 */
export function parametersFor(
  parameters: ParametersSchema,
  { strict = false, plain = false }: AdapterOptions & { readonly plain?: boolean } = {},
): ParametersSchema | StrictParametersSchema {
  if (!strict) return parameters;
  const { properties, required } = parameters;
  const all = Object.entries(properties).map(([name, schema]) =>
    [name, toStrictSchema(plain ? withoutBounds(schema) : schema, required.includes(name))] as const
  );
  return { ...parameters, properties: Object.fromEntries(all), required: Object.keys(properties) };
}

function toStrictSchema(schema: ArgumentSchema, isRequired: boolean): StrictArgumentSchema {
  const { type, description, default: fallback, enum: choices, items, ...bounds } = schema;
  const { minLength: _, maxLength: __, minItems: ___, maxItems: ____, ...rest } = bounds;
  const meaning = fallback === undefined ? "" : ` null means ${JSON.stringify(fallback)}.`;
  return {
    ...rest,
    type: isRequired ? type : [type, "null"],
    description: description + meaning,
    ...choices && { enum: isRequired ? choices : [...choices, null] },
    ...items && { items: { type: items.type } },
  };
}

function withoutBounds(
  { minimum, maximum, pattern: _, ...schema }: ArgumentSchema,
): ArgumentSchema {
  if (minimum === undefined && maximum === undefined) return schema;
  const bounds = minimum === undefined
    ? `At most ${maximum}`
    : maximum === undefined
    ? `At least ${minimum}`
    : `${minimum} to ${maximum}`;
  return { ...schema, description: `${schema.description} ${bounds}.` };
}

const ADAPTER_FIELDS = { strict: A_BOOLEAN };

/**
 * Returns what an adapter converts: the function of a definition. A host's options are checked, but for the index that
 * `map` passes.
 *
 * @throws {TypeError} For anything but a definition, such as a whole tool, and for unknown options.
 */
export function functionOf(
  definition: ToolDefinition,
  options: AdapterOptions = {},
): ToolDefinition["function"] {
  checkedOptions(
    typeof options === "number" ? null : options,
    ADAPTER_FIELDS,
    "the options of the adapter",
  );
  const converted = definition?.function;
  if (converted?.parameters !== undefined) return converted;
  const isTool = (definition as Partial<Tool> | undefined)?.DEFINITION !== undefined;
  throw new TypeError(
    `Cannot convert ${isTool ? "a tool" : "this"}: pass the DEFINITION of a tool`,
  );
}
