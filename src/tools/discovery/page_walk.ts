import { UnreadTally } from "../skipped.ts";
import type { IgnoredIn, Page, Pager } from "./paged_tool.ts";
import type { OtherItem, PendingItems } from "./pending_items.ts";
import type { DiscoveryEntry } from "./result.ts";

/** To learn whether there is a next page, a page reads up to the first entry after it, and no further. */
export function pageWalk(pending: PendingItems, limit: number): Pager {
  return async () => {
    pending.renewBudget();
    await pending.fill(limit);
    const hasMore = pending.entryCount > limit;
    const entries: DiscoveryEntry[] = [];
    const tally = new PageTally();
    let position: string | undefined;
    let taken = 0;
    // Items after the last entry belong to the next page, if there is one.
    for (; taken < pending.items.length && !(hasMore && entries.length === limit); taken++) {
      const item = pending.items[taken]!;
      if (item.type !== "run") {
        tally.add(item);
        continue;
      }
      entries.push(...pending.take(item, limit - entries.length));
      position = item.directory.prefix + entries.at(-1)!.name;
      if (item.names.length > 0) break;
    }
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

  add(item: OtherItem): void {
    if (item.type === "error") return this.#unread.visit(item);
    if (item.type === "unread") return this.#unread.add(item.reason, item.count);
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
