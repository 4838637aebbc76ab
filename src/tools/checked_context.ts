import type { ToolContext } from "../tool.ts";
import { checkedPolicy } from "./checked_policy.ts";
import { fieldProblem, type FieldRule } from "./field_problem.ts";

/**
 * Validates a host's context and drops its `null` fields, which mean absent: a host may have read it from JSON.
 * Lists are copied, since the host may change them while the call runs.
 *
 * @throws {TypeError} If a field is of a wrong type or unknown: `rots` would allow everything.
 */
export function checkedContext(context: ToolContext | null): ToolContext {
  if (context !== null && typeof context !== "object") {
    throw new TypeError("Cannot use the context: it must be an object");
  }
  const problem = fieldProblem(context ?? {}, CONTEXT_FIELDS, "is no field of a context");
  if (problem !== undefined) throw new TypeError(`Cannot use the context: ${problem}`);
  const fields = Object.keys(CONTEXT_FIELDS)
    .map((name) => [name, context?.[name as keyof ToolContext]])
    .filter(([, value]) => value != null);
  const { policy, roots, ...checked }: ToolContext = Object.fromEntries(fields);
  const policyCopy = policy && checkedPolicy(policy);
  return { ...checked, ...roots && { roots: [...roots] }, ...policyCopy && { policy: policyCopy } };
}

const isObject = (value: unknown): boolean => typeof value === "object";
const isFunction = (value: unknown): boolean => typeof value === "function";
const isString = (value: unknown): boolean => typeof value === "string";
const hasMethods = (...names: readonly string[]) => (value: unknown): boolean =>
  names.every((name) => isFunction((value as Record<string, unknown>)[name]));

const CONTEXT_FIELDS: Readonly<Record<keyof ToolContext, FieldRule>> = {
  cwd: { rule: "must be a string", isValid: isString },
  roots: {
    rule: "must be an array of strings",
    isValid: (value) => Array.isArray(value) && value.every(isString),
  },
  memory: { rule: "must be an object", isValid: isObject },
  projectMemory: {
    rule: "must be an object with setValue and getValue",
    isValid: hasMethods("setValue", "getValue"),
  },
  signal: { rule: "must be an AbortSignal", isValid: (value) => value instanceof AbortSignal },
  onProgress: { rule: "must be a function", isValid: isFunction },
  onSkipped: { rule: "must be a function", isValid: isFunction },
  maxScanned: {
    rule: "must be a number of at least 0",
    isValid: (value) => typeof value === "number" && value >= 0,
  },
  gitignore: {
    rule: 'must be "any-match" or "git"',
    isValid: (value) => value === "any-match" || value === "git",
  },
  log: { rule: "must be an object with append", isValid: hasMethods("append") },
  policy: {
    rule: "must be an object",
    isValid: (value) => isObject(value) && !Array.isArray(value),
  },
  cache: { rule: "must be a TreeCache", isValid: hasMethods("find", "keep") },
};
