/** Takes snapshots of trees. */
import {
  directoryKey,
  type EntryKey,
  linkKey,
  nameOf,
  otherKey,
} from "../../../directory/entry_key.ts";
import { rulesAbove } from "../../../gitignore/rules_above.ts";
import { forEachPaced } from "../../../pacing/paced.ts";
import type { Pacer } from "../../../pacing/pacer.ts";
import { sortPaced } from "../../../pacing/sort_paced.ts";
import type { FileSystem } from "../../../scope/file_system.ts";
import { baseNameOf, childOf, isAddressable, isHidden } from "../../../scope/path_text.ts";
import type { ScopedPath } from "../../../scope/scoped_path.ts";
import type { ToolContext } from "../../../tool.ts";
import type { BreadthOrder, WalkStep } from "../../../walk/walk_options.ts";
import { Walk } from "../../../walk/walk.ts";
import type { StartedCall } from "../../call.ts";
import type { SavedName, SavedSnapshots } from "./saved_snapshots.ts";
import {
  CLOCK_TICK_MS,
  type EntryStat,
  type Snapshot,
  type SnapshotView,
  type StattedDirectory,
} from "./snapshot.ts";

/**
 * Maximum entries that an overview stats. The snapshot of a larger tree has names alone: what is modified later is
 * found by its time, and a rename counts as a removal and an addition.
 */
const MAX_STATS = 5000;

/** A directory without stats, while the walk adds names to it. */
interface GrowingDirectory {
  readonly type: "names";
  readonly keys: EntryKey[];
}

/** Takes a snapshot from the steps of a walk. */
export class SnapshotTaker {
  /** False if the scan budget ended the walk early. */
  isComplete = true;
  /** The start of the walk, in milliseconds. */
  readonly takenMs: number = Date.now();
  readonly #view: SnapshotView;
  readonly #fileSystem: FileSystem;
  readonly #directories = new Map<
    string,
    GrowingDirectory | StattedDirectory<EntryStat> | { readonly type: "unreadable" }
  >();
  readonly #paths = new Map<string, ScopedPath>();
  #entryCount = 0;
  #hasStats = false;

  constructor(view: SnapshotView, fileSystem: FileSystem) {
    this.#view = view;
    this.#fileSystem = fileSystem;
  }

  /** Adds the entries of a step. */
  visit(step: WalkStep): void {
    const { prefix, path } = step.directory;
    if (step.type === "stopped") this.isComplete = false;
    else if (step.type === "error") this.#directories.set(prefix, { type: "unreadable" });
    else {
      let directory = this.#directories.get(prefix);
      if (directory?.type !== "names") {
        this.#directories.set(prefix, directory = { type: "names", keys: [] });
        this.#paths.set(prefix, path);
      }
      if (step.type === "files") { for (const name of step.names) this.#add(directory.keys, name); }
      if (step.type === "entry") this.#add(directory.keys, KEY_OF_KIND[step.kind](step.name));
    }
  }

  #add(keys: EntryKey[], key: string): void {
    if (!this.#view.include_hidden && isHidden(key)) return;
    this.#entryCount++;
    keys.push(key as EntryKey);
  }

  /** Returns the snapshot of the steps so far, given the tree's identity. */
  snapshot(tree: string): Snapshot<EntryStat> {
    const { use_gitignore, include_hidden } = this.#view;
    return {
      tree,
      view: { use_gitignore, include_hidden },
      takenMs: this.#hasStats ? undefined : this.takenMs,
      directories: this.#directories,
    };
  }

  /** Saves the snapshot, unless the walk ended early; returns `undefined` where it is not saved. */
  async save(
    snapshots: SavedSnapshots,
    tree: string,
    pacer: Pacer,
  ): Promise<SavedName | undefined> {
    if (!this.isComplete) return undefined;
    if (this.#entryCount <= MAX_STATS) await this.statAll(pacer);
    const { takenMs, ...snapshot } = this.snapshot(tree);
    const name = await snapshots.save(snapshot);
    if (name === undefined) return undefined;
    return takenMs === undefined
      ? { name }
      : await snapshots.saveAlias({ namesSnapshot: name, takenMs });
  }

  /** Stats every entry. */
  async statAll(pacer: Pacer): Promise<void> {
    this.#hasStats = true;
    const recent: (() => void)[] = [];
    for (const [prefix, directory] of this.#directories) {
      if (directory.type === "unreadable") continue;
      const { open } = this.#paths.get(prefix)!;
      // Sorted, so that equal trees give equal snapshots.
      const keys = await sortPaced<EntryKey>(directory.keys, pacer);
      const stats: (EntryStat | null)[] = [];
      this.#directories.set(prefix, { type: "stats", keys, stats });
      await forEachPaced(keys, pacer, (key) => {
        const i = stats.length;
        stats[i] = statOf(this.#fileSystem, open, nameOf(key));
        if ((stats[i]?.mtime ?? 0) <= Date.now() - CLOCK_TICK_MS) return;
        recent.push(() => void (stats[i] = statOf(this.#fileSystem, open, nameOf(key))));
      });
    }
    if (recent.length === 0) return;
    // A second change within a tick of the clock would leave the stat as it is, so stat again once it is over.
    await new Promise((resolve) => setTimeout(resolve, 2 * CLOCK_TICK_MS));
    await forEachPaced(recent, pacer, (statAgain) => statAgain());
  }
}

const KEY_OF_KIND = { directory: directoryKey, link: linkKey, other: otherKey } as const;

function statOf(fileSystem: FileSystem, open: string, name: string): EntryStat | null {
  if (!isAddressable(name)) return null;
  try {
    const { ino, size, mtime, ctime } = fileSystem.lstat(childOf(open, name));
    if (ino === null || mtime === null || ctime === null) return null;
    return { ino, size, mtime: mtime.getTime(), ctime: ctime.getTime() };
  } catch {
    return null;
  }
}

/** Returns the identity of a tree for caches and snapshots: equal where the path and the host's policy are. */
export function treeKeyOf(start: ScopedPath, policy: ToolContext["policy"]): string {
  return JSON.stringify([start.real, policy ?? null]);
}

/** Returns the options of a walk of `overview` or `changes`: the same for both, so that both visit the same entries. */
export async function breadthOptions(
  { scope, pacer, maxScanned }: StartedCall,
  start: ScopedPath,
  { use_gitignore, include_hidden }: SnapshotView,
): Promise<BreadthOrder> {
  return {
    order: "breadth",
    unsortedFiles: true,
    rules: use_gitignore ? await rulesAbove(scope, start, "git", pacer) : undefined,
    ...!include_hidden && { prune: (path: string) => isHidden(baseNameOf(path)) },
    maxScanned,
  };
}

/** Walks a tree for a snapshot, without stats so far. */
export async function walkSnapshot(
  call: StartedCall,
  start: ScopedPath,
  view: SnapshotView,
): Promise<SnapshotTaker> {
  const taker = new SnapshotTaker(view, call.scope.fileSystem);
  const options = await breadthOptions(call, start, view);
  await new Walk(call.scope, start, options, call.pacer).run((step) => {
    if (step.type === "error" && step.directory.depth === 0) throw step.error;
    taker.visit(step);
  });
  return taker;
}
