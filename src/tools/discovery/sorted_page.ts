import { forEachPaced, type Pacer } from "../../pacing/pacer.ts";
import { TopItems } from "../../pacing/top_items.ts";
import { modifiedOf, sizeOf } from "./entry_metadata.ts";
import { PageTally } from "./page_walk.ts";
import type { Pager } from "./paged_tool.ts";
import type { PendingItems, PendingRun } from "./pending_items.ts";

/** Entries to inspect in one go: a directory is checked to be in place once in each. */
const BATCH_ENTRIES = 2048;

interface Candidate {
  /** A run of this entry alone: the metadata of its neighbours is not held. */
  readonly run: PendingRun;
  /** Its time or size; `-Infinity` if unknown. */
  readonly value: number;
}

interface SortedPageOptions {
  readonly sort: "modified" | "size";
  readonly limit: number;
  readonly pacer: Pacer;
}

/** Shows the newest, or the largest, on its only page. */
export function sortedPage(
  pending: PendingItems,
  { sort, limit, pacer }: SortedPageOptions,
): Pager {
  const valueOf = sort === "modified" ? modifiedOf : sizeOf;
  return async () => {
    const tally = new PageTally();
    const first = new TopItems<Candidate>(limit, compareCandidates);
    let count = 0;
    for (let hasMore = true; hasMore;) {
      hasMore = await pending.fill(BATCH_ENTRIES);
      await forEachPaced(pending.takeAll(), pacer, (item) => {
        if (item.type !== "run") return tally.add(item);
        for (const [index, name] of item.names.entries()) {
          const info = item.infos![index]!;
          const run = { ...item, names: [name], infos: [info] };
          first.add({ run, value: valueOf(info) ?? -Infinity });
        }
        count += item.names.length;
      });
    }
    const shown = first.kept.toSorted(compareCandidates).slice(0, limit);
    const entries = shown.flatMap(({ run }) => pending.take(run, 1));
    return { entries, found: { count, stopped: pending.stopped }, ...tally.finish() };
  };
}

/** The greatest value first. Equal ones stay in the order of the walk, which is by path. */
function compareCandidates({ value: a }: Candidate, { value: b }: Candidate): number {
  return a === b ? 0 : a > b ? -1 : 1;
}
