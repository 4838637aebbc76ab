import { errorCodeOf } from "../errors.ts";
import type { Pacer } from "../pacing/pacer.ts";
import { fileSystem, seenFileReader } from "../scope/file_system.ts";
import { childOf } from "../scope/path_text.ts";
import type { Scope } from "../scope/scope.ts";
import type { ScopedPath } from "../scope/scoped_path.ts";

/** The largest `.gitignore` file that is read, in bytes. */
const MAX_FILE_BYTES = 1024 * 1024;

/** What stands for the text of a file that is there, but cannot be read. */
export const UNREADABLE = Symbol("unreadable");

/**
 * The text of a directory's `.gitignore`; `undefined` if there is none, or if it is no regular file: git reads
 * no link either.
 */
export async function readGitignore(
  scope: Scope,
  directory: ScopedPath,
  pacer: Pacer,
): Promise<string | typeof UNREADABLE | undefined> {
  // The rules of a hidden file hold, but a hidden directory is not there.
  if (scope.visibility?.hides(directory.real, true)) return undefined;
  const path = scope.locate(childOf(directory.real, ".gitignore"));
  if (path === undefined) return undefined;
  const bytes = await readRegularFile(path.open);
  if (bytes === UNREADABLE) {
    // That there is one would be told by the count.
    if (scope.visibility?.hides(childOf(directory.real, ".gitignore"), false)) return undefined;
    pacer.unreadRules++;
  }
  return bytes instanceof Uint8Array
    ? new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes)
    : bytes;
}

/** The contents of a small regular file; `undefined` where there is none. */
async function readRegularFile(
  path: string,
): Promise<Uint8Array | typeof UNREADABLE | undefined> {
  try {
    const info = fileSystem.lstatSync(path);
    if (!info.isFile) return undefined;
    if (info.size > MAX_FILE_BYTES) return UNREADABLE;
    const readSeenFile = await seenFileReader();
    return readSeenFile(path, info, MAX_FILE_BYTES) ?? UNREADABLE;
  } catch (error) {
    // Below a file there is none either: explain_path asks for paths that do not exist.
    const code = errorCodeOf(error);
    return code === "not_found" || code === "not_a_directory" ? undefined : UNREADABLE;
  }
}
