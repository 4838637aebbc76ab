/** Paths that a rule ignores and that are re-included: git tracks them, or the policy shows them. */
import type { Repository } from "../git/repository.ts";
import type { Rule } from "./git_rule.ts";
import type { DecidingRule, RuleChain } from "./rule_chain.ts";

/** The reason why an entry that a rule ignores is not left out. The policy's rule shows it, or something in it. */
export type ReinclusionReason =
  | { readonly type: "tracked" }
  | { readonly type: "shown"; readonly rule: Rule };

/** A directory that is walked although a rule ignores it and everything in it. */
export interface ReincludedDirectory {
  readonly decidingRule: DecidingRule;
  /** The repository whose rule it is. */
  readonly repository: Repository | undefined;
  /** True if the policy shows it, or something in it; false if git tracks files in it. */
  readonly isForPolicy: boolean;
}

/** Reports whether a rule of a directory's own repository ignores it: git then reads no rules in it. */
export function isIgnoredByOwnRepository(
  { repository }: RuleChain,
  reincluded: ReincludedDirectory | undefined,
): boolean {
  return reincluded !== undefined && reincluded.repository === repository;
}
