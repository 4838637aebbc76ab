import { fileSystem } from "../scope/file_system.ts";
import { childOf } from "../scope/path_text.ts";
import type { Scope } from "../scope/scope.ts";
import type { ScopedPath } from "../scope/scoped_path.ts";

/** The largest `.gitignore` file that is read, in bytes. */
const MAX_FILE_BYTES = 1024 * 1024;

/**
 * The text of a directory's `.gitignore`; `undefined` if there is none, if it is too large or
 * unreadable, or if it is not a regular file.
 */
export function readGitignore(scope: Scope, directory: ScopedPath): string | undefined {
  const path = scope.locate(childOf(directory.real, ".gitignore"));
  if (path === undefined) return undefined;
  try {
    const info = fileSystem.lstatSync(path.open);
    if (!info.isFile || info.size > MAX_FILE_BYTES) return undefined;
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(fileSystem.readFileSync(path.open));
  } catch {
    return undefined;
  }
}
