import type { VisibilityPolicy } from "../visibility_policy.ts";
import { fieldProblem, type FieldRule } from "./wrong_field.ts";

/** The most patterns of a list, and characters of a pattern. */
const MAX_POLICY_PATTERNS = 1000;
const MAX_POLICY_PATTERN_LENGTH = 4096;

/** The most characters of a global excludes file. */
const MAX_EXCLUDES_LENGTH = 1024 * 1024;

/** The most names of files: each is looked for in every directory. */
const MAX_IGNORE_FILES = 16;

/**
 * A copy of a host's policy without what is as good as absent; `undefined` if nothing is left. What is misspelt
 * would hide nothing, so it is refused.
 *
 * @throws {TypeError} If a field is wrong: it names the field.
 */
export function checkedPolicy(policy: VisibilityPolicy): VisibilityPolicy | undefined {
  const problem = policyProblem(policy);
  if (problem !== undefined) {
    throw new TypeError(`Cannot use the context: policy.${problem}`);
  }
  const given = Object.keys(POLICY_FIELDS)
    .map((name) => [name, policy[name as keyof VisibilityPolicy]] as const)
    .filter(([, value]) => value != null && value.length > 0)
    .map(([name, value]) => [name, typeof value === "string" ? value : [...value!]]);
  const checked: VisibilityPolicy = Object.fromEntries(given);
  return given.every(([name]) => name === "from") ? undefined : checked;
}

/** Says which field is wrong: `hide must be …`. */
export function policyProblem(policy: VisibilityPolicy): string | undefined {
  return fieldProblem(policy, POLICY_FIELDS, "is no field of a policy");
}

const isText = (value: unknown): value is string =>
  typeof value === "string" && !value.includes("\0");

const listOf = (most: number, isItem: (text: string) => boolean) => (value: unknown): boolean =>
  Array.isArray(value) && value.length <= most &&
  value.every((each) => isText(each) && isItem(each));

const PATTERNS: FieldRule = {
  phrase: `must be an array of at most ${MAX_POLICY_PATTERNS} patterns, each one line of at most ` +
    `${MAX_POLICY_PATTERN_LENGTH} characters`,
  isRight: listOf(
    MAX_POLICY_PATTERNS,
    (text) => text.length <= MAX_POLICY_PATTERN_LENGTH && !/[\r\n]/.test(text),
  ),
};

const POLICY_FIELDS: Readonly<Record<keyof VisibilityPolicy, FieldRule>> = {
  hide: PATTERNS,
  show: PATTERNS,
  excludes: {
    phrase: `must be a string of at most ${MAX_EXCLUDES_LENGTH} characters`,
    isRight: (value) => typeof value === "string" && value.length <= MAX_EXCLUDES_LENGTH,
  },
  ignoreFiles: {
    phrase: `must be an array of at most ${MAX_IGNORE_FILES} file names`,
    isRight: listOf(MAX_IGNORE_FILES, (name) => /^(?!\.{1,2}$)[^/]{1,255}$/.test(name)),
  },
  from: { phrase: "must be an array of strings", isRight: listOf(Infinity, () => true) },
};
