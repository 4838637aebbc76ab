import type { EntryKind } from "../../directory/entry_key.ts";
import { forEachPaced, type Pacer } from "../../pacing/pacer.ts";
import { isInPlace } from "../../scope/file_system.ts";
import type { Scope } from "../../scope/scope.ts";
import type { ScopedPath } from "../../scope/scoped_path.ts";
import type { WalkedDirectory, WalkStep } from "../../walk/walk_options.ts";
import type { Walk } from "../../walk/walk.ts";
import { placeOf } from "../../walk/walks_in_turn.ts";
import type { SkipReason } from "../skipped.ts";
import { CHILD_KINDS } from "./child_kinds.ts";
import type { DiscoveryEntry } from "./result.ts";
import { inspectEntry, lstatEntry, modifiedOf, sizeOf } from "./entry_metadata.ts";

interface PendingOptions {
  readonly scope: Scope;
  readonly pacer: Pacer;
  /** The prefix of each directory that was searched, which turns a path from there into a displayed one. */
  readonly displayPrefixes: readonly string[];
  /** True if the search needs the time or the size of each entry that matches. */
  readonly inspects: boolean;
  readonly hasSizes: boolean;
  readonly hasTimes: boolean;
  /** The earliest modification time of an entry, in milliseconds since 1970; `-Infinity` to have any. */
  readonly since: number;
  /** The number of unreadable `.gitignore` files above the start; the first page counts them. */
  readonly unreadAbove: number;
}

export interface PendingRun {
  readonly type: "run";
  readonly directory: WalkedDirectory;
  readonly kind: EntryKind;
  /** Those that are not taken. */
  names: readonly string[];
  /** The metadata of each, where the search depends on it. */
  infos: readonly Deno.FileInfo[] | undefined;
}

export type OtherItem =
  | { readonly type: "unread"; readonly reason: SkipReason; readonly count: number }
  | Extract<WalkStep, { readonly type: "enter" | "error" }>;

type PendingItem = PendingRun | OtherItem;

export class PendingItems {
  items: PendingItem[];
  entryCount = 0;
  /** The step at which the scan budget ran out. */
  stopped: Extract<WalkStep, { readonly type: "stopped" }> | undefined;
  readonly #walk: Pick<Walk, "run" | "renewBudget">;
  readonly #options: PendingOptions;

  constructor(walk: Pick<Walk, "run" | "renewBudget">, options: PendingOptions) {
    this.#walk = walk;
    this.#options = options;
    this.items = [{ type: "unread", reason: "unreadable_gitignore", count: options.unreadAbove }];
  }

  renewBudget(): void {
    this.#walk.renewBudget(this.items.flatMap((item) => item.type === "enter" ? item.count : []));
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
      if (this.#options.inspects) {
        this.items.push(...await this.#inspected(this.items.splice(from)));
      }
    }
    return hasMore;
  }

  takeAll(): readonly PendingItem[] {
    this.entryCount = 0;
    return this.items.splice(0);
  }

  /** Takes the first entries of a run. */
  take(run: PendingRun, count: number): DiscoveryEntry[] {
    const { scope, displayPrefixes, hasSizes, hasTimes } = this.#options;
    const { directory: { path, prefix }, kind, infos } = run;
    const names = run.names.slice(0, count);
    run.names = run.names.slice(count);
    run.infos = infos?.slice(count);
    this.entryCount -= names.length;
    const { turn, below } = placeOf(prefix);
    const pathPrefix = displayPrefixes[turn]! + below;
    const entries = names.map((name) => ({
      path: pathPrefix + name,
      name,
      kind: CHILD_KINDS[kind],
    }));
    if (infos !== undefined) {
      return entries.map((entry, i) => ({
        ...entry,
        ...hasSizes && { size: sizeOf(infos[i]) },
        ...hasTimes && { modified_unix_ms: modifiedOf(infos[i]) },
      }));
    }
    if (!hasSizes) return entries;
    const sizes = names.map((name) => sizeOf(lstatEntry(scope, path, name)));
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
    this.items.push({ type: "run", directory, kind, names, infos: undefined });
    this.entryCount += names.length;
  }

  /** Keeps entries that are new enough. One of another kind has vanished, as all of a directory no longer in place. */
  async #inspected(items: readonly PendingItem[]): Promise<PendingItem[]> {
    const { scope, pacer, since } = this.#options;
    const results: (Deno.FileInfo | SkipReason)[] = [];
    const runs = items.filter((item) => item.type === "run");
    for (const { directory, names, kind } of runs) {
      await forEachPaced(names, pacer, (name) => {
        results.push(inspectEntry(scope, directory.path, name, kind));
      });
    }
    // After all of them, since the walk comes back to a directory after each one in it.
    const inPlace = new Map<ScopedPath, boolean>();
    await forEachPaced(new Set(runs.map(({ directory }) => directory.path)), pacer, (path) => {
      inPlace.set(path, isInPlace(scope.fileSystem, path));
    });
    let from = 0;
    return items.flatMap((item): PendingItem[] => {
      if (item.type !== "run") return [item];
      const names: string[] = [];
      const infos: Deno.FileInfo[] = [];
      const unread: OtherItem[] = [];
      for (const name of item.names) {
        const result = inPlace.get(item.directory.path) ? results[from]! : "vanished";
        from++;
        if (typeof result === "string") unread.push({ type: "unread", reason: result, count: 1 });
        else if ((modifiedOf(result) ?? -Infinity) >= since) {
          names.push(name);
          infos.push(result);
        }
      }
      this.entryCount += names.length - item.names.length;
      return names.length === 0 ? unread : [...unread, { ...item, names, infos }];
    });
  }
}
