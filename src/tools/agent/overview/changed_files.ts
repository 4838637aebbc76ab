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

/** Files by the path of their directory, names as a set. */
export type ChangedFiles = ReadonlyMap<string, ReadonlySet<string>>;

/** A directory whose files are asked. */
export type Probe = Pick<CountedDirectory, "files" | "path" | "prefix">;

const NONE: ChangedFiles = new Map();

/** The directories whose files are asked for their time, if any commit may be older. */
export function probesOf(
  { directories }: Census,
  history: HistoryWorth | undefined,
): readonly Probe[] {
  const isAlive = ({ prefix }: CountedDirectory) => history?.touchesIn(prefix) !== undefined;
  const alive = directories.filter(isAlive);
  const others = directories.filter((directory) => !isAlive(directory));
  let asked = 0;
  // All of a directory or nothing: the order in which the disk lists it must not matter.
  return [...alive, ...others].filter(({ files }) => {
    if (files.length === 0 || asked + files.length > MOST) return false;
    asked += files.length;
    return true;
  }).map(({ files, path, prefix }) => ({ files, path, prefix }));
}

/**
 * The files that were changed since git last looked: whose time is newer than that of the index. By the path of
 * their directory, names as a set.
 */
export async function changedFiles(
  repository: Repository | undefined,
  probes: () => readonly Probe[],
  pacer: Pacer,
): Promise<ChangedFiles> {
  const since = repository?.indexTime();
  if (since === undefined) return NONE;
  const changed = new Map<string, Set<string>>();
  let found = 0;
  for (const { files, path, prefix } of probes()) {
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
