import type { EntryKind } from "../../directory/entry_key.ts";
import { forEachPaced, type Pacer } from "../../pacing/pacer.ts";
import { isInPlace } from "../../scope/file_system.ts";
import { childOf } from "../../scope/path_text.ts";
import type { Scope } from "../../scope/scope.ts";
import type { ScopedPath } from "../../scope/scoped_path.ts";
import type { WalkedDirectory, WalkStep } from "../../walk/walk_options.ts";
import type { Walk } from "../../walk/walk.ts";
import { placeOf } from "../../walk/walks_in_turn.ts";
import type { SkipReason } from "../skipped.ts";
import { CHILD_KINDS } from "./child_kinds.ts";
import type { DiscoveryEntry } from "./result.ts";
import { inspectEntry, modifiedOf, sizeIn, sizeOf } from "./entry_metadata.ts";

/** A walk, or several in turn. */
export type PendingWalk = Pick<Walk, "run" | "renewBudget">;

export interface PendingOptions {
  readonly scope: Scope;
  readonly pacer: Pacer;
  /** The prefix of each directory that was searched, which turns a path from there into a displayed one. */
  readonly displayPrefixes: readonly string[];
  readonly hasSizes: boolean;
  readonly hasTimes: boolean;
  /** The earliest modification time of an entry, in milliseconds since 1970; `-Infinity` to have any. */
  readonly since: number;
}

/** Entries of one kind in one directory, some of them perhaps taken. */
export interface PendingRun {
  readonly type: "run";
  readonly directory: WalkedDirectory;
  readonly names: readonly string[];
  readonly kind: EntryKind;
  /** The metadata of each, where the search depends on it. */
  readonly infos: readonly Deno.FileInfo[] | undefined;
  /** The index of the first name that is not taken. */
  next: number;
}

export type OtherItem =
  /** The reasons why entries could not be inspected. */
  | { readonly type: "unread"; readonly reasons: readonly SkipReason[] }
  | Extract<WalkStep, { readonly type: "enter" | "error" }>;

export class PendingItems {
  items: (PendingRun | OtherItem)[] = [];
  entryCount = 0;
  /** The step at which the scan budget ran out. */
  stopped: Extract<WalkStep, { readonly type: "stopped" }> | undefined;
  readonly #walk: PendingWalk;
  readonly #options: PendingOptions;
  /** Set if each entry is inspected, so that the search depends on its time or its size. */
  readonly #inspects: boolean;

  constructor(walk: PendingWalk, inspects: boolean, options: PendingOptions) {
    this.#walk = walk;
    this.#inspects = inspects;
    this.#options = options;
  }

  /** Walks until more entries than this are pending. Returns `false` at the end of the walk. */
  async fill(enough: number): Promise<boolean> {
    this.stopped = undefined;
    let hasMore = true;
    while (hasMore && this.entryCount <= enough) {
      const from = this.items.length;
      hasMore = false;
      await this.#walk.run((step) => {
        this.#visit(step);
        hasMore = this.entryCount > enough;
        return !hasMore;
      });
      if (this.#inspects) this.items.push(...await this.#inspected(this.items.splice(from)));
    }
    return hasMore;
  }

  takeAll(): readonly (PendingRun | OtherItem)[] {
    this.entryCount = 0;
    return this.items.splice(0);
  }

  take(run: PendingRun, end: number): DiscoveryEntry[] {
    const from = run.next;
    run.next = end;
    this.entryCount -= end - from;
    return this.entriesOf(run, from, end);
  }

  entriesOf(run: PendingRun, from: number, end: number): DiscoveryEntry[] {
    const { scope, displayPrefixes, hasSizes, hasTimes } = this.#options;
    const { directory: { path, prefix }, kind, infos } = run;
    const { turn, below } = placeOf(prefix);
    const pathPrefix = displayPrefixes[turn]! + below;
    const names = run.names.slice(from, end);
    const entries = names.map((name) => ({
      path: pathPrefix + name,
      name,
      kind: CHILD_KINDS[kind],
    }));
    if (infos !== undefined) {
      return entries.map((entry, i) => ({
        ...entry,
        ...hasSizes && { size: sizeIn(infos[from + i]) },
        ...hasTimes && { modified_unix_ms: modifiedOf(infos[from + i]) },
      }));
    }
    if (!hasSizes) return entries;
    const sizes = names.map((name) => sizeOf(scope, { name, open: childOf(path.open, name) }));
    const isKnown = isInPlace(scope.fileSystem, path);
    return entries.map((entry, i) => ({ ...entry, size: isKnown ? sizes[i]! : null }));
  }

  #visit(step: WalkStep): void {
    switch (step.type) {
      case "files":
        return this.#addRun(step.directory, step.names, "file");
      case "entry":
        return this.#addRun(step.directory, [step.name], step.kind);
      case "error":
        // Of several directories, only the first one must be read.
        if (step.directory.prefix === "") throw step.error;
        return void this.items.push(step);
      case "enter":
        return void this.items.push(step);
      case "stopped":
        this.stopped = step;
    }
  }

  #addRun(directory: WalkedDirectory, names: readonly string[], kind: EntryKind): void {
    this.items.push({ type: "run", directory, names, kind, infos: undefined, next: 0 });
    this.entryCount += names.length;
  }

  /** Keeps entries that are new enough. One of another kind has vanished, as all of a directory no longer in place. */
  async #inspected(items: readonly (PendingRun | OtherItem)[]): Promise<typeof this.items> {
    const { scope, pacer, since } = this.#options;
    const results: (Deno.FileInfo | SkipReason)[] = [];
    const runs = items.filter((item) => item.type === "run");
    for (const { directory, names, kind } of runs) {
      await forEachPaced(names, pacer, (name) => {
        const entry = { name, open: childOf(directory.path.open, name) };
        results.push(inspectEntry(scope, entry, kind));
      });
    }
    // After all of them, since the walk comes back to a directory after each one in it.
    const inPlace = new Map<ScopedPath, boolean>();
    await forEachPaced(new Set(runs.map(({ directory }) => directory.path)), pacer, (path) => {
      inPlace.set(path, isInPlace(scope.fileSystem, path));
    });
    let from = 0;
    return items.flatMap((item): typeof this.items => {
      if (item.type !== "run") return [item];
      const names: string[] = [];
      const infos: Deno.FileInfo[] = [];
      const reasons: SkipReason[] = [];
      for (const name of item.names) {
        const result = inPlace.get(item.directory.path) ? results[from]! : "vanished";
        from++;
        if (typeof result === "string") reasons.push(result);
        else if ((modifiedOf(result) ?? -Infinity) >= since) {
          names.push(name);
          infos.push(result);
        }
      }
      this.entryCount += names.length - item.names.length;
      return [
        ...reasons.length === 0 ? [] : [{ type: "unread", reasons } as const],
        ...names.length === 0 ? [] : [{ ...item, names, infos }],
      ];
    });
  }
}
