import type { Ignored } from "../../walk/walk_options.ts";
import { UnreadTally } from "../skipped.ts";
import type { IgnoredIn, Page } from "./paged_tool.ts";
import type { OtherItem } from "./pending_items.ts";

/** What a page tells besides its entries. */
export class PageTally {
  readonly #unread = new UnreadTally();
  readonly #ignored: IgnoredIn[] = [];
  readonly #unreadIndexes = new Set<string>();
  #unreadRules: number;

  constructor(unreadRules: number) {
    this.#unreadRules = unreadRules;
  }

  add(item: OtherItem): void {
    if (item.type === "error") return this.#unread.visit(item);
    if (item.type === "unread") return item.reasons.forEach((reason) => this.#unread.add(reason));
    this.#unreadRules += item.unreadRules;
    if (item.unreadIndex !== undefined) this.#unreadIndexes.add(item.unreadIndex);
    if (item.ignored !== undefined && !isEmpty(item.ignored)) {
      this.#ignored.push({ directory: item.directory, ignored: item.ignored });
    }
  }

  /** Returns the fields of the page that ends here. */
  finish(): Pick<Page, "skipped" | "ignored"> {
    const [unreadRules, unreadIndexes] = [this.#unreadRules, this.#unreadIndexes];
    this.#unread.addRules({ unreadRules, unreadIndexes });
    return { skipped: this.#unread.counts, ignored: this.#ignored };
  }
}

function isEmpty({ directories, others }: Ignored): boolean {
  return others === 0 && directories.length === 0;
}
