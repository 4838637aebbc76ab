/** Renders changes as text, by directory, within a budget of tokens. */
import { forEachPaced, type Pacer } from "../../../pacing/pacer.ts";
import { sortPaced } from "../../../pacing/sort_paced.ts";
import { compareCodePoints } from "../../../text/compare_code_points.ts";
import { escapeCodePoint, lineSafe } from "../../../text/line_safe.ts";
import { rowSafe } from "../../row_safe.ts";
import { type Cost, costOf, fits, subtractCost, sumOfCosts } from "../overview/token_cost.ts";
import {
  type ChangeCounts,
  changeCountsText,
  countChange,
  countsOfChanges,
  TOTAL_KEYS,
} from "./change_totals.ts";
import type { Change } from "./compare.ts";

const MIN_ROW_BYTES = " + x\n".length;

interface ChangeGroup {
  /** The path of the directory: `""`, or one that ends in a slash. */
  readonly prefix: string;
  /** Sorted by name. */
  readonly changes: Change[];
}

interface RenderedChanges {
  readonly counts: ChangeCounts;
  readonly text: string;
  /** True if every change has a row. */
  readonly isComplete: boolean;
}

/** Renders changes. Those that do not fit are counted, by directory as long as that fits. */
export async function renderChanges(
  changes: readonly Change[],
  budget: Cost,
  pacer: Pacer,
): Promise<RenderedChanges> {
  const groups = await groupsOf(changes, pacer);
  const counts = countsOfChanges(changes);
  const mayFit = MIN_ROW_BYTES * changes.length <= budget.bytes + 1;
  const whole = mayFit && textIfFits(groups, budget);
  if (typeof whole === "string") return { counts, text: whole, isComplete: true };
  // The last line, which counts the changes that are left out, costs no more than this.
  let left = subtractCost(budget, costOf(`\n${restLine(counts, groups.length)}`));
  const shown: string[][] = [];
  for (const group of groups) {
    const line = [`${directoryLine(group)} (${changeCountsText(countsOfChanges(group.changes))})`];
    const cost = costOfLines(line);
    if (!fits(cost, left)) break;
    left = subtractCost(left, cost);
    shown.push(line);
  }
  for (const [i, lines] of shown.entries()) {
    const available = sumOfCosts([left, costOfLines(lines)]);
    const opened = expandedLines(available, groups[i]!);
    if (opened === undefined) continue;
    left = subtractCost(available, costOfLines(opened));
    shown[i] = opened;
  }
  const hidden = groups.slice(shown.length);
  const lines = shown.flat();
  if (hidden.length > 0) {
    lines.push(restLine(countsOfChanges(hidden.flatMap((group) => group.changes)), hidden.length));
  }
  return { counts, text: lines.join("\n"), isComplete: false };
}

/** Groups changes by directory, sorted by path and name. */
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

function textIfFits(groups: readonly ChangeGroup[], budget: Cost): string | undefined {
  const lines = groups.flatMap((group) => [directoryLine(group), ...group.changes.map(changeRow)]);
  const text = lines.join("\n");
  // The length first: estimating the tokens of a text that is far too long takes long.
  return text.length <= budget.bytes && fits(costOf(text), budget) ? text : undefined;
}

/** Returns the rows of a directory that fit, and a count of the rest; `undefined` if no row fits. */
function expandedLines(budget: Cost, group: ChangeGroup): string[] | undefined {
  const lines = [directoryLine(group)];
  const rest = countsOfChanges(group.changes);
  let left = subtractCost(budget, costOfLines([directoryLine(group), moreLine(rest)]));
  for (const change of group.changes) {
    const row = changeRow(change);
    const cost = costOfLines([row]);
    if (!fits(cost, left)) return lines.length === 1 ? undefined : [...lines, moreLine(rest)];
    left = subtractCost(left, cost);
    lines.push(row);
    countChange(rest, change, -1);
  }
  return lines;
}

function costOfLines(lines: readonly string[]): Cost {
  return sumOfCosts(lines.map((line) => costOf(`${line}\n`)));
}

function directoryLine({ prefix }: ChangeGroup): string {
  return prefix === "" ? "./" : rowSafe(prefix);
}

const TOTAL_SIGNS = { added: "+", removed: "-", modified: "~" } as const;
const KIND_SUFFIXES = { file: "", directory: "/", link: "@", other: "" } as const;

function changeRow(change: Change): string {
  const { type, name, kind } = change;
  const sign = type === "renamed" ? ">" : TOTAL_SIGNS[TOTAL_KEYS[type]];
  const row = ` ${sign} ${changedNameText(name, KIND_SUFFIXES[kind])}`;
  if (type === "renamed") {
    return `${row} (${change.isModified ? "modified, " : ""}was ${lineSafe(change.oldPath)})`;
  }
  if (type === "ignored") return `${row} (ignored now)`;
  return type === "kind" ? `${row} (was a ${change.oldKind})` : row;
}

/** The bracket of what would read like a remark after a name. */
const REMARK_START = /(?<= )\((?=was |modified, was |ignored now)/gu;

/** Returns a name and the suffix of its kind, escaped so that no two changes have equal rows. */
function changedNameText(name: string, end: string): string {
  const shown = lineSafe(name).replace(REMARK_START, escapeCodePoint);
  return end === "" ? shown.replace(/@$/u, escapeCodePoint) : shown + end;
}

function moreLine(counts: ChangeCounts): string {
  return ` … ${changeCountsText(counts)}`;
}

function restLine(counts: ChangeCounts, directories: number): string {
  return `… ${changeCountsText(counts)} in ${directories} more directories`;
}
