/** Reads the directories of a walk: one at a time, as the entries selected and not ignored, in order. */
import { DistinctNames, type Listing } from "../directory/listing.ts";
import { type EntryKey, entryKindOf, isFileKey, nameOf } from "../directory/entry_key.ts";
import { isHuge, readDirectory, readInParts, statDirectory } from "../directory/read_directory.ts";
import { listFilesFirst, sortListing, sortSelected } from "../directory/sort_listing.ts";
import { DirscopeError } from "../errors.ts";
import type { OwnFiles } from "../gitignore/own_rules.ts";
import { mayBeStore } from "../gitignore/stores.ts";
import type { IgnoreRules } from "../gitignore/ignore_rules.ts";
import type { Counts, Pacer } from "../pacing/pacer.ts";
import { filterInSteps, isLight, type Steps, waitFor } from "../pacing/paced_steps.ts";
import { isInPlace } from "../scope/file_system.ts";
import { isAddressable } from "../scope/path_text.ts";
import type { Scope } from "../scope/scope.ts";
import type { HiddenEntries } from "../scope/visibility.ts";
import { compareCodePoints } from "../text/compare_code_points.ts";
import type {
  BreadthOrder,
  Ignored,
  PathOrder,
  Selection,
  UnreadInDirectory,
  WalkedDirectory,
  WalkOptions,
} from "./walk_options.ts";

export interface ReadRequest {
  readonly directory: WalkedDirectory;
  readonly rules?: IgnoreRules | undefined;
  /** Path order: the path in it to resume after. */
  readonly after?: string | undefined;
  readonly isFollowed?: boolean;
}

export interface ReadResult extends UnreadInDirectory {
  readonly listing: Listing;
  readonly rules?: IgnoreRules | undefined;
  readonly select: Selection | undefined;
  readonly count: number;
  readonly ignored?: Ignored | undefined;
}

const DOT = 0x2e;

export class DirectoryReader {
  readonly #scope: Scope;
  readonly #pacer: Pacer;
  readonly #pathOrder: PathOrder | undefined;
  readonly #breadthOrder: BreadthOrder | undefined;
  readonly #reportsIgnored: boolean;
  #matchable: number;

  constructor(scope: Scope, options: WalkOptions, pacer: Pacer) {
    this.#scope = scope;
    this.#pacer = pacer;
    if (options.order === "path") this.#pathOrder = options;
    if (options.order === "breadth") this.#breadthOrder = options;
    this.#reportsIgnored = options.reportIgnored === true;
    this.#matchable = options.maxMatched ?? Infinity;
  }

  /** True if the match budget has run out: the directory in which it did was not read to its end. */
  get isSpent(): boolean {
    return this.#matchable < 0;
  }

  /** Throws `DirscopeError` if a directory cannot be read, or the match budget runs out. */
  *read(request: ReadRequest): Steps<ReadResult> {
    const { directory, rules: outer } = request;
    const { path, name, depth } = directory;
    const { fileSystem, visibility } = this.#scope;
    const info = statDirectory(fileSystem, path);
    const hidden = visibility?.in(path);
    const { counts } = this.#pacer;
    let keys: readonly EntryKey[] = isHuge(info)
      ? yield* readInParts(fileSystem, path.open)
      : readDirectory(fileSystem, path.open);
    // After it was read, so that showing another directory than a call names takes two swaps at the right moments.
    if (depth === 0 && !isInPlace(fileSystem, path)) throw new DirscopeError("not_a_directory");
    if (hidden !== undefined) keys = yield* withoutHidden(keys, hidden, counts);
    const count = keys.length;
    counts.directories++;
    counts.entries += count;
    if (!isLight(count, 0)) yield;
    const ownFiles = outer && ownFilesOf(keys, hidden);
    let rules = outer?.enter(path, name);
    if (ownFiles !== undefined || rules?.skipsOwn) {
      rules = yield* waitFor(rules!.withOwnRules(this.#pacer, ownFiles));
    }
    const isVacuous = rules === undefined || ownFiles === undefined && rules.isVacuous;
    const select = this.#pathOrder?.select?.(directory);
    const isFilesFirst = this.#breadthOrder?.unsortedFiles === true && depth > 0;
    let listing: Listing;
    let ignored: Ignored | undefined;
    const isSelected = select && this.#selectsOrDescends(select, directory);
    if (!isVacuous) ({ listing, ignored } = yield* this.#listByRules(keys, rules!, isSelected));
    else if (isSelected) listing = yield* sortSelected(keys, isSelected, this.#selectCostOf(keys));
    else listing = yield* isFilesFirst ? listFilesFirst(keys) : sortListing(keys);
    const { sameNames } = listing;
    counts.sameNames += sameNames;
    const { unread: unreadRules = 0, unreadIndex } = rules ?? {};
    if (unreadIndex !== undefined) counts.unreadIndexes.add(unreadIndex);
    return { listing, rules, select, count, ignored, sameNames, unreadRules, unreadIndex };
  }

  *#listByRules(
    keys: readonly EntryKey[],
    rules: IgnoreRules,
    isSelected: ((key: EntryKey) => boolean) | undefined,
  ): Steps<Pick<ReadResult, "listing" | "ignored">> {
    let ignored = new IgnoredTally();
    const isShown = (key: EntryKey): boolean => {
      if (isSelected?.(key) === false) return false;
      this.#matchable -= key.length * rules.matchCost;
      if (this.isSpent) throw new DirscopeError("scan_limit");
      const name = nameOf(key);
      const isDirectory = entryKindOf(key) === "directory";
      if (!rules.ignores(name, isDirectory)) return true;
      if (this.#reportsIgnored) ignored.add(key, rules.isStore(name, isDirectory));
      return false;
    };
    const cost = rules.matchCost + this.#selectCostOf(keys);
    let listing = yield* sortSelected(keys, isShown, cost);
    if (rules.awaitsIndex) {
      // At most once for each repository.
      yield* waitFor(rules.readIndex(this.#pacer));
      ignored = new IgnoredTally();
      listing = yield* sortSelected(keys, isShown, cost);
    }
    return { listing, ignored: ignored.isEmpty ? undefined : ignored };
  }

  /** Accepts the selected entries, and all that the walk may descend into, which `select` does not affect. */
  #selectsOrDescends(
    select: Selection,
    { prefix }: WalkedDirectory,
  ): (key: EntryKey) => boolean {
    const follows = this.#pathOrder?.followsLink;
    return (key) => {
      if (isFileKey(key)) return select(key, "file");
      const kind = entryKindOf(key);
      if (kind === "directory") return true;
      const name = nameOf(key);
      return select(name, kind) || kind === "link" && follows?.(prefix + name) === true;
    };
  }

  #selectCostOf(keys: readonly EntryKey[]): number {
    const { selectCost = 0, linkCost = 0 } = this.#pathOrder ?? {};
    const hasLinks = !isLight(keys.length, linkCost) &&
      keys.some((key) => entryKindOf(key) === "link");
    return hasLinks ? selectCost + linkCost : selectCost;
  }
}

/** @throws {DirscopeError} If the directory's name cannot be opened, or it lies outside the scope. */
export function checkReadable(scope: Scope, { path, name }: WalkedDirectory): void {
  if (!isAddressable(name)) throw new DirscopeError("unaddressable");
  if (!scope.allows(path)) throw new DirscopeError("outside_scope");
}

function* withoutHidden(
  keys: readonly EntryKey[],
  hidden: HiddenEntries,
  counts: Counts,
): Steps<readonly EntryKey[]> {
  const isShown = (key: EntryKey): boolean =>
    !hidden.has(nameOf(key), entryKindOf(key) === "directory");
  const shown = yield* filterInSteps(keys, isShown, hidden.matchCost);
  counts.hidden += keys.length - shown.length;
  return shown;
}

/** Hidden entries were left out of the keys, but their rules apply. */
function ownFilesOf(
  keys: readonly EntryKey[],
  hidden: HiddenEntries | undefined,
): OwnFiles | undefined {
  const names = keys.filter((key) => key.charCodeAt(0) === DOT);
  if (names.length === 0 && hidden === undefined) return undefined;
  const gitignore = names.some((key) => key === ".gitignore") ||
    hidden?.has(".gitignore", false) === true;
  const git = names.some((key) => nameOf(key) === ".git") ||
    hidden !== undefined && (hidden.has(".git", true) || hidden.has(".git", false));
  // A store has no rules, but is to be judged.
  const isNeeded = gitignore || git || names.some((key) => mayBeStore(nameOf(key)));
  return isNeeded ? { gitignore, git } : undefined;
}

class IgnoredTally implements Ignored {
  readonly directories: string[] = [];
  readonly stores: EntryKey[] = [];
  others = 0;
  firstOther: string | undefined;
  isEmpty = true;
  readonly #keys = new DistinctNames();

  add(key: EntryKey, isStore: boolean): void {
    // By key, not by name: a file and a directory whose names read back equal both count.
    if (!this.#keys.isNew(key)) return;
    this.isEmpty = false;
    const name = nameOf(key);
    if (isStore) return void this.stores.push(key);
    if (entryKindOf(key) === "directory") return void this.directories.push(name);
    this.others++;
    if (this.firstOther === undefined || compareCodePoints(name, this.firstOther) < 0) {
      this.firstOther = name;
    }
  }
}
