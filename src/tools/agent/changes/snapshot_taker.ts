/** Takes snapshots, and keeps them where the host says. */
import type { TreeCache } from "../../../cache/tree_cache.ts";
import { type EntryKey, nameOf } from "../../../directory/entry_key.ts";
import { directoryKey, linkKey, otherKey } from "../../../directory/entry_key.ts";
import { rulesAbove } from "../../../gitignore/rules.ts";
import type { Pacer } from "../../../pacing/pacer.ts";
import { fileSystem } from "../../../scope/file_system.ts";
import { baseNameOf, childOf, isAddressable, isHidden } from "../../../scope/path_text.ts";
import type { Scope } from "../../../scope/scope.ts";
import type { ScopedPath } from "../../../scope/scoped_path.ts";
import type { ToolContext } from "../../../tool.ts";
import { Walk } from "../../../walk/walk.ts";
import type { WalkStep } from "../../../walk/steps.ts";
import { type Fact, type Listed, type Snapshot, TICK_MS, type View } from "./snapshot.ts";
import { readSnapshot, writeSnapshot } from "./snapshot_text.ts";

/**
 * The most entries that an overview asks for their times. Of a larger tree, its snapshot knows the names alone, and
 * what is modified later is known by the time: what was renamed then counts as removed and added.
 */
const MAX_ASKED = 5000;

/** How many characters the name of a snapshot has. */
const NAME_LENGTH = 12;

/** Takes a snapshot along a walk, step by step. */
export class SnapshotTaker {
  readonly taken: number = Date.now();
  /** Whether all of it was read that may be read. */
  isWhole = true;
  readonly #includeHidden: boolean;
  readonly #directories = new Map<string, { readonly keys: EntryKey[] } | null>();
  readonly #paths = new Map<string, ScopedPath>();
  /** How many entries it holds. */
  size = 0;

  /** @param view What of the tree is looked at. */
  constructor({ include_hidden }: View) {
    this.#includeHidden = include_hidden;
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
    if (!this.#includeHidden && isHidden(key)) return;
    this.size++;
    keys.push(key as EntryKey);
  }

  /** What was noted, as a snapshot. */
  snapshot(tree: string, view: View, cache: TreeCache): Snapshot {
    const { taken } = this;
    return { tree, view, taken, epoch: cache.epoch(), directories: this.#directories };
  }

  /** Keeps what was noted for later calls, and returns its name; nothing where not all was read. */
  async keptIn(
    cache: TreeCache,
    tree: string,
    { use_gitignore, include_hidden }: View,
    pacer: Pacer,
  ): Promise<string | undefined> {
    if (!this.isWhole) return undefined;
    if (this.size <= MAX_ASKED) await this.ask(pacer);
    const view = { use_gitignore, include_hidden };
    return await keepSnapshot(cache, this.snapshot(tree, view, cache), pacer);
  }

  /** Asks every entry for what tells whether it is as it was. */
  async ask(pacer: Pacer): Promise<void> {
    const young: (() => void)[] = [];
    let askedAt = Date.now();

    for (const [prefix, listed] of this.#directories) {
      if (listed === null) continue;
      const { open } = this.#paths.get(prefix)!;
      const facts: (Fact | null)[] = [];
      for (const [i, key] of listed.keys.entries()) {
        const fact = factOf(open, nameOf(key));
        facts.push(fact);
        if (fact !== null && fact.mtime > askedAt - TICK_MS) {
          young.push(() => void (facts[i] = factOf(open, nameOf(key))));
        }
        if (!pacer.isDue()) continue;
        await pacer.pause();
        askedAt = Date.now();
      }
      (listed as Listed).facts = facts;
    }
    if (young.length === 0) return;
    // A second change within one tick of the clock would leave no trace: after it, there is none.
    await new Promise((resolve) => setTimeout(resolve, 2 * TICK_MS));
    for (const askAgain of young) {
      askAgain();
      if (pacer.isDue()) await pacer.pause();
    }
  }
}

const KEYS = { directory: directoryKey, link: linkKey, other: otherKey } as const;

function factOf(open: string, name: string): Fact | null {
  if (!isAddressable(name)) return null;
  try {
    const { ino, size, mtime, ctime } = fileSystem.lstatSync(childOf(open, name));
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

/** Walks a tree for a snapshot, in the order in which `overview` does. */
export async function walkFor(
  taker: SnapshotTaker,
  { scope, start, view, maxScanned }: {
    readonly scope: Scope;
    readonly start: ScopedPath;
    readonly view: View;
    readonly maxScanned: number | undefined;
  },
  pacer: Pacer,
): Promise<void> {
  const walk = new Walk(scope, start, {
    order: "breadth",
    unsortedFiles: true,
    rules: view.use_gitignore ? await rulesAbove(scope, start, "git", pacer) : undefined,
    ...!view.include_hidden && { prune: (path) => isHidden(baseNameOf(path)) },
    maxScanned,
  }, pacer);
  await walk.run((step) => {
    if (step.type === "error" && step.directory.depth === 0) throw step.error;
    taker.visit(step);
  });
}

/** Keeps a snapshot, and returns its name. */
export async function keepSnapshot(
  cache: TreeCache,
  snapshot: Snapshot,
  pacer: Pacer,
): Promise<string> {
  const name = crypto.randomUUID().replaceAll("-", "").slice(-NAME_LENGTH);
  await cache.snapshots?.keep(name, await writeSnapshot(snapshot, pacer));
  return name;
}

/** The snapshot of a name, if it is still kept. */
export async function findSnapshot(
  cache: TreeCache,
  name: string,
  pacer: Pacer,
): Promise<Snapshot | undefined> {
  const text = await cache.snapshots?.find(name);
  return text === undefined ? undefined : await readSnapshot(text, pacer);
}
