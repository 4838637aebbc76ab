/** The text of `overview`: an indented tree that fits a budget. */
import { compareCodePoints } from "../../../text/compare_code_points.ts";
import { paced } from "../../../pacing/paced.ts";
import type { Pacer } from "../../../pacing/pacer.ts";
import type { Census } from "./census.ts";
import type { CountedDirectory } from "./counted_directory.ts";
import type { PlannedRow } from "./planned_row.ts";
import { omittedLine, shownName } from "./row_text.ts";
import { lineCost, ShownDirectory } from "./shown_directory.ts";
import { type Cost, fits, minus, sum } from "./token_cost.ts";

/** What the layout needs besides the census. */
interface OverviewOptions {
  /** The budget of the text. */
  readonly space: Cost;
  /** Gives what follows a link's name. Called only for links that are shown. */
  describeLink(directory: CountedDirectory, name: string): string;
}

/** The text, and whether every entry met has a row in it. */
interface Overview {
  readonly text: string;
  readonly isComplete: boolean;
}

/** So few entries may take less than the row that counts them. */
const FEW = 3;

/** How much of the budget names may take where not all fit. The rest is for the endings of other files. */
const FOR_NAMES = 0.95;

/** Renders a census: rows in a given order, as many as fit, each in its place in the tree. */
export async function renderOverview(
  { root, omitted }: Census,
  order: readonly PlannedRow[],
  options: OverviewOptions,
  pacer: Pacer,
): Promise<Overview> {
  const last = omittedLine(omitted, root.isFullyCounted);
  const reserved = last === "" ? [] : [lineCost(last, 0)];
  let layout = new Layout(root, options, reserved);
  await layout.addAll(order, pacer);
  if (!layout.isComplete) {
    const { bytes, tokens } = options.space;
    const besides = { bytes: bytes * (1 - FOR_NAMES), tokens: tokens * (1 - FOR_NAMES) };
    layout = new Layout(root, options, [...reserved, besides]);
    await layout.addAll(order, pacer);
    await layout.addEndings(besides, pacer);
  }
  const lines = [...layout.lines(), ...last === "" ? [] : [last]];
  return { text: lines.join("\n"), isComplete: root.isFullyCounted && layout.isComplete };
}

class Layout {
  readonly #options: OverviewOptions;
  readonly #root: ShownDirectory;
  readonly #shown = new Map<CountedDirectory, ShownDirectory>();
  /** The budget left for further rows. */
  #space: Cost;

  /** @param reserved The cost of rows that are sure to come. */
  constructor(root: CountedDirectory, options: OverviewOptions, reserved: readonly Cost[]) {
    this.#options = options;
    this.#root = new ShownDirectory(root, "", -1);
    this.#shown.set(root, this.#root);
    // The last row has no line end: that saves a byte, but after a bracket or a slash no token.
    const space = sum([options.space, { bytes: 1, tokens: 0 }]);
    this.#space = minus(space, sum([this.#root.cost, ...reserved]));
  }

  /** Whether every entry has a row. */
  get isComplete(): boolean {
    return this.#shown.values().every(({ left }) => left === 0);
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
    const shown = this.#shown.get(row.owner);
    // A directory that its parent tells of twice has one row, and what lies in the second none.
    if (shown === undefined || shown.has(row.name)) return true;
    if (!this.#show(shown, [row], this.#space)) return false;
    this.#showRest(shown);
    return true;
  }

  /** Shows the last entries of a directory, if the row for them takes as much. */
  #showRest(shown: ShownDirectory): void {
    const { left, directory } = shown;
    if (left === 0 || left > FEW || !directory.isKept) return;
    this.#show(shown, shown.entriesWithoutRow(), NOTHING);
  }

  /** Shows entries of a directory, if they take no more than a cost. */
  #show(shown: ShownDirectory, entries: readonly PlannedRow[], most: Cost): boolean {
    const before = shown.cost;
    const rows = entries.map((entry) => this.#rowOf(entry, shown.level + 1));
    shown.add(entries, rows);
    const costs = rows.map((row) =>
      typeof row === "string" ? lineCost(row, shown.level + 1) : row.cost
    );
    const cost = minus(sum([shown.cost, ...costs]), before);
    if (!fits(cost, most)) {
      shown.remove(entries);
      return false;
    }
    this.#space = minus(this.#space, cost);
    for (const row of rows) {
      if (typeof row === "string") continue;
      this.#shown.set(row.directory, row);
      this.#showRest(row);
    }
    return true;
  }

  #rowOf({ owner, name, kind, directory }: PlannedRow, level: number): string | ShownDirectory {
    if (directory !== undefined) return new ShownDirectory(directory, name, level);
    switch (kind) {
      case "links":
        return `${shownName(name)}@${this.#options.describeLink(owner, name)}`;
      case "others":
        return `${shownName(name)} (other)`;
      case "ignored":
        return `${shownName(name)}/ (ignored)`;
      default:
        return shownName(name);
    }
  }

  /** Spends what is left, and something besides, on the endings of files that have no row, most files first. */
  async addEndings(besides: Cost, pacer: Pacer): Promise<void> {
    this.#space = sum([this.#space, besides]);
    const shown = this.#shown.values().toArray().sort((a, b) =>
      b.filesWithoutRow - a.filesWithoutRow ||
      compareCodePoints(a.directory.prefix, b.directory.prefix)
    );
    for await (const directory of paced(shown, pacer)) {
      const endings = directory.knownEndings;
      if (endings.length === 0) continue;
      const before = directory.cost;
      directory.endings = endings;
      const cost = minus(directory.cost, before);
      if (fits(cost, this.#space)) this.#space = minus(this.#space, cost);
      else directory.endings = [];
    }
  }

  /** All rows, those of a directory by name. */
  lines(): string[] {
    const lines: string[] = [];
    const stack: (string | ShownDirectory)[] = [this.#root];
    for (let row = stack.pop(); row !== undefined; row = stack.pop()) {
      if (typeof row === "string") lines.push(row);
      else {
        const { level, ownRow, restRow, rows } = row;
        const indent = " ".repeat(level + 1);
        if (level >= 0) lines.push(indent.slice(1) + ownRow);
        if (restRow !== undefined) stack.push(indent + restRow);
        const lastFirst = rows.entries().toArray().sort(([a], [b]) => compareCodePoints(b, a));
        for (const [, each] of lastFirst) {
          stack.push(typeof each === "string" ? indent + each : each);
        }
      }
    }
    return lines;
  }
}

const NOTHING: Cost = { bytes: 0, tokens: 0 };
