import { type EntryKey, nameOf } from "../directory/entry_key.ts";
import { askDirectory, isHuge, readDirectory, readInParts } from "../directory/read_directory.ts";
import { tooManyEntries } from "../errors.ts";
import type { Pacer } from "../pacing/pacer.ts";
import { type Steps, takePaced } from "../pacing/steps.ts";
import { isAddressable } from "../scope/path_text.ts";
import type { Scope } from "../scope/scope.ts";
import type { ScopedPath } from "../scope/scoped_path.ts";
import { UNREADABLE } from "./read_file.ts";

/** A directory of git's own, and the names in it that can be asked for, in order. */
interface Names {
  readonly directory: ScopedPath;
  readonly names: readonly string[];
}

/** The most entries of such a directory that are read. */
const MAX_ENTRIES = 10_000;

/** The names in a directory, by its path from another; nothing where there is none. */
export async function namesIn(
  scope: Scope,
  from: ScopedPath,
  path: string,
  pacer: Pacer,
): Promise<Names | typeof UNREADABLE | undefined> {
  const resolution = scope.follow(from.real, path);
  if (resolution.outcome === "failed" && resolution.code === "not_found") return undefined;
  if (resolution.outcome !== "directory") return UNREADABLE;
  const directory = resolution.end;
  try {
    const keys = isHuge(askDirectory(directory))
      ? await takePaced(keysOf(directory), pacer)
      : readDirectory(directory.open);
    const names = keys.map(nameOf).filter(isAddressable).sort();
    return names.length > MAX_ENTRIES ? UNREADABLE : { directory, names };
  } catch {
    pacer.check();
    return UNREADABLE;
  }
}

function* keysOf(directory: ScopedPath): Steps<EntryKey[]> {
  const keys: EntryKey[] = [];
  yield* readInParts(directory.open, function* (part) {
    if (keys.push(...part) > MAX_ENTRIES) throw tooManyEntries(MAX_ENTRIES);
  });
  return keys;
}
