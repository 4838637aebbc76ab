import type { Change } from "./compare.ts";

/** Counts of changed entries: each counts once. A renamed entry, or one of another kind now, counts as modified. */
export interface ChangeTotals {
  /** Number of new entries, those in new directories included. */
  added: number;
  /** Number of entries that are gone or ignored now, those in such directories included. */
  removed: number;
  /** Number of entries that differ. */
  modified: number;
}

export const NO_CHANGE: Readonly<ChangeTotals> = { added: 0, removed: 0, modified: 0 };

/** Totals, how many of the removed entries exist, which git ignores now, and how many of the modified were renamed. */
export interface ChangeCounts extends ChangeTotals {
  ignored: number;
  renamed: number;
}

/** The total in which a change counts, by its type. */
export const TOTAL_KEYS = {
  added: "added",
  removed: "removed",
  ignored: "removed",
  modified: "modified",
  renamed: "modified",
  kind: "modified",
} as const satisfies Record<Change["type"], keyof ChangeTotals>;

/** Adds a change to counts, or with `by` of -1 takes it away. */
export function countChange(counts: ChangeCounts, { type }: Change, by: 1 | -1 = 1): void {
  if (type === "ignored" || type === "renamed") counts[type] += by;
  counts[TOTAL_KEYS[type]] += by;
}

export function countsOfChanges(changes: readonly Change[]): ChangeCounts {
  const counts = { ...NO_CHANGE, ignored: 0, renamed: 0 };
  for (const change of changes) countChange(counts, change);
  return counts;
}

/** Returns counts in words, without those that are 0. */
export function changeCountsText(
  { added, removed, modified, ignored, renamed }: ChangeCounts,
): string {
  const note = ignored === 0 ? "" : ` (${ignored === removed ? "" : `${ignored} `}ignored now)`;
  const counts = [
    [added, "added"],
    [removed, `removed${note}`],
    [renamed, "renamed"],
    [modified - renamed, "modified"],
  ] as const;
  return counts.filter(([count]) => count > 0).map((each) => each.join(" ")).join(", ");
}
