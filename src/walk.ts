/**
 * The traversal that every tool is made of.
 *
 * @module
 */
import type { Pacer } from "./cooperate.ts";
import {
  contentsKey,
  type EntryKind,
  isAddressable,
  isContentsKey,
  isFileKey,
  kindOf,
  nameOf,
} from "./entry.ts";
import { type ErrorCode, errorCodeOf } from "./errors.ts";
import type { IgnoreRules } from "./gitignore/rules.ts";
import { type LinkTarget, readLinkTarget } from "./links.ts";
import {
  arrange,
  arrangePaced,
  isHuge,
  type KeyFilter,
  type Listing,
  lowerBound,
  type Order,
  readDirectory,
  readHugeDirectory,
} from "./read_directory.ts";
import { childOf, type Scope, type ScopedPath } from "./scope.ts";

/** How to walk. */
export interface WalkOptions {
  /**
   * `name`: depth first, a directory's contents right after it. `path`: depth first, in code point
   * order of the whole path. `breadth`: level by level, each directory by name.
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
  /** Says which directories not to open, by path from the start. */
  readonly prune?: (path: string) => boolean;
  /** In path order: start after this path, reading only the directories on the way to it. */
  readonly after?: string | undefined;
  /** The scan budget: no directory is opened once so many entries are read. @default {Infinity} */
  readonly maxScanned?: number;
}

/** A directory met by a walk. */
export interface WalkedDirectory {
  /** Where it is. */
  readonly path: ScopedPath;
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
  /** Whether the walk opens it: what it holds follows, and then a `leave` or an `error`. */
  readonly descends: boolean;
}

/** What a walk comes across, in order. */
export type WalkStep =
  | FileRun
  | EntryStep
  /** A directory's end. */
  | { readonly type: "leave"; readonly directory: WalkedDirectory }
  /** A directory that could not be read, the start included. */
  | {
    readonly type: "error";
    readonly directory: WalkedDirectory;
    readonly code: ErrorCode;
  }
  /** The scan budget is used up; the walk is over. */
  | { readonly type: "stopped"; readonly scanned: number };

interface Opening {
  readonly directory: WalkedDirectory;
  readonly rules: IgnoreRules | undefined;
  /** Path order: where to resume in it. */
  readonly after: string | undefined;
}

interface Frame {
  readonly directory: WalkedDirectory;
  readonly listing: Listing;
  readonly rules: IgnoreRules | undefined;
  /** Path order: the directory to resume in, as a key, and where in it. */
  readonly resume: { readonly key: string; readonly after: string } | undefined;
  index: number;
}

/** Longest run of files in one step, so that a step stays short. */
const MAX_RUN = 4096;

/** Deepest directory that is asked for its size; asking them all would cost a quarter of a walk. */
const HUGE_CHECK_DEPTH = 3;

/** Most checks of an entry against a rule that one directory may take in one go. */
const MAX_CHECKS = 50_000;

/**
 * A lazy walk. It reads a directory only when its turn comes, keeps an explicit stack, and gives
 * errors as data. For each entry, in order, it checks:
 *
 * 1. `.gitignore` rules: an ignored entry is left out, as is a `.git` directory.
 * 2. The visited set, when following: a directory, or a link about to be followed, that was already
 *    descended into is left out.
 * 3. Depth, `prune`, and whether the link is to be followed: the entry is given, but not opened.
 * 4. The scan budget: the walk is over.
 * 5. It is opened; what cannot be opened is given as an error.
 */
export class Walk {
  readonly #scope: Scope;
  readonly #pacer: Pacer;
  readonly #options: WalkOptions;
  readonly #maxDepth: number;
  readonly #order: Order;
  readonly #stack: Frame[] = [];
  readonly #visited = new Set<string>();
  /** Directories met and not yet opened: one at most, but in breadth order. */
  readonly #openings: Opening[] = [];
  /** A failure met while reading a huge directory, to be given next. */
  #failure: WalkStep | undefined;
  /** Entries that count against the budget: not those of directories that lead to the cursor. */
  #scanned = 0;
  #hasOpened = false;
  #isOver = false;

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
    this.#order = options.order === "path" ? "path" : "name";
    this.#openings.push({
      directory: { path: start, prefix: "", depth: 0 },
      rules: options.rules,
      after: options.after,
    });
  }

  /**
   * Walks on until `visit` returns `false` or all is walked; it can be called again to go on.
   *
   * @throws {DOMException} `AbortError` once the call is aborted.
   */
  async run(visit: (step: WalkStep) => boolean | void): Promise<void> {
    for (;;) {
      const step = this.#next();
      if (step === undefined) return;
      if (step instanceof Promise) await step;
      else if (visit(step) === false) return;
      if (this.#pacer.isDue()) await this.#pacer.pause();
    }
  }

  #next(): WalkStep | Promise<void> | undefined {
    let step: WalkStep | Promise<void> | undefined = this.#failure;
    this.#failure = undefined;
    while (step === undefined && !this.#isOver) {
      const frame = this.#stack.at(-1);
      const isOpenDue = frame === undefined || this.#options.order !== "breadth";
      const opening = isOpenDue ? this.#openings.shift() : undefined;
      if (opening !== undefined) step = this.#open(opening);
      else if (frame !== undefined) step = this.#advance(frame);
      else return undefined;
    }
    return step;
  }

  /** The next step in a directory, or `undefined` where an entry gives none. */
  #advance(frame: Frame): WalkStep | undefined {
    const { directory, listing: { keys, isPlain } } = frame;
    const from = frame.index;
    if (from >= keys.length) {
      this.#stack.pop();
      return { type: "leave", directory };
    }
    const end = Math.min(keys.length, from + MAX_RUN);
    let to = from;
    while (to < end && isFileKey(keys[to]!)) to++;
    if (to > from) {
      frame.index = to;
      const names = to - from === keys.length ? keys : keys.slice(from, to);
      return { type: "files", directory, names, isPlain };
    }
    frame.index++;
    const key = keys[from]!;
    const name = nameOf(key);
    if (isContentsKey(key)) return this.#meetContents(frame, key, name);
    const kind = kindOf(key) as EntryStep["kind"];
    if (kind === "directory" && this.#order === "name") return this.#meetDirectory(frame, name);
    if (kind === "link" && this.#options.resolveLinks) return this.#meetLink(frame, name);
    return { type: "entry", directory, name, isPlain, kind, target: undefined, descends: false };
  }

  #meetDirectory(frame: Frame, name: string): WalkStep | undefined {
    const { directory } = frame;
    const inner = descend(directory, name, pathIn(directory.path, name));
    if (this.#visited.has(inner.path.real)) return undefined;
    const descends = this.#mayOpen(directory, name);
    if (descends) this.#openings.push({ directory: inner, rules: frame.rules, after: undefined });
    const { isPlain } = frame.listing;
    return {
      type: "entry",
      directory,
      name,
      isPlain,
      kind: "directory",
      target: undefined,
      descends,
    };
  }

  #meetLink(frame: Frame, name: string): WalkStep | undefined {
    const { directory } = frame;
    const target = readLinkTarget(this.#scope, directory.path, name, frame.listing);
    const { resolution } = target;
    const end = this.#options.followLinks && resolution.outcome === "directory" &&
        this.#mayOpen(directory, name)
      ? this.#scope.confirm(resolution.end)
      : undefined;
    if (end !== undefined) {
      if (this.#visited.has(end.real)) return undefined;
      const inner = descend(directory, name, end);
      this.#openings.push({ directory: inner, rules: frame.rules, after: undefined });
    }
    const { isPlain } = frame.listing;
    const descends = end !== undefined;
    return { type: "entry", directory, name, isPlain, kind: "link", target, descends };
  }

  /** Path order: the turn of a directory's contents has come. */
  #meetContents(frame: Frame, key: string, name: string): WalkStep | undefined {
    const { directory, resume } = frame;
    if (this.#mayOpen(directory, name)) {
      this.#openings.push({
        directory: descend(directory, name, pathIn(directory.path, name)),
        rules: frame.rules,
        after: resume?.key === key ? resume.after : undefined,
      });
    }
    return undefined;
  }

  #mayOpen(directory: WalkedDirectory, name: string): boolean {
    return directory.depth < this.#maxDepth && !this.#options.prune?.(directory.prefix + name);
  }

  #open(opening: Opening): WalkStep | Promise<void> | undefined {
    const { directory, after } = opening;
    const { path } = directory;
    const { maxScanned = Infinity } = this.#options;
    if (after === undefined && this.#hasOpened && this.#scanned >= maxScanned) {
      this.#isOver = true;
      return { type: "stopped", scanned: this.#scanned };
    }
    if (!isAddressable(directory.prefix)) {
      return { type: "error", directory, code: "unaddressable" };
    }
    if (!this.#scope.allows(path)) return { type: "error", directory, code: "outside_scope" };
    if (this.#options.followLinks) this.#visited.add(path.real);
    if (directory.depth <= HUGE_CHECK_DEPTH && isHuge(path.open)) return this.#openHuge(opening);
    let listing: Listing;
    try {
      listing = readDirectory(path.open, this.#order);
    } catch (error) {
      return { type: "error", directory, code: errorCodeOf(error) };
    }
    const rules = this.#admit(opening, listing);
    const keep = filterBy(rules, directory);
    if ((rules?.size ?? 0) * listing.count > MAX_CHECKS) {
      return arrangePaced(listing, this.#pacer, keep).then((arranged) =>
        this.#push(opening, rules, arranged)
      );
    }
    this.#push(opening, rules, arrange(listing, keep));
    return undefined;
  }

  async #openHuge(opening: Opening): Promise<void> {
    const { directory } = opening;
    let listing: Listing;
    try {
      listing = await readHugeDirectory(directory.path.open, this.#order, this.#pacer);
    } catch (error) {
      this.#pacer.check();
      this.#failure = { type: "error", directory, code: errorCodeOf(error) };
      return;
    }
    const rules = this.#admit(opening, listing);
    const keep = filterBy(rules, directory);
    this.#push(opening, rules, await arrangePaced(listing, this.#pacer, keep));
  }

  /** Counts a directory that was read, and adds the rules that it holds. */
  #admit({ directory, rules, after }: Opening, listing: Listing): IgnoreRules | undefined {
    this.#pacer.directories++;
    this.#pacer.entries += listing.count;
    if (after === undefined) {
      this.#hasOpened = true;
      this.#scanned += listing.count;
    }
    return rules?.enter(directory.path, directory.prefix, listing.keys.includes(".gitignore"));
  }

  #push({ directory, after }: Opening, rules: IgnoreRules | undefined, listing: Listing): void {
    this.#stack.push({ directory, listing, rules, ...startAfter(listing, after) });
  }
}

/** Where in a listing to resume after a path: past an entry, or at the contents that hold it. */
function startAfter(
  { keys, compare }: Listing,
  after: string | undefined,
): Pick<Frame, "index" | "resume"> {
  if (after === undefined) return { index: 0, resume: undefined };
  const slash = after.indexOf("/");
  if (slash < 0) {
    // Past the entry itself, whatever its kind, and no further than its contents.
    return { index: lowerBound(keys, `${after}\0\uffff`, compare), resume: undefined };
  }
  const key = contentsKey(after.slice(0, slash));
  return { index: lowerBound(keys, key, compare), resume: { key, after: after.slice(slash + 1) } };
}

function filterBy(
  rules: IgnoreRules | undefined,
  { prefix }: WalkedDirectory,
): KeyFilter | undefined {
  return rules &&
    ((key) =>
      !rules.ignores(prefix, nameOf(key), isContentsKey(key) || kindOf(key) === "directory"));
}

function descend(directory: WalkedDirectory, name: string, path: ScopedPath): WalkedDirectory {
  return { path, prefix: `${directory.prefix}${name}/`, depth: directory.depth + 1 };
}

function pathIn(directory: ScopedPath, name: string): ScopedPath {
  const open = childOf(directory.open, name);
  return {
    open,
    real: directory.open === directory.real ? open : childOf(directory.real, name),
  };
}
