/** Takes snapshots. */
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
import type { BreadthOrder, WalkStep } from "../../../walk/steps.ts";
import { Walk } from "../../../walk/walk.ts";
import type { StartedCall } from "../../call.ts";
import type { KeptNames, KeptSnapshots } from "./kept_snapshots.ts";
import { type Snapshot, type Status, TICK_MS, type View } from "./snapshot.ts";

/**
 * The most entries that an overview asks for their times. The snapshot of a larger tree
 * knows the names alone: what is modified later is known by its time, and what is renamed counts as removed
 * and added.
 */
const MAX_STATS = 5000;

/** A directory, as far as it was noted. */
interface Noted {
  keys: EntryKey[];
  facts?: (Status | null)[];
}

/** Takes a snapshot along a walk, step by step. */
export class SnapshotTaker {
  /** Whether all of it was read that may be read. */
  isWhole = true;
  /** When it was begun. */
  readonly taken: number = Date.now();
  readonly #view: View;
  readonly #fileSystem: FileSystem;
  readonly #directories = new Map<string, Noted | null>();
  readonly #paths = new Map<string, ScopedPath>();
  #size = 0;
  #hasStats = false;

  /** @param view What of the tree is looked at. */
  constructor(view: View, fileSystem: FileSystem) {
    this.#view = view;
    this.#fileSystem = fileSystem;
  }

  /** Notes a step of a walk. */
  visit(step: WalkStep): void {
    const { prefix, path } = step.directory;
    if (step.type === "stopped") this.isWhole = false;
    else if (step.type === "error") this.#directories.set(prefix, null);
    else {
      let listed = this.#directories.get(prefix);
      if (listed == null) {
        this.#directories.set(prefix, listed = { keys: [] });
        this.#paths.set(prefix, path);
      }
      if (step.type === "files") { for (const name of step.names) this.#add(listed.keys, name); }
      if (step.type === "entry") this.#add(listed.keys, KEYS[step.kind](step.name));
    }
  }

  #add(keys: EntryKey[], key: string): void {
    if (!this.#view.include_hidden && isHidden(key)) return;
    this.#size++;
    keys.push(key as EntryKey);
  }

  /** What was noted, as a snapshot. */
  snapshot(tree: string): Snapshot<Status> {
    const { use_gitignore, include_hidden } = this.#view;
    return {
      tree,
      view: { use_gitignore, include_hidden },
      taken: this.#hasStats ? undefined : this.taken,
      directories: this.#directories,
    };
  }

  /** Keeps what was noted for later calls; nothing where not all was read. */
  async save(
    snapshots: KeptSnapshots,
    tree: string,
    pacer: Pacer,
  ): Promise<KeptNames | undefined> {
    if (!this.isWhole) return undefined;
    if (this.#size <= MAX_STATS) await this.statAll(pacer);
    const { taken, ...snapshot } = this.snapshot(tree);
    const name = await snapshots.keep(snapshot);
    if (name === undefined) return undefined;
    return taken === undefined ? { name } : await snapshots.keepAlias({ names: name, taken });
  }

  /** Asks every entry for what tells whether it is as it was. */
  async statAll(pacer: Pacer): Promise<void> {
    this.#hasStats = true;
    const young: (() => void)[] = [];
    for (const [prefix, listed] of this.#directories) {
      if (listed === null) continue;
      const { open } = this.#paths.get(prefix)!;
      const facts: (Status | null)[] = listed.facts = [];
      // Equal trees give equal snapshots.
      listed.keys = await sortPaced(listed.keys, pacer);
      await forEachPaced(listed.keys, pacer, (key) => {
        const i = facts.length;
        facts[i] = statusOf(this.#fileSystem, open, nameOf(key));
        if ((facts[i]?.mtime ?? 0) <= Date.now() - TICK_MS) return;
        young.push(() => void (facts[i] = statusOf(this.#fileSystem, open, nameOf(key))));
      });
    }
    if (young.length === 0) return;
    // A second change within the same tick of the clock would leave no trace, so ask again once it is over.
    await new Promise((resolve) => setTimeout(resolve, 2 * TICK_MS));
    await forEachPaced(young, pacer, (askAgain) => askAgain());
  }
}

const KEYS = { directory: directoryKey, link: linkKey, other: otherKey } as const;
function statusOf(fileSystem: FileSystem, open: string, name: string): Status | null {
  if (!isAddressable(name)) return null;
  try {
    const { ino, size, mtime, ctime } = fileSystem.lstat(childOf(open, name));
    if (ino === null || mtime === null || ctime === null) return null;
    return { ino, size, mtime: mtime.getTime(), ctime: ctime.getTime() };
  } catch {
    return null;
  }
}

/** What tells a tree from others. */
export function treeOf(start: ScopedPath, policy: ToolContext["policy"]): string {
  return JSON.stringify([start.real, policy ?? null]);
}

/** How `overview` walks a tree, and `changes` after it: both must meet the same. */
export async function breadthOptions(
  { scope, pacer, maxScanned }: StartedCall,
  start: ScopedPath,
  { use_gitignore, include_hidden }: View,
): Promise<BreadthOrder> {
  return {
    order: "breadth",
    unsortedFiles: true,
    rules: use_gitignore ? await rulesAbove(scope, start, "git", pacer) : undefined,
    ...!include_hidden && { prune: (path: string) => isHidden(baseNameOf(path)) },
    maxScanned,
  };
}

/** Takes a snapshot of a tree, in the order in which `overview` walks it; it is not asked yet. */
export async function takeSnapshot(
  call: StartedCall,
  start: ScopedPath,
  view: View,
): Promise<SnapshotTaker> {
  const taker = new SnapshotTaker(view, call.scope.fileSystem);
  const options = await breadthOptions(call, start, view);
  await new Walk(call.scope, start, options, call.pacer).run((step) => {
    if (step.type === "error" && step.directory.depth === 0) throw step.error;
    taker.visit(step);
  });
  return taker;
}
