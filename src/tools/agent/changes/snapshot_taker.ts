import {
  directoryKey,
  type EntryKey,
  entryKindOf,
  linkKey,
  nameOf,
  otherKey,
} from "../../../directory/entry_key.ts";
import { errorCodeOf } from "../../../errors.ts";
import { rulesAbove } from "../../../gitignore/rules_above.ts";
import { forEachPaced, type Pacer } from "../../../pacing/pacer.ts";
import { sortPaced } from "../../../pacing/sort_paced.ts";
import type { FileSystem } from "../../../scope/file_system.ts";
import { baseNameOf, childOf, isAddressable, isHidden } from "../../../scope/path_text.ts";
import type { Scope } from "../../../scope/scope.ts";
import { scopedChild, type ScopedPath } from "../../../scope/scoped_path.ts";
import type { ToolContext } from "../../../tool.ts";
import type { BreadthOrder, WalkStep } from "../../../walk/walk_options.ts";
import { Walk } from "../../../walk/walk.ts";
import type { StartedCall } from "../../call.ts";
import { type SkipReason, skipReasonOf, UnreadTally } from "../../skipped.ts";
import type { EntryStat, Snapshot, SnapshotView } from "./snapshot.ts";

/** Maximum entries of a tree that has snapshots: each entry is asked for its size and times. */
const MAX_ENTRIES = 20_000;

/**
 * More than a tick of a file system's clock, in milliseconds: a change right after a snapshot may have a time
 * right before it.
 */
const CLOCK_TICK_MS = 20;

/** The entries of a directory: the walk adds keys, and then each key is asked. */
interface GrowingDirectory {
  readonly path: ScopedPath;
  keys: EntryKey[];
  readonly stats: (EntryStat | SkipReason)[];
}

/** Takes a snapshot from the steps of a walk. */
export class SnapshotTaker {
  /** The start of the walk, in milliseconds. */
  readonly #startMs = Date.now();
  readonly #view: SnapshotView;
  readonly #scope: Scope;
  readonly #directories = new Map<string, GrowingDirectory | SkipReason>();
  /** The paths of the directories, and of ignored ones that were asked about. */
  readonly #paths = new Map<string, ScopedPath>();
  /** The entries that the view leaves out: no comparison tells of them. */
  readonly omitted = new UnreadTally();
  #entryCount = 0;
  #isStopped = false;

  constructor(view: SnapshotView, scope: Scope) {
    this.#view = view;
    this.#scope = scope;
  }

  /** True if the tree has more entries than a snapshot may have. */
  get isTooLarge(): boolean {
    return this.#entryCount > MAX_ENTRIES;
  }

  visit(step: WalkStep): void {
    if (this.isTooLarge) return;
    const { prefix, path } = step.directory;
    if (step.type === "stopped") this.#isStopped = true;
    else if (step.type === "error") {
      this.#directories.set(prefix, skipReasonOf(step.error.code));
    } else {
      let directory = this.#directories.get(prefix);
      if (typeof directory !== "object") {
        this.#directories.set(prefix, directory = { path, keys: [], stats: [] });
        this.#paths.set(prefix, path);
      }
      if (step.type === "files") { for (const name of step.names) this.#add(directory.keys, name); }
      if (step.type === "entry") this.#add(directory.keys, KEY_OF_KIND[step.kind](step.name));
      if (step.type === "ignored") {
        const { directories, others } = step.ignored;
        this.omitted.add("ignored", others + directories.length);
      }
    }
  }

  #add(keys: EntryKey[], key: string): void {
    if (!this.#view.include_hidden && isHidden(key)) return this.omitted.add("hidden");
    this.#entryCount++;
    keys.push(key as EntryKey);
  }

  /**
   * Asks every entry, and returns the snapshot, given the tree's identity; `undefined` if the walk ended early or the
   * tree is too large.
   */
  async take(tree: string, pacer: Pacer): Promise<Snapshot | undefined> {
    if (this.#isStopped || this.isTooLarge) return undefined;
    await this.#statAll(pacer);
    const { use_gitignore, include_hidden } = this.#view;
    return { tree, view: { use_gitignore, include_hidden }, directories: this.#directories };
  }

  async #statAll(pacer: Pacer): Promise<void> {
    const recent: (() => void)[] = [];
    for (const directory of this.#directories.values()) {
      if (typeof directory === "string") continue;
      const { path, stats } = directory;
      // Sorted, so that equal trees give equal snapshots.
      directory.keys = await sortPaced<EntryKey>(directory.keys, pacer);
      await forEachPaced(directory.keys, pacer, (key) => {
        const i = stats.length;
        const stat = stats[i] = statOf(this.#scope.fileSystem, path, key);
        if (typeof stat === "string" || !isRecent(stat)) return;
        recent.push(() => void (stats[i] = statOf(this.#scope.fileSystem, path, key)));
      });
    }
    if (recent.length === 0) return;
    // A second change within a tick of the clock would leave the stat as it is, so stat again once it is over.
    await new Promise((resolve) => setTimeout(resolve, 2 * CLOCK_TICK_MS));
    await forEachPaced(recent, pacer, (statAgain) => statAgain());
  }

  /**
   * Reports whether an entry that the walk left out exists, though not hidden by the policy: git ignores it. The
   * content of an ignored directory may be asked about after it.
   */
  isIgnored(prefix: string, key: EntryKey): boolean {
    const [name, kind] = [nameOf(key), entryKindOf(key)];
    const directory = this.#paths.get(prefix);
    if (!this.#view.use_gitignore || directory === undefined || !isAddressable(name)) return false;
    const path = scopedChild(directory, name);
    if (this.#scope.visibility?.hidesEntry(path)) return false;
    try {
      const { isFile, isDirectory, isSymlink, birthtime } = this.#scope.fileSystem.lstat(path.open);
      const kinds = { file: isFile, directory: isDirectory, link: isSymlink, other: true };
      // What was made since the walk began may have been made after its directory was read.
      if (!kinds[kind] || (birthtime?.getTime() ?? 0) >= this.#startMs) return false;
    } catch {
      return false;
    }
    if (kind === "directory") this.#paths.set(`${prefix}${name}/`, path);
    return true;
  }
}

const KEY_OF_KIND = { directory: directoryKey, link: linkKey, other: otherKey } as const;

function statOf(
  fileSystem: FileSystem,
  { open }: ScopedPath,
  key: EntryKey,
): EntryStat | SkipReason {
  const name = nameOf(key);
  if (!isAddressable(name)) return "unaddressable";
  try {
    const { dev, ino, size, mtime, birthtime } = fileSystem.lstat(childOf(open, name));
    if (ino === null || mtime === null) return "io_error";
    return {
      dev,
      ino,
      size,
      mtime: mtime.getTime(),
      // Some systems give the first moment of 1970 where they know none.
      birthtime: birthtime?.getTime() || null,
    };
  } catch (error) {
    return skipReasonOf(errorCodeOf(error));
  }
}

function isRecent({ mtime, birthtime }: EntryStat): boolean {
  return Math.max(mtime, birthtime ?? 0) > Date.now() - CLOCK_TICK_MS;
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
    reportIgnored: true,
    rules: use_gitignore ? await rulesAbove(scope, start, "project", pacer) : undefined,
    ...!include_hidden && { prune: (path: string) => isHidden(baseNameOf(path)) },
    maxScanned,
  };
}

/** Walks a tree for a snapshot, as far as the tree is not too large. */
export async function walkSnapshot(
  call: StartedCall,
  start: ScopedPath,
  view: SnapshotView,
): Promise<SnapshotTaker> {
  const taker = new SnapshotTaker(view, call.scope);
  const options = await breadthOptions(call, start, view);
  await new Walk(call.scope, start, options, call.pacer).run((step) => {
    if (step.type === "error" && step.directory.depth === 0) throw step.error;
    taker.visit(step);
    return !taker.isTooLarge;
  });
  return taker;
}
