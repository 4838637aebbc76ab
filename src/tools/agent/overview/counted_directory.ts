import type { ScopedPath } from "../../../scope/scoped_path.ts";
import type { ExtensionCounts } from "./extension_counts.ts";

/** Entries by kind. */
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

/** In the order in which they are shown. */
export const TOTAL_KEYS = ["files", "dirs", "links", "others"] as const satisfies (keyof Totals)[];

/** Why the contents of a directory are not known. */
export type UncountedReason = "denied" | "io_error" | "outside" | "unaddressable" | "unread";

/** Most directories hold nothing of most kinds, so they share this. */
const NO_ITEMS: never[] = [];
Object.freeze(NO_ITEMS);

/** A directory, with sums over everything below it. */
export class CountedDirectory {
  readonly name: string;
  readonly parent: CountedDirectory | undefined;
  /** Its path from the root: `""`, or one that ends in `/`. */
  readonly prefix: string;
  /** Its place among all directories, once that is known. */
  index = 0;
  /** Set once it is read. */
  path: ScopedPath | undefined;
  uncounted: UncountedReason | undefined = "unread";
  /** Whether everything below it was counted; `false` where the scan budget ran out. */
  isFullyCounted = true;
  readonly totals: Totals = { files: 0, dirs: 0, links: 0, others: 0 };
  /** Entries left out below it. */
  omitted = 0;
  /** How many of its rows show entries that `totals` omits. */
  omittedRows = 0;
  /** The most frequent endings of its files, and their numbers. */
  topExtensions: ExtensionCounts = NO_ITEMS;
  /** How many entries have a row each. */
  entryCount = 0;
  /** The directories in it. */
  directories: CountedDirectory[] = NO_ITEMS;
  /** The names of its files; where not all could ever be shown, of those that are worth most. */
  files: readonly string[] = NO_ITEMS;
  /** The endings of its files that are not kept, and their numbers. */
  droppedExtensions: Map<string, number> | undefined;
  /** The names of its links; where not all could ever be shown, of some. The same holds for `others`. */
  links: string[] = NO_ITEMS;
  others: string[] = NO_ITEMS;
  /** The names of the directories in it that git ignores. */
  ignored: string[] = NO_ITEMS;

  constructor(name: string, parent: CountedDirectory | undefined) {
    this.name = name;
    this.parent = parent;
    this.prefix = parent === undefined ? "" : `${parent.prefix}${name}/`;
  }

  /** Whether the names of all its entries are known. */
  get hasAllNames(): boolean {
    const { directories, files, links, others, ignored } = this;
    return this.entryCount ===
      directories.length + files.length + links.length + others.length + ignored.length;
  }
}
