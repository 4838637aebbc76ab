/** Counts everything below a directory. */
import { isFileKey, nameOf } from "../../../directory/entry_key.ts";
import type { DirscopeError } from "../../../errors.ts";
import { forEachPaced, type Pacer } from "../../../pacing/pacer.ts";
import { isHidden } from "../../../scope/path_text.ts";
import type { Walk } from "../../../walk/walk.ts";
import type { EntryStep, Ignored, WalkedDirectory, WalkStep } from "../../../walk/walk_options.ts";
import { type ReadFailure, skipReasonOf } from "../../skipped.ts";
import {
  CountedDirectory,
  MAX_ROWS,
  TOTAL_KEYS,
  type UncountedReason,
} from "./counted_directory.ts";
import { countExtensions, mostFrequentExtensions } from "./extension_counts.ts";

/** Counts of omitted entries, by reason. No other count includes them. */
export interface Omitted {
  /** Entries that git ignores. */
  ignored: number;
  /** Names that start with a dot. */
  hidden: number;
  /** Directories that the operating system denies access to. */
  denied: number;
  /** Directories outside the scope. */
  outside: number;
  /** Directories whose name is not valid UTF-8, or whose path is too long to be opened; entries not told from others. */
  unaddressable: number;
  /** Directories that could not be read for any other reason. */
  io_error: number;
  /** Entries that the host's policy hides, without any row; absent if there are none. */
  hidden_by_host?: number;
}

type OmittedReason = Exclude<keyof Omitted, "hidden_by_host">;

/** The counts of a tree without omitted entries. */
export const NOTHING_OMITTED: Readonly<Omitted> = {
  ignored: 0,
  hidden: 0,
  denied: 0,
  outside: 0,
  unaddressable: 0,
  io_error: 0,
};

/** The directories that a walk visited, with their counts. */
export interface CountedTree {
  readonly root: CountedDirectory;
  /** All directories in breadth order, the root first. */
  readonly directories: readonly CountedDirectory[];
  readonly omitted: Omitted;
}

interface TreeCounterOptions {
  readonly includeHidden: boolean;
  /** Returns the `MAX_ROWS` files to keep of a directory, which stores no more than twice as many names. */
  bestFilesOf(directory: CountedDirectory): Promise<readonly string[]>;
}

/** Counts the entries of a walk in breadth order with `reportIgnored`. */
export class TreeCounter {
  readonly #omitted: Omitted = { ...NOTHING_OMITTED };
  readonly #options: TreeCounterOptions;
  readonly #root = new CountedDirectory("", undefined);
  /** All directories found. A walk in breadth order reads them in this order. */
  readonly #directories = [this.#root];
  /** Those that vanished before they were read. */
  readonly #vanished = new Set<CountedDirectory>();
  #currentIndex = -1;
  /** The directory that holds more names than it may store. */
  #fullDirectory: CountedDirectory | undefined;
  #walkedDirectory: WalkedDirectory | undefined;

  constructor(options: TreeCounterOptions) {
    this.#options = options;
  }

  async count(walk: Walk, pacer: Pacer): Promise<CountedTree> {
    do {
      this.#fullDirectory = undefined;
      await walk.run((step) => {
        this.#visit(step);
        return this.#fullDirectory === undefined;
      });
      if (this.#fullDirectory !== undefined) await this.#keepBest(this.#fullDirectory);
    } while (this.#fullDirectory !== undefined);
    return await this.#sumUp(pacer);
  }

  /**
   * Counts a step.
   *
   * @throws {DirscopeError} If the start could not be read.
   */
  #visit(step: WalkStep): void {
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
    if (current.files.length > 2 * MAX_ROWS) this.#fullDirectory = current;
  }

  async #keepBest(current: CountedDirectory): Promise<void> {
    const stored = new Set(await this.#options.bestFilesOf(current));
    const dropped = current.files.filter((name) => !stored.has(name));
    countExtensions(current.otherExtensions ??= new Map(), dropped);
    current.files = [...stored];
  }

  #countEntry(current: CountedDirectory, { name, kind, descends }: EntryStep): void {
    if (!this.#options.includeHidden && isHidden(name)) {
      return this.#countOmitted(current, "hidden", 1);
    }
    if (kind === "directory") {
      const directory = new CountedDirectory(name, current);
      current.totals.dirs++;
      current.entryCount++;
      current.directories.push(directory);
      if (descends) this.#directories.push(directory);
    } else {
      const totalKey = kind === "link" ? "links" : "others";
      current.totals[totalKey]++;
      this.#addNames(current, totalKey, [name]);
    }
  }

  #countIgnored(current: CountedDirectory, { directories, stores, others }: Ignored): void {
    this.#countOmitted(current, "ignored", directories.length + stores.length + others);
    const ofStores = stores.flatMap((key) => isFileKey(key) ? [] : nameOf(key));
    const names = this.#visibleNames([...directories, ...ofStores]);
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
    const stored = current[kind];
    for (const name of names) stored.push(name);
    if (stored.length > 2 * MAX_ROWS) stored.length = MAX_ROWS;
  }

  #countOmitted(current: CountedDirectory, reason: OmittedReason, count: number): void {
    this.#omitted[reason] += count;
    current.omitted += count;
  }

  #countUnread(current: CountedDirectory, error: DirscopeError): void {
    const { parent } = current;
    if (parent === undefined) throw error;
    // It is counted as omitted instead.
    parent.totals.dirs--;
    const reason = UNCOUNTED_REASONS[skipReasonOf(error.code)];
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

  /** Adds the counts of each directory to its parent's, from the deepest up. */
  async #sumUp(pacer: Pacer): Promise<CountedTree> {
    this.#omitted.unaddressable += pacer.counts.sameNames;
    const directories = this.#directories.filter((each) => !this.#vanished.has(each));
    for (const [i, directory] of directories.entries()) directory.index = i;
    await forEachPaced(directories.toReversed(), pacer, (directory) => {
      const { parent, totals, uncounted, files, otherExtensions: extensions = new Map() } =
        directory;
      if (uncounted === "unread") directory.isFullyCounted = false;
      countExtensions(extensions, files);
      directory.topExtensions = mostFrequentExtensions(extensions);
      directory.otherExtensions = undefined;
      if (parent === undefined) return;
      parent.isFullyCounted &&= directory.isFullyCounted;
      parent.omitted += directory.omitted;
      for (const kind of TOTAL_KEYS) parent.totals[kind] += totals[kind];
      parent.otherExtensions = mergeCounts(parent.otherExtensions, extensions);
    });
    return { root: this.#root, directories, omitted: this.#omitted };
  }
}

/** The reasons by failure. A directory that vanished counts as if it had never been found. */
const UNCOUNTED_REASONS = {
  io_error: "io_error",
  name_too_long: "unaddressable",
  outside_root: "outside",
  permission_denied: "denied",
  unaddressable: "unaddressable",
  vanished: undefined,
} as const satisfies Record<ReadFailure, UncountedReason | undefined>;

function mergeCounts(
  a: Map<string, number> | undefined,
  b: Map<string, number>,
): Map<string, number> {
  if (a === undefined) return b;
  const [into, from] = a.size < b.size ? [b, a] : [a, b];
  for (const [key, count] of from) into.set(key, (into.get(key) ?? 0) + count);
  return into;
}
