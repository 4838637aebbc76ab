/** Counts everything below a directory, for `overview`. */
import { compareCodePoints } from "../../../text/compare_code_points.ts";
import type { Pacer } from "../../../pacing/pacer.ts";
import { isHidden } from "../../../scope/path_text.ts";
import type { DirscopeError } from "../../../errors.ts";
import type { ScopedPath } from "../../../scope/scoped_path.ts";
import type { EntryStep, FileRun, WalkedDirectory, WalkStep } from "../../../walk/steps.ts";
import type { Walk } from "../../../walk/walk.ts";
import { skipReasonOf } from "../../skipped.ts";
import { fileWorth } from "../worth/name_worth.ts";
import { summable } from "./summable.ts";
import { MarkedSteps, type WalkMarks } from "./walk_marks.ts";

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

/** Why the contents of a directory are not known. */
export type Closed = "denied" | "io_error" | "outside" | "unaddressable" | "unread";

/** A directory, with sums over everything below it. */
export class CountedDirectory {
  readonly name: string;
  readonly parent: CountedDirectory | undefined;
  /** Its path from the root: `""`, or one that ends in `/`. */
  readonly prefix: string;
  /** Set once it is read. */
  path: ScopedPath | undefined;
  closed: Closed | undefined = "unread";
  /** Whether everything below it was counted; `false` where the scan budget ran out. */
  isFullyCounted = true;
  readonly totals: Totals = { files: 0, dirs: 0, links: 0, others: 0 };
  /** Entries left out below it. */
  omitted = 0;
  /** How many of its rows show entries that `totals` omits. */
  omittedRows = 0;
  /** The most frequent endings of its files, and their numbers. */
  extensions: readonly (readonly [string, number])[] = [];
  /** How many entries have a row each. */
  size = 0;
  /** The directories in it. */
  directories: CountedDirectory[] = [];
  /** The names of its files; where not all could ever be shown, of those that are worth most. */
  files: string[] = [];
  /** What each of them is worth by its name. */
  fileWorths: number[] = [];
  /** The names of its links; where not all could ever be shown, of some. So it is with the others. */
  readonly links: string[] = [];
  readonly others: string[] = [];
  /** The names of the directories in it that git ignores. */
  readonly ignored: string[] = [];
  /** What the files in it are worth by their names. */
  worth = 0;

  constructor(name: string, parent: CountedDirectory | undefined) {
    this.name = name;
    this.parent = parent;
    this.prefix = parent === undefined ? "" : `${parent.prefix}${name}/`;
  }

  /** Whether the names of all its entries are known. */
  get isKept(): boolean {
    const { directories, files, links, others, ignored } = this;
    return this.size ===
      directories.length + files.length + links.length + others.length + ignored.length;
  }
}

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
  /** Puts the files of a directory in order where not all of them can be kept. */
  worthIn(directory: CountedDirectory): (name: string) => number;
}

const TOP_EXTENSIONS = 3;

/** The longest extension, in characters with its dot. */
const MAX_EXTENSION = 12;

/**
 * Takes the census of a walk in breadth order that reports what its rules leave out.
 *
 * @throws {DirscopeError} If the start cannot be read.
 */
export async function takeCensus(
  walk: Walk,
  options: CensusOptions,
  pacer: Pacer,
): Promise<Census> {
  const counter = new Counter(options);
  await walk.run((step) => counter.visit(step));
  return await counter.census(pacer);
}

/** A walk that was marked, and its census, which need not be taken if the walk met what is known. */
export interface MarkedCensus extends Pick<MarkedSteps, "marks" | "isKnown" | "held"> {
  /** @throws {DirscopeError} If the start cannot be read. */
  census(): Promise<Census>;
}

/**
 * The same where earlier walks are kept.
 *
 * @throws {DirscopeError} If the start cannot be read.
 */
export async function markCensus(
  walk: Walk,
  options: CensusOptions & {
    /** What an earlier walk met. */
    readonly known: WalkMarks | undefined;
    /** Told each step that is counted as well. */
    readonly onStep: ((step: WalkStep) => void) | undefined;
  },
  pacer: Pacer,
): Promise<MarkedCensus> {
  const counter = new Counter(options);
  const steps = new MarkedSteps((step) => {
    options.onStep?.(step);
    counter.visit(step);
  }, options.known);
  await walk.run((step) => steps.add(step));
  const { marks, isKnown, held } = steps;
  return {
    marks,
    isKnown,
    held,
    census: async () => {
      await steps.handOn(pacer);
      return await counter.census(pacer);
    },
  };
}

class Counter {
  readonly omitted: Omitted = { ...NOTHING_OMITTED };
  readonly #options: CensusOptions;
  /** Every directory met. A walk in breadth order opens them in this order. */
  readonly #directories: CountedDirectory[] = [new CountedDirectory("", undefined)];
  readonly #extensions = new Map<CountedDirectory, Map<string, number>>();
  /** Those that vanished before they were opened. */
  readonly #gone = new Set<CountedDirectory>();
  #index = -1;
  #walked: WalkedDirectory | undefined;

  constructor(options: CensusOptions) {
    this.#options = options;
  }

  visit(step: WalkStep): void {
    if (step.directory !== this.#walked) {
      this.#walked = step.directory;
      this.#index++;
    }
    const current = this.#directories[this.#index]!;
    if (step.type === "error") return this.#fail(current, step.error);
    if (step.type === "stopped") return;
    current.closed = undefined;
    current.path = step.directory.path;
    if (step.type === "files") this.#countFiles(current, step);
    else if (step.type === "entry") this.#countEntry(current, step);
    else if (step.type === "ignored") {
      const { directories, others } = step.ignored;
      this.#leaveOut(current, "ignored", directories.length + others);
      const names = this.#options.includeHidden
        ? directories
        : directories.filter((name) => !isHidden(name));
      this.#show(current, "ignored", names);
      current.omittedRows += names.length;
    }
  }

  #countFiles(current: CountedDirectory, { names }: FileRun): void {
    const shown = this.#options.includeHidden ? names : names.filter((name) => !isHidden(name));
    this.#leaveOut(current, "hidden", names.length - shown.length);
    if (shown.length === 0) return;
    current.totals.files += shown.length;
    for (const name of shown) {
      const worth = fileWorth(name);
      current.worth += summable(worth, 20);
      current.fileWorths.push(worth);
    }
    this.#show(current, "files", shown);
    let counts = this.#extensions.get(current);
    if (counts === undefined) this.#extensions.set(current, counts = new Map());
    countExtensions(shown, counts);
  }

  #countEntry(current: CountedDirectory, { name, kind, descends }: EntryStep): void {
    if (!this.#options.includeHidden && isHidden(name)) {
      return this.#leaveOut(current, "hidden", 1);
    }
    if (kind === "directory") {
      const directory = new CountedDirectory(name, current);
      current.totals.dirs++;
      current.size++;
      current.directories.push(directory);
      if (descends) this.#directories.push(directory);
    } else {
      const which = kind === "link" ? "links" : "others";
      current.totals[which]++;
      this.#show(current, which, [name]);
    }
  }

  #show(
    current: CountedDirectory,
    which: "files" | "links" | "others" | "ignored",
    names: readonly string[],
  ): void {
    current.size += names.length;
    const kept = current[which];
    for (const name of names) kept.push(name);
    // What cannot be shown need not be kept.
    const { maxRows } = this.#options;
    if (kept.length <= 2 * maxRows) return;
    if (which === "files") {
      current.files = this.#best(current, this.#options.worthIn(current));
      current.fileWorths = current.files.map(fileWorth);
    } else kept.length = maxRows;
  }

  /** The files of a directory that are worth most; of equal ones, the first by name. */
  #best({ files }: CountedDirectory, worthOf: (name: string) => number): string[] {
    const { maxRows } = this.#options;
    const worths = Float64Array.from(files, worthOf).sort();
    const least = worths.at(-maxRows)!;
    let ties = maxRows - (worths.length - worths.findLastIndex((worth) => worth <= least) - 1);
    return files.sort().filter((name) => {
      const worth = worthOf(name);
      return worth > least || worth === least && ties-- > 0;
    });
  }

  #leaveOut(current: CountedDirectory, reason: Reason, count: number): void {
    this.omitted[reason] += count;
    current.omitted += count;
  }

  /** A directory that is left out is not counted as a directory. */
  #fail(current: CountedDirectory, error: DirscopeError): void {
    if (current.parent === undefined) throw error;
    current.parent.totals.dirs--;
    const reason = CLOSED_BY[skipReasonOf(error.code)];
    if (reason === undefined) {
      current.closed = undefined;
      this.#gone.add(current);
      current.parent.directories = current.parent.directories.filter((each) => each !== current);
      current.parent.size--;
    } else {
      current.closed = reason;
      current.parent.omittedRows++;
      this.#leaveOut(current.parent, reason, 1);
    }
  }

  /** Every directory that is there, level by level. */
  present(): readonly CountedDirectory[] {
    if (this.#gone.size === 0) return this.#directories;
    return this.#directories.filter((directory) => !this.#gone.has(directory));
  }

  async census(pacer: Pacer): Promise<Census> {
    const root = await this.sum(pacer);
    return { root, directories: this.present(), omitted: this.omitted };
  }

  /** Adds each directory to its parent. The last ones met are the deepest, so they come first. */
  async sum(pacer: Pacer): Promise<CountedDirectory> {
    for (const directory of this.#directories.toReversed()) {
      if (pacer.isDue()) await pacer.pause();
      const { parent, totals } = directory;
      if (directory.closed === "unread") directory.isFullyCounted = false;
      const extensions = this.#extensions.get(directory) ?? new Map<string, number>();
      this.#extensions.delete(directory);
      directory.extensions = mostFrequent(extensions);
      if (parent === undefined) continue;
      parent.isFullyCounted &&= directory.isFullyCounted;
      parent.omitted += directory.omitted;
      for (const kind of TOTAL_KEYS) parent.totals[kind] += totals[kind];
      this.#extensions.set(parent, merged(this.#extensions.get(parent), extensions));
    }
    return this.#directories[0]!;
  }
}

/** In the order in which they are shown. */
export const TOTAL_KEYS = ["files", "dirs", "links", "others"] as const satisfies (keyof Totals)[];

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

/** Neighbours mostly share an extension, so most names need neither a slice nor a look-up. */
function countExtensions(names: readonly string[], counts: Map<string, number>): void {
  let extension = "";
  let run = 0;
  for (const name of names) {
    if (run > 0 && name.length > extension.length && name.endsWith(extension)) {
      run++;
      continue;
    }
    if (run > 0) counts.set(extension, (counts.get(extension) ?? 0) + run);
    const dot = name.lastIndexOf(".");
    run = dot <= 0 || dot === name.length - 1 || name.length - dot > MAX_EXTENSION ? 0 : 1;
    if (run > 0) extension = name.slice(dot);
  }
  if (run > 0) counts.set(extension, (counts.get(extension) ?? 0) + run);
}

/** The largest counts, ties by code point. */
function mostFrequent(counts: ReadonlyMap<string, number>): (readonly [string, number])[] {
  const top: (readonly [string, number])[] = [];
  for (const entry of counts) {
    // `.6` of `.so.6` is a version.
    if (!/\p{L}/u.test(entry[0])) continue;
    const at = top.findLastIndex((each) => !isBefore(entry, each)) + 1;
    if (at < TOP_EXTENSIONS) top.splice(at, 0, entry);
    if (top.length > TOP_EXTENSIONS) top.pop();
  }
  return top;
}

function isBefore([a, m]: readonly [string, number], [b, n]: readonly [string, number]): boolean {
  return m > n || m === n && compareCodePoints(a, b) < 0;
}

/** Adds two maps of counts, into the larger one. */
function merged(
  a: Map<string, number> | undefined,
  b: Map<string, number>,
): Map<string, number> {
  if (a === undefined) return b;
  const [into, from] = a.size < b.size ? [b, a] : [a, b];
  for (const [key, count] of from) into.set(key, (into.get(key) ?? 0) + count);
  return into;
}
