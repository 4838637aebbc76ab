/** Checks the options that a host passes: plain JavaScript has no types that would. */
import { nearestTo } from "./text/nearest.ts";

export interface FieldRule {
  /** The rule in words: `must be a string`. */
  readonly rule: string;
  readonly isValid: (value: unknown) => boolean;
}

/** The checks of all fields that options may have. */
export type FieldRules<Options> = Readonly<Record<keyof Options, FieldRule>>;

/**
 * Checks options, and returns a copy without the fields that are `null` or `undefined`, which count as absent: a host
 * may have read them from JSON.
 *
 * @param what The options in words: `the context`.
 * @throws {TypeError} If a field is of a wrong type or unknown: a misspelt `token` would let everybody in.
 */
export function checkedOptions<Options extends object>(
  options: Options | null,
  fields: FieldRules<Options>,
  what: string,
): Options {
  if (options !== null && !AN_OBJECT.isValid(options)) {
    throw new TypeError(`Cannot use ${what}: an object is needed`);
  }
  const problem = fieldProblem(options ?? {}, fields);
  if (problem !== undefined) throw new TypeError(`Cannot use ${what}: ${problem}`);
  const present = Object.keys(fields)
    .map((name) => [name, options?.[name as keyof Options]])
    .filter(([, value]) => value != null);
  return Object.fromEntries(present);
}

export function fieldProblem<Options extends object>(
  options: Partial<Options>,
  fields: FieldRules<Options>,
): string | undefined {
  // An instance of a class may have its fields from its prototype, as getters.
  for (const name of new Set([...Object.keys(options), ...Object.keys(fields)])) {
    const value = options[name as keyof Options];
    if (value == null) continue;
    if (!Object.hasOwn(fields, name)) {
      const nearest = nearestTo(name, Object.keys(fields));
      return `${name} is no known field${nearest ? `; did you mean ${nearest}?` : ""}`;
    }
    const { rule, isValid } = fields[name as keyof Options];
    if (!isValid(value)) return `${name} ${rule}`;
  }
  return undefined;
}

export const hasMethods = (...names: readonly string[]) => (value: unknown): boolean =>
  names.every((name) => typeof (value as Record<string, unknown>)[name] === "function");

export const A_STRING: FieldRule = {
  rule: "must be a string",
  isValid: (value) => typeof value === "string",
};

export const A_BOOLEAN: FieldRule = {
  rule: "must be true or false",
  isValid: (value) => typeof value === "boolean",
};

export const A_FUNCTION: FieldRule = {
  rule: "must be a function",
  isValid: (value) => typeof value === "function",
};

export const AN_OBJECT: FieldRule = {
  rule: "must be an object",
  // A Map, or a signal in place of the context that has it, would count as empty.
  isValid: (value) => Object.prototype.toString.call(value) === "[object Object]",
};

export const STRINGS: FieldRule = {
  rule: "must be an array of strings",
  isValid: (value) => Array.isArray(value) && value.every(A_STRING.isValid),
};

export const A_SIGNAL: FieldRule = {
  rule: "must be an AbortSignal",
  isValid: (value) => value instanceof AbortSignal,
};

export const AT_LEAST_0: FieldRule = {
  rule: "must be a number of at least 0",
  isValid: (value) => typeof value === "number" && value >= 0,
};
