/**
 * Checks what a model sent against a tool's own JSON Schema, and fills in the defaults.
 *
 * @module
 */
import { ArgumentError, clip, show, typesOf } from "./argument_error.ts";
import { lineSafe } from "./text.ts";
import type { ArgumentSchema, ParametersSchema, ToolDefinition } from "./tool.ts";

type TypeNames<S> = S extends { readonly type: infer T }
  ? T extends readonly (infer Name)[] ? Name : T
  : never;

type ValueOf<S, Name> = Name extends "string"
  ? S extends { readonly enum: readonly (infer Choice)[] } ? Choice & string : string
  : Name extends "boolean" ? boolean
  : Name extends "integer" ? number
  : Name extends "array" ? readonly string[]
  : never;

type IsNullable<S> = S extends { readonly default: infer D } ? D extends null ? true : false
  : "null" extends TypeNames<S> ? true
  : false;

/** The complete arguments that a parameters schema describes: `null` is left only where it is the default. */
export type ArgumentsOf<P extends { readonly properties: unknown }> = {
  readonly [K in keyof P["properties"]]:
    | ValueOf<P["properties"][K], TypeNames<P["properties"][K]>>
    | (IsNullable<P["properties"][K]> extends true ? null : never);
};

/**
 * Checks raw arguments against the definition's schema and fills in defaults. An optional argument
 * that is `null` or `undefined` counts as absent; one without a default comes back as `null`.
 *
 * What is plainly right is not put to the validator, whose loading takes as long as a small call.
 *
 * @throws {ArgumentError} If they are not an object, or a name, type or bound is wrong.
 */
export async function parseArguments<Arguments>(
  definition: ToolDefinition,
  raw: unknown,
): Promise<Arguments> {
  const { parameters } = definition.function;
  const given = argumentsIn(definition, raw);
  const isPlain = Object.entries(given).every(([key, value]) =>
    isPlainlyValid(parameters.properties[key]!, value)
  );
  if (!isPlain) (await import("./validation.ts")).validate(parameters, given);
  return completed<Arguments>(parameters, given);
}

/**
 * The arguments that are given, by names that the definition has.
 *
 * @throws {ArgumentError} If they are not an object, or a name is unknown or missing.
 */
export function argumentsIn(definition: ToolDefinition, raw: unknown): Record<string, unknown> {
  const { name, parameters } = definition.function;
  if (typeof raw !== "object" || raw === null || Array.isArray(raw)) {
    throw new ArgumentError(`arguments must be an object, not ${show(raw)}`, "not_an_object");
  }
  const given: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(raw)) {
    if (!Object.hasOwn(parameters.properties, key)) {
      const known = Object.keys(parameters.properties).join(", ");
      const message = `${clip(lineSafe(key))} is not an argument of ${name} (${known})`;
      throw new ArgumentError(message, "unknown", key);
    }
    if (value !== undefined) given[key] = value;
  }
  for (const key of parameters.required) {
    if (!Object.hasOwn(given, key)) throw new ArgumentError(`${key} is required`, "missing", key);
  }
  return given;
}

/** Fills in the defaults. */
export function completed<Arguments>(
  { properties }: ParametersSchema,
  given: Readonly<Record<string, unknown>>,
): Arguments {
  const complete: Record<string, unknown> = {};
  for (const [key, schema] of Object.entries(properties)) {
    complete[key] = given[key] ?? schema.default ?? null;
  }
  return complete as Arguments;
}

/** Whether a value is sure to be valid; the validator decides on the rest. */
function isPlainlyValid(schema: ArgumentSchema, value: unknown): boolean {
  const types = typesOf(schema);
  switch (typeof value) {
    case "boolean":
      return types.includes("boolean");
    case "number": {
      const { minimum = -Infinity, maximum = Infinity } = schema;
      return types.includes("integer") && Number.isSafeInteger(value) && value >= minimum &&
        value <= maximum;
    }
    case "string": {
      const { enum: choices = [value], pattern = "", minLength = 0 } = schema;
      return types.includes("string") && choices.includes(value) &&
        Array.from(value.slice(0, 2 * minLength)).length >= minLength &&
        new RegExp(pattern, "u").test(value);
    }
    default:
      return value === null && types.includes("null") && schema.enum === undefined;
  }
}
