/**
 * Arguments before the validator of JSON Schema.
 *
 * @module
 */
import { type Schema, Validator } from "@cfworker/json-schema";
import { ArgumentError, describe, show } from "./argument_error.ts";
import type { ParametersSchema } from "./tool.ts";

/**
 * Checks arguments that are given by their right names.
 *
 * @throws {ArgumentError} If a type or bound is wrong.
 */
export function validate(
  parameters: ParametersSchema,
  given: Readonly<Record<string, unknown>>,
): void {
  const validators = compile(parameters);
  let outOfRange: ArgumentError | undefined;
  for (const [key, schema] of Object.entries(parameters.properties)) {
    const value = given[key];
    if (value === undefined) continue;
    const errors = isJson(value) ? validators.get(key)!.validate(value).errors : [];
    if (isJson(value) && errors.length === 0) continue;
    const problem = RANGE_KEYWORDS.has(errors[0]?.keyword ?? "") ? "out_of_range" : "wrong_type";
    const message = `${key} must be ${describe(schema)}, not ${show(value)}`;
    const error = new ArgumentError(message, problem, key);
    if (problem === "wrong_type") throw error;
    outOfRange ??= error;
  }
  if (outOfRange !== undefined) throw outOfRange;
}

const RANGE_KEYWORDS: ReadonlySet<string> = new Set(["minimum", "maximum"]);

// Keyed by schema, so that a definition is compiled once and can still be collected.
const compiled = new WeakMap<ParametersSchema, ReadonlyMap<string, Validator>>();

function compile(parameters: ParametersSchema): ReadonlyMap<string, Validator> {
  let validators = compiled.get(parameters);
  if (validators === undefined) {
    validators = new Map(
      Object.entries(parameters.properties).map(([key, schema]) => [
        key,
        // The validator writes into the schema that it is given.
        new Validator(structuredClone<object>(schema) as Schema, "2020-12"),
      ]),
    );
    compiled.set(parameters, validators);
  }
  return validators;
}

/** Whether a value is of a type that the validator takes; it throws at any other. */
function isJson(value: unknown): boolean {
  return value === null || ["string", "boolean", "number"].includes(typeof value) ||
    // Copied, since `every` skips the holes of a sparse array.
    Array.isArray(value) && [...value].every((item) => typeof item !== "object" && isJson(item));
}
