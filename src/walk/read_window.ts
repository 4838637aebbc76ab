/** Reads the part of a huge directory that comes after a path. */
import { type EntryKey, nameOf } from "../directory/entry_key.ts";
import type { Listing } from "../directory/listing.ts";
import { sortListing } from "../directory/sort_listing.ts";
import type { Pacer } from "../pacing/pacer.ts";
import { filterInSteps, type Steps, waitFor } from "../pacing/paced_steps.ts";
import { TopK } from "../pacing/top_k.ts";
import { compareCodePoints } from "../text/compare_code_points.ts";
import { resumePointAt } from "./path_order.ts";
import { readShown, type ReadShownOptions } from "./read_visible.ts";
import type { WalkedDirectory } from "./walk_options.ts";

/** The part of a directory to read. */
interface ReadWindow extends Pick<ReadShownOptions, "fileSystem" | "hidden"> {
  /** Entries to keep: the first in order, not counting the directories that lead to `after`. */
  readonly limit: number;
  /** The path to resume after; from the beginning if absent. */
  readonly after: string | undefined;
  /** Reports whether an entry counts towards `limit`. */
  readonly isSelected: (key: EntryKey) => boolean;
  /** Match cost of `isSelected` for one entry, in characters of patterns. */
  readonly cost: number;
}

/**
 * Reads a directory, keeps one part of it in order, and counts all entries.
 *
 * @throws {DirscopeError} If it cannot be read.
 */
export function* readWindow(
  directory: WalkedDirectory,
  { limit, after, isSelected, cost, fileSystem, hidden }: ReadWindow,
  pacer: Pacer,
): Steps<{ readonly listing: Listing; readonly count: number }> {
  const { head, past } = resumePointAt(after ?? "");
  const isAfter = (key: EntryKey): boolean =>
    after === undefined || compareCodePoints(key, past) >= 0;
  const first = new TopK<EntryKey>(limit);
  const needed: EntryKey[] = [];
  let [count, selectedCount] = [0, 0];
  yield* readShown(directory, { fileSystem, hidden, counts: pacer.counts }, function* (part) {
    count += part.length;
    const isNeeded = (key: EntryKey): boolean => !isAfter(key) && head.startsWith(nameOf(key));
    needed.push(...part.filter(isNeeded));
    const following = yield* filterInSteps(part, (key) => isAfter(key) && isSelected(key), cost);
    selectedCount += following.length;
    for (const key of following) first.add(key);
  });
  const following = yield* waitFor(first.sorted(pacer));
  const listing = yield* sortListing([...needed, ...following]);
  return { listing: { ...listing, isPartial: following.length < selectedCount }, count };
}
