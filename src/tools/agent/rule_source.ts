import type { DecidingRule } from "../../gitignore/rule_chain.ts";
import type { Scope } from "../../scope/scope.ts";

const HOST_SOURCES = { excludes: "(global excludes)", show: "(shown by the host)" } as const;

/** The file that a rule stands in, as it is displayed; `undefined` if the host hides it, so that nobody quotes it. */
export function sourceOf(scope: Scope, { source }: DecidingRule): string | undefined {
  if ("host" in source) return HOST_SOURCES[source.host];
  const { file } = source;
  return scope.visibility?.hides(file, false) ? undefined : scope.displayedReal(file);
}
