/** Takes snapshots, and keeps them where the host says. */
import type { KeptSnapshot, Snapshots } from "../../../cache/snapshots.ts";
import {
  directoryKey,
  type EntryKey,
  linkKey,
  nameOf,
  otherKey,
} from "../../../directory/entry_key.ts";
import { DirscopeError } from "../../../errors.ts";
import type { Pacer } from "../../../pacing/pacer.ts";
import { sortPaced } from "../../../pacing/sort_paced.ts";
import { fileSystem } from "../../../scope/file_system.ts";
import { childOf, isAddressable, isHidden } from "../../../scope/path_text.ts";
import type { ScopedPath } from "../../../scope/scoped_path.ts";
import type { ToolContext } from "../../../tool.ts";
import { Walk } from "../../../walk/walk.ts";
import type { WalkStep } from "../../../walk/steps.ts";
import { breadthOptions, type LookedAt } from "../breadth_options.ts";
import { type Snapshot, type Status, TICK_MS, type View } from "./snapshot.ts";
import {
  readAlias,
  readSnapshot,
  type SnapshotAlias,
  writeAlias,
  writeSnapshot,
} from "./snapshot_text.ts";

/**
 * The most entries that an overview asks for their times. The snapshot of a larger tree
 * knows the names alone: what is modified later is known by its time, and what is renamed counts as removed
 * and added.
 */
const MAX_ASKED = 5000;

/** How many entries are asked between two looks at the clock. */
const PACE = 16;

/** How many characters the name of a snapshot has: 62 bits of what it holds. */
const NAME_LENGTH = 12;

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
  readonly #directories = new Map<string, Noted | null>();
  readonly #paths = new Map<string, ScopedPath>();
  #size = 0;
  #isAsked = false;

  /** @param view What of the tree is looked at. */
  constructor(view: View) {
    this.#view = view;
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
      taken: this.#isAsked ? undefined : this.taken,
      directories: this.#directories,
    };
  }

  /** Keeps what was noted for later calls; nothing where not all was read. */
  async keptIn(
    snapshots: Snapshots,
    tree: string,
    pacer: Pacer,
  ): Promise<KeptNames | undefined> {
    if (!this.isWhole) return undefined;
    if (this.#size <= MAX_ASKED) await this.ask(pacer);
    const { taken, ...snapshot } = this.snapshot(tree);
    const name = await keepSnapshot(snapshots, snapshot, pacer);
    if (name === undefined) return undefined;
    if (taken === undefined) return { name };
    return await keepAlias(snapshots, { names: name, taken });
  }

  /** Asks every entry for what tells whether it is as it was. */
  async ask(pacer: Pacer): Promise<void> {
    this.#isAsked = true;
    const young: (() => void)[] = [];
    let askedAt = Date.now();
    let asked = 0;
    for (const [prefix, listed] of this.#directories) {
      if (listed === null) continue;
      const { open } = this.#paths.get(prefix)!;
      const facts: (Status | null)[] = [];
      // Equal trees give equal snapshots.
      listed.keys = await sortPaced(listed.keys, pacer);
      for (const [i, key] of listed.keys.entries()) {
        const status = statusOf(open, nameOf(key));
        facts.push(status);
        if (status !== null && status.mtime > askedAt - TICK_MS) {
          young.push(() => void (facts[i] = statusOf(open, nameOf(key))));
        }
        if (++asked % PACE !== 0 || !pacer.isDue()) continue;
        await pacer.pause();
        askedAt = Date.now();
      }
      listed.facts = facts;
    }
    if (young.length === 0) return;
    // A second change within the same tick of the clock would leave no trace, so ask again once it is over.
    await new Promise((resolve) => setTimeout(resolve, 2 * TICK_MS));
    for (const askAgain of young) {
      askAgain();
      if (pacer.isDue()) await pacer.pause();
    }
  }
}

const KEYS = { directory: directoryKey, link: linkKey, other: otherKey } as const;

function statusOf(open: string, name: string): Status | null {
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
  looked: LookedAt,
  pacer: Pacer,
): Promise<void> {
  const options = await breadthOptions(looked, pacer);
  const walk = new Walk(looked.scope, looked.start, options, pacer);
  await walk.run((step) => {
    if (step.type === "error" && step.directory.depth === 0) throw step.error;
    taker.visit(step);
  });
}

/** Keeps a snapshot, if the store can, and returns its name. Equal snapshots have equal names. */
export async function keepSnapshot(
  snapshots: Snapshots,
  snapshot: Snapshot,
  pacer: Pacer,
): Promise<string | undefined> {
  return await keepText(snapshots, await writeSnapshot(snapshot, pacer));
}

/** The name of what was kept; for an alias, also that of the snapshot with the names. */
export interface KeptNames {
  readonly name: string;
  readonly names?: string | undefined;
}

/** Keeps a text that says when a tree had the names of a snapshot. */
async function keepAlias(
  snapshots: Snapshots,
  alias: SnapshotAlias,
): Promise<KeptNames | undefined> {
  const name = await keepText(snapshots, writeAlias(alias));
  return name === undefined ? undefined : { name, names: alias.names };
}

/** Keeps a snapshot of a tree that still has the names of an earlier one; nothing if that is gone. */
export async function keepNames(
  snapshots: Snapshots,
  { names, taken }: { readonly names: string | undefined; readonly taken: number },
): Promise<KeptNames | undefined> {
  const isThere = names !== undefined &&
    await unlessUnusable(() => snapshots.find(names)) !== undefined;
  return isThere ? await keepAlias(snapshots, { names, taken }) : undefined;
}

async function keepText(snapshots: Snapshots, text: string): Promise<string | undefined> {
  const name = await nameOfText(text);
  const isKept = await unlessUnusable(() => snapshots.keep(name, text));
  return isKept ? name : undefined;
}

async function nameOfText(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  const number = new DataView(digest).getBigUint64(0);
  return number.toString(36).padStart(NAME_LENGTH + 1, "0").slice(-NAME_LENGTH);
}

/** Does something with a store that may fail. A call goes on without. */
async function unlessUnusable<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DirscopeError) return undefined;
    throw error;
  }
}

/**
 * The snapshot of a name, if it is still kept and can be compared with what the tree is now. Where its
 * entries were not asked, their times tell what changed, if the clock has only gone forward.
 */
export async function findSnapshot(
  snapshots: Snapshots,
  name: string,
  pacer: Pacer,
): Promise<Snapshot | undefined> {
  const kept = await findText(snapshots, name);
  if (kept === undefined) return undefined;
  const alias = readAlias(kept.text);
  if (alias === undefined) return await readSnapshot(kept.text, pacer);
  if (!kept.isTimely || alias.taken > Date.now()) return undefined;
  const names = await findText(snapshots, alias.names);
  const snapshot = names && await readSnapshot(names.text, pacer);
  return snapshot && { ...snapshot, taken: alias.taken };
}

async function findText(snapshots: Snapshots, name: string): Promise<KeptSnapshot | undefined> {
  const kept = await unlessUnusable(() => snapshots.find(name));
  return kept !== undefined && await nameOfText(kept.text) === name ? kept : undefined;
}
