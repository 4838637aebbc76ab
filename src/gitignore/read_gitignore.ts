import { readRegularFile, textOf, UNREADABLE } from "../git/read_file.ts";
import type { Pacer } from "../pacing/pacer.ts";
import { childOf } from "../scope/path_text.ts";
import type { Scope } from "../scope/scope.ts";
import type { ScopedPath } from "../scope/scoped_path.ts";

/** The largest file of rules that is read, in bytes. */
const MAX_RULES_BYTES = 1024 * 1024;

/**
 * The text of a directory's `.gitignore`; `undefined` if there is none, or if it is no regular file: git reads
 * no link either.
 */
export async function readGitignore(
  scope: Scope,
  directory: ScopedPath,
  pacer: Pacer,
): Promise<string | typeof UNREADABLE | undefined> {
  const path = scope.locate(childOf(directory.real, ".gitignore"));
  if (path === undefined) return undefined;
  const bytes = await readRegularFile(scope, path, MAX_RULES_BYTES, pacer);
  if (bytes === UNREADABLE) {
    // Of a hidden one, the count would tell that it is there.
    if (scope.visibility?.hides(path.real, false)) return undefined;
    pacer.counts.unreadRules++;
  }
  return bytes instanceof Uint8Array ? textOf(bytes) : bytes;
}
