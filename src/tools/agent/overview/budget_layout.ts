/** Lays out rows as an indented tree that fits a budget. */
import { compareCodePoints } from "../../../text/compare_code_points.ts";
import { paced } from "../../../pacing/paced.ts";
import type { Pacer } from "../../../pacing/pacer.ts";
import type { CountedTree } from "./tree_counter.ts";
import type { CountedDirectory } from "./counted_directory.ts";
import type { PlannedRow } from "./planned_row.ts";
import { entryNameText, omittedLine } from "./row_text.ts";
import { DirectoryRow, type EntryRow, lineCost } from "./directory_row.ts";
import { type Cost, fits, subtractCost, sumOfCosts } from "./token_cost.ts";

interface LayoutOptions {
  readonly budget: Cost;
  /** Returns the text after a link's name. Called only for links that are shown. */
  describeLink(directory: CountedDirectory, name: string): string;
}

interface LayoutResult {
  readonly text: string;
  /** True if every entry visited has a row. */
  readonly isComplete: boolean;
}

/** Maximum rows that are tried in place of the line that counts them, which may cost more. */
const MAX_RESTORED_ROWS = 3;
/** The share of the budget for names where not all fit. The rest is for the extensions of other files. */
const NAMES_BUDGET_SHARE = 0.95;

/** Returns the text of as many rows as fit, the first ones first, each at its position in the tree. */
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

  /** @param reserved The costs that are set aside. */
  constructor(root: CountedDirectory, options: LayoutOptions, reserved: readonly Cost[]) {
    this.#options = options;
    this.#root = new DirectoryRow(root, "", -1);
    this.#rowOfDirectory.set(root, this.#root);
    // The last row has no line end: that saves a byte, but after a bracket or a slash no token.
    const space = sumOfCosts([options.budget, { bytes: 1, tokens: 0 }]);
    this.#left = subtractCost(space, sumOfCosts([this.#root.cost, ...reserved]));
  }

  /** True if every entry has a row. */
  get isComplete(): boolean {
    return this.#rowOfDirectory.values().every(({ entriesLeft }) => entriesLeft === 0);
  }

  /** Adds rows up to the first that does not fit. */
  async addAll(order: readonly PlannedRow[], pacer: Pacer): Promise<void> {
    for await (const row of paced(order, pacer)) if (!this.#add(row)) break;
  }

  /** Adds a row if it fits, and the last rows of its directory if they cost no more than their count. */
  #add(row: PlannedRow): boolean {
    const shown = this.#rowOfDirectory.get(row.owner);
    // A directory that changes during the walk may be listed twice. The second has no row, nor has its content.
    if (shown === undefined || shown.has(row.name)) return true;
    if (!this.#addIfAtMost(shown, [row], this.#left)) return false;
    this.#addFewRemaining(shown);
    return true;
  }

  #addFewRemaining(shown: DirectoryRow): void {
    const { entriesLeft, directory } = shown;
    if (entriesLeft === 0 || entriesLeft > MAX_RESTORED_ROWS || !directory.hasAllNames) return;
    this.#addIfAtMost(shown, shown.entriesWithoutRow(), NO_COST);
  }

  /** Adds rows to a directory if they raise the cost by no more than a maximum; reports whether they do. */
  #addIfAtMost(shown: DirectoryRow, entries: readonly PlannedRow[], maxCost: Cost): boolean {
    const before = shown.cost;
    const rows = entries.map((entry) => this.#rowOf(entry, shown.level + 1));
    shown.add(entries, rows);
    const costs = rows.map((row) =>
      row.type === "entry" ? lineCost(row.text, row.level) : row.cost
    );
    const cost = subtractCost(sumOfCosts([shown.cost, ...costs]), before);
    if (!fits(cost, maxCost)) {
      shown.remove(entries);
      return false;
    }
    this.#left = subtractCost(this.#left, cost);
    for (const row of rows) {
      if (row.type === "entry") continue;
      this.#rowOfDirectory.set(row.directory, row);
      this.#addFewRemaining(row);
    }
    return true;
  }

  #rowOf(row: PlannedRow, level: number): EntryRow | DirectoryRow {
    const { name, directory } = row;
    if (directory !== undefined) return new DirectoryRow(directory, name, level);
    return { type: "entry", text: this.#entryText(row), level };
  }

  #entryText({ owner, name, kind }: PlannedRow): string {
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

  /** Spends the rest of the budget on extensions of files without a row, most files first. */
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

  /** Returns all lines; the rows of a directory sorted by name. */
  lines(): string[] {
    const lines: string[] = [];
    const stack: (EntryRow | DirectoryRow)[] = [this.#root];
    for (let row = stack.pop(); row !== undefined; row = stack.pop()) {
      const { level, text } = row;
      if (level >= 0) lines.push(" ".repeat(level) + text);
      if (row.type === "entry") continue;
      const { restLine, rows } = row;
      if (restLine !== undefined) stack.push({ type: "entry", text: restLine, level: level + 1 });
      const lastFirst = rows.entries().toArray().sort(([a], [b]) => compareCodePoints(b, a));
      for (const [, each] of lastFirst) stack.push(each);
    }
    return lines;
  }
}

const NO_COST: Cost = { bytes: 0, tokens: 0 };
