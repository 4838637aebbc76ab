/** Counts everything below a directory, for `overview`. */
import type { DirscopeError } from "../../../errors.ts";
import { forEachPaced } from "../../../pacing/paced.ts";
import type { Pacer } from "../../../pacing/pacer.ts";
import { isHidden } from "../../../scope/path_text.ts";
import type { EntryStep, Ignored, WalkedDirectory, WalkStep } from "../../../walk/steps.ts";
import { skipReasonOf } from "../../skipped.ts";
import { type Closed, CountedDirectory, TOTAL_KEYS } from "./counted_directory.ts";
import { addEndings, mostFrequent } from "./endings.ts";

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
type Reason = Exclude<keyof Omitted, "hidden_by_host">;

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
export interface Census {
  readonly root: CountedDirectory;
  /** Every directory, the root first, level by level. */
  readonly directories: readonly CountedDirectory[];
  readonly omitted: Omitted;
}

/** How to count. */
export interface CensusOptions {
  readonly includeHidden: boolean;
  /** No more rows than this can be shown. */
  readonly maxRows: number;
  /** The files of a directory that are worth most, where not all of them can be kept. */
  bestOf(directory: CountedDirectory, count: number): readonly string[];
}

/** Takes the census of a walk in breadth order that reports what its rules leave out. */
export class CensusTaker {
  readonly #omitted: Omitted = { ...NOTHING_OMITTED };
  readonly #options: CensusOptions;
  readonly #root = new CountedDirectory("", undefined);
  /** Every directory met. A walk in breadth order opens them in this order. */
  readonly #directories = [this.#root];
  /** Those that vanished before they were opened. */
  readonly #gone = new Set<CountedDirectory>();
  #opened = -1;
  #walked: WalkedDirectory | undefined;

  constructor(options: CensusOptions) {
    this.#options = options;
  }

  /**
   * Counts a step.
   *
   * @throws {DirscopeError} If the start could not be read.
   */
  visit(step: WalkStep): void {
    if (step.directory !== this.#walked) this.#opened++;
    this.#walked = step.directory;
    const current = this.#directories[this.#opened]!;
    if (step.type === "error") return this.#fail(current, step.error);
    if (step.type === "stopped") return;
    current.closed = undefined;
    current.path = step.directory.path;
    if (step.type === "files") this.#countFiles(current, step.names);
    else if (step.type === "entry") this.#countEntry(current, step);
    else if (step.type === "ignored") this.#countIgnored(current, step.ignored);
  }

  #countFiles(current: CountedDirectory, names: readonly string[]): void {
    const shown = this.#visible(names);
    this.#leaveOut(current, "hidden", names.length - shown.length);
    current.totals.files += shown.length;
    current.size += shown.length;
    current.files = current.files.length === 0 ? shown : current.files.concat(shown);
    // What cannot be shown need not be kept.
    const { maxRows } = this.#options;
    if (current.files.length <= 2 * maxRows) return;
    const kept = new Set(this.#options.bestOf(current, maxRows));
    addEndings(current.dropped ??= new Map(), current.files.filter((name) => !kept.has(name)));
    current.files = [...kept];
  }

  #countEntry(current: CountedDirectory, { name, kind, descends }: EntryStep): void {
    if (!this.#options.includeHidden && isHidden(name)) {
      return this.#leaveOut(current, "hidden", 1);
    }
    if (kind === "directory") {
      const directory = new CountedDirectory(name, current);
      current.totals.dirs++;
      current.size++;
      current.directories = grown(current.directories, [directory]);
      if (descends) this.#directories.push(directory);
    } else {
      const which = kind === "link" ? "links" : "others";
      current.totals[which]++;
      this.#keep(current, which, [name]);
    }
  }

  #countIgnored(current: CountedDirectory, { directories, others }: Ignored): void {
    this.#leaveOut(current, "ignored", directories.length + others);
    const names = this.#visible(directories);
    this.#keep(current, "ignored", names);
    current.omittedRows += names.length;
  }

  #visible(names: readonly string[]): readonly string[] {
    return this.#options.includeHidden ? names : names.filter((name) => !isHidden(name));
  }

  #keep(
    current: CountedDirectory,
    which: "links" | "others" | "ignored",
    names: readonly string[],
  ): void {
    current.size += names.length;
    const kept = current[which] = grown(current[which], names);
    const { maxRows } = this.#options;
    if (kept.length > 2 * maxRows) kept.length = maxRows;
  }

  #leaveOut(current: CountedDirectory, reason: Reason, count: number): void {
    this.#omitted[reason] += count;
    current.omitted += count;
  }

  /** A directory that is left out is not counted as a directory. */
  #fail(current: CountedDirectory, error: DirscopeError): void {
    const { parent } = current;
    if (parent === undefined) throw error;
    parent.totals.dirs--;
    const reason = CLOSED_BY[skipReasonOf(error.code)];
    current.closed = reason;
    if (reason === undefined) {
      this.#gone.add(current);
      parent.directories = parent.directories.filter((each) => each !== current);
      parent.size--;
    } else {
      parent.omittedRows++;
      this.#leaveOut(parent, reason, 1);
    }
  }

  /** Adds each directory to its parent. The last ones met are the deepest, so they come first. */
  async finish(pacer: Pacer): Promise<Census> {
    const directories = this.#directories.filter((each) => !this.#gone.has(each));
    for (const [i, directory] of directories.entries()) directory.index = i;
    const below = new Array<Map<string, number> | undefined>(directories.length);
    await forEachPaced(directories.toReversed(), pacer, (directory) => {
      const { parent, totals, closed, files, dropped } = directory;
      if (closed === "unread") directory.isFullyCounted = false;
      const endings = merged(below[directory.index], dropped ?? new Map());
      below[directory.index] = undefined;
      addEndings(endings, files);
      directory.extensions = mostFrequent(endings);
      if (parent === undefined) return;
      parent.isFullyCounted &&= directory.isFullyCounted;
      parent.omitted += directory.omitted;
      for (const kind of TOTAL_KEYS) parent.totals[kind] += totals[kind];
      below[parent.index] = merged(below[parent.index], endings);
    });
    return { root: this.#root, directories, omitted: this.#omitted };
  }
}

/** Adds to a list. An empty list may be shared, so that one is replaced by a new one. */
function grown<Item>(list: Item[], items: readonly Item[]): Item[] {
  if (list.length === 0) return items.slice();
  for (const item of items) list.push(item);
  return list;
}

/** Why a directory that a walk skips stays closed; one that vanished is left out as if never met. */
const CLOSED_BY: Readonly<
  Record<ReturnType<typeof skipReasonOf>, Exclude<Closed, "unread"> | undefined>
> = {
  io_error: "io_error",
  name_too_long: "unaddressable",
  outside_root: "outside",
  permission_denied: "denied",
  unaddressable: "unaddressable",
  vanished: undefined,
};

/** Adds two maps of counts, into the larger one. */
function merged<Key>(a: Map<Key, number> | undefined, b: Map<Key, number>): Map<Key, number> {
  if (a === undefined) return b;
  const [into, from] = a.size < b.size ? [b, a] : [a, b];
  for (const [key, count] of from) into.set(key, (into.get(key) ?? 0) + count);
  return into;
}
