import type { Repository } from "../../../git/repository.ts";
import type { Pacer } from "../../../pacing/pacer.ts";
import { fileSystem } from "../../../scope/file_system.ts";
import { isAddressable } from "../../../scope/path_text.ts";
import { entryOf, type ScopedPath } from "../../../scope/scoped_path.ts";
import type { HistoryWorth } from "../worth/history_worth.ts";
import type { Census, CountedDirectory } from "./census.ts";

/** The most files that are asked for their time: in directories that commits touch first, and the shallowest first. */
const MOST = 5_000;

/** More changed files than this are a copy of the tree, not somebody's work. */
const MASS = 500;

const NONE: ReadonlyMap<string, ReadonlySet<string>> = new Map();

/**
 * The files that were changed since git last looked: whose time is newer than that of the index. By the path of
 * their directory, names as a set.
 */
export async function changedFiles(
  repository: Repository | undefined,
  { directories }: Census,
  history: HistoryWorth | undefined,
  pacer: Pacer,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const since = repository?.indexTime();
  if (since === undefined) return NONE;
  const changed = new Map<string, Set<string>>();
  let asked = 0;
  let found = 0;
  const isAlive = ({ prefix }: CountedDirectory) => history?.touchesIn(prefix) !== undefined;
  const alive = directories.filter(isAlive);
  const others = directories.filter((directory) => !isAlive(directory));
  for (const { files, path, prefix } of [...alive, ...others]) {
    // All of a directory or nothing: the order in which the disk lists it must not matter.
    if (asked + files.length > MOST) continue;
    asked += files.length;
    for (const name of files) {
      if (pacer.isDue()) await pacer.pause();
      if (path === undefined || timeOf(path, name) <= since) continue;
      if (found++ >= MASS) return NONE;
      const names = changed.get(prefix) ?? new Set();
      changed.set(prefix, names.add(name));
    }
  }
  return changed;
}

function timeOf(directory: ScopedPath, name: string): number {
  if (!isAddressable(name)) return 0;
  try {
    return fileSystem.lstatSync(entryOf(directory, name).open).mtime?.getTime() ?? 0;
  } catch {
    return 0;
  }
}
