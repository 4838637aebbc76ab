import { Pacer } from "../pacing/pacer.ts";
import { seenFileReader } from "../scope/file_system.ts";
import { resolvePath } from "../scope/path_text.ts";
import { Scope } from "../scope/scope.ts";
import { DEFAULT_ROOTS } from "../scope/scope_options.ts";
import type { Visibility } from "../scope/visibility.ts";
import type { VisibilityPolicy } from "../tool.ts";

/** What a host hides and shows in one call; `undefined` without a policy. */
export async function visibilityOf(
  { cwd, roots, policy }: {
    readonly cwd?: string | undefined;
    readonly roots?: readonly string[] | undefined;
    readonly policy?: VisibilityPolicy | undefined;
  },
): Promise<Visibility | undefined> {
  if (policy === undefined) return undefined;
  const { HostPolicy } = await import("../gitignore/host_policy.ts");
  const { parseGitIgnoreFile } = await import("../gitignore/git_ignore_file.ts");
  const { cwd: base } = new Scope({ cwd });
  const from = policy.from ?? roots ?? DEFAULT_ROOTS;
  const starts = from.map((path) => resolvePath(base, path));
  return new HostPolicy({
    hide: policy.hide && await parseGitIgnoreFile(policy.hide.join("\n"), new Pacer()),
    show: policy.show ?? [],
    excludes: policy.excludes,
    ignoreFiles: [...new Set(policy.ignoreFiles ?? [])],
    gate: new Scope({ cwd, roots: [...starts, "/"] }),
    readSeenFile: await seenFileReader(),
  });
}
