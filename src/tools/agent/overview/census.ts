/**
 * Counts all that lies below a directory, for `overview`.
 *
 * @module
 */
import { compareCodePoints } from "../../../text/compare_code_points.ts";
import type { Pacer } from "../../../pacing/pacer.ts";
import { isHidden } from "../../../scope/path_text.ts";
import { DirscopeError, type ErrorCode } from "../../../errors.ts";
import type { ScopedPath } from "../../../scope/scoped_path.ts";
import type { EntryStep, FileRun, WalkedDirectory, WalkStep } from "../../../walk/steps.ts";
import type { Walk } from "../../../walk/walk.ts";

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

/** Entries that are left out, and counted nowhere else. */
export interface Omitted {
  /** What git ignores. */
  ignored: number;
  /** Names that start with a dot. */
  hidden: number;
  /** Directories that could not be read. */
  denied: number;
  /** Directories that the scope does not allow. */
  outside: number;
  /** Directories whose name is not valid UTF-8, or whose path is too long to be opened. */
  unaddressable: number;
}

/** Why nothing is known of what a directory holds. */
export type Closed = "denied" | "outside" | "unaddressable" | "unread";

/** What a directory shows: names of files, of ignored directories, of links and the rest, and directories. */
export type Item =
  | { readonly type: "files" | "ignored"; readonly names: readonly string[] }
  | { readonly type: "link" | "other"; readonly name: string }
  | CountedDirectory;

/** A directory, and the sums over all that lies below it. */
export class CountedDirectory {
  readonly type = "directory";
  readonly name: string;
  readonly parent: CountedDirectory | undefined;
  /** Where it is, once it is read. */
  path: ScopedPath | undefined;
  closed: Closed | undefined = "unread";
  /** Whether all that lies below it was counted. */
  isWhole = true;
  readonly totals: Totals = { files: 0, dirs: 0, links: 0, others: 0 };
  /** Entries left out below it. */
  omitted = 0;
  /** How many of the entries that it shows are left out of the sums. */
  omittedRows = 0;
  /** The most frequent endings of its files, and their numbers. */
  extensions: readonly (readonly [string, number])[] = [];
  /** What it shows, in the order of the walk; the beginning of it, if that is too much. */
  items: Item[] = [];
  /** How many entries it shows. */
  size = 0;
  /** Least bytes that its entries take, those that are ignored not counted. */
  bytes = 0;

  constructor(name: string, parent: CountedDirectory | undefined) {
    this.name = name;
    this.parent = parent;
  }
}

/** What a walk met. */
export interface Census {
  readonly root: CountedDirectory;
  readonly omitted: Omitted;
}

/** How to count. */
export interface CensusOptions {
  readonly includeHidden: boolean;
  /** A directory whose entries take more bytes than this will not be shown whole. */
  readonly maxBytes: number;
}

const TOP_EXTENSIONS = 3;

/** Longest ending that is taken for an extension, in characters with its dot. */
const MAX_EXTENSION = 12;

/**
 * Takes the census of a walk in breadth order, which tells what its rules leave out.
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
  return { root: await counter.sum(pacer), omitted: counter.omitted };
}

class Counter {
  readonly omitted: Omitted = { ignored: 0, hidden: 0, denied: 0, outside: 0, unaddressable: 0 };
  readonly #options: CensusOptions;
  /** Every directory met; breadth first, they are opened in this order. */
  readonly #directories: CountedDirectory[] = [new CountedDirectory("", undefined)];
  readonly #extensions = new Map<CountedDirectory, Map<string, number>>();
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
    if (step.type === "error") return this.#fail(current, step.code);
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
      current.items.push({ type: "ignored", names });
      current.size += names.length;
      current.omittedRows += names.length;
    }
  }

  #countFiles(current: CountedDirectory, { names }: FileRun): void {
    const shown = this.#options.includeHidden ? names : names.filter((name) => !isHidden(name));
    this.#leaveOut(current, "hidden", names.length - shown.length);
    if (shown.length === 0) return;
    current.totals.files += shown.length;
    this.#show(current, { type: "files", names: shown }, shown.length);
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
      this.#show(current, directory, 1);
      if (descends) this.#directories.push(directory);
    } else {
      current.totals[kind === "link" ? "links" : "others"]++;
      this.#show(current, { type: kind, name }, 1);
    }
  }

  #show(current: CountedDirectory, item: Item, count: number): void {
    current.size += count;
    // What cannot be shown need not be kept.
    if (current.bytes <= this.#options.maxBytes) current.items.push(item);
    if ("name" in item) current.bytes += item.name.length + 1;
    else for (const name of item.names) current.bytes += name.length + 1;
  }

  #leaveOut(current: CountedDirectory, reason: keyof Omitted, count: number): void {
    this.omitted[reason] += count;
    current.omitted += count;
  }

  /** A directory that is left out does not count as one. */
  #fail(current: CountedDirectory, code: ErrorCode): void {
    if (current.parent === undefined) throw new DirscopeError(code);
    current.parent.totals.dirs--;
    const reason = REASONS[code] ?? "denied";
    if (reason === "vanished") {
      current.closed = undefined;
      current.parent.items = current.parent.items.filter((item) => item !== current);
      current.parent.size--;
    } else {
      current.closed = reason;
      current.parent.omittedRows++;
      this.#leaveOut(current.parent, reason, 1);
    }
  }

  /** Adds each directory to the one that holds it: the last ones met are the deepest. */
  async sum(pacer: Pacer): Promise<CountedDirectory> {
    for (const directory of this.#directories.toReversed()) {
      if (pacer.isDue()) await pacer.pause();
      const { parent, totals } = directory;
      if (directory.closed === "unread") directory.isWhole = false;
      const extensions = this.#extensions.get(directory) ?? new Map<string, number>();
      this.#extensions.delete(directory);
      directory.extensions = mostFrequent(extensions);
      if (parent === undefined) continue;
      parent.isWhole &&= directory.isWhole;
      parent.omitted += directory.omitted;
      for (const kind of KINDS) parent.totals[kind] += totals[kind];
      this.#extensions.set(parent, merged(this.#extensions.get(parent), extensions));
    }
    return this.#directories[0]!;
  }
}

/** In the order in which they are told. */
export const KINDS = ["files", "dirs", "links", "others"] as const satisfies (keyof Totals)[];

const REASONS: Readonly<Partial<Record<ErrorCode, Exclude<Closed, "unread"> | "vanished">>> = {
  link_loop: "vanished",
  name_too_long: "unaddressable",
  not_a_directory: "vanished",
  not_found: "vanished",
  outside_scope: "outside",
  unaddressable: "unaddressable",
};

/** Neighbours mostly have the same extension, so that most names need neither a slice nor a look-up. */
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
    // `.so.6` and `.1` are versions.
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

/** The sum of two counts, in the larger of the two maps. */
function merged(
  a: Map<string, number> | undefined,
  b: Map<string, number>,
): Map<string, number> {
  if (a === undefined) return b;
  const [into, from] = a.size < b.size ? [b, a] : [a, b];
  for (const [key, count] of from) into.set(key, (into.get(key) ?? 0) + count);
  return into;
}
