/** The text of `overview`: an indented tree that fits a budget. */
import { compareCodePoints } from "../../../text/compare_code_points.ts";
import { paced } from "../../../pacing/paced.ts";
import type { Pacer } from "../../../pacing/pacer.ts";
import type { Census } from "./census.ts";
import type { CountedDirectory } from "./counted_directory.ts";
import type { PlannedRow } from "./planned_row.ts";
import { omittedLine, shownName } from "./row_text.ts";
import { type Entry, lineCost, ShownDirectory } from "./shown_directory.ts";
import { type Cost, fits, minus, sum } from "./token_cost.ts";

/** What the layout needs besides the census. */
export interface OverviewOptions {
  /** The budget of the text. */
  readonly space: Cost;
  /** Gives what follows a link's name. Called only for links that are shown. */
  describeLink(directory: CountedDirectory, name: string): string;
}

/** The text, and whether every entry met has a row in it. */
export interface Overview {
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
  #add({ owner, name, kind, directory }: PlannedRow): boolean {
    const shown = this.#shown.get(owner);
    // A directory that its parent tells of twice has one row, and what lies in the second none.
    if (shown === undefined || shown.has(name)) return true;
    if (!this.#show(shown, [{ name, kind, directory }], this.#space)) return false;
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
  #show(shown: ShownDirectory, entries: readonly Entry[], most: Cost): boolean {
    const before = shown.cost;
    const directories: ShownDirectory[] = [];
    const costs: Cost[] = [];
    shown.add(entries, (entry) => {
      const row = this.#rowOf(shown, entry);
      if (typeof row === "string") costs.push(lineCost(row, shown.level + 1));
      else {
        costs.push(row.cost);
        directories.push(row);
      }
      return row;
    });
    const cost = minus(sum([shown.cost, ...costs]), before);
    if (!fits(cost, most)) {
      shown.remove(entries);
      return false;
    }
    this.#space = minus(this.#space, cost);
    for (const directory of directories) {
      this.#shown.set(directory.directory, directory);
      this.#showRest(directory);
    }
    return true;
  }

  #rowOf(
    { directory: owner, level }: ShownDirectory,
    { name, kind, directory }: Entry,
  ): string | ShownDirectory {
    if (directory !== undefined) return new ShownDirectory(directory, name, level + 1);
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

  lines(): string[] {
    const lines: string[] = [];
    const stack = [frameOf(this.#root)];
    for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
      const row = frame.rows[frame.next++];
      const indent = " ".repeat(frame.shown.level + 1);
      if (row === undefined) {
        const { restRow } = frame.shown;
        if (restRow !== undefined) lines.push(indent + restRow);
        stack.pop();
      } else if (typeof row === "string") lines.push(indent + row);
      else {
        lines.push(indent + row.ownRow);
        stack.push(frameOf(row));
      }
    }
    return lines;
  }
}

const NOTHING: Cost = { bytes: 0, tokens: 0 };

interface Frame {
  readonly shown: ShownDirectory;
  readonly rows: readonly (string | ShownDirectory)[];
  next: number;
}

/** The rows of a directory by name. */
function frameOf(shown: ShownDirectory): Frame {
  const rows = shown.rows.entries().toArray().sort(([a], [b]) => compareCodePoints(a, b));
  return { shown, rows: rows.map(([, row]) => row), next: 0 };
}
