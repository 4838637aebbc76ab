/** Lays out rows as an indented tree that fits a budget. */
import { compareCodePoints } from "../../../text/compare_code_points.ts";
import { forEachPaced, type Pacer } from "../../../pacing/pacer.ts";
import { type Steps, takePaced } from "../../../pacing/paced_steps.ts";
import type { CountedTree } from "./tree_counter.ts";
import type { CountedDirectory, PlannedRow } from "./counted_directory.ts";
import type { Marks } from "./marks.ts";
import { entryNameText, omittedLines } from "./row_text.ts";
import { DirectoryRow, type EntryRow, lineCost } from "./directory_row.ts";
import { type Cost, estimateTokens, subtractCost, sumOfCosts } from "./token_cost.ts";

interface LayoutOptions {
  readonly maxTokens: number;
  readonly marks: Marks;
  /** Returns the text after a link's name. Called only for links that are shown. */
  describeLink(directory: CountedDirectory, name: string): string;
}

export interface LayoutResult {
  readonly text: string;
  /** True if every entry visited has a row. */
  readonly isComplete: boolean;
}

export const MIN_OVERVIEW_TOKENS = 200;
/** Maximum rows that are tried in place of the line that counts them, which may cost more. */
const MAX_RESTORED_ROWS = 3;
/** The share of what a budget has above the minimum that is for the extensions of files without a row. */
const EXTENSIONS_SHARE = 0.05;
/** A row may add this many tokens, and this share of those before it: budgets that end before it are 90 % used. */
const ROW_TOKENS = 10;
const ROW_SHARE = 0.05;

/** Returns the text of as many rows as fit, the first ones first, each at its position in the tree. */
export async function layOutRows(
  { root, omitted }: CountedTree,
  order: readonly PlannedRow[],
  options: LayoutOptions,
  pacer: Pacer,
): Promise<LayoutResult> {
  const { reserved, used } = options.marks;
  const maxTokens = options.maxTokens - reserved;
  const lastLines = omittedLines(omitted, root.isFullyCounted);
  const lastLineCost = sumOfCosts(lastLines.map((line) => lineCost(line, 0)));
  let layout = new BudgetLayout(root, options, lastLineCost);
  await takePaced(layout.addAll(order, maxTokens), pacer);
  if (!layout.isComplete) {
    layout = new BudgetLayout(root, options, lastLineCost);
    const forExtensions = EXTENSIONS_SHARE * Math.max(0, maxTokens - MIN_OVERVIEW_TOKENS);
    await takePaced(layout.addAll(order, maxTokens - forExtensions), pacer);
    await layout.addExtensions(options.maxTokens - used, pacer);
  }
  const text = [...layout.lines(), ...lastLines].join("\n");
  return { text, isComplete: root.isFullyCounted && layout.isComplete };
}

class BudgetLayout {
  readonly #options: LayoutOptions;
  readonly #root: DirectoryRow;
  readonly #rowOfDirectory = new Map<CountedDirectory, DirectoryRow>();
  /** The cost of all lines. */
  #cost: Cost;

  constructor(root: CountedDirectory, options: LayoutOptions, lastLineCost: Cost) {
    this.#options = options;
    this.#root = new DirectoryRow(root, "", -1);
    this.#rowOfDirectory.set(root, this.#root);
    // The last line has no line end: that saves a byte, but after a bracket or a slash no token.
    this.#cost = sumOfCosts([this.#root.cost, lastLineCost, { bytes: -1, tokens: 0 }]);
  }

  /** True if every entry has a row. */
  get isComplete(): boolean {
    return this.#rowOfDirectory.values().every(({ entriesLeft }) => entriesLeft === 0);
  }

  /**
   * Adds rows up to the first that does not fit. One that adds so much that less than 90 % of some budget would be
   * used before it waits until others are added, whatever the budget: a larger one shows all rows of a smaller one.
   */
  *addAll(order: readonly PlannedRow[], maxTokens: number): Steps<void> {
    let waiting: PlannedRow[] = [];
    let retryAt = MIN_OVERVIEW_TOKENS;
    for (const row of order) {
      if (!(yield* this.#addEach([row], maxTokens, waiting))) return;
      const tokens = estimateTokens(this.#cost);
      if (tokens < retryAt) continue;
      retryAt = tokens * (1 + ROW_SHARE);
      const again = waiting;
      waiting = [];
      if (!(yield* this.#addEach(again, maxTokens, waiting))) return;
    }
    yield* this.#addEach(waiting, maxTokens);
  }

  /** Adds rows, and those that wait to `waiting`; without that, none waits. Returns `false` at the first that does not fit. */
  *#addEach(
    rows: readonly PlannedRow[],
    maxTokens: number,
    waiting?: PlannedRow[],
  ): Steps<boolean> {
    for (const row of rows) {
      yield;
      const outcome = this.#add(row, maxTokens, waiting !== undefined);
      if (outcome === "full") return false;
      if (outcome === "waits") waiting?.push(row);
    }
    return true;
  }

  /** Adds a row, and the last rows of its directory if they cost no more than their count. */
  #add(row: PlannedRow, maxTokens: number, mayWait: boolean): "added" | "waits" | "full" {
    const shown = this.#rowOfDirectory.get(row.owner);
    if (shown === undefined) return "waits";
    // A directory that changes during the walk may be listed twice.
    if (shown.has(row.name)) return "added";
    const before = estimateTokens(this.#cost);
    const least = Math.max(MIN_OVERVIEW_TOKENS, ROW_TOKENS + before * (1 + ROW_SHARE));
    const limit = mayWait ? Math.min(maxTokens, least) : maxTokens;
    if (!this.#addUpTo(limit, shown, [row])) return limit < maxTokens ? "waits" : "full";
    this.#addFewRemaining(shown);
    return "added";
  }

  #addFewRemaining(shown: DirectoryRow): void {
    const { entriesLeft } = shown;
    if (entriesLeft === 0 || entriesLeft > MAX_RESTORED_ROWS) return;
    const entries = shown.entriesWithoutRow();
    const hasAllNames = entries.length === entriesLeft;
    if (hasAllNames) this.#addUpTo(estimateTokens(this.#cost), shown, entries);
  }

  /** Adds rows to a directory if all lines then take no more than a number of tokens; reports whether they do. */
  #addUpTo(maxTokens: number, shown: DirectoryRow, entries: readonly PlannedRow[]): boolean {
    const before = shown.cost;
    const rows = entries.map((entry) => this.#rowOf(entry, shown.level + 1));
    shown.add(entries, rows);
    const costs = [this.#cost, shown.cost, ...rows.map((row) => row.cost)];
    const cost = subtractCost(sumOfCosts(costs), before);
    if (estimateTokens(cost) > maxTokens) {
      shown.remove(entries);
      return false;
    }
    this.#cost = cost;
    for (const row of rows) {
      if (row.type === "entry") continue;
      this.#rowOfDirectory.set(row.directory, row);
      this.#addFewRemaining(row);
    }
    return true;
  }

  #rowOf(row: PlannedRow, level: number): EntryRow | DirectoryRow {
    const { owner, name, kind, directory } = row;
    if (directory !== undefined) return new DirectoryRow(directory, name, level);
    const mark = this.#options.marks.of(owner.prefix + name);
    const about = kind === "links"
      ? `@${this.#options.describeLink(owner, name)}`
      : KIND_TEXTS[kind];
    const text = entryNameText(name) + about;
    return { type: "entry", text, level, cost: lineCost(text, level), mark };
  }

  /** Spends the rest of a budget on extensions of files without a row, most files first. */
  async addExtensions(maxTokens: number, pacer: Pacer): Promise<void> {
    const shown = this.#rowOfDirectory.values().toArray().sort((a, b) =>
      b.filesWithoutRow - a.filesWithoutRow ||
      compareCodePoints(a.directory.prefix, b.directory.prefix)
    );
    await forEachPaced(shown, pacer, (directory) => {
      const extensions = directory.listableExtensions;
      if (extensions.length === 0) return;
      const before = directory.cost;
      directory.extensions = extensions;
      const cost = subtractCost(sumOfCosts([this.#cost, directory.cost]), before);
      if (estimateTokens(cost) <= maxTokens) this.#cost = cost;
      else directory.extensions = [];
    });
  }

  /** Returns all lines; the rows of a directory sorted by name. */
  lines(): string[] {
    const lines: string[] = [];
    const add = (row: EntryRow | DirectoryRow): void => {
      const mark = row.type === "entry" ? row.mark : "";
      if (row !== this.#root) lines.push(" ".repeat(row.level) + row.text + mark);
      if (row.type === "entry") return;
      const sorted = row.rows.entries().toArray().sort(([a], [b]) => compareCodePoints(a, b));
      for (const [, each] of sorted) add(each);
      if (row.restLine !== undefined) lines.push(" ".repeat(row.level + 1) + row.restLine);
    };
    add(this.#root);
    return lines;
  }
}

/** What follows the name of an entry of each kind. */
const KIND_TEXTS = { files: "", others: " (other)", ignored: "/ (ignored)", dirs: "/" } as const;
