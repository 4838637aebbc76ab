import { Pacer } from "../pacing/pacer.ts";
import { Scope } from "../scope/scope.ts";
import { DEFAULT_ROOTS, type ScopeOptions } from "../scope/scope_options.ts";
import type { Visibility } from "../scope/visibility.ts";
import type { VisibilityPolicy } from "../visibility_policy.ts";

interface VisibilitySource extends Pick<ScopeOptions, "fileSystem" | "cwd" | "roots"> {
  readonly policy?: VisibilityPolicy | undefined;
}

export async function visibilityOf(
  { fileSystem, cwd, roots, policy }: VisibilitySource,
): Promise<Visibility | undefined> {
  if (policy === undefined) return undefined;
  const { hide, from = roots ?? DEFAULT_ROOTS } = policy;
  const { HostPolicy } = await import("../gitignore/host_policy.ts");
  const { parseHidden } = await import("../gitignore/git_ignore_file.ts");
  const rules = hide === undefined ? [] : await parseHidden(hide.join("\n"), new Pacer());
  return new HostPolicy(policy, rules, new Scope({ fileSystem, cwd, roots: from }));
}
