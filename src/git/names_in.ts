import { type EntryKey, nameOf } from "../directory/entry_key.ts";
import { readDirectory, sizeClassOf, streamDirectory } from "../directory/read_directory.ts";
import { tooManyEntries } from "../errors.ts";
import type { Pacer } from "../pacing/pacer.ts";
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
    const keys = sizeClassOf(directory) === "small"
      ? readDirectory(directory.open)
      : await streamed(directory, pacer);
    const names = keys.map(nameOf).filter(isAddressable).sort();
    return names.length > MAX_ENTRIES ? UNREADABLE : { directory, names };
  } catch {
    pacer.check();
    return UNREADABLE;
  }
}

async function streamed(directory: ScopedPath, pacer: Pacer): Promise<EntryKey[]> {
  const keys: EntryKey[] = [];
  await streamDirectory(directory.open, pacer, (key) => {
    if (keys.push(key) > MAX_ENTRIES) throw tooManyEntries(MAX_ENTRIES);
    return pacer.isDue() ? pacer.pause() : undefined;
  });
  return keys;
}
