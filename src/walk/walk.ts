import { entryKindOf, isFileKey, nameOf } from "../directory/entry_key.ts";
import { type LinkTarget, readLinkTarget } from "../directory/link_target.ts";
import { DirscopeError } from "../errors.ts";
import type { IgnoreRules } from "../gitignore/ignore_rules.ts";
import type { Verdicts } from "../gitignore/verdicts.ts";
import type { Pacer } from "../pacing/pacer.ts";
import { stepAfter } from "../pacing/paced_steps.ts";
import type { Scope } from "../scope/scope.ts";
import { isWithin, partsBetween } from "../scope/path_text.ts";
import { scopedChild, type ScopedPath } from "../scope/scoped_path.ts";
import {
  checkReadable,
  DirectoryReader,
  type ReadRequest,
  type ReadResult,
} from "./directory_reader.ts";
import { type PendingContents, type Position, postpone, seek } from "./path_order.ts";
import {
  descend,
  type EntryStep,
  type Selection,
  startAt,
  type WalkedDirectory,
  type WalkOptions,
  type WalkStep,
} from "./walk_options.ts";

interface Frame extends Position {
  readonly directory: WalkedDirectory;
  readonly rules: IgnoreRules | undefined;
  readonly select: Selection | undefined;
}

/** The steps of a walk; a promise where it has to wait, and nothing where it may pause. */
type WalkSteps = Generator<WalkStep | Promise<unknown> | void, void, unknown>;

export const DEFAULT_SCAN_BUDGET = 2_000_000;

const MAX_FILES_PER_STEP = 4096;

/** Short steps to take between two points where it may pause. */
const STEPS_PER_PAUSE = 16;

/**
 * A lazy walk: it reads a directory only when its turn comes, and yields errors as data. Its stack is
 * explicit, so no depth overflows it. For each entry, in order, it checks:
 *
 * 1. `select`: an entry that is not selected is not yielded; a directory may still be read.
 * 2. The `.gitignore` rules: an ignored entry is left out, as is a `.git` directory.
 * 3. The visited set, with `followLinks`: a directory, or a link that check 4 lets the walk follow, is
 *    left out if the walk has already been there.
 * 4. Depth, `prune`, `except`, and whether to follow a link: the entry is yielded but not read.
 * 5. The scan budget and the match budget: the walk stops.
 * 6. It reads the directory; one that cannot be read is yielded as an error.
 */
export class Walk {
  readonly #scope: Scope;
  readonly #pacer: Pacer;
  readonly #options: WalkOptions;
  readonly #reader: DirectoryReader;
  readonly #maxDepth: number;
  readonly #stack: Frame[] = [];
  readonly #visited = new Set<string>();
  /** Directories found but not yet read: at most one, except in breadth order. */
  readonly #requests = new Queue<ReadRequest>();
  /** Entries charged to the budget: not those of directories on the way to `after`. */
  #scanned = 0;
  #hasRead = false;
  readonly #steps = this.#walk();
  readonly #start: ScopedPath;
  #verdicts: Promise<Verdicts> | undefined;

  constructor(
    scope: Scope,
    start: ScopedPath | WalkedDirectory,
    options: WalkOptions,
    pacer: Pacer,
  ) {
    this.#scope = scope;
    this.#pacer = pacer;
    this.#options = options;
    this.#reader = new DirectoryReader(scope, options, pacer);
    this.#maxDepth = options.maxDepth ?? Infinity;
    const after = options.order === "path" ? options.after : undefined;
    const directory = "path" in start ? start : startAt(start);
    this.#start = directory.path;
    this.#requests.add({ directory, rules: options.rules, after, isFollowed: false });
  }

  /** Walks until `visit` returns `false`, the budget is used up, or nothing is left. Call it again to continue. */
  async run(visit: (step: WalkStep) => boolean | void): Promise<void> {
    const steps = this.#steps;
    for (let next = steps.next(); !next.done;) {
      const step = next.value;
      if (step instanceof Promise || !step && this.#pacer.isDue()) {
        next = await stepAfter(steps, step, this.#pacer);
        continue;
      }
      if (step && (visit(step) === false || step.type === "stopped")) return;
      next = steps.next();
    }
  }

  /** Renews the budget, less the entries of each directory (`readAhead`) that a call resuming here would read again. */
  renewBudget(readAhead: readonly number[] = []): void {
    this.#scanned = readAhead.reduce((sum, count) => sum + count, 0);
    this.#hasRead = readAhead.length > 0;
  }

  *#walk(): WalkSteps {
    const options = this.#options;
    const { order, maxScanned = DEFAULT_SCAN_BUDGET } = options;
    const isCostly = options.order === "path" && (options.selectCost ?? 0) > 0;
    for (let steps = 1;; steps++) {
      const frame = this.#stack.at(-1);
      const isListing = order === "breadth" && frame !== undefined;
      const request = isListing ? undefined : this.#requests.take();
      let step: WalkStep | undefined;
      if (request !== undefined) {
        const { directory, after } = request;
        while (
          after === undefined && this.#hasRead && this.#scanned >= maxScanned ||
          this.#reader.isSpent
        ) {
          yield { type: "stopped", directory, scanned: this.#scanned };
        }
        try {
          if (!this.#mayRead(directory)) continue;
          step = this.#enter(request, yield* this.#reader.read(request));
        } catch (error) {
          step = this.#fail(request, error);
        }
      } else if (frame === undefined) return;
      else {
        const next = this.#advance(frame);
        step = next instanceof Promise ? (yield next) as WalkStep | undefined : next;
      }
      if (step !== undefined) yield step;
      // Most steps that read no directory are short.
      if (request !== undefined || isCostly || steps % STEPS_PER_PAUSE === 0) yield;
    }
  }

  #advance(frame: Frame): WalkStep | Promise<WalkStep | undefined> | undefined {
    const { directory, listing: { keys, isPlain, isFiles } } = frame;
    const pending = frame.pending.at(-1);
    const from = frame.index;
    if (from === pending?.at) {
      frame.pending.pop();
      return this.#visitContents(frame, pending);
    }
    if (from >= keys.length) {
      this.#stack.pop();
      return { type: "leave", directory };
    }
    const end = Math.min(pending?.at ?? keys.length, from + MAX_FILES_PER_STEP);
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
    const kind = entryKindOf(key) as EntryStep["kind"];
    if (kind === "directory") return this.#visitDirectory(frame, name);
    if (kind === "link" && (this.#options.resolveLinks || this.#follows(frame, name))) {
      return this.#visitLink(frame, name);
    }
    return entryStep(frame, name, kind, undefined, false);
  }

  #visitDirectory(frame: Frame, name: string): WalkStep | undefined {
    if (this.#options.order === "path") {
      postpone(frame, name, undefined, undefined);
      if (frame.select?.(name, "directory") === false) return undefined;
      return entryStep(frame, name, "directory", undefined, false);
    }
    const path = scopedChild(frame.directory.path, name);
    if (this.#wasVisited(path)) return undefined;
    const descends = this.#mayDescend(frame.directory, name, path);
    if (descends) this.#plan(frame, name, path, { isFollowed: false });
    return entryStep(frame, name, "directory", undefined, descends);
  }

  #visitLink(frame: Frame, name: string): WalkStep | undefined {
    const { directory, listing } = frame;
    const target = readLinkTarget(this.#scope, directory.path, name, listing);
    const { resolution } = target;
    const end = resolution.outcome === "directory" ? resolution.end : undefined;
    const follows = end !== undefined && this.#follows(frame, name);
    if (this.#options.order === "path") {
      if (follows) postpone(frame, name, end, undefined);
      if (frame.select?.(name, "link") === false) return undefined;
      return entryStep(frame, name, "link", target, false);
    }
    const mayDescend = follows && this.#mayDescend(directory, name, end);
    const now = mayDescend ? this.#scope.recheck(end) : undefined;
    if (now === undefined) return entryStep(frame, name, "link", target, false);
    if (this.#wasVisited(now)) return undefined;
    this.#plan(frame, name, now, { isFollowed: true });
    return entryStep(frame, name, "link", target, true);
  }

  /** In path order: descends into a directory, once all entries that sort before its contents are returned. */
  #visitContents(
    frame: Frame,
    { name, end, after }: PendingContents,
  ): WalkStep | Promise<WalkStep | undefined> | undefined {
    const { directory } = frame;
    const path = end === undefined ? scopedChild(directory.path, name) : this.#scope.recheck(end);
    if (path === undefined || this.#wasVisited(path)) return undefined;
    if (this.#isPruned(directory, name, path)) return undefined;
    const visit = (): WalkStep | undefined => {
      if (directory.depth >= this.#maxDepth) {
        return { type: "too_deep", directory: descend(directory, name, path) };
      }
      this.#plan(frame, name, path, { after, isFollowed: end !== undefined });
      return undefined;
    };
    const mayHaveOwn = end !== undefined && this.#options.followLinks &&
      isWithin(path.real, this.#start.real);
    if (!mayHaveOwn) return visit();
    return this.#reachesByItself(path).then((reaches) => reaches ? undefined : visit());
  }

  /** Reports whether the walk comes to a directory below its start without a link: its own path counts, then. */
  async #reachesByItself({ real }: ScopedPath): Promise<boolean> {
    const { rules, prune } = this.#options;
    const parts = partsBetween(real, this.#start.real);
    const isPruned = parts.some((_, i) => prune?.(parts.slice(0, i + 1).join("/")));
    if (isPruned || parts.length > this.#maxDepth) return false;
    if (rules === undefined) return true;
    const { Verdicts } = await import("../gitignore/verdicts.ts");
    const verdicts = await (this.#verdicts ??= Verdicts.by(rules, this.#start, this.#pacer));
    const { isIgnored, store } = await verdicts.of(parts.join("/"), true);
    return !isIgnored && store === undefined;
  }

  #plan(
    frame: Frame,
    name: string,
    path: ScopedPath,
    { after, isFollowed }: { readonly after?: string | undefined; readonly isFollowed: boolean },
  ): void {
    const directory = descend(frame.directory, name, path);
    this.#requests.add({ directory, rules: frame.rules, after, isFollowed });
  }

  #wasVisited({ real }: ScopedPath): boolean {
    // The size comes first because looking up a string hashes it.
    return this.#visited.size > 0 && this.#visited.has(real);
  }

  #mayDescend(directory: WalkedDirectory, name: string, path: ScopedPath): boolean {
    return directory.depth < this.#maxDepth && !this.#isPruned(directory, name, path);
  }

  #isPruned({ prefix }: WalkedDirectory, name: string, { real }: ScopedPath): boolean {
    const { prune, except } = this.#options;
    return prune?.(prefix + name) === true || except !== undefined && except.has(real);
  }

  /** Reports whether a directory is still to be read: with `followLinks`, it may have been since it was found. */
  #mayRead(directory: WalkedDirectory): boolean {
    checkReadable(this.#scope, directory);
    if (!this.#options.followLinks) return true;
    if (this.#wasVisited(directory.path)) return false;
    this.#visited.add(directory.path.real);
    return true;
  }

  /** Reports a failed read. A directory that failed behind a link is not counted as visited: its own path may do. */
  #fail({ directory, isFollowed }: ReadRequest, error: unknown): WalkStep {
    if (this.#reader.isSpent) return { type: "stopped", directory, scanned: this.#scanned };
    if (isFollowed) this.#visited.delete(directory.path.real);
    if (!(error instanceof DirscopeError)) throw error;
    return { type: "error", directory, error };
  }

  #enter({ directory, after }: ReadRequest, result: ReadResult): WalkStep | undefined {
    const { listing, rules, select, count, ignored } = result;
    const { sameNames, unreadRules, unreadIndex } = result;
    const frame: Frame = { directory, listing, rules, select, pending: [], index: 0 };
    this.#stack.push(frame);
    if (after !== undefined) {
      seek(frame, after, (name) => this.#followedEnd(frame, name));
      return undefined;
    }
    this.#hasRead = true;
    this.#scanned += count;
    if (this.#options.order === "path") {
      return { type: "enter", directory, count, ignored, sameNames, unreadRules, unreadIndex };
    }
    return ignored && { type: "ignored", directory, ignored };
  }

  #follows({ directory }: Frame, name: string): boolean {
    const options = this.#options;
    return options.followLinks === true ||
      options.order === "path" && options.followsLink?.(directory.prefix + name) === true;
  }

  #followedEnd(frame: Frame, name: string): ScopedPath | undefined {
    if (!this.#follows(frame, name)) return undefined;
    const { directory, listing } = frame;
    const { resolution } = readLinkTarget(this.#scope, directory.path, name, listing);
    return resolution.outcome === "directory" ? resolution.end : undefined;
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

/** A FIFO queue in amortised constant time; `Array.shift()` moves every item of a long array. */
class Queue<T> {
  #added: T[] = [];
  /** In reverse order. */
  #leaving: T[] = [];

  add(item: T): void {
    this.#added.push(item);
  }

  take(): T | undefined {
    if (this.#leaving.length === 0 && this.#added.length > 0) {
      [this.#added, this.#leaving] = [this.#leaving, this.#added.reverse()];
    }
    return this.#leaving.pop();
  }
}
