/** The text of `changes`: what changed, by directory, within a budget of tokens. */
import { forEachPaced } from "../../../pacing/paced.ts";
import type { Pacer } from "../../../pacing/pacer.ts";
import { sortPaced } from "../../../pacing/sort_paced.ts";
import { compareCodePoints } from "../../../text/compare_code_points.ts";
import { escapeCodePoint, lineSafe } from "../../../text/line_safe.ts";
import { rowSafe } from "../../row_safe.ts";
import { type Cost, costOf, fits, minus, sum } from "../overview/token_cost.ts";
import { type ChangeTotals, countedAs, countsText, totalsOf } from "./change_totals.ts";
import type { Change } from "./compare.ts";

/** The fewest bytes of a row, its line end included. */
const LEAST_ROW = " + x\n".length;

/** The changes in one directory. */
interface ChangeGroup {
  /** The directory, with a slash at its end. */
  readonly prefix: string;
  /** By name. */
  readonly changes: Change[];
}

/** What `changes` tells of changes. */
interface RenderedChanges {
  readonly totals: ChangeTotals;
  readonly text: string;
  /** Whether every change has a row. */
  readonly isComplete: boolean;
}

/** Renders changes; what does not fit is counted, by directory as long as that fits. */
export async function renderChanges(
  changes: readonly Change[],
  space: Cost,
  pacer: Pacer,
): Promise<RenderedChanges> {
  const groups = await groupsOf(changes, pacer);
  const totals = totalsOf(changes);
  const mayFit = LEAST_ROW * changes.length <= space.bytes + 1;
  const whole = mayFit ? wholeText(groups, space) : undefined;
  if (whole !== undefined) return { totals, text: whole, isComplete: true };
  // The last line counts what is left out. This is the most that it may cost.
  const reserve = costOf(`\n${restLine(totals, groups.length)}`);
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
    const room = sum([left, costOfLines(lines)]);
    const opened = openedIn(room, groups[i]!);
    if (opened === undefined) continue;
    left = minus(room, costOfLines(opened));
    shown[i] = opened;
  }
  const hidden = groups.slice(shown.length);
  const lines = shown.flat();
  if (hidden.length > 0) {
    lines.push(restLine(totalsOf(hidden.flatMap((group) => group.changes)), hidden.length));
  }
  return { totals, text: lines.join("\n"), isComplete: false };
}

/** Changes by directory, in order. */
async function groupsOf(changes: readonly Change[], pacer: Pacer): Promise<ChangeGroup[]> {
  const keys: string[] = [];
  await forEachPaced(changes, pacer, ({ prefix, name, type }) => {
    // No path holds a NUL, which comes before every other character.
    keys.push(`${prefix}\0${name}\0${type}\0${keys.length}`);
  });
  const groups: ChangeGroup[] = [];
  await forEachPaced(await sortPaced(keys, pacer, compareCodePoints), pacer, (key) => {
    const change = changes[Number(key.slice(key.lastIndexOf("\0") + 1))]!;
    const { prefix } = change;
    if (groups.at(-1)?.prefix !== prefix) groups.push({ prefix, changes: [] });
    groups.at(-1)!.changes.push(change);
  });
  return groups;
}

/** All rows, if they fit. */
function wholeText(groups: readonly ChangeGroup[], space: Cost): string | undefined {
  const lines = groups.flatMap((group) => [headOf(group), ...group.changes.map(rowOf)]);
  const text = lines.join("\n");
  // What is far too long takes long to weigh.
  return text.length <= space.bytes && fits(costOf(text), space) ? text : undefined;
}

/** The rows of a directory that fit, and how many more there are; nothing where no row fits. */
function openedIn(space: Cost, group: ChangeGroup): string[] | undefined {
  // Its own line, the one that says how many more, and as many rows as fit.
  const lines = [headOf(group)];
  const rest = totalsOf(group.changes);
  let left = minus(space, costOfLines([headOf(group), moreLine(rest)]));
  for (const change of group.changes) {
    const row = rowOf(change);
    const cost = costOfLines([row]);
    if (!fits(cost, left)) return lines.length === 1 ? undefined : [...lines, moreLine(rest)];
    left = minus(left, cost);
    lines.push(row);
    rest[countedAs(change)]--;
  }
  return lines;
}

function costOfLines(lines: readonly string[]): Cost {
  return sum(lines.map((line) => costOf(`${line}\n`)));
}

function headOf({ prefix }: ChangeGroup): string {
  return prefix === "" ? "./" : rowSafe(prefix);
}

function summaryOf(group: ChangeGroup): string {
  return `${headOf(group)} (${countsText(totalsOf(group.changes))})`;
}

const SIGNS = { added: "+", removed: "-", modified: "~", renamed: ">", kind: "~" } as const;
const ENDS = { file: "", directory: "/", link: "@", other: "" } as const;

function rowOf({ type, name, kind, from }: Change): string {
  const row = ` ${SIGNS[type]} ${shownName(name, ENDS[kind])}`;
  if (type === "renamed") return `${row} (was ${lineSafe(from!)})`;
  return type === "kind" ? `${row} (was a ${from})` : row;
}

/** A name and what tells its kind; it reads like no other change either. */
function shownName(name: string, end: string): string {
  const shown = lineSafe(name).replace(/(?<= )\((?=was )/gu, escapeCodePoint);
  return end === "" ? shown.replace(/@$/u, escapeCodePoint) : shown + end;
}

function moreLine(totals: ChangeTotals): string {
  return ` ${restLine(totals, 0)}`;
}

function restLine(totals: ChangeTotals, directories: number): string {
  const where = directories === 0 ? "" : ` in ${directories} more directories`;
  return `… ${countsText(totals)}${where}`;
}
