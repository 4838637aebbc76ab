/**
 * Checks what a model sent against a tool's own JSON Schema, and fills in the defaults.
 *
 * @module
 */
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

/** The complete arguments that properties describe: `null` remains only where it is the default. */
export type ArgumentsOf<Properties> = {
  readonly [K in keyof Properties]:
    | ValueOf<Properties[K], TypeNames<Properties[K]>>
    | (IsNullable<Properties[K]> extends true ? null : never);
};

/**
 * Checks raw arguments against the definition's schema and fills in defaults. An optional argument
 * that is `null` or `undefined` counts as absent; one without a default comes back as `null`.
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
  const { name, parameters: { properties, required } } = definition.function;
  if (typeof raw !== "object" || raw === null || Array.isArray(raw)) {
    throw new ArgumentError(`arguments must be an object, not ${show(raw)}`, "not_an_object");
  }
  const given = new Map<string, unknown>();
  for (const [key, value] of Object.entries(raw)) {
    if (!Object.hasOwn(properties, key)) {
      const known = Object.keys(properties).join(", ");
      const message = `${clip(lineSafe(key))} is not an argument of ${name} (${known})`;
      throw new ArgumentError(message, "unknown", key);
    }
    if (value !== undefined) given.set(key, value);
  }
  for (const key of required) {
    if (!given.has(key)) throw new ArgumentError(`${key} is required`, "missing", key);
  }
  let outOfRange: ArgumentError | undefined;
  const complete: Record<string, unknown> = {};
  for (const [key, schema] of Object.entries(properties)) {
    const value = given.get(key);
    complete[key] = value ?? schema.default ?? null;
    const problem = given.has(key) ? problemOf(schema, value) : undefined;
    if (problem === undefined) continue;
    const message = `${key} must be ${describe(schema)}, not ${show(value)}`;
    const error = new ArgumentError(message, problem, key);
    if (problem === "wrong_type") throw error;
    outOfRange ??= error;
  }
  if (outOfRange !== undefined) throw outOfRange;
  return complete as Arguments;
}

/** What is wrong with a value, if anything is: our closed form of JSON Schema, and no more of it. */
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

/** Whether a value is of a type; the bounds of a string are part of its type, those of an integer not. */
const CHECKS: Readonly<Record<ArgumentType, (value: unknown, schema: ArgumentSchema) => boolean>> =
  {
    // Copied, since `every` skips the holes of a sparse array.
    array: (value, { items }) =>
      Array.isArray(value) && [...value].every((item) => isText(item, items ?? {})),
    boolean: (value) => typeof value === "boolean",
    integer: (value) => Number.isInteger(value),
    null: (value) => value === null,
    string: isText,
  };

function isText(
  value: unknown,
  { minLength = 0, pattern = "" }: Pick<ArgumentSchema, "minLength" | "pattern">,
): boolean {
  if (typeof value !== "string") return false;
  // Counted in characters, which are two UTF-16 units at most.
  const isLongEnough = Array.from(value.slice(0, 2 * minLength)).length >= minLength;
  return isLongEnough && new RegExp(pattern, "u").test(value);
}
