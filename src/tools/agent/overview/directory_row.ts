import { type CountedDirectory, TOTAL_KEYS } from "./counted_directory.ts";
import type { ExtensionCounts } from "./extension_counts.ts";
import { chainRowOf, type PlannedRow } from "./planned_row.ts";
import {
  directoryNameText,
  frequentExtensions,
  frequentRestExtensions,
  type RestCounts,
  restText,
  summaryText,
} from "./row_text.ts";
import { type Cost, costOf, indentTokens, sumOfCosts } from "./token_cost.ts";

const NO_EXTENSIONS: ExtensionCounts = [];

/** A directory that has a row, or the root. Its cost is that of its own row and of the row for its rest. */
export class DirectoryRow {
  readonly directory: CountedDirectory;
  /** Its name, or those of a chain that ends with it. */
  readonly name: string;
  /** How far its own row is indented; -1 for the root, which has none. */
  readonly level: number;
  /** Its rows by the name of the entry: text, or a directory again. */
  readonly rows = new Map<string, string | DirectoryRow>();
  /** What is said of the endings of files that have no row. */
  extensions = NO_EXTENSIONS;
  #rest: Readonly<RestCounts>;

  constructor(directory: CountedDirectory, name: string, level: number) {
    this.directory = directory;
    this.name = name;
    this.level = level;
    this.#rest = { ...directory.totals, omitted: directory.omittedRows };
  }

  /** Whether it shows what is in it. The root always does. */
  get isExpanded(): boolean {
    return this.level < 0 || this.rows.size > 0;
  }

  /** How many of its entries have no row. */
  get entriesLeft(): number {
    return this.directory.entryCount - this.rows.size;
  }

  /** Its own row, without indentation. */
  get ownText(): string {
    const name = directoryNameText(this.name);
    return this.isExpanded ? name : name + summaryText(this.directory, this.extensions);
  }

  /** The row for what has none in it, without indentation. */
  get restLine(): string | undefined {
    if (!this.isExpanded || this.entriesLeft === 0) return undefined;
    return restText(this.#rest, this.directory.isFullyCounted, this.extensions);
  }

  get cost(): Cost {
    const { level, restLine } = this;
    const own = level < 0 ? [] : [lineCost(this.ownText, level)];
    return sumOfCosts(restLine === undefined ? own : [...own, lineCost(restLine, level + 1)]);
  }

  /** The endings that the files without a row mostly have, where that is known and says something. */
  get listableExtensions(): ExtensionCounts {
    if (!this.isExpanded) return frequentExtensions(this.directory);
    if (this.entriesLeft === 0) return NO_EXTENSIONS;
    const files: string[] = [];
    for (const [name, row] of this.rows) {
      if (typeof row === "string") files.push(name);
      else if (row.directory.totals.files > 0) return NO_EXTENSIONS;
    }
    return frequentRestExtensions(this.directory, this.#rest, files);
  }

  /** How many files have no row in it and below it, apart from those that open directories in it count. */
  get filesWithoutRow(): number {
    return this.isExpanded ? this.#rest.files : this.directory.totals.files;
  }

  /** Adds the rows of entries. */
  add(entries: readonly PlannedRow[], rows: readonly (string | DirectoryRow)[]): void {
    for (const [i, { name }] of entries.entries()) this.rows.set(firstSegment(name), rows[i]!);
    this.#rest = restAfter(this.#rest, entries);
  }

  /** Takes back what {@linkcode add} added last. */
  remove(entries: readonly PlannedRow[]): void {
    for (const { name } of entries) this.rows.delete(firstSegment(name));
    this.#rest = restAfter(this.#rest, entries, -1);
  }

  /** Whether an entry has a row. */
  has(name: string): boolean {
    return this.rows.has(firstSegment(name));
  }

  /** The entries that have no row, if their names are known. */
  entriesWithoutRow(): PlannedRow[] {
    const owner = this.directory;
    const entries = owner.directories.map(chainRowOf);
    for (const kind of ["files", "links", "others", "ignored"] as const) {
      for (const name of owner[kind]) entries.push({ owner, name, kind });
    }
    return entries.filter(({ name }) => !this.has(name));
  }
}

/** The cost of a row with its line end. */
export function lineCost(text: string, level: number): Cost {
  return sumOfCosts([costOf(`${text}\n`), { bytes: level, tokens: indentTokens(level) }]);
}

/** The entry that a chain begins with. */
function firstSegment(name: string): string {
  const slash = name.indexOf("/");
  return slash < 0 ? name : name.slice(0, slash);
}

/** What is left where entries have rows; or, `sign` -1, the other way round. */
function restAfter(
  rest: Readonly<RestCounts>,
  entries: readonly PlannedRow[],
  sign = 1,
): RestCounts {
  const left = { ...rest };
  for (const { name, kind, directory } of entries) {
    if (kind === "ignored" || isLeftOutOfTotals(directory)) left.omitted -= sign;
    else if (directory === undefined) left[kind] -= sign;
    else {
      left.dirs -= sign * name.split("/").length;
      for (const each of TOTAL_KEYS) left[each] -= sign * directory.totals[each];
    }
  }
  return left;
}

/** Whether the totals leave a directory out. */
function isLeftOutOfTotals(directory: CountedDirectory | undefined): boolean {
  return directory?.uncounted !== undefined && directory.uncounted !== "unread";
}
