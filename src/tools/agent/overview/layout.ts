/** The text of `overview`: an indented tree that fits a budget. */
import {
  type Census,
  type Closed,
  type CountedDirectory,
  type Item,
  type Omitted,
  TOTAL_KEYS,
  type Totals,
} from "./census.ts";
import { compareCodePoints } from "../../../text/compare_code_points.ts";
import type { Pacer } from "../../../pacing/pacer.ts";
import { escapeCodePoint, grouped, lineSafe } from "../../../text/line_safe.ts";
import { rowSafe } from "../../row_safe.ts";
import { type Cost, costOf, fits, indentTokens, minus, sum } from "./token_cost.ts";

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

/** Entries that have no row yet. */
interface Rest extends Totals {
  omitted: number;
}

interface Row {
  readonly text: string;
  /** With its line end, without indentation. */
  readonly cost: Cost;
  /** How the entry is counted. */
  readonly kind: keyof Rest;
  /** The directory that it stands for. */
  readonly directory?: CountedDirectory | undefined;
}

/** Renders a census level by level, the directories with the shortest lists first, while the budget lasts. */
export async function renderOverview(
  { root, omitted }: Census,
  options: OverviewOptions,
  pacer: Pacer,
): Promise<Overview> {
  const layout = new Layout(options, pacer);
  const last = omittedLine(omitted, root.isFullyCounted);
  const isOpen = await layout.openRoot(root, last === "" ? [] : [lineCost(last)]);
  for (let level = isOpen ? [root] : []; level.length > 0;) level = await layout.openBelow(level);
  const lines = layout.lines(root);
  return {
    text: [...lines, ...last === "" ? [] : [last]].join("\n"),
    isComplete: isOpen && root.isFullyCounted && layout.isComplete(root),
  };
}

class Layout {
  readonly #options: OverviewOptions;
  readonly #pacer: Pacer;
  readonly #rows = new Map<CountedDirectory, readonly Row[]>();
  /** The budget left for further rows. */
  #space: Cost;

  constructor(options: OverviewOptions, pacer: Pacer) {
    this.#options = options;
    this.#pacer = pacer;
    // The last row has no line end.
    this.#space = sum([options.space, costOf("\n")]);
  }

  /**
   * Shows the entries of the root: all of them, if need be without extensions, or else as many as fit,
   * with one row for the rest.
   *
   * @param reserved The cost of rows that are sure to come.
   * @returns Whether all entries are shown.
   */
  async openRoot(root: CountedDirectory, reserved: readonly Cost[]): Promise<boolean> {
    this.#space = minus(this.#space, sum(reserved));
    let rows: readonly Row[] = [];
    for (const isBrief of [false, true]) {
      rows = await this.#rowsOf(root, isBrief);
      const cost = sum(rows.map((row) => row.cost));
      if (rows.length < root.size || !fits(cost, this.#space)) continue;
      this.#space = minus(this.#space, cost);
      this.#rows.set(root, rows);
      return true;
    }
    const rest: Rest = { ...root.totals, omitted: root.omittedRows };
    // The row for the rest gets shorter as fewer are left: reserving its longest form is safe.
    let space = minus(this.#space, lineCost(moreText(rest, root.isFullyCounted)));
    const shown: Row[] = [];
    for (const row of rows) {
      if (!fits(row.cost, space)) {
        // A very long name does not hide what comes after it.
        if (row.cost.bytes > this.#options.space.bytes / 8) continue;
        break;
      }
      space = minus(space, row.cost);
      shown.push(row);
      subtract(rest, row);
    }
    this.#rows.set(root, [...shown, rowOf(moreText(rest, root.isFullyCounted), "omitted")]);
    return false;
  }

  /** Opens as many directories below a level as fit, and returns them. */
  async openBelow(level: readonly CountedDirectory[]): Promise<CountedDirectory[]> {
    const candidates = level.flatMap((directory) =>
      this.#rows.get(directory)!.filter((row) => row.directory?.size)
    );
    candidates.sort(({ directory: a }, { directory: b }) =>
      a!.bytes - b!.bytes || a!.size - b!.size || compareCodePoints(pathOf(a!), pathOf(b!))
    );
    const opened: CountedDirectory[] = [];
    for (const row of candidates) {
      if (this.#pacer.isDue()) await this.#pacer.pause();
      if (await this.#open(row.directory!, row)) opened.push(row.directory!);
    }
    return opened;
  }

  async #open(directory: CountedDirectory, row: Row): Promise<boolean> {
    const { size } = directory;
    const depth = depthOf(directory);
    const indents = { bytes: depth * size, tokens: indentTokens(depth) * size };
    const closed = minus(lineCost(openText(directory)), row.cost);
    const space = minus(minus(this.#space, closed), indents);
    // A row costs two tokens at least. What cannot fit is not rendered.
    if (!fits({ bytes: directory.bytes, tokens: 2 * size }, space)) return false;
    const rows = await this.#rowsOf(directory, false);
    const cost = sum(rows.map((each) => each.cost));
    if (!fits(cost, space)) return false;
    this.#space = minus(space, cost);
    this.#rows.set(directory, rows);
    return true;
  }

  /** The rows of a directory, by name, without indentation. */
  async #rowsOf(directory: CountedDirectory, isBrief: boolean): Promise<Row[]> {
    const named: [string, Row][] = [];
    for (const item of directory.items) {
      for (const name of "names" in item ? item.names : [item.name]) {
        if (this.#pacer.isDue()) await this.#pacer.pause();
        named.push([name, this.#rowOf(directory, item, { name, isBrief })]);
      }
    }
    return named.sort(([a], [b]) => compareCodePoints(a, b)).map(([, row]) => row);
  }

  #rowOf(
    directory: CountedDirectory,
    item: Item,
    { name, isBrief }: { readonly name: string; readonly isBrief: boolean },
  ): Row {
    switch (item.type) {
      case "files":
        return rowOf(shownName(name), "files");
      case "link": {
        const target = this.#options.describeLink(directory, name);
        return rowOf(`${shownName(name)}@${target}`, "links");
      }
      case "other":
        return rowOf(`${shownName(name)} (other)`, "others");
      case "ignored":
        return rowOf(`${shownName(name)}/ (ignored)`, "omitted");
      case "directory": {
        const isCounted = item.closed === undefined || item.closed === "unread";
        return rowOf(closedText(item, isBrief), isCounted ? "dirs" : "omitted", item);
      }
    }
  }

  lines(root: CountedDirectory): string[] {
    const lines: string[] = [];
    const stack = [{ rows: this.#rows.get(root)!, next: 0 }];
    for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
      const row = frame.rows[frame.next++];
      if (row === undefined) {
        stack.pop();
        continue;
      }
      const inner = row.directory && this.#rows.get(row.directory);
      const indent = " ".repeat(stack.length - 1);
      lines.push(indent + (inner === undefined ? row.text : openText(row.directory!)));
      if (inner !== undefined) stack.push({ rows: inner, next: 0 });
    }
    return lines;
  }

  /** Whether every directory that was read is open. */
  isComplete(root: CountedDirectory): boolean {
    const stack = [root];
    for (let each = stack.pop(); each !== undefined; each = stack.pop()) {
      const rows = this.#rows.get(each);
      if (rows === undefined) return false;
      for (const { directory } of rows) if (directory?.size) stack.push(directory);
    }
    return true;
  }
}

function rowOf(
  text: string,
  kind: Row["kind"],
  directory?: CountedDirectory,
): Row {
  return { text, cost: lineCost(text), kind, directory };
}

function lineCost(text: string): Cost {
  return costOf(`${text}\n`);
}

/** Subtracts an entry, and everything below it. */
function subtract(rest: Rest, { kind, directory }: Row): void {
  rest[kind]--;
  if (directory !== undefined) {
    for (const each of TOTAL_KEYS) {
      rest[each] -= directory.totals[each];
    }
  }
}

function openText({ name }: CountedDirectory): string {
  return `${shownName(name)}/`;
}

/** A name that reads like no other entry's row either. */
function shownName(name: string): string {
  return rowSafe(name).replace(/@(?= -> )|(?<= )\((?=other\)$)/gu, escapeCodePoint);
}

const CLOSED: Readonly<Record<Closed, string>> = {
  denied: "permission denied",
  io_error: "cannot be read",
  outside: "not permitted",
  unaddressable: "cannot be opened by its name",
  unread: "not read",
};

/** A directory in one row. */
function closedText(directory: CountedDirectory, isBrief: boolean): string {
  return `${openText(directory)} (${summaryOf(directory, isBrief)})`;
}

function summaryOf(directory: CountedDirectory, isBrief: boolean): string {
  const { closed, totals, isFullyCounted, omitted } = directory;
  const extensions = isBrief ? [] : directory.extensions;
  if (closed !== undefined) return CLOSED[closed];
  const counts = countsOf(totals);
  if (counts === "") return omitted === 0 ? "empty" : `${grouped(omitted)} omitted`;
  const endings = extensions.map(([ending, count]) => `${lineSafe(ending)} ${grouped(count)}`);
  const about = endings.length === 0 ? "" : `: ${endings.join(", ")}`;
  return `${isFullyCounted ? "" : ">= "}${counts}${about}`;
}

/** The counts that are not zero, in words; `""` if all are zero. */
export function countsOf({ files, dirs, links, others }: Totals): string {
  return [
    ...numbered(files, "file"),
    ...numbered(dirs, "dir"),
    ...numbered(links, "link"),
    ...numbered(others, "other"),
  ].join(", ");
}

function numbered(count: number, noun: string): string[] {
  return count === 0 ? [] : [`${grouped(count)} ${noun}${count === 1 ? "" : "s"}`];
}

function moreText(rest: Rest, isFullyCounted: boolean): string {
  const count = TOTAL_KEYS.reduce((total, kind) => total + rest[kind], 0);
  const parts = [
    ...count === 0 ? [] : [`${grouped(count)} more (${countsOf(rest)})`],
    ...rest.omitted === 0 ? [] : [`${grouped(rest.omitted)} omitted`],
  ];
  return `… ${isFullyCounted ? "" : ">= "}${parts.join(", ")}`;
}

/** The line that counts what is left out; `""` if nothing is. */
function omittedLine(omitted: Omitted, isFullyCounted: boolean): string {
  const counts = Object.entries(omitted).filter(([, count]) => count > 0);
  if (counts.length === 0) return "";
  const list = counts.map(([reason, count]) => `${grouped(count)} ${reason}`).join(", ");
  return `omitted: ${isFullyCounted ? "" : ">= "}${list}`;
}

function pathOf(directory: CountedDirectory): string {
  const names: string[] = [];
  for (let each: CountedDirectory | undefined = directory; each !== undefined; each = each.parent) {
    names.push(each.name);
  }
  return names.reverse().join("/");
}

function depthOf(directory: CountedDirectory): number {
  let depth = 0;
  for (let each = directory.parent; each !== undefined; each = each.parent) depth++;
  return depth;
}
