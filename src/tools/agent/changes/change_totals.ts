import type { Change } from "./compare.ts";

/** How many entries changed, by how. A renamed entry, or one of another kind now, counts as modified. */
export interface ChangeTotals {
  /** Entries that came, those in new directories included. */
  added: number;
  /** Entries that went. */
  removed: number;
  /** Entries that differ. */
  modified: number;
}

/** Where nothing changed. */
export const NO_CHANGE: Readonly<ChangeTotals> = { added: 0, removed: 0, modified: 0 };

/** What a change counts as. */
export function totalKeyOf({ type }: Change): keyof ChangeTotals {
  return type === "added" || type === "removed" ? type : "modified";
}

/** The totals of some changes. */
export function totalsOfChanges(changes: readonly Change[]): ChangeTotals {
  const totals = { ...NO_CHANGE };
  for (const change of changes) totals[totalKeyOf(change)]++;
  return totals;
}

/** Totals in words, those that are 0 left out. */
export function changeTotalsText(totals: Readonly<ChangeTotals>): string {
  const counts = Object.entries(totals).filter(([, count]) => count > 0);
  return counts.map(([type, count]) => `${count} ${type}`).join(", ");
}
