import type { DecidingRule } from "../../gitignore/rule_chain.ts";
import type { Scope } from "../../scope/scope.ts";

const POLICY_SOURCES = { excludes: "(global excludes)", show: "(shown by the host)" } as const;

/** Returns the displayed path of a rule's file; `undefined` if the policy hides it: hidden files are not quoted. */
export function sourceOf(scope: Scope, { source }: DecidingRule): string | undefined {
  if (source.type === "policy") return POLICY_SOURCES[source.part];
  const { path } = source;
  return scope.visibility?.hides(path, false) ? undefined : scope.displayedReal(path);
}
