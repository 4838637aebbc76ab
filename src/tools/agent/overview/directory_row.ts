import {
  chainRowOf,
  type CountedDirectory,
  type PlannedRow,
  TOTAL_KEYS,
} from "./counted_directory.ts";
import type { ExtensionCounts } from "./extension_counts.ts";
import {
  directoryNameText,
  frequentExtensions,
  type RestCounts,
  restText,
  summaryText,
} from "./row_text.ts";
import { type Cost, costOf, sumOfCosts } from "./token_cost.ts";

/** The row of a file, a link, an ignored directory or another entry. */
export interface EntryRow {
  readonly type: "entry";
  /** The row, without indentation. */
  readonly text: string;
  readonly level: number;
  readonly cost: Cost;
  /** The text after it that no other row is charged for; mostly `""`. */
  readonly mark: string;
}

/**
 * The row of a directory. It is collapsed to one line with counts until it gets a row of an entry in it; then it is
 * expanded, and a last row counts the entries without one.
 */
export class DirectoryRow {
  readonly type = "directory";
  readonly directory: CountedDirectory;
  /** The directory's name, or the names of the chain that ends with it. */
  readonly name: string;
  /** The indentation; -1 for the root, which has no line of its own. */
  readonly level: number;
  /** The rows in it, by the entry's name; of a chain, by the first name. */
  readonly rows = new Map<string, EntryRow | DirectoryRow>();
  extensions: ExtensionCounts = [];
  #rest: Readonly<RestCounts>;
  #restBefore: Readonly<RestCounts>;
  /** The costs of its lines so far: most stay the same when a row is added or taken back. */
  readonly #costs = new Map<string, Cost>();

  constructor(directory: CountedDirectory, name: string, level: number) {
    this.directory = directory;
    this.name = name;
    this.level = level;
    this.#rest = this.#restBefore = { ...directory.totals, omitted: directory.omittedRows };
  }

  /** True if it shows its entries, as the root always does; false if it is one line. */
  get isExpanded(): boolean {
    return this.level < 0 || this.rows.size > 0;
  }

  get entriesLeft(): number {
    return this.directory.entryCount - this.rows.size;
  }

  /** Its own line, without indentation. */
  get text(): string {
    const name = directoryNameText(this.name);
    return this.isExpanded ? name : name + summaryText(this.directory, this.extensions);
  }

  /** The line that counts its entries without a row, without indentation. */
  get restLine(): string | undefined {
    if (!this.isExpanded || this.entriesLeft === 0) return undefined;
    return restText(this.#rest, this.directory.isFullyCounted, this.extensions);
  }

  /** The cost of its own line and of its rest line. */
  get cost(): Cost {
    const { level, restLine } = this;
    return sumOfCosts([
      ...level < 0 ? [] : [this.#costOf(this.text, level)],
      ...restLine === undefined ? [] : [this.#costOf(restLine, level + 1)],
    ]);
  }

  #costOf(text: string, level: number): Cost {
    const cost = this.#costs.get(text) ?? lineCost(text, level);
    this.#costs.set(text, cost);
    return cost;
  }

  /** The frequent extensions of the files without a row; none where they are not known. */
  get listableExtensions(): ExtensionCounts {
    const files: string[] = [];
    for (const [name, row] of this.rows) {
      if (row.type === "entry") files.push(name);
      else if (row.directory.totals.files > 0) return [];
    }
    return frequentExtensions(this.directory, this.filesWithoutRow, files);
  }

  /** Number of files below it without a row, except those that expanded directories in it count. */
  get filesWithoutRow(): number {
    return this.#rest.files;
  }

  add(entries: readonly PlannedRow[], rows: readonly (EntryRow | DirectoryRow)[]): void {
    for (const [i, { name }] of entries.entries()) this.rows.set(firstSegment(name), rows[i]!);
    this.#restBefore = this.#rest;
    this.#rest = restAfter(this.#rest, entries);
  }

  /** Takes back the entries that were added last. */
  remove(entries: readonly PlannedRow[]): void {
    for (const { name } of entries) this.rows.delete(firstSegment(name));
    this.#rest = this.#restBefore;
  }

  has(name: string): boolean {
    return this.rows.has(firstSegment(name));
  }

  /** Returns the entries without a row, as far as their names are stored. */
  entriesWithoutRow(): PlannedRow[] {
    const owner = this.directory;
    const entries = owner.directories.map(chainRowOf);
    for (const kind of ["files", "links", "others", "ignored"] as const) {
      for (const name of owner[kind]) entries.push({ owner, name, kind });
    }
    return entries.filter(({ name }) => !this.has(name));
  }
}

export function lineCost(text: string, level: number): Cost {
  return costOf(`${" ".repeat(level)}${text}\n`);
}

function firstSegment(name: string): string {
  const slash = name.indexOf("/");
  return slash < 0 ? name : name.slice(0, slash);
}

/** Returns the rest without some entries. */
function restAfter(rest: Readonly<RestCounts>, entries: readonly PlannedRow[]): RestCounts {
  const left = { ...rest };
  for (const { name, kind, directory } of entries) {
    if (kind === "ignored" || (directory?.uncounted ?? "unread") !== "unread") left.omitted--;
    else if (directory === undefined) left[kind]--;
    else {
      left.dirs -= name.split("/").length;
      for (const each of TOTAL_KEYS) left[each] -= directory.totals[each];
    }
  }
  return left;
}
