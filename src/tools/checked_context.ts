import {
  A_FUNCTION,
  A_SIGNAL,
  A_STRING,
  AN_OBJECT,
  AT_LEAST_0,
  checkedOptions,
  type FieldRules,
  hasMethods,
  STRINGS,
} from "../checked_options.ts";
import { undefinedIfRefused } from "../errors.ts";
import { isAbsolute } from "../scope/path_text.ts";
import { Scope } from "../scope/scope.ts";
import type { ToolContext } from "../tool.ts";
import { checkedPolicy } from "./checked_policy.ts";
import { existenceOf } from "./meant_path.ts";

/**
 * Lists are copied, since the host may change them while the call runs.
 *
 * @throws {TypeError} If a field is of a wrong type or unknown: `rots` would allow everything.
 */
export function checkedContext(context: ToolContext | null): ToolContext {
  const { policy, roots, ...checked } = checkedOptions(context, CONTEXT_FIELDS, "the context");
  // Where no root is named from the working directory or holds it, no path from there is allowed.
  const isElsewhere = checked.cwd === undefined && roots?.every(isAbsolute) &&
    undefinedIfRefused(() => new Scope({ roots }).enter(".")) === undefined;
  const isThere = (cwd: string) => existenceOf(new Scope({ cwd, roots }), cwd) !== "missing";
  if (isElsewhere) checked.cwd = roots!.find(isThere) ?? roots![0];
  const policyCopy = policy && checkedPolicy(policy, { cwd: checked.cwd, roots });
  return { ...checked, ...roots && { roots: [...roots] }, ...policyCopy && { policy: policyCopy } };
}

export const CONTEXT_FIELDS: FieldRules<ToolContext> = {
  cwd: A_STRING,
  roots: {
    rule: "must be an array of paths, none of them empty",
    isValid: (value) => STRINGS.isValid(value) && !(value as string[]).includes(""),
  },
  memory: AN_OBJECT,
  projectMemory: {
    rule: "must be an object with setValue and getValue",
    isValid: hasMethods("setValue", "getValue"),
  },
  signal: A_SIGNAL,
  onProgress: A_FUNCTION,
  onSkipped: A_FUNCTION,
  maxScanned: AT_LEAST_0,
  gitignore: {
    rule: 'must be "any-match" or "git"',
    isValid: (value) => value === "any-match" || value === "git",
  },
  log: { rule: "must be an object with append", isValid: hasMethods("append") },
  policy: AN_OBJECT,
  cache: { rule: "must be a TreeCache", isValid: hasMethods("find", "keep") },
  contents: {
    rule: 'must be "text", "places" or "none"',
    isValid: (value) => value === "text" || value === "places" || value === "none",
  },
};
