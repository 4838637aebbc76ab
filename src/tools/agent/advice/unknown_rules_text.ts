import type { Counts } from "../../../pacing/pacer.ts";
import { COUNT_SCHEMA, type UnknownRules } from "../../discovery/result.ts";
import type { DecidingRule } from "../../../gitignore/rule_chain.ts";
import type { Scope } from "../../../scope/scope.ts";

/** Returns a line that says why git's rules are not fully known, if they lie outside the scope. */
export function unknownRuleLines({ rules_above_scope, git_directory }: UnknownRules): string[] {
  if (rules_above_scope === undefined) return [];
  return [git_directory === undefined ? NO_REPOSITORY_NOTE : GITDIR_OUTSIDE_NOTE];
}

const NO_REPOSITORY_NOTE =
  "No .git was found within the scope: .gitignore files above it are not known.";
const GITDIR_OUTSIDE_NOTE =
  "The .git here leads out of the scope: its info/exclude and what it tracks are not known.";

/** Returns the counts of git's files that a call could not read. */
export function unreadRulesOf({ unreadRules, unreadIndexes }: Counts): UnknownRules {
  return {
    ...unreadRules > 0 && { unreadable_gitignore: unreadRules },
    ...unreadIndexes.size > 0 && { unreadable_index: unreadIndexes.size },
  };
}

/** The JSON Schemas of the fields of {@linkcode UnknownRules}, all optional. */
export const UNKNOWN_RULES_SCHEMA = {
  rules_above_scope: { const: "unknown" },
  git_directory: { const: "outside_scope" },
  unreadable_gitignore: COUNT_SCHEMA,
  unreadable_index: COUNT_SCHEMA,
} as const satisfies Record<keyof UnknownRules, unknown>;

const POLICY_SOURCES = { excludes: "(global excludes)", show: "(shown by the host)" } as const;

/** Returns the displayed path of a rule's file; `undefined` if the policy hides it: hidden files are not quoted. */
export function sourceOf(scope: Scope, { source }: DecidingRule): string | undefined {
  if (source.type === "policy") return POLICY_SOURCES[source.part];
  const { path } = source;
  return scope.visibility?.hides(path, false) ? undefined : scope.displayedReal(path);
}
