/**
 * The traversal that every tool is made of.
 *
 * @module
 */
import { compareCodePoints } from "../text/compare_code_points.ts";
import type { Pacer } from "../pacing/pacer.ts";
import { type EntryKind, isFileKey, kindOf, nameOf } from "../directory/entry_key.ts";
import { isAddressable } from "../scope/path_text.ts";
import { type ErrorCode, errorCodeOf } from "../errors.ts";
import type { IgnoreRules } from "../gitignore/rules.ts";
import { type LinkTarget, readLinkTarget } from "../directory/link_target.ts";
import {
  kindIn,
  type Listing,
  lowerBound,
  readDirectory,
  readHugeDirectory,
  readWindow,
  type SizeClass,
  sizeClassOf,
  sizeClassOfNamed,
  sortAllButFiles,
  sortListing,
  sortListingPaced,
} from "../directory/read_directory.ts";
import { Queue } from "./queue.ts";
import type { Scope } from "../scope/scope.ts";
import { entryOf, type ScopedPath } from "../scope/scoped_path.ts";

/** How to walk. */
export interface WalkOptions {
  /**
   * `name`: depth first, a directory's contents right after it. `path`: depth first, in code point
   * order of the whole path (`a`, `a-b`, `a/x`), which is that of `LC_ALL=C sort`. `breadth`: level
   * by level, each directory by name.
   */
  readonly order: "name" | "path" | "breadth";
  /** Deepest directory to open; the start is at depth 0. @default {Infinity} */
  readonly maxDepth?: number;
  /** Whether to find out where links lead. @default {false} */
  readonly resolveLinks?: boolean;
  /** Whether to descend into links to directories, each directory once. @default {false} */
  readonly followLinks?: boolean;
  /** What leaves entries out, ancestors of the start included. */
  readonly rules?: IgnoreRules | undefined;
  /** Whether to tell what the rules leave out. Not in path order. @default {false} */
  readonly reportIgnored?: boolean;
  /** Says which directories not to open, by path from the start. */
  readonly prune?: (path: string) => boolean;
  /**
   * In path order: start after this path, or, where it ends in `/`, at the contents of that
   * directory. Only the directories on the way to it are read again.
   */
  readonly after?: string | undefined;
  /** In path order: what is given of a directory; it is walked all the same. @default {everything} */
  readonly select?: ((directory: WalkedDirectory) => Selection) | undefined;
  /**
   * In path order, where there are no rules: how many entries are wanted at first. Spares a walk that
   * stops soon from holding huge directories; going on, it reads them again.
   */
  readonly window?: number | undefined;
  /**
   * In breadth order, below the start: give the files of a directory first, as they come, which spares
   * sorting them. @default {false}
   */
  readonly unsortedFiles?: boolean;
  /** The scan budget: no directory is opened once so many entries are read. @default {2_000_000} */
  readonly maxScanned?: number | undefined;
}

/** Says which entries of a directory are wanted. */
export type Selection = (name: string, kind: EntryKind) => boolean;

/** A directory met by a walk. */
export interface WalkedDirectory {
  /** Where it is. */
  readonly path: ScopedPath;
  /** Its name as walked; `""` for the start. */
  readonly name: string;
  /** Its path from the start, as walked: `""`, or one that ends in `/`. */
  readonly prefix: string;
  /** 0 for the start. */
  readonly depth: number;
}

/** A stretch of regular files in one directory. */
export interface FileRun {
  readonly type: "files";
  readonly directory: WalkedDirectory;
  /** Their names. */
  readonly names: readonly string[];
  /** Whether every name is line-safe as it stands. */
  readonly isPlain: boolean;
}

/** Any other entry. */
export interface EntryStep {
  readonly type: "entry";
  readonly directory: WalkedDirectory;
  readonly name: string;
  /** Whether the name is line-safe as it stands. */
  readonly isPlain: boolean;
  readonly kind: Exclude<EntryKind, "file">;
  /** Where a link leads, with `resolveLinks`. */
  readonly target: LinkTarget | undefined;
  /**
   * Whether the walk opens it next: what it holds follows, and then a `leave` or an `error`. Not told
   * in path order, where its contents stand further on.
   */
  readonly descends: boolean;
}

/** What the rules leave out of one directory. */
export interface Ignored {
  /** The names of directories, in no order. */
  readonly directories: readonly string[];
  /** How many other entries. */
  readonly others: number;
}

/** What a walk comes across, in order. */
export type WalkStep =
  | FileRun
  | EntryStep
  /** What the rules leave out of a directory, before its entries (`reportIgnored`). */
  | { readonly type: "ignored"; readonly directory: WalkedDirectory; readonly ignored: Ignored }
  /** A directory's end. */
  | { readonly type: "leave"; readonly directory: WalkedDirectory }
  /** A directory that could not be read, the start included. */
  | {
    readonly type: "error";
    readonly directory: WalkedDirectory;
    readonly code: ErrorCode;
  }
  /** A directory was read, with so many entries (path order). */
  | { readonly type: "enter"; readonly directory: WalkedDirectory; readonly count: number }
  /** A directory deeper than `maxDepth`, where its contents would stand (path order). */
  | { readonly type: "too_deep"; readonly directory: WalkedDirectory }
  /** The scan budget is used up, and this directory is not opened. */
  | { readonly type: "stopped"; readonly directory: WalkedDirectory; readonly scanned: number };

interface Opening {
  readonly directory: WalkedDirectory;
  readonly rules: IgnoreRules | undefined;
  /** Path order: where to resume in it. */
  readonly after: string | undefined;
}

/** A directory that was read. */
interface Opened {
  readonly opening: Opening;
  readonly rules: IgnoreRules | undefined;
  readonly wants: Selection | undefined;
  readonly listing: Listing;
  /** The number of entries that it holds. */
  readonly count: number;
  readonly ignored?: Ignored | undefined;
}

interface Frame {
  readonly directory: WalkedDirectory;
  listing: Listing;
  readonly rules: IgnoreRules | undefined;
  readonly wants: Selection | undefined;
  /** Path order: directories that were met and whose contents stand further on, the next one last. */
  readonly pending: Pending[];
  index: number;
}

interface Pending {
  readonly name: string;
  /** Where a followed link leads. */
  readonly end: ScopedPath | undefined;
  /** The index of the first entry after the contents. */
  at: number;
  /** Where to resume in it. */
  readonly after: string | undefined;
}

/** The scan budget of a call that sets none. */
const MAX_SCANNED = 2_000_000;

/** Longest run of files in one step, so that a step stays short. */
const MAX_RUN = 4096;

/** How many short steps are taken between two looks at the clock. */
const STEPS_PER_LOOK = 16;

/**
 * Deepest directory that is asked for its size, and whether it is still a directory; asking them all
 * would cost a quarter of a walk.
 */
const SIZE_CHECK_DEPTH = 3;

/** Most matchCost of rules, summed over its entries, that one directory may take in one go. */
const MAX_MATCH_COST = 50_000;

/**
 * A lazy walk. It reads a directory only when its turn comes, keeps an explicit stack, and gives
 * errors as data. For each entry, in order, it checks:
 *
 * 1. `select`: an entry that is not wanted is left out; a directory goes on through what follows.
 * 2. `.gitignore` rules: an ignored entry is left out, as is a `.git` directory.
 * 3. The visited set, when following: a directory, or a link about to be followed, that was already
 *    descended into is left out.
 * 4. Depth, `prune`, and whether the link is to be followed: the entry is given, but not opened.
 * 5. The scan budget: the walk stops.
 * 6. It is opened; what cannot be opened is given as an error.
 */
export class Walk {
  readonly #scope: Scope;
  readonly #pacer: Pacer;
  readonly #options: WalkOptions;
  readonly #maxDepth: number;
  readonly #stack: Frame[] = [];
  readonly #visited = new Set<string>();
  /** Directories met and not yet opened: one at most, but in breadth order. */
  readonly #openings = new Queue<Opening>();
  /** What was met while a directory was opened, to be given next. */
  #due: WalkStep | undefined;
  /** Entries that count against the budget: not those of directories that lead to the cursor. */
  #scanned = 0;
  #hasOpened = false;

  /**
   * @param scope What may be seen.
   * @param start The directory to walk, resolved.
   * @param options How to walk it.
   * @param pacer What the walk yields to.
   */
  constructor(scope: Scope, start: ScopedPath, options: WalkOptions, pacer: Pacer) {
    this.#scope = scope;
    this.#pacer = pacer;
    this.#options = options;
    this.#maxDepth = options.maxDepth ?? Infinity;
    this.#openings.add({
      directory: { path: start, name: "", prefix: "", depth: 0 },
      rules: options.rules,
      after: options.after,
    });
  }

  /**
   * Walks on until `visit` returns `false`, the budget is used up or all is walked; it can be called
   * again to go on.
   *
   * @throws {DOMException} `AbortError` once the call is aborted.
   */
  async run(visit: (step: WalkStep) => boolean | void): Promise<void> {
    for (let steps = 1;; steps++) {
      const { directories } = this.#pacer;
      const step = this.#next();
      if (step === undefined) return;
      if (step instanceof Promise) await step;
      else if (visit(step) === false || step.type === "stopped") return;
      // A step that reads no directory is short: the clock is looked at once in a while.
      const isLong = this.#pacer.directories !== directories;
      if ((isLong || steps % STEPS_PER_LOOK === 0) && this.#pacer.isDue()) {
        await this.#pacer.pause();
      }
    }
  }

  /**
   * Starts the scan budget anew, as for another call that resumes here.
   *
   * @param readAhead The entries of each directory that such a call would have to read again.
   */
  renewBudget(readAhead: readonly number[] = []): void {
    this.#scanned = readAhead.reduce((sum, count) => sum + count, 0);
    this.#hasOpened = readAhead.length > 0;
  }

  #next(): WalkStep | Promise<void> | undefined {
    const isBreadthFirst = this.#options.order === "breadth";
    let step: WalkStep | Promise<void> | undefined;
    while (step === undefined) {
      if (this.#due !== undefined) {
        step = this.#due;
        this.#due = undefined;
        break;
      }
      const frame = this.#stack.at(-1);
      const opening = isBreadthFirst && frame !== undefined ? undefined : this.#openings.take();
      if (opening !== undefined) step = this.#open(opening);
      else if (frame !== undefined) step = this.#advance(frame);
      else return undefined;
    }
    return step;
  }

  /** The next step in a directory, or `undefined` where an entry gives none. */
  #advance(frame: Frame): WalkStep | Promise<void> | undefined {
    const { directory, listing: { keys, isPlain, isFiles, isPartial } } = frame;
    const pending = frame.pending.at(-1);
    const from = frame.index;
    if (from >= keys.length && isPartial) return this.#refill(frame);
    if (from === pending?.at) {
      frame.pending.pop();
      return this.#meetContents(frame, pending);
    }
    if (from >= keys.length) {
      this.#stack.pop();
      return { type: "leave", directory };
    }
    const end = Math.min(pending?.at ?? keys.length, from + MAX_RUN);
    let to = isFiles ? end : from;
    while (to < end && isFileKey(keys[to]!)) to++;
    if (to > from) {
      frame.index = to;
      const names = to - from === keys.length ? keys : keys.slice(from, to);
      return { type: "files", directory, names, isPlain };
    }
    frame.index++;
    const key = keys[from]!;
    const name = nameOf(key);
    const kind = kindOf(key) as EntryStep["kind"];
    if (kind === "directory") return this.#meetDirectory(frame, name);
    if (kind === "link" && this.#options.resolveLinks) return this.#meetLink(frame, name);
    return entryStep(frame, name, kind, undefined, false);
  }

  #meetDirectory(frame: Frame, name: string): WalkStep | undefined {
    if (this.#options.order === "path") {
      this.#postpone(frame, name, undefined);
      if (frame.wants?.(name, "directory") === false) return undefined;
      return entryStep(frame, name, "directory", undefined, false);
    }
    const path = entryOf(frame.directory.path, name);
    if (this.#wasVisited(path)) return undefined;
    const descends = this.#mayOpen(frame.directory, name);
    if (descends) this.#plan(frame, name, path);
    return entryStep(frame, name, "directory", undefined, descends);
  }

  #meetLink(frame: Frame, name: string): WalkStep | undefined {
    const { directory, listing } = frame;
    const target = readLinkTarget(this.#scope, directory.path, name, listing);
    const { resolution } = target;
    if (!this.#options.followLinks || resolution.outcome !== "directory") {
      return entryStep(frame, name, "link", target, false);
    }
    if (this.#options.order === "path") {
      this.#postpone(frame, name, resolution.end);
      return entryStep(frame, name, "link", target, false);
    }
    const end = this.#mayOpen(directory, name) ? this.#scope.confirm(resolution.end) : undefined;
    if (end === undefined) return entryStep(frame, name, "link", target, false);
    if (this.#wasVisited(end)) return undefined;
    this.#plan(frame, name, end);
    return entryStep(frame, name, "link", target, true);
  }

  /** Path order: a directory's contents stand where its name and a `/` sort. */
  #postpone(frame: Frame, name: string, end: ScopedPath | undefined, after?: string): void {
    const at = lowerBound(frame.listing, `${name}/`, frame.index);
    frame.pending.push({ name, end, at, after });
  }

  #meetContents(frame: Frame, { name, end, after }: Pending): WalkStep | undefined {
    const { directory } = frame;
    const path = end === undefined ? entryOf(directory.path, name) : this.#scope.confirm(end);
    if (path === undefined || this.#wasVisited(path)) return undefined;
    if (this.#options.prune?.(directory.prefix + name)) return undefined;
    if (directory.depth >= this.#maxDepth) {
      return { type: "too_deep", directory: descend(directory, name, path) };
    }
    this.#plan(frame, name, path, after);
    return undefined;
  }

  #plan(frame: Frame, name: string, path: ScopedPath, after?: string): void {
    const directory = descend(frame.directory, name, path);
    this.#openings.add({ directory, rules: frame.rules, after });
  }

  #wasVisited({ real }: ScopedPath): boolean {
    // A string is hashed to be looked up, which is not free.
    return this.#visited.size > 0 && this.#visited.has(real);
  }

  #mayOpen(directory: WalkedDirectory, name: string): boolean {
    return directory.depth < this.#maxDepth && !this.#options.prune?.(directory.prefix + name);
  }

  #open(opening: Opening): WalkStep | Promise<void> | undefined {
    const { directory, after } = opening;
    const { path } = directory;
    const { maxScanned = MAX_SCANNED } = this.#options;
    if (after === undefined && this.#hasOpened && this.#scanned >= maxScanned) {
      this.#openings.putBack(opening);
      return { type: "stopped", directory, scanned: this.#scanned };
    }
    if (!isAddressable(directory.prefix)) {
      return { type: "error", directory, code: "unaddressable" };
    }
    if (!this.#scope.allows(path)) return { type: "error", directory, code: "outside_scope" };
    if (this.#options.followLinks) {
      // Breadth first, a directory may have been opened since it was met.
      if (this.#wasVisited(path)) return undefined;
      this.#visited.add(path.real);
    }
    let keys: string[];
    try {
      const sizeClass = directory.depth === 0
        ? sizeClassOfNamed(path)
        : directory.depth <= SIZE_CHECK_DEPTH
        ? sizeClassOf(path.open)
        : "small";
      if (sizeClass !== "small") return this.#openLarge(opening, sizeClass);
      keys = readDirectory(path.open);
    } catch (error) {
      return { type: "error", directory, code: errorCodeOf(error) };
    }
    const count = keys.length;
    this.#count(opening, count);
    const wants = this.#options.select?.(directory);
    const isKept = wants && keeping(wants);
    if (opening.rules === undefined) {
      const isLoose = this.#options.unsortedFiles && directory.depth > 0;
      const listing = isLoose ? sortAllButFiles(keys) : sortListing(keys, isKept);
      return this.#push({ opening, rules: undefined, wants, listing, count });
    }
    const rules = opening.rules.enter(directory.path, directory.name);
    if (rules.matchCost * count > MAX_MATCH_COST || keys.includes(".gitignore")) {
      return this.#admit(opening, rules, keys);
    }
    const ignored = this.#tally();
    const listing = sortListing(keys, (key) => {
      if (isKept?.(key) === false) return false;
      const isIgnored = rules.ignores(nameOf(key), kindOf(key) === "directory");
      if (isIgnored) ignored?.add(key);
      return !isIgnored;
    });
    return this.#push({ opening, rules, wants, listing, count, ignored });
  }

  async #openLarge(opening: Opening, sizeClass: SizeClass): Promise<void> {
    const { directory } = opening;
    const { window } = this.#options;
    let keys: string[];
    try {
      await this.#pacer.pause();
      if (sizeClass === "huge" && window !== undefined && opening.rules === undefined) {
        return await this.#openWindow(opening, window);
      }
      keys = sizeClass === "huge"
        ? await readHugeDirectory(directory.path.open, this.#pacer)
        : readDirectory(directory.path.open);
      await this.#pacer.pause();
    } catch (error) {
      this.#pacer.check();
      this.#due = { type: "error", directory, code: errorCodeOf(error) };
      return;
    }
    this.#count(opening, keys.length);
    await this.#admit(opening, opening.rules?.enter(directory.path, directory.name), keys);
  }

  async #openWindow(opening: Opening, window: number): Promise<void> {
    const { directory, after } = opening;
    const wants = this.#options.select?.(directory);
    const { listing, count } = await this.#readWindow(directory, wants, { limit: window, after });
    this.#count(opening, count);
    this.#push({ opening, rules: undefined, wants, listing, count });
  }

  /** Reads the entries of a huge directory that follow a place, and the directories on the way to it. */
  async #readWindow(
    directory: WalkedDirectory,
    wants: Selection | undefined,
    { limit, after }: { readonly limit: number; readonly after: string | undefined },
  ): ReturnType<typeof readWindow> {
    const { head, past } = placeIn(after ?? "");
    const isKept = wants === undefined ? () => true : keeping(wants);
    const isFollowing = (key: string): boolean =>
      after === undefined || compareCodePoints(key, past) >= 0;
    return await readWindow(directory.path.open, this.#pacer, {
      limit,
      isNeeded: (key) => !isFollowing(key) && head.startsWith(nameOf(key)),
      isWanted: (key) => isFollowing(key) && isKept(key),
    });
  }

  /** Reads on in a huge directory of which only a part was kept, and keeps twice as much. */
  async #refill(frame: Frame): Promise<void> {
    const { directory, wants, listing: { keys } } = frame;
    const after = nameOf(keys.at(-1)!);
    try {
      const { listing } = await this.#readWindow(directory, wants, {
        limit: 2 * keys.length,
        after,
      });
      const from = lowerBound(listing, placeIn(after).past);
      frame.listing = { ...listing, keys: listing.keys.slice(from) };
    } catch (error) {
      this.#pacer.check();
      frame.listing = { ...frame.listing, keys: [], isPartial: false };
      this.#due = { type: "error", directory, code: errorCodeOf(error) };
    }
    frame.index = 0;
    for (const each of frame.pending) each.at = lowerBound(frame.listing, `${each.name}/`);
  }

  /** Filters and sorts what was read, with the rules that the directory itself holds. */
  async #admit(
    opening: Opening,
    outer: IgnoreRules | undefined,
    keys: readonly string[],
  ): Promise<void> {
    const rules = keys.includes(".gitignore") ? await outer?.withOwn(this.#pacer) : outer;
    const wants = this.#options.select?.(opening.directory);
    const isKept = wants && keeping(wants);
    const ignored = this.#tally();
    const drop = (key: string): boolean | Promise<boolean> => {
      if (isKept?.(key) === false) return true;
      return rules?.ignoresPaced(nameOf(key), kindOf(key) === "directory", this.#pacer) ?? false;
    };
    const isFiltered = isKept !== undefined || rules !== undefined;
    const dropped = (key: string): void => ignored?.add(key);
    const listing = await sortListingPaced(
      keys,
      this.#pacer,
      isFiltered ? drop : undefined,
      dropped,
    );
    this.#push({ opening, rules, wants, listing, count: keys.length, ignored });
  }

  #tally(): IgnoredTally | undefined {
    return this.#options.reportIgnored ? new IgnoredTally() : undefined;
  }

  #count({ after }: Opening, count: number): void {
    this.#pacer.directories++;
    this.#pacer.entries += count;
    if (after !== undefined) return;
    this.#hasOpened = true;
    this.#scanned += count;
  }

  #push(
    { opening: { directory, after }, rules, wants, listing, count, ignored }: Opened,
  ): undefined {
    const frame: Frame = { directory, listing, rules, wants, pending: [], index: 0 };
    this.#stack.push(frame);
    if (ignored !== undefined) this.#due = { type: "ignored", directory, ignored };
    else if (after !== undefined) this.#seek(frame, after);
    else if (this.#options.order === "path") this.#due = { type: "enter", directory, count };
  }

  /** Path order: goes past an entry, or to the contents that hold it. */
  #seek(frame: Frame, after: string): void {
    const { head, rest, past } = placeIn(after);
    frame.index = lowerBound(frame.listing, past);
    // `a/` stands after `a-b`, so the contents of directories whose names begin the head's may still
    // be to come. The longer the name, the sooner.
    for (let length = 1; length <= head.length; length++) {
      if (length < head.length && head[length]! > "/") continue;
      const name = head.slice(0, length);
      const kind = kindIn(frame.listing, name);
      const end = kind === "link" ? this.#followedEnd(frame, name) : undefined;
      if (kind === "directory" || end !== undefined) {
        const inner = length === head.length && rest !== "" ? rest : undefined;
        this.#postpone(frame, name, end, inner);
      }
    }
  }

  #followedEnd({ directory, listing }: Frame, name: string): ScopedPath | undefined {
    if (!this.#options.followLinks) return undefined;
    const { resolution } = readLinkTarget(this.#scope, directory.path, name, listing);
    return resolution.outcome === "directory" ? resolution.end : undefined;
  }
}

/** Keeps what is wanted, and directories, which are walked all the same. */
function keeping(wants: Selection): (key: string) => boolean {
  return (key) => {
    if (isFileKey(key)) return wants(key, "file");
    const kind = kindOf(key);
    return kind === "directory" || wants(nameOf(key), kind);
  };
}

/** Where a directory's entries after a path from it start. */
function placeIn(after: string): { head: string; rest: string | undefined; past: string } {
  const slash = after.indexOf("/");
  const head = slash < 0 ? after : after.slice(0, slash);
  const rest = slash < 0 ? undefined : after.slice(slash + 1);
  // Past the entry itself, whatever its kind, and no further than its contents.
  return { head, rest, past: rest === undefined ? `${head}\0\uffff` : `${head}/` };
}

class IgnoredTally implements Ignored {
  readonly directories: string[] = [];
  others = 0;
  /** Names that are not valid UTF-8 may read back as one name, which counts once. */
  readonly #odd = new Set<string>();

  add(key: string): void {
    if (!isAddressable(key)) {
      if (this.#odd.has(key)) return;
      this.#odd.add(key);
    }
    if (kindOf(key) === "directory") this.directories.push(nameOf(key));
    else this.others++;
  }
}

function entryStep(
  { directory, listing: { isPlain } }: Frame,
  name: string,
  kind: EntryStep["kind"],
  target: LinkTarget | undefined,
  descends: boolean,
): EntryStep {
  return { type: "entry", directory, name, isPlain, kind, target, descends };
}

function descend(directory: WalkedDirectory, name: string, path: ScopedPath): WalkedDirectory {
  return { path, name, prefix: `${directory.prefix}${name}/`, depth: directory.depth + 1 };
}
