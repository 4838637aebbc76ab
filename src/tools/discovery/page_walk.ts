import type { IgnoredIn, Page, Pager } from "./paged_tool.ts";
import {
  type OtherItem,
  PendingItems,
  type PendingOptions,
  type PendingWalk,
} from "./pending_items.ts";
import type { DiscoveryEntry } from "./result.ts";
import { UnreadTally } from "../skipped.ts";

export interface PageOptions extends Omit<PendingOptions, "hasTimes"> {
  readonly limit: number;
  /** The number of unreadable `.gitignore` files above the start; the first page counts them. */
  readonly unreadAbove: number;
}

/** To learn whether there is a next page, a page reads up to the first entry after it, and no further. */
export function pageWalk(
  walk: PendingWalk,
  { limit, unreadAbove, ...options }: PageOptions,
): Pager {
  const inspects = options.since > -Infinity;
  const pending = new PendingItems(walk, inspects, { ...options, hasTimes: false });
  let rulesAbove = unreadAbove;
  return async () => {
    walk.renewBudget(pending.items.flatMap((item) => item.type === "enter" ? item.count : []));
    await pending.fill(limit);
    const hasMore = pending.entryCount > limit;
    const entries: DiscoveryEntry[] = [];
    const tally = new PageTally(rulesAbove);
    let position: string | undefined;
    let taken = 0;
    // Items after the last entry belong to the next page, if there is one.
    for (; taken < pending.items.length && !(hasMore && entries.length === limit); taken++) {
      const item = pending.items[taken]!;
      if (item.type !== "run") {
        tally.add(item);
        continue;
      }
      const { directory, names } = item;
      const end = Math.min(names.length, item.next + limit - entries.length);
      entries.push(...pending.take(item, end));
      position = directory.prefix + names[end - 1]!;
      if (end < names.length) break;
    }
    rulesAbove = 0;
    pending.items = pending.items.slice(taken);
    const next = hasMore ? position : pending.stopped?.directory.prefix;
    return { entries, position: next, ...tally.finish() };
  };
}

/** What a page tells besides its entries. */
export class PageTally {
  readonly #unread = new UnreadTally();
  readonly #ignored: IgnoredIn[] = [];
  readonly #unreadIndexes = new Set<string>();

  constructor(unreadRules: number) {
    this.#unread.add("unreadable_gitignore", unreadRules);
  }

  add(item: OtherItem): void {
    if (item.type === "error") return this.#unread.visit(item);
    if (item.type === "unread") return item.reasons.forEach((reason) => this.#unread.add(reason));
    const { directory, ignored, sameNames, unreadRules, unreadIndex } = item;
    this.#unread.add("unaddressable", sameNames);
    this.#unread.add("unreadable_gitignore", unreadRules);
    if (unreadIndex !== undefined) this.#unreadIndexes.add(unreadIndex);
    if (ignored !== undefined) this.#ignored.push({ directory, ignored });
  }

  finish(): Pick<Page, "skipped" | "ignored"> {
    this.#unread.add("unreadable_index", this.#unreadIndexes.size);
    return { skipped: this.#unread.counts, ignored: this.#ignored };
  }
}
