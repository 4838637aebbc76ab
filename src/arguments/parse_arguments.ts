/** Checks a model's arguments against the tool's own JSON Schema, and fills in the defaults. */
import { ArgumentError, clip, describe, show, typesOf } from "./argument_error.ts";
import { lineSafe } from "../text/line_safe.ts";
import type { ArgumentSchema, ArgumentType, ToolDefinition } from "../tool.ts";

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

/** The complete arguments for properties of a schema: `null` only where that is the default. */
export type ArgumentsOf<Properties> = {
  readonly [K in keyof Properties]:
    | ValueOf<Properties[K], TypeNames<Properties[K]>>
    | (IsNullable<Properties[K]> extends true ? null : never);
};

/**
 * Checks raw arguments against a definition's schema and fills in the defaults. `undefined` counts
 * as absent. `null`, where the schema accepts it, stands for the default. An argument without a
 * value and without a default comes back as `null`.
 *
 * It checks, in this order:
 *
 * 1. that the arguments are an object;
 * 2. that every name is known;
 * 3. that every required argument is there;
 * 4. the type of each argument, in the order of the definition;
 * 5. the bounds of each integer.
 *
 * @throws {ArgumentError} If they are refused.
 */
export function parseArguments<Arguments>(definition: ToolDefinition, raw: unknown): Arguments {
  const { properties, required } = definition.function.parameters;
  const given = givenArguments(definition, raw);
  for (const key of required) {
    if (!given.has(key)) throw new ArgumentError(`${key} is required`, "missing", key);
  }
  checkValues(properties, given);
  const complete = Object.entries(properties).map(([key, schema]) => [
    key,
    given.get(key) ?? schema.default ?? null,
  ]);
  return Object.fromEntries(complete) as Arguments;
}

/** The arguments that are there, all of them known by name. */
function givenArguments(definition: ToolDefinition, raw: unknown): Map<string, unknown> {
  const { name, parameters: { properties } } = definition.function;
  if (typeof raw !== "object" || raw === null || Array.isArray(raw)) {
    throw new ArgumentError(`arguments must be an object, not ${show(raw)}`, "not_an_object");
  }
  const given = Object.entries(raw);
  for (const [key] of given) {
    if (Object.hasOwn(properties, key)) continue;
    const known = Object.keys(properties).join(", ");
    const message = `${clip(lineSafe(key))} is not an argument of ${name} (${known})`;
    throw new ArgumentError(message, "unknown", key);
  }
  return new Map(given.filter(([, value]) => value !== undefined));
}

/** Reports the first wrong type, or else the first integer out of range. */
function checkValues(
  properties: Readonly<Record<string, ArgumentSchema>>,
  given: ReadonlyMap<string, unknown>,
): void {
  let outOfRange: ArgumentError | undefined;
  for (const [key, schema] of Object.entries(properties)) {
    const value = given.get(key);
    const problem = given.has(key) ? problemOf(schema, value) : undefined;
    if (problem === undefined) continue;
    const message = `${key} must be ${describe(schema)}, not ${show(value)}`;
    const error = new ArgumentError(message, problem, key);
    if (problem === "wrong_type") throw error;
    outOfRange ??= error;
  }
  if (outOfRange !== undefined) throw outOfRange;
}

/** What is wrong with a value, by the few keywords of JSON Schema that a definition may use. */
function problemOf(
  schema: ArgumentSchema,
  value: unknown,
): "wrong_type" | "out_of_range" | undefined {
  const type = typesOf(schema).find((each) => CHECKS[each](value, schema));
  if (type === undefined) return "wrong_type";
  if (schema.enum !== undefined && !schema.enum.includes(value as string | null)) {
    return "wrong_type";
  }
  const { minimum = -Infinity, maximum = Infinity } = schema;
  const isInRange = type !== "integer" ||
    minimum <= (value as number) && (value as number) <= maximum;
  return isInRange ? undefined : "out_of_range";
}

/** Whether a value is of a type, including the bounds of a string but not of an integer. */
const CHECKS: Readonly<Record<ArgumentType, (value: unknown, schema: ArgumentSchema) => boolean>> =
  {
    // Copied, since `every` skips the holes of a sparse array.
    array: (value, { items = {} }) => Array.isArray(value) && [...value].every(stringCheck(items)),
    boolean: (value) => typeof value === "boolean",
    integer: (value) => Number.isInteger(value),
    null: (value) => value === null,
    string: (value, schema) => stringCheck(schema)(value),
  };

/** Compiles the check of a string, so that an array compiles its pattern only once. */
function stringCheck(
  { minLength = 0, pattern = "" }: Pick<ArgumentSchema, "minLength" | "pattern">,
): (value: unknown) => boolean {
  const matcher = new RegExp(pattern, "u");
  // Length counts characters, which have at most two UTF-16 units.
  return (value) =>
    typeof value === "string" && Array.from(value.slice(0, 2 * minLength)).length >= minLength &&
    matcher.test(value);
}
