/**
 * Judges arguments by a definition with a JSON Schema validator (draft 2020-12) that shares no code with the
 * product.
 *
 * @module
 */
import { type Schema, Validator } from "@cfworker/json-schema";
import type { ArgumentSchema, ParametersSchema } from "../../mod.ts";

const validators = new WeakMap<object, Validator>();

/** Reports whether a schema allows a value. Values that JSON cannot hold are refused. */
export function isValid(schema: object, value: unknown): boolean {
  if (!isJson(value)) return false;
  let validator = validators.get(schema);
  if (validator === undefined) {
    // It writes into the schema that it is given.
    validator = new Validator(structuredClone(schema) as Schema, "2020-12");
    validators.set(schema, validator);
  }
  return validator.validate(value).valid;
}

function isJson(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  // Copied, since `every` skips holes.
  if (Array.isArray(value)) return [...value].every(isJson);
  if (typeof value === "object" && value !== null) return Object.values(value).every(isJson);
  return value === null || typeof value === "string" || typeof value === "boolean";
}

/**
 * The arguments without those that count as absent, which is our rule on top of the schema. "`execute` still
 * takes `null` for an optional argument as absent, and so an empty `cursor` and an empty list."
 */
export function withoutAbsent({ properties, required }: ParametersSchema, raw: unknown): unknown {
  if (typeof raw !== "object" || raw === null || Array.isArray(raw)) return raw;
  return Object.fromEntries(
    Object.entries(raw).filter(([key, value]) => {
      if (!Object.hasOwn(properties, key)) return true;
      if (value === undefined) return false;
      return required.includes(key) || !isAbsent(key, properties[key]!, value);
    }),
  );
}

/** Reports whether a present value counts as absent, for an optional argument. */
export function isAbsent(key: string, { type }: ArgumentSchema, value: unknown): boolean {
  return value === null || key === "cursor" && value === "" ||
    type === "array" && Array.isArray(value) && value.length === 0;
}
