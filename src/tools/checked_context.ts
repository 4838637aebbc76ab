import type { ToolContext } from "../tool.ts";
import { checkedPolicy } from "./checked_policy.ts";

/**
 * A host's context without the fields that are `null`, which are as good as absent: a host may have read it
 * from JSON. Its lists are copied: the host may change them while the call runs.
 *
 * @throws {TypeError} If a field is of a wrong type: it names the field.
 */
export function checkedContext(context: ToolContext | null): ToolContext {
  const given = Object.entries(context ?? {}).filter(([, value]) => value != null);
  for (const [name, value] of given) {
    const expected = Object.hasOwn(FIELDS, name) ? FIELDS[name as keyof ToolContext] : undefined;
    if (expected !== undefined && !expected.isRight(value)) {
      throw new TypeError(`Cannot use the context: ${name} must be ${expected.phrase}`);
    }
  }
  const { policy, roots, ...checked }: ToolContext = Object.fromEntries(given);
  const left = policy && checkedPolicy(policy);
  return { ...checked, ...roots && { roots: [...roots] }, ...left && { policy: left } };
}

interface Field {
  readonly phrase: string;
  readonly isRight: (value: unknown) => boolean;
}

const isObject = (value: unknown): boolean => typeof value === "object";
const isFunction = (value: unknown): boolean => typeof value === "function";
const isString = (value: unknown): boolean => typeof value === "string";
const hasMethods = (...names: readonly string[]) => (value: unknown): boolean =>
  names.every((name) => isFunction((value as Record<string, unknown>)[name]));

const FIELDS: Readonly<Record<keyof ToolContext, Field>> = {
  cwd: { phrase: "a string", isRight: isString },
  roots: {
    phrase: "an array of strings",
    isRight: (value) => Array.isArray(value) && value.every(isString),
  },
  memory: { phrase: "an object", isRight: isObject },
  projectMemory: {
    phrase: "an object with setValue and getValue",
    isRight: hasMethods("setValue", "getValue"),
  },
  signal: { phrase: "an AbortSignal", isRight: (value) => value instanceof AbortSignal },
  onProgress: { phrase: "a function", isRight: isFunction },
  onSkipped: { phrase: "a function", isRight: isFunction },
  maxScanned: {
    phrase: "a number of at least 0",
    isRight: (value) => typeof value === "number" && value >= 0,
  },
  gitignore: {
    phrase: '"any-match" or "git"',
    isRight: (value) => value === "any-match" || value === "git",
  },
  log: { phrase: "an object with append", isRight: hasMethods("append") },
  policy: {
    phrase: "an object",
    isRight: (value) => isObject(value) && !Array.isArray(value),
  },
  cache: { phrase: "a TreeCache", isRight: hasMethods("find", "keep") },
};
