/** Reads the part of a huge directory that comes after a place. */
import { type EntryKey, nameOf } from "../directory/entry_key.ts";
import type { Listing } from "../directory/listing.ts";
import { sortListing } from "../directory/sort_listing.ts";
import type { Pacer } from "../pacing/pacer.ts";
import { filterInSteps, type Steps, waitFor } from "../pacing/steps.ts";
import { TopK } from "../pacing/top_k.ts";
import { compareCodePoints } from "../text/compare_code_points.ts";
import { resumePointAt } from "./path_order.ts";
import { readShown, type ShownOptions } from "./read_shown.ts";
import type { WalkedDirectory } from "./steps.ts";

/** The part of a directory to keep. */
interface ReadWindow extends Pick<ShownOptions, "fileSystem" | "hidden"> {
  /** How many entries to keep: the first in order, with the directories that lead to the place besides. */
  readonly limit: number;
  /** The place; without one, the beginning. */
  readonly after: string | undefined;
  /** Whether an entry counts towards `limit`. */
  readonly isSelected: (key: EntryKey) => boolean;
  /** How many characters of patterns that may have to look at. */
  readonly cost: number;
}

/**
 * Keeps a part of a directory, and counts all of it.
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
