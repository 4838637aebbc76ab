/** The text of `overview`: an indented tree that fits a budget. */
import { compareCodePoints } from "../../../text/compare_code_points.ts";
import { paced } from "../../../pacing/paced.ts";
import type { Pacer } from "../../../pacing/pacer.ts";
import type { CountedTree } from "./tree_counter.ts";
import type { CountedDirectory } from "./counted_directory.ts";
import type { PlannedRow } from "./planned_row.ts";
import { entryNameText, omittedLine } from "./row_text.ts";
import { DirectoryRow, lineCost } from "./directory_row.ts";
import { type Cost, fits, subtractCost, sumOfCosts } from "./token_cost.ts";

/** What the layout needs besides the census. */
interface LayoutOptions {
  /** The budget of the text. */
  readonly budget: Cost;
  /** Gives what follows a link's name. Called only for links that are shown. */
  describeLink(directory: CountedDirectory, name: string): string;
}

/** The text, and whether every entry met has a row in it. */
interface LayoutResult {
  readonly text: string;
  readonly isComplete: boolean;
}

/** So few entries may take less than the row that counts them. */
const MAX_RESTORED_ROWS = 3;

/** How much of the budget names may take where not all fit. The rest is for the endings of other files. */
const NAMES_BUDGET_SHARE = 0.95;

/** Renders a census: rows in a given order, as many as fit, each in its place in the tree. */
export async function layOutRows(
  { root, omitted }: CountedTree,
  order: readonly PlannedRow[],
  options: LayoutOptions,
  pacer: Pacer,
): Promise<LayoutResult> {
  const lastLine = omittedLine(omitted, root.isFullyCounted);
  const reserved = lastLine === "" ? [] : [lineCost(lastLine, 0)];
  let layout = new BudgetLayout(root, options, reserved);
  await layout.addAll(order, pacer);
  if (!layout.isComplete) {
    const { bytes, tokens } = options.budget;
    const extensionsBudget = {
      bytes: bytes * (1 - NAMES_BUDGET_SHARE),
      tokens: tokens * (1 - NAMES_BUDGET_SHARE),
    };
    layout = new BudgetLayout(root, options, [...reserved, extensionsBudget]);
    await layout.addAll(order, pacer);
    await layout.addExtensions(extensionsBudget, pacer);
  }
  const lines = [...layout.lines(), ...lastLine === "" ? [] : [lastLine]];
  return { text: lines.join("\n"), isComplete: root.isFullyCounted && layout.isComplete };
}

class BudgetLayout {
  readonly #options: LayoutOptions;
  readonly #root: DirectoryRow;
  readonly #rowOfDirectory = new Map<CountedDirectory, DirectoryRow>();
  /** The budget left for further rows. */
  #left: Cost;

  /** @param reserved The cost of rows that are sure to come. */
  constructor(root: CountedDirectory, options: LayoutOptions, reserved: readonly Cost[]) {
    this.#options = options;
    this.#root = new DirectoryRow(root, "", -1);
    this.#rowOfDirectory.set(root, this.#root);
    // The last row has no line end: that saves a byte, but after a bracket or a slash no token.
    const space = sumOfCosts([options.budget, { bytes: 1, tokens: 0 }]);
    this.#left = subtractCost(space, sumOfCosts([this.#root.cost, ...reserved]));
  }

  /** Whether every entry has a row. */
  get isComplete(): boolean {
    return this.#rowOfDirectory.values().every(({ entriesLeft }) => entriesLeft === 0);
  }

  /** Adds rows up to the first that does not fit. */
  async addAll(order: readonly PlannedRow[], pacer: Pacer): Promise<void> {
    for await (const row of paced(order, pacer)) if (!this.#add(row)) break;
  }

  /**
   * Adds a row if it fits, and with it what takes no more than counting it.
   *
   * @returns Whether it fits.
   */
  #add(row: PlannedRow): boolean {
    const shown = this.#rowOfDirectory.get(row.owner);
    // A directory that its parent tells of twice has one row, and what lies in the second none.
    if (shown === undefined || shown.has(row.name)) return true;
    if (!this.#addIfAtMost(shown, [row], this.#left)) return false;
    this.#addFewRemaining(shown);
    return true;
  }

  /** Shows the last entries of a directory, if the row for them takes as much. */
  #addFewRemaining(shown: DirectoryRow): void {
    const { entriesLeft, directory } = shown;
    if (entriesLeft === 0 || entriesLeft > MAX_RESTORED_ROWS || !directory.hasAllNames) return;
    this.#addIfAtMost(shown, shown.entriesWithoutRow(), NO_COST);
  }

  /** Shows entries of a directory, if they take no more than a cost. */
  #addIfAtMost(shown: DirectoryRow, entries: readonly PlannedRow[], maxCost: Cost): boolean {
    const before = shown.cost;
    const rows = entries.map((entry) => this.#rowOf(entry, shown.level + 1));
    shown.add(entries, rows);
    const costs = rows.map((row) =>
      typeof row === "string" ? lineCost(row, shown.level + 1) : row.cost
    );
    const cost = subtractCost(sumOfCosts([shown.cost, ...costs]), before);
    if (!fits(cost, maxCost)) {
      shown.remove(entries);
      return false;
    }
    this.#left = subtractCost(this.#left, cost);
    for (const row of rows) {
      if (typeof row === "string") continue;
      this.#rowOfDirectory.set(row.directory, row);
      this.#addFewRemaining(row);
    }
    return true;
  }

  #rowOf({ owner, name, kind, directory }: PlannedRow, level: number): string | DirectoryRow {
    if (directory !== undefined) return new DirectoryRow(directory, name, level);
    switch (kind) {
      case "links":
        return `${entryNameText(name)}@${this.#options.describeLink(owner, name)}`;
      case "others":
        return `${entryNameText(name)} (other)`;
      case "ignored":
        return `${entryNameText(name)}/ (ignored)`;
      default:
        return entryNameText(name);
    }
  }

  /** Spends what is left, and something besides, on the endings of files that have no row, most files first. */
  async addExtensions(extensionsBudget: Cost, pacer: Pacer): Promise<void> {
    this.#left = sumOfCosts([this.#left, extensionsBudget]);
    const shown = this.#rowOfDirectory.values().toArray().sort((a, b) =>
      b.filesWithoutRow - a.filesWithoutRow ||
      compareCodePoints(a.directory.prefix, b.directory.prefix)
    );
    for await (const directory of paced(shown, pacer)) {
      const extensions = directory.listableExtensions;
      if (extensions.length === 0) continue;
      const before = directory.cost;
      directory.extensions = extensions;
      const cost = subtractCost(directory.cost, before);
      if (fits(cost, this.#left)) this.#left = subtractCost(this.#left, cost);
      else directory.extensions = [];
    }
  }

  /** All rows, those of a directory by name. */
  lines(): string[] {
    const lines: string[] = [];
    const stack: (string | DirectoryRow)[] = [this.#root];
    for (let row = stack.pop(); row !== undefined; row = stack.pop()) {
      if (typeof row === "string") lines.push(row);
      else {
        const { level, ownText, restLine, rows } = row;
        const indent = " ".repeat(level + 1);
        if (level >= 0) lines.push(indent.slice(1) + ownText);
        if (restLine !== undefined) stack.push(indent + restLine);
        const lastFirst = rows.entries().toArray().sort(([a], [b]) => compareCodePoints(b, a));
        for (const [, each] of lastFirst) {
          stack.push(typeof each === "string" ? indent + each : each);
        }
      }
    }
    return lines;
  }
}

const NO_COST: Cost = { bytes: 0, tokens: 0 };
