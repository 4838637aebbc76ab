import { nameOf } from "../directory/entry_key.ts";
import { readInParts, statDirectory } from "../directory/read_directory.ts";
import type { Pacer } from "../pacing/pacer.ts";
import { takePaced } from "../pacing/paced_steps.ts";
import { isAddressable } from "../scope/path_text.ts";
import type { Scope } from "../scope/scope.ts";
import type { ScopedPath } from "../scope/scoped_path.ts";
import { UNREADABLE } from "./read_file.ts";

/** A directory in a git directory, and its addressable names, sorted. */
interface GitDirectoryNames {
  readonly directory: ScopedPath;
  readonly names: readonly string[];
}

/** Maximum entries of such a directory. */
const MAX_NAMES = 10_000;

/** Lists the names in a directory, by its path from another; returns `undefined` if it is missing. */
export async function namesIn(
  scope: Scope,
  from: ScopedPath,
  path: string,
  pacer: Pacer,
): Promise<GitDirectoryNames | typeof UNREADABLE | undefined> {
  const resolution = scope.follow(from.real, path);
  if (resolution.outcome === "failed" && resolution.code === "not_found") return undefined;
  if (resolution.outcome !== "directory") return UNREADABLE;
  const directory = resolution.end;
  try {
    statDirectory(scope.fileSystem, directory);
    const keys = await takePaced(readInParts(scope.fileSystem, directory.open, MAX_NAMES), pacer);
    return { directory, names: keys.map(nameOf).filter(isAddressable).sort() };
  } catch {
    pacer.check();
    return UNREADABLE;
  }
}
