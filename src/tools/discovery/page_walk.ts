import type { EntryKind } from "../../directory/entry_key.ts";
import { isInPlace } from "../../scope/file_system.ts";
import { childOf } from "../../scope/path_text.ts";
import type { Scope } from "../../scope/scope.ts";
import type { Ignored, WalkedDirectory, WalkStep } from "../../walk/walk_options.ts";
import type { Walk } from "../../walk/walk.ts";
import type { IgnoredIn, Page, Pager } from "./paged_tool.ts";
import { UnreadTally } from "../skipped.ts";
import type { DiscoveryEntry, DiscoveryKind } from "./result.ts";
import { sizeOf } from "./entry_metadata.ts";

/** A kind of entry, in the words of the toolset; a listed entry is never missing. */
export type ChildKind = Exclude<DiscoveryKind, "missing">;

export const CHILD_KINDS: Readonly<Record<EntryKind, ChildKind>> = {
  directory: "dir",
  file: "file",
  link: "symlink",
  other: "other",
};

interface PageOptions {
  readonly scope: Scope;
  /** Maximum entries per page. */
  readonly limit: number;
  /** The prefix that turns a path from the start into a displayed one. */
  readonly displayPrefix: string;
  /** Set if files have a size. */
  readonly hasSizes: boolean;
  /** The number of unreadable `.gitignore` files above the start; the first page counts them. */
  readonly unreadAbove: number;
}

/** Entries of one kind in one directory, some of them perhaps on an earlier page. */
interface PendingRun {
  readonly type: "run";
  readonly directory: WalkedDirectory;
  readonly names: readonly string[];
  readonly kind: ChildKind;
  /** The index of the first name for the next page. */
  next: number;
}

/** An item of a walk that is not, or not all, on a page yet. */
type PendingItem = PendingRun | Extract<WalkStep, { readonly type: "enter" | "error" }>;

/**
 * Cuts a walk in path order into pages. To learn whether there is a next page, a page reads up to the
 * first entry after it, and no further.
 */
export function pageWalk(
  walk: Walk,
  { scope, limit, displayPrefix, hasSizes, unreadAbove }: PageOptions,
): Pager {
  let pending: PendingItem[] = [];
  let pendingEntries = 0;
  let stoppedAt: string | undefined;
  const addRun = (directory: WalkedDirectory, names: readonly string[], kind: EntryKind): void => {
    pending.push({ type: "run", directory, names, kind: CHILD_KINDS[kind], next: 0 });
    pendingEntries += names.length;
  };
  const visit = (step: WalkStep): boolean => {
    switch (step.type) {
      case "files":
        addRun(step.directory, step.names, "file");
        break;
      case "entry":
        addRun(step.directory, [step.name], step.kind);
        break;
      case "error":
        if (step.directory.depth === 0) throw step.error;
        pending.push(step);
        break;
      case "enter":
        pending.push(step);
        break;
      case "stopped":
        stoppedAt = step.directory.prefix;
    }
    return pendingEntries <= limit;
  };
  const takeEntries = (run: PendingRun, end: number): DiscoveryEntry[] => {
    const { directory: { path, prefix }, kind } = run;
    const pathPrefix = displayPrefix + prefix;
    const names = run.names.slice(run.next, end);
    run.next = end;
    const entries = names.map((name) => ({ path: pathPrefix + name, name, kind }));
    if (!hasSizes) return entries;
    const sizes = names.map((name) => sizeOf(scope, { name, open: childOf(path.open, name) }));
    const isKnown = isInPlace(scope.fileSystem, path);
    return entries.map((entry, i) => ({ ...entry, size: isKnown ? sizes[i]! : null }));
  };
  let rulesAbove = unreadAbove;
  return async (): Promise<Page> => {
    stoppedAt = undefined;
    walk.renewBudget(pending.flatMap((item) => item.type === "enter" ? item.count : []));
    if (pendingEntries <= limit) await walk.run(visit);
    const hasMore = pendingEntries > limit;
    const entries: DiscoveryEntry[] = [];
    const unread = new UnreadTally();
    const ignored: IgnoredIn[] = [];
    const unreadIndexes = new Set<string>();
    let unreadRules = rulesAbove;
    let position: string | undefined;
    let taken = 0;
    // Items after the last entry belong to the next page, if there is one.
    for (; taken < pending.length && !(hasMore && entries.length === limit); taken++) {
      const item = pending[taken]!;
      if (item.type === "error") unread.visit(item);
      else if (item.type === "enter") {
        unreadRules += item.unreadRules;
        if (item.unreadIndex !== undefined) unreadIndexes.add(item.unreadIndex);
        if (item.ignored !== undefined && !isEmpty(item.ignored)) {
          ignored.push({ directory: item.directory, ignored: item.ignored });
        }
      } else {
        const { directory, names } = item;
        const end = Math.min(names.length, item.next + limit - entries.length);
        entries.push(...takeEntries(item, end));
        position = directory.prefix + names[end - 1]!;
        if (end < names.length) break;
      }
    }
    unread.addRules({ unreadRules, unreadIndexes });
    rulesAbove = 0;
    pending = pending.slice(taken);
    pendingEntries -= entries.length;
    return { entries, position: hasMore ? position : stoppedAt, skipped: unread.counts, ignored };
  };
}

function isEmpty({ directories, others }: Ignored): boolean {
  return others === 0 && directories.length === 0;
}
