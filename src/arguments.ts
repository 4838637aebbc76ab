/**
 * Checks what a model sent against a tool's own JSON Schema, and fills in the defaults.
 *
 * @module
 */
import { type Schema, Validator } from "@cfworker/json-schema";
import { DirscopeError } from "./errors.ts";
import { lineSafe } from "./text.ts";
import type { ArgumentSchema, ArgumentType, ParametersSchema, ToolDefinition } from "./tool.ts";

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

/** What is wrong with an argument: checked in this order, `out_of_range` only if all types are right. */
export type ArgumentProblem =
  | "not_an_object"
  | "unknown"
  | "missing"
  | "wrong_type"
  | "out_of_range";

/** A refused argument. `message` starts with the argument's name and is safe to show. */
export class ArgumentError extends DirscopeError {
  /** What is wrong. */
  readonly problem: ArgumentProblem | undefined;
  /** The argument that is refused, as it was sent. */
  readonly argument: string | undefined;

  /**
   * @param message What is wrong, without a final period.
   * @param problem What is wrong, where it is one argument.
   * @param argument That argument.
   */
  constructor(message: string, problem?: ArgumentProblem, argument?: string) {
    super("invalid_argument", message);
    this.problem = problem;
    this.argument = argument;
  }
}

/**
 * Checks raw arguments against the definition's schema and fills in defaults. An optional argument
 * that is `null` or `undefined` counts as absent; one without a default comes back as `null`.
 *
 * @throws {ArgumentError} If they are not an object, or a name, type or bound is wrong.
 */
export function parseArguments<Arguments>(definition: ToolDefinition, raw: unknown): Arguments {
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
  validate(parameters, given);
  const complete: Record<string, unknown> = {};
  for (const [key, schema] of Object.entries(parameters.properties)) {
    complete[key] = given[key] ?? schema.default ?? null;
  }
  return complete as Arguments;
}

function validate(parameters: ParametersSchema, given: Record<string, unknown>): void {
  for (const key of parameters.required) {
    if (!Object.hasOwn(given, key)) throw new ArgumentError(`${key} is required`, "missing", key);
  }
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

/** Names the type and bounds of an argument, for an error message and for help. */
export function describe(schema: ArgumentSchema): string {
  const types = typesOf(schema);
  if (schema.enum !== undefined) {
    return `one of ${schema.enum.map((choice) => JSON.stringify(choice)).join(", ")}`;
  }
  return types.map((type) => TYPE_PHRASES[type](schema)).join(" or ");
}

/** The types that an argument may have. */
export function typesOf(schema: ArgumentSchema): readonly ArgumentType[] {
  return typeof schema.type === "string" ? [schema.type] : schema.type;
}

const TYPE_PHRASES: Readonly<Record<ArgumentType, (schema: ArgumentSchema) => string>> = {
  array: ({ items }) => `an array of ${items?.minLength ? "non-empty " : ""}strings`,
  boolean: () => "true or false",
  integer: ({ minimum, maximum }) =>
    minimum === undefined
      ? "an integer"
      : maximum === undefined
      ? `an integer of at least ${minimum}`
      : `an integer from ${minimum} to ${maximum}`,
  null: () => "null",
  string: ({ minLength, pattern }) =>
    `a ${minLength ? "non-empty " : ""}string${pattern ? " without NUL characters" : ""}`,
};

/** A refused value as JSON, short and on one line. */
function show(value: unknown): string {
  if (typeof value === "number") return String(value);
  if (Array.isArray(value)) {
    const items = Array.from(
      value.slice(0, MAX_SHOWN),
      (item) => Array.isArray(item) ? "an array" : show(item),
    );
    return clip(`an array [${items.join(", ")}]`);
  }
  if (typeof value === "object" && value !== null) return "an object";
  if (typeof value === "string") return `"${clip(lineSafe(value))}"`;
  return typeof value === "boolean" || value === null ? String(value) : typeof value;
}

const MAX_SHOWN = 60;

function clip(text: string): string {
  if (text.length <= MAX_SHOWN) return text;
  return `${Array.from(text.slice(0, 2 * MAX_SHOWN)).slice(0, MAX_SHOWN).join("")}…`;
}
