import type { Change } from "./compare.ts";

/** Counts of changed entries. A renamed entry, or one of another kind now, counts as modified. */
export interface ChangeTotals {
  /** Number of new entries, those in new directories included. */
  added: number;
  /** Number of entries that are gone, those in such directories included. */
  removed: number;
  /** Number of entries that differ. */
  modified: number;
}

/** The totals of no changes. */
export const NO_CHANGE: Readonly<ChangeTotals> = { added: 0, removed: 0, modified: 0 };

/** Returns the total that a change counts in. */
export function totalKeyOf({ type }: Change): keyof ChangeTotals {
  return type === "added" || type === "removed" ? type : "modified";
}

/** Counts changes. */
export function totalsOfChanges(changes: readonly Change[]): ChangeTotals {
  const totals = { ...NO_CHANGE };
  for (const change of changes) totals[totalKeyOf(change)]++;
  return totals;
}

/** Returns totals in words, without those that are 0. */
export function changeTotalsText(totals: Readonly<ChangeTotals>): string {
  const counts = Object.entries(totals).filter(([, count]) => count > 0);
  return counts.map(([type, count]) => `${count} ${type}`).join(", ");
}
