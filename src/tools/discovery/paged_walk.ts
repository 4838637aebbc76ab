/**
 * Pages of a walk in path order.
 *
 * @module
 */
import { DirscopeError } from "../../errors.ts";
import { childOf } from "../../scope.ts";
import {
  perDirectory,
  type Walk,
  type WalkedDirectory,
  type WalkStep,
  type WalkWindow,
} from "../../walk.ts";
import type { Page, Pager } from "./call.ts";
import { skipReasonOf } from "./discovery_call.ts";
import type { DiscoveryEntry, DiscoveryKind, SkipReason } from "./result.ts";

/** An entry that a walk found. */
export interface Found {
  /** The path from the root of the search. */
  readonly path: string;
  readonly name: string;
  readonly kind: DiscoveryKind;
  /** The path to open it by. */
  readonly open: string;
}

/** Says which entries of a directory are wanted. */
export interface Selection {
  /** Whether an entry of the directory is wanted. */
  wants(name: string, kind: DiscoveryKind): boolean;
}

/** What an entry of a directory can be. */
export type ChildKind = Exclude<DiscoveryKind, "missing">;

/** The kinds of this toolset, by those of the walk. */
export const KINDS = { directory: "dir", link: "symlink", other: "other" } as const;

/** What a walk for one page needs of a huge directory: one entry more than the page holds. */
export function windowOf(
  limit: number,
  selectionIn: (directory: WalkedDirectory) => Selection,
): WalkWindow {
  const selectionOf = perDirectory(selectionIn);
  return {
    size: limit + 1,
    wants: (directory, name, kind) =>
      selectionOf(directory).wants(name, kind === "file" ? kind : KINDS[kind]),
  };
}

/**
 * Gives the entries of a walk in pages. A page reads up to the first entry after it, so that it is
 * known whether there is one, and no further.
 */
export function pageWalk(
  walk: Walk,
  selectionIn: (directory: WalkedDirectory) => Selection,
  limit: number,
  toEntry: (found: Found) => DiscoveryEntry,
): Pager {
  // What is met and not yet given, in order: entries, reasons for which a directory was skipped, and how
  // many entries a directory had that was read.
  let met: (Found | SkipReason | number)[] = [];
  let found = 0;
  const selectionOf = perDirectory(selectionIn);
  let stoppedAt: string | undefined;
  const meet = (where: WalkedDirectory, names: readonly string[], kind: DiscoveryKind): void => {
    const selection = selectionOf(where);
    for (const name of names) {
      if (!selection.wants(name, kind)) continue;
      met.push({ path: where.prefix + name, name, kind, open: childOf(where.path.open, name) });
      found++;
    }
  };
  const visit = (step: WalkStep): boolean => {
    switch (step.type) {
      case "files":
        meet(step.directory, step.names, "file");
        break;
      case "entry":
        meet(step.directory, [step.name], KINDS[step.kind]);
        break;
      case "enter":
        met.push(step.count);
        break;
      case "error":
        if (step.directory.depth === 0) throw new DirscopeError(step.code);
        met.push(skipReasonOf(step.code));
        break;
      case "stopped":
        stoppedAt = step.directory.prefix;
    }
    return found <= limit;
  };
  return async (): Promise<Page> => {
    stoppedAt = undefined;
    walk.renewBudget(met.filter((item) => typeof item === "number"));
    if (found <= limit) await walk.run(visit);
    const entries: DiscoveryEntry[] = [];
    const skipped = new Map<SkipReason, number>();
    const hasMore = found > limit;
    let last: Found | undefined;
    let taken = 0;
    // What was skipped after the last entry belongs to the next page, if there is one.
    for (; taken < met.length && !(hasMore && entries.length === limit); taken++) {
      const item = met[taken]!;
      if (typeof item === "string") {
        skipped.set(item, (skipped.get(item) ?? 0) + 1);
      } else if (typeof item === "object") {
        entries.push(toEntry(item));
        last = item;
      }
    }
    met = met.slice(taken);
    found -= entries.length;
    return { entries, position: hasMore ? last!.path : stoppedAt, skipped };
  };
}
