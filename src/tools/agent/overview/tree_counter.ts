/** Counts everything below a directory, for `overview`. */
import type { DirscopeError } from "../../../errors.ts";
import { forEachPaced } from "../../../pacing/paced.ts";
import type { Pacer } from "../../../pacing/pacer.ts";
import { isHidden } from "../../../scope/path_text.ts";
import type { EntryStep, Ignored, WalkedDirectory, WalkStep } from "../../../walk/steps.ts";
import { type ReadFailure, readFailureOf } from "../../skipped.ts";
import { CountedDirectory, TOTAL_KEYS, type UncountedReason } from "./counted_directory.ts";
import { countExtensions, mostFrequentExtensions } from "./extension_counts.ts";

/** Entries that are left out. They are counted nowhere else. */
export interface Omitted {
  /** What git ignores. */
  ignored: number;
  /** Names that start with a dot. */
  hidden: number;
  /** Directories that the operating system's permissions do not let read. */
  denied: number;
  /** Directories that the scope does not allow. */
  outside: number;
  /** Directories whose name is not valid UTF-8, or whose path is too long to be opened. */
  unaddressable: number;
  /** Directories that could not be read for any other reason. */
  io_error: number;
  /** What the host hides. No row or total tells of it; absent if nothing. */
  hidden_by_host?: number;
}

/** Why an entry is left out that the walk meets. */
type OmittedReason = Exclude<keyof Omitted, "hidden_by_host">;

/** Where nothing is left out. */
export const NOTHING_OMITTED: Readonly<Omitted> = {
  ignored: 0,
  hidden: 0,
  denied: 0,
  outside: 0,
  unaddressable: 0,
  io_error: 0,
};

/** The counts of a walk. */
export interface CountedTree {
  readonly root: CountedDirectory;
  /** Every directory, the root first, level by level. */
  readonly directories: readonly CountedDirectory[];
  readonly omitted: Omitted;
}

/** How to count. */
export interface TreeCounterOptions {
  readonly includeHidden: boolean;
  /** No more rows than this can be shown. */
  readonly maxRows: number;
  /** The files of a directory that are worth most, where not all of them can be kept. */
  bestFilesOf(directory: CountedDirectory, count: number): readonly string[];
}

/** Takes the census of a walk in breadth order that reports what its rules leave out. */
export class TreeCounter {
  readonly #omitted: Omitted = { ...NOTHING_OMITTED };
  readonly #options: TreeCounterOptions;
  readonly #root = new CountedDirectory("", undefined);
  /** Every directory met. A walk in breadth order opens them in this order. */
  readonly #directories = [this.#root];
  /** Those that vanished before they were opened. */
  readonly #vanished = new Set<CountedDirectory>();
  #currentIndex = -1;
  #walkedDirectory: WalkedDirectory | undefined;

  constructor(options: TreeCounterOptions) {
    this.#options = options;
  }

  /**
   * Counts a step.
   *
   * @throws {DirscopeError} If the start could not be read.
   */
  visit(step: WalkStep): void {
    if (step.directory !== this.#walkedDirectory) this.#currentIndex++;
    this.#walkedDirectory = step.directory;
    const current = this.#directories[this.#currentIndex]!;
    if (step.type === "error") return this.#countUnread(current, step.error);
    if (step.type === "stopped") return;
    current.uncounted = undefined;
    current.path = step.directory.path;
    if (step.type === "files") this.#countFiles(current, step.names);
    else if (step.type === "entry") this.#countEntry(current, step);
    else if (step.type === "ignored") this.#countIgnored(current, step.ignored);
  }

  #countFiles(current: CountedDirectory, names: readonly string[]): void {
    const shown = this.#visibleNames(names);
    this.#countOmitted(current, "hidden", names.length - shown.length);
    current.totals.files += shown.length;
    current.entryCount += shown.length;
    current.files = current.files.length === 0 ? shown : current.files.concat(shown);
    // What cannot be shown need not be kept.
    const { maxRows } = this.#options;
    if (current.files.length <= 2 * maxRows) return;
    const kept = new Set(this.#options.bestFilesOf(current, maxRows));
    countExtensions(
      current.droppedExtensions ??= new Map(),
      current.files.filter((name) => !kept.has(name)),
    );
    current.files = [...kept];
  }

  #countEntry(current: CountedDirectory, { name, kind, descends }: EntryStep): void {
    if (!this.#options.includeHidden && isHidden(name)) {
      return this.#countOmitted(current, "hidden", 1);
    }
    if (kind === "directory") {
      const directory = new CountedDirectory(name, current);
      current.totals.dirs++;
      current.entryCount++;
      current.directories = appended(current.directories, [directory]);
      if (descends) this.#directories.push(directory);
    } else {
      const totalKey = kind === "link" ? "links" : "others";
      current.totals[totalKey]++;
      this.#addNames(current, totalKey, [name]);
    }
  }

  #countIgnored(current: CountedDirectory, { directories, others }: Ignored): void {
    this.#countOmitted(current, "ignored", directories.length + others);
    const names = this.#visibleNames(directories);
    this.#addNames(current, "ignored", names);
    current.omittedRows += names.length;
  }

  #visibleNames(names: readonly string[]): readonly string[] {
    return this.#options.includeHidden ? names : names.filter((name) => !isHidden(name));
  }

  #addNames(
    current: CountedDirectory,
    kind: "links" | "others" | "ignored",
    names: readonly string[],
  ): void {
    current.entryCount += names.length;
    const kept = current[kind] = appended(current[kind], names);
    const { maxRows } = this.#options;
    if (kept.length > 2 * maxRows) kept.length = maxRows;
  }

  #countOmitted(current: CountedDirectory, reason: OmittedReason, count: number): void {
    this.#omitted[reason] += count;
    current.omitted += count;
  }

  /** A directory that is left out is not counted as a directory. */
  #countUnread(current: CountedDirectory, error: DirscopeError): void {
    const { parent } = current;
    if (parent === undefined) throw error;
    parent.totals.dirs--;
    const reason = UNCOUNTED_REASONS[readFailureOf(error.code)];
    current.uncounted = reason;
    if (reason === undefined) {
      this.#vanished.add(current);
      parent.directories = parent.directories.filter((each) => each !== current);
      parent.entryCount--;
    } else {
      parent.omittedRows++;
      this.#countOmitted(parent, reason, 1);
    }
  }

  /** Adds each directory to its parent. The last ones met are the deepest, so they come first. */
  async finish(pacer: Pacer): Promise<CountedTree> {
    const directories = this.#directories.filter((each) => !this.#vanished.has(each));
    for (const [i, directory] of directories.entries()) directory.index = i;
    const below = new Array<Map<string, number> | undefined>(directories.length);
    await forEachPaced(directories.toReversed(), pacer, (directory) => {
      const { parent, totals, uncounted, files, droppedExtensions } = directory;
      if (uncounted === "unread") directory.isFullyCounted = false;
      const endings = mergeCounts(below[directory.index], droppedExtensions ?? new Map());
      below[directory.index] = undefined;
      countExtensions(endings, files);
      directory.topExtensions = mostFrequentExtensions(endings);
      if (parent === undefined) return;
      parent.isFullyCounted &&= directory.isFullyCounted;
      parent.omitted += directory.omitted;
      for (const kind of TOTAL_KEYS) parent.totals[kind] += totals[kind];
      below[parent.index] = mergeCounts(below[parent.index], endings);
    });
    return { root: this.#root, directories, omitted: this.#omitted };
  }
}

/** Adds to a list. An empty list may be shared, so that one is replaced by a new one. */
function appended<Item>(list: Item[], items: readonly Item[]): Item[] {
  if (list.length === 0) return items.slice();
  for (const item of items) list.push(item);
  return list;
}

/** Why a directory that a walk skips stays closed; one that vanished is left out as if never met. */
const UNCOUNTED_REASONS: Readonly<
  Record<ReadFailure, Exclude<UncountedReason, "unread"> | undefined>
> = {
  io_error: "io_error",
  name_too_long: "unaddressable",
  outside_scope: "outside",
  permission_denied: "denied",
  unaddressable: "unaddressable",
  vanished: undefined,
};

/** Adds two maps of counts, into the larger one. */
function mergeCounts<Key>(a: Map<Key, number> | undefined, b: Map<Key, number>): Map<Key, number> {
  if (a === undefined) return b;
  const [into, from] = a.size < b.size ? [b, a] : [a, b];
  for (const [key, count] of from) into.set(key, (into.get(key) ?? 0) + count);
  return into;
}
