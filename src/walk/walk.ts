import { isFileKey, kindOf, nameOf } from "../directory/entry_key.ts";
import { type LinkTarget, readLinkTarget } from "../directory/link_target.ts";
import { DirscopeError } from "../errors.ts";
import type { IgnoreRules } from "../gitignore/rules.ts";
import type { Pacer } from "../pacing/pacer.ts";
import type { Scope } from "../scope/scope.ts";
import { entryOf, type ScopedPath } from "../scope/scoped_path.ts";
import { DirectoryOpener } from "./open_directory.ts";
import type { Opened, Opening } from "./opened.ts";
import { continueWith, type Pending, type Position, postpone, seek } from "./path_order.ts";
import type { Place } from "./known_listings.ts";
import { Queue } from "./queue.ts";
import { checkOpenable } from "./read_keys.ts";
import {
  descend,
  type EntryStep,
  type Selection,
  startAt,
  type WalkedDirectory,
  type WalkOptions,
  type WalkStep,
} from "./steps.ts";

/** An open directory. */
interface Frame extends Position {
  readonly directory: WalkedDirectory;
  readonly rules: IgnoreRules | undefined;
  readonly select: Selection | undefined;
  readonly place: Place | undefined;
}

/** The scan budget of a call that sets none. */
const MAX_SCANNED = 2_000_000;

/** The most files in one step, so that a step stays short. */
const MAX_RUN = 4096;

/** How many short steps to take between two looks at the clock. */
const STEPS_PER_LOOK = 16;

/**
 * A lazy walk: it reads a directory only when its turn comes, and yields errors as data. Its stack is
 * explicit, so no depth overflows it. For each entry, in order, it checks:
 *
 * 1. `select`: an entry that is not selected is not yielded; a directory may still be opened.
 * 2. The `.gitignore` rules: an ignored entry is left out, as is a `.git` directory.
 * 3. The visited set, with `followLinks`: a directory, or a link that check 4 lets the walk follow, is
 *    left out if the walk has already been there.
 * 4. Depth, `prune`, and whether to follow a link: the entry is yielded but not opened.
 * 5. The scan budget: the walk stops.
 * 6. It opens the directory; one that cannot be opened is yielded as an error.
 */
export class Walk {
  readonly #scope: Scope;
  readonly #pacer: Pacer;
  readonly #options: WalkOptions;
  readonly #opener: DirectoryOpener;
  readonly #maxDepth: number;
  /** Whether to look at one entry may take long. */
  readonly #isCostly: boolean;
  readonly #stack: Frame[] = [];
  readonly #visited = new Set<string>();
  /** Directories met but not yet opened: at most one, except in breadth order. */
  readonly #openings = new Queue<Opening>();
  /** The step to yield next. */
  #due: WalkStep | undefined;
  /** Entries that count against the budget: not those of directories on the way to `after`. */
  #scanned = 0;
  #hasOpened = false;

  /**
   * @param scope What may be seen.
   * @param start The directory to walk, resolved; or where in a larger walk it is.
   * @param options How to walk it.
   * @param pacer Paces the call.
   */
  constructor(
    scope: Scope,
    start: ScopedPath | WalkedDirectory,
    options: WalkOptions,
    pacer: Pacer,
  ) {
    this.#scope = scope;
    this.#pacer = pacer;
    this.#options = options;
    this.#opener = new DirectoryOpener(scope, options, pacer);
    this.#maxDepth = options.maxDepth ?? Infinity;
    this.#isCostly = options.order === "path" && (options.selectCost ?? 0) > 0;
    const after = options.order === "path" ? options.after : undefined;
    const directory = "path" in start ? start : startAt(start);
    this.#openings.add({ directory, rules: options.rules, after, isFollowed: false });
  }

  /**
   * Walks until `visit` returns `false`, the budget is used up, or nothing is left. Call it again to go on.
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
      // Most steps that read no directory are short, so the clock is looked at only now and then.
      const isLong = this.#isCostly || this.#pacer.directories !== directories;
      if ((isLong || steps % STEPS_PER_LOOK === 0) && this.#pacer.isDue()) {
        await this.#pacer.pause();
      }
    }
  }

  /**
   * Resets the scan budget, as a new call that resumes here would.
   *
   * @param readAhead The entry count of each directory that such a call would read again.
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
      if (this.#isCostly && step === undefined && this.#pacer.isDue()) return this.#pacer.pause();
    }
    return step;
  }

  /** The next step in a directory; `undefined` where an entry yields none. */
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
      postpone(frame, name, undefined, undefined);
      if (frame.select?.(name, "directory") === false) return undefined;
      return entryStep(frame, name, "directory", undefined, false);
    }
    const path = entryOf(frame.directory.path, name);
    if (this.#wasVisited(path)) return undefined;
    const descends = this.#mayDescend(frame.directory, name);
    if (descends) this.#plan(frame, name, path, { isFollowed: false });
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
      postpone(frame, name, resolution.end, undefined);
      return entryStep(frame, name, "link", target, false);
    }
    const end = this.#mayDescend(directory, name) ? this.#scope.confirm(resolution.end) : undefined;
    if (end === undefined) return entryStep(frame, name, "link", target, false);
    if (this.#wasVisited(end)) return undefined;
    this.#plan(frame, name, end, { isFollowed: true });
    return entryStep(frame, name, "link", target, true);
  }

  /** Path order: reaches the point where the contents of a directory sort. */
  #meetContents(frame: Frame, { name, end, after }: Pending): WalkStep | undefined {
    const { directory } = frame;
    const path = end === undefined ? entryOf(directory.path, name) : this.#scope.confirm(end);
    if (path === undefined || this.#wasVisited(path)) return undefined;
    if (this.#options.prune?.(directory.prefix + name)) return undefined;
    if (directory.depth >= this.#maxDepth) {
      return { type: "too_deep", directory: descend(directory, name, path) };
    }
    this.#plan(frame, name, path, { after, isFollowed: end !== undefined });
    return undefined;
  }

  #plan(
    frame: Frame,
    name: string,
    path: ScopedPath,
    { after, isFollowed }: { readonly after?: string | undefined; readonly isFollowed: boolean },
  ): void {
    const directory = descend(frame.directory, name, path);
    const placeAbove = isFollowed ? undefined : frame.place;
    this.#openings.add({ directory, rules: frame.rules, after, isFollowed, placeAbove });
  }

  #wasVisited({ real }: ScopedPath): boolean {
    // The size comes first because looking up a string hashes it.
    return this.#visited.size > 0 && this.#visited.has(real);
  }

  #mayDescend(directory: WalkedDirectory, name: string): boolean {
    return directory.depth < this.#maxDepth && !this.#options.prune?.(directory.prefix + name);
  }

  #open(opening: Opening): WalkStep | Promise<void> | undefined {
    const { directory, after } = opening;
    const { maxScanned = MAX_SCANNED, followLinks } = this.#options;
    if (after === undefined && this.#hasOpened && this.#scanned >= maxScanned) {
      this.#openings.putBack(opening);
      return { type: "stopped", directory, scanned: this.#scanned };
    }
    try {
      checkOpenable(this.#scope, directory);
      if (followLinks) {
        // In breadth order, a directory may have been opened since it was met.
        if (this.#wasVisited(directory.path)) return undefined;
        this.#visited.add(directory.path.real);
      }
      const opened = this.#opener.open(opening);
      return opened instanceof Promise
        ? this.#enterLater(opening, opened)
        : this.#enter(opening, opened);
    } catch (error) {
      return this.#fail(opening, error);
    }
  }

  async #enterLater(opening: Opening, opened: Promise<Opened>): Promise<void> {
    try {
      this.#due = this.#enter(opening, await opened);
    } catch (error) {
      this.#due = this.#fail(opening, error);
    }
  }

  /** A link that led to what cannot be read does not hide the directory itself. */
  #fail({ directory, isFollowed }: Opening, error: unknown): WalkStep {
    if (isFollowed) this.#visited.delete(directory.path.real);
    return errorStep(directory, error);
  }

  #enter({ directory, after }: Opening, opened: Opened): WalkStep | undefined {
    this.#pacer.hidden += opened.hidden ?? 0;
    const { listing, rules, select, known, count, ignored, unreadRules, unreadIndex } = opened;
    if (after === undefined) {
      this.#hasOpened = true;
      this.#scanned += count;
    }
    const frame: Frame = {
      directory,
      listing,
      rules,
      select,
      place: known?.place,
      pending: [],
      index: 0,
    };
    this.#stack.push(frame);
    if (after !== undefined) seek(frame, after, (name) => this.#followedEnd(frame, name));
    else if (this.#options.order === "path") {
      return { type: "enter", directory, count, ignored, unreadRules, unreadIndex };
    }
    if (ignored !== undefined && after === undefined) {
      return { type: "ignored", directory, ignored };
    }
    return undefined;
  }

  #followedEnd({ directory, listing }: Frame, name: string): ScopedPath | undefined {
    if (!this.#options.followLinks) return undefined;
    const { resolution } = readLinkTarget(this.#scope, directory.path, name, listing);
    return resolution.outcome === "directory" ? resolution.end : undefined;
  }

  /** Reads on in a huge directory of which only a part was kept. */
  async #refill(frame: Frame): Promise<void> {
    const { directory, listing, select } = frame;
    try {
      continueWith(frame, await this.#opener.readOn(directory, listing, select));
    } catch (error) {
      this.#due = errorStep(directory, error);
      continueWith(frame, { ...listing, keys: [], isPartial: false });
    }
  }
}

/** @throws Any other error, such as an abort. */
function errorStep(directory: WalkedDirectory, error: unknown): WalkStep {
  if (!(error instanceof DirscopeError)) throw error;
  return { type: "error", directory, error };
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
