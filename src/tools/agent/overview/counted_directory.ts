import type { ScopedPath } from "../../../scope/scoped_path.ts";
import type { ExtensionCounts } from "./extension_counts.ts";

/** Numbers of entries, by kind. */
export interface Totals {
  /** Regular files. */
  files: number;
  /** Directories. */
  dirs: number;
  /** Links, wherever they lead. */
  links: number;
  /** FIFOs, sockets and devices. */
  others: number;
}

/** The kinds, in the order in which counts are shown. */
export const TOTAL_KEYS = ["files", "dirs", "links", "others"] as const satisfies (keyof Totals)[];

/** The reason why the contents of a directory are not counted; `unread` if the scan budget ran out. */
export type UncountedReason = "denied" | "io_error" | "outside" | "unaddressable" | "unread";

/** A directory, with counts of everything below it. */
export class CountedDirectory {
  readonly name: string;
  readonly parent: CountedDirectory | undefined;
  /** Its path from the root: `""`, or one that ends in a slash. */
  readonly prefix: string;
  /** Its prefix with NUL, the first character in order, for `/`: a directory comes before its contents. */
  readonly sortPrefix: string;
  /** Its index among all directories, set once all are found. */
  index = 0;
  /** Set once it was read. */
  path: ScopedPath | undefined;
  uncounted: UncountedReason | undefined = "unread";
  /** False if the scan budget ran out below it. */
  isFullyCounted = true;
  readonly totals: Totals = { files: 0, dirs: 0, links: 0, others: 0 };
  /** Number of entries left out below it. */
  omitted = 0;
  /** Number of its rows that show entries which `totals` omits. */
  omittedRows = 0;
  /** The most frequent extensions of all files below it. */
  topExtensions: ExtensionCounts = [];
  /** Number of its own entries that can have a row. */
  entryCount = 0;
  directories: CountedDirectory[] = [];
  /** The names of its files; of a huge directory, those with the highest scores. */
  files: readonly string[] = [];
  /** Counts of the extensions of files below it that are not in `files`, until all are summed up. */
  otherExtensions: Map<string, number> | undefined;
  /** The names of its links and other entries; of a huge directory, some. */
  readonly links: string[] = [];
  readonly others: string[] = [];
  /** The names of directories in it that git ignores. */
  readonly ignored: string[] = [];

  constructor(name: string, parent: CountedDirectory | undefined) {
    this.name = name;
    this.parent = parent;
    this.prefix = parent === undefined ? "" : `${parent.prefix}${name}/`;
    this.sortPrefix = parent === undefined ? "" : `${parent.sortPrefix}${name}\0`;
  }
}

/** A row for an entry of a directory, or for a chain of directories of which each holds only the next. */
export interface PlannedRow {
  /** The directory that holds the entry. */
  readonly owner: CountedDirectory;
  /** The entry's name, or the names of a chain, joined by slashes. */
  readonly name: string;
  readonly kind: "files" | "links" | "others" | "ignored" | "dirs";
  /** The directory of the row; of a chain, the last. */
  readonly directory?: CountedDirectory | undefined;
}

/**
 * Maximum rows that any budget shows, as a row takes two tokens at least. Neither the order of rows nor the names stored
 * for it depend on the budget of a call.
 */
export const MAX_ROWS = 25_000;

/** Approximate tokens of a row besides its name, with its line end. */
const ROW_BASE_PRICE = 2.5;
const CHARACTERS_PER_TOKEN = 3.3;

export function priceOf({ length }: string): number {
  return ROW_BASE_PRICE + length / CHARACTERS_PER_TOKEN;
}

const MAX_CHAIN_LENGTH = 100;

/** Returns the row of a directory below the root; `a/b/c/` where `a` holds only `b`, and that only `c`. */
export function chainRowOf(first: CountedDirectory): PlannedRow {
  let { name } = first;
  let directory = first;
  while (holdsOneDirectory(directory)) {
    const next = directory.directories[0]!;
    const longer = `${name}/${next.name}`;
    if (longer.length > MAX_CHAIN_LENGTH) break;
    name = longer;
    directory = next;
  }
  return { owner: first.parent!, name, kind: "dirs", directory };
}

function holdsOneDirectory({ entryCount, directories, omitted }: CountedDirectory): boolean {
  const [only] = directories;
  return entryCount === 1 && only?.uncounted === undefined && only?.omitted === omitted;
}
