import type { Repository } from "../../../git/repository.ts";
import { forEachPaced, paced } from "../../../pacing/paced.ts";
import type { Pacer } from "../../../pacing/pacer.ts";
import { fileSystem } from "../../../scope/file_system.ts";
import { isAddressable } from "../../../scope/path_text.ts";
import { entryOf, type ScopedPath } from "../../../scope/scoped_path.ts";
import type { HistoryWorth } from "../rank/history_worth.ts";
import type { Census } from "./census.ts";
import type { CountedDirectory } from "./counted_directory.ts";

/** The most files that are asked for their time: those that commits touched first, then the shallowest. */
const MOST = 2_000;

/** More changed files than this are a copy of the tree, not somebody's work. */
const MASS = 500;

/** Files by the path of their directory, names as a set. */
export type ChangedFiles = ReadonlyMap<string, ReadonlySet<string>>;

/** Files of a directory that are asked. */
export type Probe = Pick<CountedDirectory, "files" | "path" | "prefix">;

const NONE: ChangedFiles = new Map();

/** The files that are asked for their time, by directory: those that commits touched; then the others. */
export async function probesOf(
  { directories }: Census,
  history: HistoryWorth | undefined,
  pacer: Pacer,
): Promise<readonly Probe[]> {
  const probes: Probe[] = [];
  let left = MOST;
  for (const isTouched of [true, false]) {
    await forEachPaced(directories, pacer, ({ path, prefix, files: all }) => {
      if (left === 0 || isTouched && history === undefined) return;
      const touches = history?.touchesIn(prefix);
      const files = all.filter((name) => (touches?.has(name) ?? false) === isTouched);
      // All of them or none: the order in which the disk lists them must not matter.
      if (files.length === 0 || files.length > left) return;
      left -= files.length;
      probes.push({ files, path, prefix });
    });
  }
  return probes;
}

/**
 * The files that were changed since git last looked: whose time is newer than that of the index. By the path of
 * their directory, names as a set.
 */
export async function changedFiles(
  repository: Repository | undefined,
  probes: () => readonly Probe[] | Promise<readonly Probe[]>,
  pacer: Pacer,
): Promise<ChangedFiles> {
  const since = repository?.indexTime();
  if (since === undefined) return NONE;
  const changed = new Map<string, Set<string>>();
  let found = 0;
  for (const { files, path, prefix } of await probes()) {
    for await (const name of paced(files, pacer)) {
      if (path === undefined || timeOf(path, name) <= since) continue;
      if (found++ >= MASS) return NONE;
      const known = changed.get(prefix) ?? new Set();
      changed.set(prefix, known.add(name));
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
