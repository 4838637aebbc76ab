/** Checks a model's arguments against the tool's own JSON Schema, and fills in the defaults. */
import {
  ArgumentError,
  type ArgumentProblem,
  clipSafe,
  describeSchema,
  formatValue,
  maxLengthPhrase,
  type TextBounds,
} from "./argument_error.ts";
import { AN_OBJECT } from "../checked_options.ts";
import { jsonProblem } from "./json_text.ts";
import type { ArgumentSchema, ArgumentType, Tool, ToolContext, ToolDefinition } from "../tool.ts";

/**
 * Checks raw arguments against a definition's schema and fills in the defaults. `undefined` counts
 * as absent, and so do, of an optional argument, `null`, an empty list and, of some, an empty text.
 * An argument without a value and without a default is returned as `null`.
 *
 * It checks, in this order:
 *
 * 1. that the arguments are an object;
 * 2. that every name is known;
 * 3. that every required argument is there;
 * 4. the length of each argument and then its type, in the order of the definition;
 * 5. the bounds of each integer.
 *
 * @throws {ArgumentError} If they are refused.
 */
export function parseArguments<Arguments>(definition: ToolDefinition, raw: unknown): Arguments {
  const { properties, required } = definition.function.parameters;
  const given = presentArguments(definition, raw);
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

export function parseSent<Arguments>(
  { DEFINITION, TRAITS }: Pick<Tool, "DEFINITION" | "TRAITS">,
  sent: unknown,
  context: ToolContext = {},
): Arguments {
  const args = TRAITS.putRight === undefined ? sent : TRAITS.putRight(sent, context);
  return parseArguments(checksOf({ DEFINITION, TRAITS }), args);
}

/** Returns the definition that the arguments of a tool are checked by. */
export function checksOf(
  { DEFINITION, TRAITS }: Pick<Tool, "DEFINITION" | "TRAITS">,
): ToolDefinition {
  return TRAITS.checks ?? DEFINITION;
}

function presentArguments(definition: ToolDefinition, raw: unknown): Map<string, unknown> {
  const { name, parameters: { properties, required } } = definition.function;
  if (!AN_OBJECT.isValid(raw)) {
    const problem = typeof raw === "string" && /^\s*\{/.test(raw) ? jsonProblem(raw) : undefined;
    const message = problem === undefined
      ? `arguments must be an object, not ${formatValue(raw)}`
      : `arguments are not valid JSON: ${problem}`;
    throw new ArgumentError(message, "not_an_object");
  }
  const given = Object.entries(raw as object);
  for (const [key] of given) {
    if (Object.hasOwn(properties, key)) continue;
    const known = Object.keys(properties).join(", ");
    const message = `${clipSafe(key)} is not an argument of ${name} (${known})`;
    throw new ArgumentError(message, "unknown", key);
  }
  return new Map(
    given.filter(([key, value]) =>
      value !== undefined &&
      (required.includes(key) || !isAbsent(key, properties[key]!, value))
    ),
  );
}

const ABSENT_IF_EMPTY: ReadonlySet<string> = new Set([
  "cursor",
  "modified_within",
  "query",
]);

/** Reports whether a value of an optional argument counts as absent: strict modes send every argument. */
export function isAbsent(key: string, { type }: ArgumentSchema, value: unknown): boolean {
  return value === null || value === "" && ABSENT_IF_EMPTY.has(key) ||
    type === "array" && Array.isArray(value) && value.length === 0;
}

/** Throws the first wrong type or length, or else the first integer out of range. */
function checkValues(
  properties: Readonly<Record<string, ArgumentSchema>>,
  given: ReadonlyMap<string, unknown>,
): void {
  let outOfRange: ArgumentError | undefined;
  for (const [key, schema] of Object.entries(properties)) {
    if (!given.has(key)) continue;
    const value = given.get(key);
    checkLength(key, schema, value);
    const problem = problemOf(schema, value);
    if (problem === undefined) continue;
    const message = `${key} must be ${describeSchema(schema)}, not ${formatValue(value)}`;
    const error = new ArgumentError(message, problem, key);
    if (problem === "wrong_type") throw error;
    outOfRange ??= error;
  }
  if (outOfRange !== undefined) throw outOfRange;
}

/** Refuses strings and lists that are too long before any other check reads them. */
function checkLength(key: string, schema: ArgumentSchema, value: unknown): void {
  const { type, maxItems = Infinity, items = {} } = schema;
  const refuse = (bound: string, refused: unknown): never => {
    const message = `${key} must be ${bound}, not ${formatValue(refused)}`;
    throw new ArgumentError(message, "too_long", key);
  };
  if (type === "string" && exceedsMaxLength(value, schema)) {
    refuse(`a string of ${maxLengthPhrase(schema)}`, value);
  }
  if (type !== "array" || !Array.isArray(value)) return;
  if (value.length > maxItems) refuse(`an array of at most ${maxItems} strings`, value);
  const item = value.find((each) => exceedsMaxLength(each, items));
  if (item !== undefined) refuse(`an array of strings of ${maxLengthPhrase(items)}`, item);
}

/**
 * Reports whether a string has too many characters. One with a pattern is a path, which may hold no NUL: an
 * operating system counts it in bytes.
 */
function exceedsMaxLength(value: unknown, { maxLength = Infinity, pattern }: TextBounds): boolean {
  const isPath = pattern !== undefined;
  // A UTF-16 unit has at most three bytes, and a character at most two units.
  if (typeof value !== "string" || value.length * (isPath ? 3 : 1) <= maxLength) return false;
  if (value.length > 2 * maxLength) return true;
  return (isPath ? new TextEncoder().encode(value).length : Array.from(value).length) > maxLength;
}

function problemOf(schema: ArgumentSchema, value: unknown): ArgumentProblem | undefined {
  const { type, enum: choices, minimum = -Infinity, maximum = Infinity } = schema;
  if (!TYPE_CHECKS[type](value, schema)) return "wrong_type";
  if (choices !== undefined && !choices.includes(value as string)) return "wrong_type";
  if (type !== "integer") return undefined;
  return minimum <= (value as number) && (value as number) <= maximum ? undefined : "out_of_range";
}

type TypeCheck = (value: unknown, schema: ArgumentSchema) => boolean;

/** Checks of each type, including the other bounds of a string but not of an integer. */
const TYPE_CHECKS: Readonly<Record<ArgumentType, TypeCheck>> = {
  // Copied, since `every` skips the holes of a sparse array.
  array: (value, { items = {}, minItems = 0 }) =>
    Array.isArray(value) && value.length >= minItems && [...value].every(stringCheck(items)),
  boolean: (value) => typeof value === "boolean",
  integer: (value) => Number.isInteger(value),
  string: (value, schema) => stringCheck(schema)(value),
};

/** Compiles the check of a string, so that an array compiles its pattern only once. */
function stringCheck({ minLength = 0, pattern = "" }: TextBounds): (value: unknown) => boolean {
  const matcher = new RegExp(pattern, "u");
  // Length counts characters, which have at most two UTF-16 units.
  return (value) =>
    typeof value === "string" && Array.from(value.slice(0, 2 * minLength)).length >= minLength &&
    matcher.test(value);
}
