import { type CountedDirectory, TOTAL_KEYS } from "./counted_directory.ts";
import type { EndingCounts } from "./endings.ts";
import { type PlannedRow, rowFor } from "./planned_row.ts";
import {
  directoryText,
  type Rest,
  restEndings,
  restText,
  summaryText,
  tellingEndings,
} from "./row_text.ts";
import { type Cost, costOf, indentTokens, sum } from "./token_cost.ts";

const NO_ENDINGS: EndingCounts = [];

/** A directory that has a row, or the root. Its cost is that of its own row and of the row for its rest. */
export class ShownDirectory {
  readonly directory: CountedDirectory;
  /** Its name, or those of a chain that ends with it. */
  readonly name: string;
  /** How far its own row is indented; -1 for the root, which has none. */
  readonly level: number;
  /** Its rows by the name of the entry: text, or a directory again. */
  readonly rows = new Map<string, string | ShownDirectory>();
  /** What is said of the endings of files that have no row. */
  endings = NO_ENDINGS;
  #rest: Readonly<Rest>;

  constructor(directory: CountedDirectory, name: string, level: number) {
    this.directory = directory;
    this.name = name;
    this.level = level;
    this.#rest = { ...directory.totals, omitted: directory.omittedRows };
  }

  /** Whether it shows what is in it. The root always does. */
  get isOpen(): boolean {
    return this.level < 0 || this.rows.size > 0;
  }

  /** How many of its entries have no row. */
  get left(): number {
    return this.directory.size - this.rows.size;
  }

  /** Its own row, without indentation. */
  get ownRow(): string {
    const name = directoryText(this.name);
    return this.isOpen ? name : name + summaryText(this.directory, this.endings);
  }

  /** The row for what has none in it, without indentation. */
  get restRow(): string | undefined {
    if (!this.isOpen || this.left === 0) return undefined;
    return restText(this.#rest, this.directory.isFullyCounted, this.endings);
  }

  get cost(): Cost {
    const { level, restRow } = this;
    const own = level < 0 ? [] : [lineCost(this.ownRow, level)];
    return sum(restRow === undefined ? own : [...own, lineCost(restRow, level + 1)]);
  }

  /** The endings that the files without a row mostly have, where that is known and says something. */
  get knownEndings(): EndingCounts {
    if (!this.isOpen) return tellingEndings(this.directory);
    if (this.left === 0) return NO_ENDINGS;
    const files: string[] = [];
    for (const [name, row] of this.rows) {
      if (typeof row === "string") files.push(name);
      else if (row.directory.totals.files > 0) return NO_ENDINGS;
    }
    return restEndings(this.directory, this.#rest, files);
  }

  /** How many files have no row in it and below it, apart from those that open directories in it count. */
  get filesWithoutRow(): number {
    return this.isOpen ? this.#rest.files : this.directory.totals.files;
  }

  /** Adds the rows of entries. */
  add(entries: readonly PlannedRow[], rows: readonly (string | ShownDirectory)[]): void {
    for (const [i, { name }] of entries.entries()) this.rows.set(firstOf(name), rows[i]!);
    this.#rest = without(this.#rest, entries);
  }

  /** Takes back what {@linkcode add} added last. */
  remove(entries: readonly PlannedRow[]): void {
    for (const { name } of entries) this.rows.delete(firstOf(name));
    this.#rest = without(this.#rest, entries, -1);
  }

  /** Whether an entry has a row. */
  has(name: string): boolean {
    return this.rows.has(firstOf(name));
  }

  /** The entries that have no row, if their names are known. */
  entriesWithoutRow(): PlannedRow[] {
    const owner = this.directory;
    const entries = owner.directories.map(rowFor);
    for (const kind of ["files", "links", "others", "ignored"] as const) {
      for (const name of owner[kind]) entries.push({ owner, name, kind });
    }
    return entries.filter(({ name }) => !this.has(name));
  }
}

/** The cost of a row with its line end. */
export function lineCost(text: string, level: number): Cost {
  return sum([costOf(`${text}\n`), { bytes: level, tokens: indentTokens(level) }]);
}

/** The entry that a chain begins with. */
function firstOf(name: string): string {
  const slash = name.indexOf("/");
  return slash < 0 ? name : name.slice(0, slash);
}

/** What is left where entries have rows; or, `sign` -1, the other way round. */
function without(rest: Readonly<Rest>, entries: readonly PlannedRow[], sign = 1): Rest {
  const left = { ...rest };
  for (const { name, kind, directory } of entries) {
    if (kind === "ignored" || isOmitted(directory)) left.omitted -= sign;
    else if (directory === undefined) left[kind] -= sign;
    else {
      left.dirs -= sign * name.split("/").length;
      for (const each of TOTAL_KEYS) left[each] -= sign * directory.totals[each];
    }
  }
  return left;
}

/** Whether the totals leave a directory out. */
function isOmitted(directory: CountedDirectory | undefined): boolean {
  return directory?.closed !== undefined && directory.closed !== "unread";
}
