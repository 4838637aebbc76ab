import { DirscopeError } from "../../errors.ts";
import type { Pacer } from "../../pacing/pacer.ts";
import { skipReasonOf, UnreadTally } from "../skipped.ts";
import type { Page, Pager } from "./paged_tool.ts";
import type { DiscoveryEntry } from "./result.ts";

/** The search of one directory. */
export interface SearchPart {
  readonly directory: string;
  readonly position: string | undefined;
  readonly maxScanned: number;
}

interface TurnOptions extends Omit<SearchPart, "directory"> {
  readonly pacer: Pacer;
  /** Maximum entries per page. */
  readonly limit: number;
  /** Returns what the greatest entries come first by; absent if they stay in the order of the walk. */
  readonly valueOf: ((entry: DiscoveryEntry) => number) | undefined;
}

/** Matches a position in a directory other than the first: its number, then the position there. No other starts so. */
const LATER_POSITION = /^\/(\d+)\/(.*)$/s;

/**
 * Returns the pager of a search of several directories in turn, as if they were one. One that cannot be read, other than
 * the first, counts as a directory below it would.
 */
export function pagesInTurn(
  directories: readonly string[],
  { position, maxScanned, pacer, limit, valueOf }: TurnOptions,
  open: (part: SearchPart) => Promise<Pager>,
): Pager {
  const [, number = 0, rest = position] = LATER_POSITION.exec(position ?? "") ?? [];
  let turn = Number(number);
  let from = rest || undefined;
  let pager: Pager | undefined;
  let left = maxScanned;
  return async () => {
    const pages: Page[] = [];
    const unread = new UnreadTally();
    let room = limit;
    let next: string | undefined;
    while (next === undefined && turn < directories.length) {
      const before = pacer.counts.entries;
      try {
        pager ??= await open({
          directory: directories[turn]!,
          position: from,
          maxScanned: left,
        });
        const page = await pager(room);
        pages.push(page);
        unread.addAll(page.skipped ?? {});
        if (valueOf === undefined) room -= page.entries.length;
        next = page.position;
      } catch (error) {
        if (turn === 0 || !(error instanceof DirscopeError)) throw error;
        unread.add(skipReasonOf(error.code));
      }
      left -= pacer.counts.entries - before;
      if (next !== undefined) {
        if (turn > 0) next = `/${turn}/${next}`;
      } else {
        turn++;
        from = pager = undefined;
      }
    }
    const entries = pages.flatMap((page) => page.entries);
    const found = pages.flatMap((page) => page.found ?? []);
    return {
      entries: valueOf === undefined
        ? entries
        : entries.sort((a, b) => valueOf(b) - valueOf(a) || 0).slice(0, limit),
      position: next,
      skipped: unread.counts,
      ignored: pages.flatMap(({ ignored = [] }) => ignored),
      ...found.length > 0 && {
        found: {
          count: found.reduce((sum, { count }) => sum + count, 0),
          stopped: found.findLast(({ stopped }) => stopped !== undefined)?.stopped,
        },
      },
    };
  };
}
