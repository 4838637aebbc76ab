/** Counts everything below a directory, for `overview`. */
import type { Pacer } from "../../../pacing/pacer.ts";
import { isHidden } from "../../../scope/path_text.ts";
import type { DirscopeError } from "../../../errors.ts";
import type { EntryStep, FileRun, WalkedDirectory, WalkStep } from "../../../walk/steps.ts";
import type { Walk } from "../../../walk/walk.ts";
import { skipReasonOf } from "../../skipped.ts";
import { fileWorth, refinedWorth } from "../worth/name_worth.ts";
import { type Closed, CountedDirectory, TOTAL_KEYS } from "./counted_directory.ts";
import { type Ending, Endings, mostFrequent } from "./endings.ts";
import { summable } from "./summable.ts";
import { MarkedSteps, type WalkMarks } from "./walk_marks.ts";

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

/** How exact the sum of what files are worth by their names is: no name is worth more than a few. */
const WORTH_BITS = 20;

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
  /** What each of their files is worth by its name. */
  readonly fileWorths: Float64Array;
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
export interface MarkedCensus extends Pick<MarkedSteps, "marks" | "held"> {
  /** Whether the walk met what is known. */
  readonly isKnown: boolean;
  /** @throws {DirscopeError} If the start cannot be read. */
  census(): Promise<Census>;
}

/**
 * Like {@linkcode takeCensus}, where earlier walks are kept.
 *
 * @throws {DirscopeError} If the start cannot be read.
 */
export async function markCensus(
  walk: Walk,
  options: CensusOptions & {
    /** What an earlier walk met. */
    readonly known: WalkMarks | undefined;
    /** Is told each step that is counted. */
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
  return {
    marks: steps.marks,
    isKnown: await steps.isKnown(pacer),
    held: steps.held,
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
  readonly #endings = new Endings();
  /** The endings of all files: neighbours in one directory that share one, and how many they are. */
  readonly #runs: (readonly [ending: Ending, count: number])[] = [];
  /** Of each directory that was opened, the first run. */
  readonly #firstRuns: number[] = [];
  readonly #worths = new GrowingArray();
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
      this.#firstRuns.push(this.#runs.length);
      this.#directories[this.#index]!.firstFile = this.#worths.length;
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
    current.size += shown.length;
    current.worth += this.#weigh(shown);
    current.files = current.files.length === 0 ? shown : current.files.concat(shown);
    // What cannot be shown need not be kept.
    if (current.files.length > 2 * this.#options.maxRows) this.#keepBest(current);
  }

  /** Counts the endings of files. Returns what they are worth by their names. */
  #weigh(names: readonly string[]): number {
    let sum = 0;
    let ending: Ending | undefined;
    let from = 0;
    const end = (to: number): void => {
      if (ending !== undefined && ending.text !== "") this.#runs.push([ending, to - from]);
      from = to;
    };
    for (let i = 0; i < names.length; i++) {
      const name = names[i]!;
      const next = this.#endings.of(name, ending);
      if (next !== ending) end(i);
      ending = next;
      const worth = refinedWorth(name, next.worth);
      sum += summable(worth, WORTH_BITS);
      this.#worths.push(worth);
    }
    end(names.length);
    return sum;
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
      if (!descends) return;
      directory.index = this.#directories.length;
      this.#directories.push(directory);
    } else {
      const which = kind === "link" ? "links" : "others";
      current.totals[which]++;
      this.#show(current, which, [name]);
    }
  }

  #show(
    current: CountedDirectory,
    which: "links" | "others" | "ignored",
    names: readonly string[],
  ): void {
    current.size += names.length;
    const kept = current[which] = grown(current[which], names);
    const { maxRows } = this.#options;
    if (kept.length > 2 * maxRows) kept.length = maxRows;
  }

  /** Keeps the files of a directory that are worth most; of equal ones, the first by name. */
  #keepBest(current: CountedDirectory): void {
    const { maxRows, worthIn } = this.#options;
    const worthOf = worthIn(current);
    const worths = Float64Array.from(current.files, worthOf).sort();
    const least = worths.at(-maxRows)!;
    let ties = maxRows - (worths.length - worths.findLastIndex((worth) => worth <= least) - 1);
    current.files = current.files.toSorted().filter((name) => {
      const worth = worthOf(name);
      return worth > least || worth === least && ties-- > 0;
    });
    this.#worths.length = current.firstFile;
    for (const name of current.files) this.#worths.push(fileWorth(name));
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
    const present = this.#directories.filter((directory) => !this.#gone.has(directory));
    for (const [i, directory] of present.entries()) directory.index = i;
    return present;
  }

  async census(pacer: Pacer): Promise<Census> {
    const root = await this.sum(pacer);
    return {
      root,
      directories: this.present(),
      fileWorths: this.#worths.values,
      omitted: this.omitted,
    };
  }

  /** Adds each directory to its parent. The last ones met are the deepest, so they come first. */
  async sum(pacer: Pacer): Promise<CountedDirectory> {
    const below: (Map<Ending, number> | undefined)[] = [];
    for (const directory of this.#directories.toReversed()) {
      if (pacer.isDue()) await pacer.pause();
      const { parent, totals, index } = directory;
      if (directory.closed === "unread") directory.isFullyCounted = false;
      const endings = this.#endingsOf(index, below[index]);
      below[index] = undefined;
      directory.extensions = mostFrequent(endings);
      if (parent === undefined) continue;
      parent.isFullyCounted &&= directory.isFullyCounted;
      parent.omitted += directory.omitted;
      for (const kind of TOTAL_KEYS) parent.totals[kind] += totals[kind];
      below[parent.index] = merged(below[parent.index], endings);
    }
    return this.#directories[0]!;
  }

  /** The endings of the files in a directory, added to those of the files below it. */
  #endingsOf(index: number, counts = new Map<Ending, number>()): Map<Ending, number> {
    const past = this.#firstRuns[index + 1] ?? this.#runs.length;
    for (let i = this.#firstRuns[index] ?? past; i < past; i++) {
      const [ending, count] = this.#runs[i]!;
      counts.set(ending, (counts.get(ending) ?? 0) + count);
    }
    return counts;
  }
}

/** Adds to a list. An empty list may be shared, so that one is replaced by a new one. */
function grown<Item>(list: Item[], items: readonly Item[]): Item[] {
  if (list.length === 0) return items.slice();
  for (const item of items) list.push(item);
  return list;
}

/** Numbers in one array, which is replaced by a larger one when it is full. */
class GrowingArray {
  #values = new Float64Array(1024);
  length = 0;

  get values(): Float64Array {
    return this.#values.subarray(0, this.length);
  }

  push(value: number): void {
    if (this.length === this.#values.length) {
      const larger = new Float64Array(2 * this.length);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.length++] = value;
  }
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
