import type { ToolContext } from "../tool.ts";
import { checkedPolicy } from "./checked_policy.ts";
import { fieldProblem, type FieldRule } from "./wrong_field.ts";

/**
 * A host's context without the fields that are `null`, which are as good as absent: a host may have read it
 * from JSON. Its lists are copied: the host may change them while the call runs.
 *
 * @throws {TypeError} If a field is of a wrong type, or is not known, such as `rots`, which would allow everything.
 */
export function checkedContext(context: ToolContext | null): ToolContext {
  if (context !== null && typeof context !== "object") {
    throw new TypeError("Cannot use the context: it must be an object");
  }
  const wrong = fieldProblem(context ?? {}, CONTEXT_FIELDS, "is no field of a context");
  if (wrong !== undefined) throw new TypeError(`Cannot use the context: ${wrong}`);
  const given = Object.keys(CONTEXT_FIELDS)
    .map((name) => [name, context?.[name as keyof ToolContext]])
    .filter(([, value]) => value != null);
  const { policy, roots, ...checked }: ToolContext = Object.fromEntries(given);
  const left = policy && checkedPolicy(policy);
  return { ...checked, ...roots && { roots: [...roots] }, ...left && { policy: left } };
}

const isObject = (value: unknown): boolean => typeof value === "object";
const isFunction = (value: unknown): boolean => typeof value === "function";
const isString = (value: unknown): boolean => typeof value === "string";
const hasMethods = (...names: readonly string[]) => (value: unknown): boolean =>
  names.every((name) => isFunction((value as Record<string, unknown>)[name]));

const CONTEXT_FIELDS: Readonly<Record<keyof ToolContext, FieldRule>> = {
  cwd: { phrase: "must be a string", isRight: isString },
  roots: {
    phrase: "must be an array of strings",
    isRight: (value) => Array.isArray(value) && value.every(isString),
  },
  memory: { phrase: "must be an object", isRight: isObject },
  projectMemory: {
    phrase: "must be an object with setValue and getValue",
    isRight: hasMethods("setValue", "getValue"),
  },
  signal: { phrase: "must be an AbortSignal", isRight: (value) => value instanceof AbortSignal },
  onProgress: { phrase: "must be a function", isRight: isFunction },
  onSkipped: { phrase: "must be a function", isRight: isFunction },
  maxScanned: {
    phrase: "must be a number of at least 0",
    isRight: (value) => typeof value === "number" && value >= 0,
  },
  gitignore: {
    phrase: 'must be "any-match" or "git"',
    isRight: (value) => value === "any-match" || value === "git",
  },
  log: { phrase: "must be an object with append", isRight: hasMethods("append") },
  policy: {
    phrase: "must be an object",
    isRight: (value) => isObject(value) && !Array.isArray(value),
  },
  cache: { phrase: "must be a TreeCache", isRight: hasMethods("find", "keep") },
};
