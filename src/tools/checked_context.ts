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
  const checkedRules = policy && checkedPolicy(policy);
  return {
    ...checked,
    ...roots && { roots: [...roots] },
    ...checkedRules && { policy: checkedRules },
  };
}

const isObject = (value: unknown): boolean => typeof value === "object";
const isFunction = (value: unknown): boolean => typeof value === "function";
const isString = (value: unknown): boolean => typeof value === "string";
const hasMethods = (...names: readonly string[]) => (value: unknown): boolean =>
  names.every((name) => isFunction((value as Record<string, unknown>)[name]));

const CONTEXT_FIELDS: Readonly<Record<keyof ToolContext, FieldRule>> = {
  cwd: { requirement: "must be a string", isValid: isString },
  roots: {
    requirement: "must be an array of strings",
    isValid: (value) => Array.isArray(value) && value.every(isString),
  },
  memory: { requirement: "must be an object", isValid: isObject },
  projectMemory: {
    requirement: "must be an object with setValue and getValue",
    isValid: hasMethods("setValue", "getValue"),
  },
  signal: {
    requirement: "must be an AbortSignal",
    isValid: (value) => value instanceof AbortSignal,
  },
  onProgress: { requirement: "must be a function", isValid: isFunction },
  onSkipped: { requirement: "must be a function", isValid: isFunction },
  maxScanned: {
    requirement: "must be a number of at least 0",
    isValid: (value) => typeof value === "number" && value >= 0,
  },
  gitignore: {
    requirement: 'must be "any-match" or "git"',
    isValid: (value) => value === "any-match" || value === "git",
  },
  log: { requirement: "must be an object with append", isValid: hasMethods("append") },
  policy: {
    requirement: "must be an object",
    isValid: (value) => isObject(value) && !Array.isArray(value),
  },
  cache: { requirement: "must be a TreeCache", isValid: hasMethods("find", "keep") },
};
