import { fieldProblem, type FieldRule, type FieldRules, STRINGS } from "../checked_options.ts";
import { formatValue } from "../arguments/argument_error.ts";
import { isDeadPattern } from "../gitignore/wildmatch.ts";
import { isRoot, isWithinAsNamed } from "../scope/path_text.ts";
import { Scope } from "../scope/scope.ts";
import type { ScopeOptions } from "../scope/scope_options.ts";
import type { VisibilityPolicy } from "../visibility_policy.ts";

const MAX_POLICY_PATTERNS = 1000;
const MAX_POLICY_PATTERN_LENGTH = 4096;

const MAX_EXCLUDES_LENGTH = 1024 * 1024;

/** Matches the path of an excludes file, which is hardly meant as a rule. */
const EXCLUDES_PATH = /^(?:[~/]|[A-Z]:).*[\\/](?:\.gitignore\w*|git[\\/]ignore)$/i;

/** Where patterns start, if the policy does not say. */
type Base = Pick<ScopeOptions, "cwd" | "roots">;

/**
 * Copies a policy without its empty fields; `undefined` if nothing is left.
 *
 * @throws {TypeError} If a field is wrong or unknown, or a pattern can match nothing: it would hide nothing.
 */
export function checkedPolicy(policy: VisibilityPolicy, base: Base): VisibilityPolicy | undefined {
  const problem = policyProblem(policy, base);
  if (problem !== undefined) throw new TypeError(`Cannot use the policy: ${problem}`);
  const fields = Object.keys(POLICY_FIELDS)
    .map((name) => [name, policy[name as keyof VisibilityPolicy]] as const)
    .filter(([, value]) => value != null && value.length > 0)
    .map(([name, value]) => [name, typeof value === "string" ? value : [...value!]]);
  const checked: VisibilityPolicy = Object.fromEntries(fields);
  return fields.every(([name]) => name === "from") ? undefined : checked;
}

/** Returns what is wrong with a policy, if anything: `hide must be …`. */
export function policyProblem(policy: VisibilityPolicy, base: Base): string | undefined {
  return fieldProblem(policy, POLICY_FIELDS) ?? deadPatternIn(policy, base);
}

function deadPatternIn(policy: VisibilityPolicy, base: Base): string | undefined {
  const roots = absoluteRoots({ ...base, roots: policy.from ?? base.roots });
  for (const name of ["hide", "show"] as const) {
    for (const [i, pattern] of (policy[name] ?? []).entries()) {
      const advice = adviceOn(pattern, i === 0, roots);
      if (advice === undefined) continue;
      return `${name} has a pattern that can match nothing: ${formatValue(pattern)} (${advice})`;
    }
  }
  return undefined;
}

/** Says what to write in place of a pattern that can match nothing; `undefined` for any other. */
function adviceOn(pattern: string, isFirst: boolean, roots: readonly string[]): string | undefined {
  const meant = meantPattern(pattern, roots);
  if (meant !== pattern) {
    return `write ${formatValue(meant)}: patterns start from each root, as in a .gitignore file`;
  }
  if (/(?<!\\)\{[^{},]*,[^{}]*\}/.test(pattern)) {
    return "git has no braces: write a pattern for each";
  }
  if (isFirst && pattern.startsWith("!")) {
    return "there is none before it whose matches it could take back";
  }
  const isDead = isDeadPattern(pattern) || /^!?~\//.test(pattern);
  return isDead ? "patterns start from each root" : undefined;
}

/** Returns where patterns start, the outermost first; nothing if the working directory is gone, as every call says. */
function absoluteRoots(base: Base): readonly string[] {
  try {
    return Scope.within(base).roots.toSorted((a, b) => a.length - b.length);
  } catch {
    return [];
  }
}

/** Returns the pattern that a host means by an absolute path, by one with backslashes, or by one after spaces. */
function meantPattern(pattern: string, roots: readonly string[]): string {
  const [, sign, text] = /^(!?)\s*(.*)$/.exec(pattern)!;
  // Git needs escapes before punctuation alone.
  const slashed = text!.replace(
    /\\([\p{L}\p{N}_]|(?<=[\p{L}\p{N}_]\\)\.)|\\./gu,
    (escape, next) => next === undefined ? escape : `/${next}`,
  );
  const root = roots.find((each) =>
    isWithinAsNamed(slashed, each) && slashed.length > each.length + 1
  );
  return sign + (root === undefined || isRoot(root) ? slashed : slashed.slice(root.length));
}

const isPattern = (value: unknown): boolean =>
  typeof value === "string" && value.length <= MAX_POLICY_PATTERN_LENGTH &&
  !/[\0\r\n]/.test(value);

const PATTERNS: FieldRule = {
  rule: `must be an array of at most ${MAX_POLICY_PATTERNS} patterns, each one line of at most ` +
    `${MAX_POLICY_PATTERN_LENGTH} characters`,
  isValid: (value) =>
    Array.isArray(value) && value.length <= MAX_POLICY_PATTERNS && value.every(isPattern),
};

const POLICY_FIELDS: FieldRules<VisibilityPolicy> = {
  hide: PATTERNS,
  show: PATTERNS,
  excludes: {
    rule: `must be the text of a file, not its path, of at most ${MAX_EXCLUDES_LENGTH} characters`,
    isValid: (value) =>
      typeof value === "string" && value.length <= MAX_EXCLUDES_LENGTH &&
      !EXCLUDES_PATH.test(value),
  },
  from: STRINGS,
};
