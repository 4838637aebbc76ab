/** The text of `changes`: what changed, by directory, within a budget of tokens. */
import { compareCodePoints } from "../../../text/compare_code_points.ts";
import { lineSafe } from "../../../text/line_safe.ts";
import { rowSafe } from "../../row_safe.ts";
import { type Cost, costOf, fits, minus, sum } from "../overview/token_cost.ts";
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

/** The changes in one directory. */
interface Group {
  readonly prefix: string;
  readonly rows: readonly string[];
  readonly changes: readonly Change[];
}

/** Counts changes. */
export function totalsOf(changes: readonly Change[]): ChangeTotals {
  const totals: ChangeTotals = { added: 0, removed: 0, modified: 0 };
  for (const { type } of changes) {
    totals[type === "added" || type === "removed" ? type : "modified"]++;
  }
  return totals;
}

/** Renders changes; what does not fit is counted, by directory as long as that fits. */
export function renderChanges(
  changes: readonly Change[],
  space: Cost,
): { readonly text: string; readonly isComplete: boolean } {
  const groups = groupsOf(changes);
  const whole = groups.flatMap(linesOf).join("\n");
  if (fits(costOf(whole), space)) return { text: whole, isComplete: true };
  // The last line counts what is left out. This is the most that it may cost.
  const reserve = costOf(`\n${restLine(changes, groups.length)}`);
  let left = minus(space, reserve);
  const shown: string[][] = [];
  for (const group of groups) {
    const line = [summaryOf(group)];
    const cost = costOfLines(line);
    if (!fits(cost, left)) break;
    left = minus(left, cost);
    shown.push(line);
  }
  for (const [i, lines] of shown.entries()) {
    const group = groups[i]!;
    const more = restLine(group.changes, 0);
    // Its own line, the one that says how many more, and as many rows as fit.
    let room = minus(sum([left, costOfLines(lines)]), costOfLines([headOf(group), ` ${more}`]));
    const rows: string[] = [];
    for (const row of group.rows) {
      const cost = costOfLines([row]);
      if (!fits(cost, room)) break;
      room = minus(room, cost);
      rows.push(row);
    }
    if (rows.length === 0) continue;
    const rest = group.changes.slice(rows.length);
    const opened = [headOf(group), ...rows, ...rest.length > 0 ? [` ${restLine(rest, 0)}`] : []];
    left = minus(sum([left, costOfLines(lines)]), costOfLines(opened));
    shown[i] = opened;
  }
  const hidden = groups.slice(shown.length);
  const rest = hidden.flatMap((group) => group.changes);
  const lines = shown.flat();
  if (rest.length > 0) lines.push(restLine(rest, hidden.length));
  return { text: lines.join("\n"), isComplete: false };
}

function costOfLines(lines: readonly string[]): Cost {
  return sum(lines.map((line) => costOf(`${line}\n`)));
}

function groupsOf(changes: readonly Change[]): Group[] {
  const byPrefix = new Map<string, Change[]>();
  for (const change of changes) {
    const known = byPrefix.get(change.prefix);
    if (known === undefined) byPrefix.set(change.prefix, [change]);
    else known.push(change);
  }
  return [...byPrefix].sort(([a], [b]) => compareCodePoints(a, b)).map(([prefix, those]) => {
    const sorted = those.sort((a, b) =>
      compareCodePoints(a.name, b.name) || compareCodePoints(a.type, b.type)
    );
    return { prefix, changes: sorted, rows: sorted.map(rowOf) };
  });
}

function linesOf(group: Group): string[] {
  return [headOf(group), ...group.rows];
}

function headOf({ prefix }: Group): string {
  return prefix === "" ? "./" : rowSafe(prefix);
}

function summaryOf(group: Group): string {
  return `${headOf(group)} (${countsOf(group.changes)})`;
}

const SIGNS = { added: "+", removed: "-", modified: "~", renamed: ">", kind: "~" } as const;
const ENDS = { file: "", directory: "/", link: "@", other: "" } as const;

function rowOf({ type, name, kind, from }: Change): string {
  const row = ` ${SIGNS[type]} ${lineSafe(name)}${ENDS[kind]}`;
  if (type === "renamed") return `${row} (was ${lineSafe(from!)})`;
  return type === "kind" ? `${row} (was a ${from})` : row;
}

function restLine(changes: readonly Change[], directories: number): string {
  const where = directories === 0 ? "" : ` in ${directories} more directories`;
  return `… ${countsOf(changes)}${where}`;
}

/** Counts in words, those that are 0 left out. */
export function countsOf(changes: readonly Change[]): string {
  return countsText(totalsOf(changes));
}

/** Totals in words, those that are 0 left out. */
export function countsText(totals: ChangeTotals): string {
  const counts = Object.entries(totals).filter(([, count]) => count > 0);
  return counts.map(([type, count]) => `${count} ${type}`).join(", ");
}
