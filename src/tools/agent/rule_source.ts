import type { DecidingRule } from "../../gitignore/rules.ts";
import { childOf } from "../../scope/path_text.ts";
import type { Scope } from "../../scope/scope.ts";

const HOST_SOURCES = { excludes: "(global excludes)", show: "(shown by the host)" } as const;

/** The file that a rule stands in, as it is displayed; `undefined` if the host hides it, so that nobody quotes it. */
export function sourceOf(scope: Scope, { directory, host }: DecidingRule): string | undefined {
  if (host !== undefined) return HOST_SOURCES[host];
  const file = childOf(directory.real, ".gitignore");
  return scope.visibility?.hides(file, false) ? undefined : scope.displayedReal(file);
}
