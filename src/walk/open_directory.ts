/** Opens the directories of a walk: reads one, and keeps what is selected and not ignored, in order. */
import { DirectoryKeys } from "../directory/directory_keys.ts";
import { type EntryKey, isFileKey, kindOf, nameOf } from "../directory/entry_key.ts";
import {
  listFilesFirst,
  type Listing,
  lowerBound,
  sortListing,
  sortListingPaced,
  sortSelected,
} from "../directory/listing.ts";
import {
  askDirectory,
  readWindow,
  type SizeClass,
  sizeClassBy,
  sizeClassOf,
  withoutHidden,
} from "../directory/read_directory.ts";
import type { IgnoreRules, OwnFiles } from "../gitignore/rules.ts";
import type { Pacer } from "../pacing/pacer.ts";
import type { Scope } from "../scope/scope.ts";
import type { LeftOut } from "../scope/visibility.ts";
import { compareCodePoints } from "../text/compare_code_points.ts";
import { IgnoredTally } from "./ignored_tally.ts";
import { type KnownListing, KnownListings } from "./known_listings.ts";
import { placeAfter } from "./path_order.ts";
import type { Opened, Opening } from "./opened.ts";
import {
  attemptPaced,
  checkInPlace,
  countRead,
  leftOutIn,
  readKeys,
  readWhole,
} from "./read_keys.ts";
import type {
  BreadthOrder,
  Ignored,
  PathOrder,
  Selection,
  WalkedDirectory,
  WalkOptions,
} from "./steps.ts";

/** The most match cost of rules and of `select`, summed over its entries, that one directory may take without a yield. */
const MAX_MATCH_COST = 50_000;

/** The most entries that are put in order without a yield where they need not be read. */
const MAX_AT_ONCE = 4096;

/** What a directory told, and what is hidden in it. */
interface Asked {
  readonly info: Deno.FileInfo;
  readonly sizeClass: SizeClass;
  readonly hidden: LeftOut | undefined;
}

const NONE_IGNORED: Ignored = { directories: [], others: 0, firstOther: undefined };

/** Opens the directories of a walk. */
export class DirectoryOpener {
  readonly #scope: Scope;
  readonly #pacer: Pacer;
  readonly #path: PathOrder | undefined;
  readonly #breadth: BreadthOrder | undefined;
  readonly #reportsIgnored: boolean;
  readonly #known: KnownListings | undefined;

  /**
   * @param scope What may be seen.
   * @param options How the directories are walked.
   * @param pacer Paces the call, and counts what is read.
   */
  constructor(
    scope: Scope,
    options: WalkOptions,
    pacer: Pacer,
  ) {
    this.#scope = scope;
    this.#pacer = pacer;
    if (options.order === "path") this.#path = options;
    if (options.order === "breadth") this.#breadth = options;
    this.#reportsIgnored = options.order !== "name" && options.reportIgnored === true;
    this.#known = KnownListings.of(scope);
  }

  /**
   * Reads a directory; at once if it is small and its rules are light.
   *
   * @throws {DirscopeError} If it cannot be read, at once or later.
   */
  open(opening: Opening): Opened | Promise<Opened> {
    const { directory, rules } = opening;
    const info = askDirectory(directory.path);
    const sizeClass = sizeClassBy(info);
    const hidden = this.#hiddenIn(directory);
    const window = this.#path?.window;
    if (sizeClass === "huge" && rules === undefined && window !== undefined) {
      return this.#openWindow(opening, window);
    }
    const opened = this.#openWhole(opening, { info, sizeClass, hidden });
    if (hidden === undefined) return opened;
    return opened instanceof Promise
      ? opened.then((each) => ({ ...each, hidden: hidden.count }))
      : { ...opened, hidden: hidden.count };
  }

  #openWhole(opening: Opening, { info, sizeClass, hidden }: Asked): Opened | Promise<Opened> {
    const isQuick = sizeClass === "small" && !hidden?.isCostly;
    if (this.#known !== undefined && (isQuick || sizeClass === "large" && hidden === undefined)) {
      return this.#openKnown(this.#known, opening, { info, sizeClass, hidden });
    }
    const keys = readKeys(opening.directory, sizeClass, this.#pacer, hidden);
    return keys instanceof Promise
      ? this.#openPaced(opening, keys)
      : this.#keep(opening.directory, entered(opening), keys);
  }

  /** Opens a directory that may be known, and makes it known: all that is in it, whatever the host hides. */
  #openKnown(
    listings: KnownListings,
    opening: Opening,
    { info, sizeClass, hidden }: Asked & { readonly sizeClass: Exclude<SizeClass, "huge"> },
  ): Opened | Promise<Opened> {
    const { directory } = opening;
    const { path } = directory;
    const above = opening.placeAbove ?? (directory.depth === 0 ? listings.above(path) : {});
    const known = listings.find(path, info, above);
    if (known !== undefined) {
      checkInPlace(directory);
      return this.#showKnown(opening, known, hidden);
    }
    const keys = readWhole(directory, sizeClass, this.#pacer);
    const show = (read: EntryKey[]): Opened | Promise<Opened> =>
      this.#showKnown(opening, listings.keep(path, info, above, read), hidden);
    return keys instanceof Promise ? keys.then(show) : show(keys);
  }

  /** Opens a directory with what is known of it. */
  #showKnown(
    opening: Opening,
    known: KnownListing,
    hidden: LeftOut | undefined,
  ): Opened | Promise<Opened> {
    const { directory } = opening;
    const { keys } = known;
    const shown = hidden === undefined ? keys : withoutHidden(keys.all, hidden);
    const all = shown instanceof DirectoryKeys ? shown.all : shown;
    countRead(this.#pacer, all.length);
    const opened = all.length > MAX_AT_ONCE && !keys.isInOrder
      ? this.#keepPaced(directory, entered(opening), all).then((each) => {
        if (shown === keys) keys.adopt(each.listing);
        return each;
      })
      : this.#keep(directory, entered(opening), shown);
    return opened instanceof Promise
      ? opened.then((each) => ({ ...each, known }))
      : { ...opened, known };
  }

  /**
   * Reads a huge directory again from where its partial listing ends, and keeps twice as much.
   *
   * @throws {DirscopeError} If it cannot be read.
   */
  async readOn(
    directory: WalkedDirectory,
    { keys }: Listing,
    select: Selection | undefined,
  ): Promise<Listing> {
    const after = nameOf(keys.at(-1)!);
    sizeClassOf(directory.path);
    const part = { limit: 2 * keys.length, after };
    const { listing } = await this.#readWindow(directory, select, part);
    return { ...listing, keys: listing.keys.slice(lowerBound(listing, placeAfter(after).past)) };
  }

  #hiddenIn({ path }: WalkedDirectory): LeftOut | undefined {
    return leftOutIn(this.#scope, path);
  }

  async #openPaced(opening: Opening, keys: Promise<readonly EntryKey[]>): Promise<Opened> {
    const read = await keys;
    return await this.#keepPaced(opening.directory, entered(opening), read);
  }

  async #openWindow({ directory, after }: Opening, limit: number): Promise<Opened> {
    const select = this.#path?.select?.(directory);
    const { listing, count } = await this.#readWindow(directory, select, { limit, after });
    return { listing, rules: undefined, select, count, ignored: undefined, unreadRules: 0 };
  }

  /** Keeps the first entries after a place, and the directories that lead there. */
  async #readWindow(
    directory: WalkedDirectory,
    select: Selection | undefined,
    { limit, after }: { readonly limit: number; readonly after: string | undefined },
  ): ReturnType<typeof readWindow> {
    const { head, past } = placeAfter(after ?? "");
    const isSelected = select === undefined ? () => true : selecting(select);
    const isAfter = (key: EntryKey): boolean =>
      after === undefined || compareCodePoints(key, past) >= 0;
    const read = await attemptPaced(
      this.#pacer,
      () =>
        readWindow(directory.path.open, this.#pacer, {
          limit,
          isNeeded: (key) => !isAfter(key) && head.startsWith(nameOf(key)),
          isWanted: (key) => isAfter(key) && isSelected(key),
          hidden: this.#hiddenIn(directory),
        }),
    );
    checkInPlace(directory);
    return read;
  }

  #keep(
    directory: WalkedDirectory,
    rules: IgnoreRules | undefined,
    read: EntryKey[] | DirectoryKeys,
  ): Opened | Promise<Opened> {
    const keys = read instanceof DirectoryKeys ? read.all : read;
    const count = keys.length;
    const cost = (rules?.matchCost ?? 0) + (this.#path?.selectCost ?? 0);
    const hasOwn = rules !== undefined && this.#ownFilesOf(directory, read) !== undefined;
    if (hasOwn || cost * count > MAX_MATCH_COST) {
      return this.#keepPaced(directory, rules, keys);
    }
    const select = this.#path?.select?.(directory);
    const isSelected = select && selecting(select);
    if (rules === undefined || rules.isVacuous) {
      const listing = this.#breadth?.unsortedFiles && directory.depth > 0
        ? filesFirst(read)
        : inOrder(read, isSelected);
      const ignored = rules && this.#reportsIgnored ? NONE_IGNORED : undefined;
      return { listing, rules, select, count, ignored, unreadRules: 0 };
    }
    const ignored = this.#reportsIgnored ? new IgnoredTally() : undefined;
    const isShown = (key: EntryKey): boolean => {
      if (isSelected?.(key) === false) return false;
      const isIgnored = rules.ignores(nameOf(key), kindOf(key) === "directory");
      if (isIgnored) ignored?.add(key);
      return !isIgnored;
    };
    const listing = inOrder(read, isShown);
    // Once for each repository.
    if (rules.awaitsIndex) return this.#keepPaced(directory, rules, keys);
    const unreadIndex = this.#unreadIndexOf(rules);
    return { listing, rules, select, count, ignored, unreadRules: 0, unreadIndex };
  }

  /** The same with yields, and with the rules of the directory's own `.gitignore` or `.git`. */
  async #keepPaced(
    directory: WalkedDirectory,
    outer: IgnoreRules | undefined,
    keys: readonly EntryKey[],
  ): Promise<Opened> {
    const own = outer && this.#ownFilesOf(directory, keys);
    const rules = own === undefined ? outer : await outer?.withOwn(this.#pacer, own);
    const select = this.#path?.select?.(directory);
    const isSelected = select && selecting(select);
    const ignored = this.#reportsIgnored ? new IgnoredTally() : undefined;
    const drop = (key: EntryKey): boolean | Promise<boolean> => {
      if (isSelected?.(key) === false) return true;
      return rules?.ignoresPaced(nameOf(key), kindOf(key) === "directory", this.#pacer) ?? false;
    };
    const hasFilter = isSelected !== undefined || rules !== undefined;
    const listing = await sortListingPaced(keys, this.#pacer, {
      drop: hasFilter ? drop : undefined,
      ...ignored && {
        onDrop: (key) => isSelected?.(key) === false || ignored.add(key),
      },
    });
    const unreadRules = rules === outer ? 0 : rules?.unread ?? 0;
    const unreadIndex = rules && this.#unreadIndexOf(rules);
    return { listing, rules, select, count: keys.length, ignored, unreadRules, unreadIndex };
  }

  /** Which of a directory's entries make rules, if any does. Hidden ones were not read, but their rules hold. */
  #ownFilesOf(
    directory: WalkedDirectory,
    read: readonly EntryKey[] | DirectoryKeys,
  ): OwnFiles | undefined {
    const own = ownFilesAmong(read instanceof DirectoryKeys ? read.hidden : read);
    const hidden = this.#hiddenIn(directory);
    if (hidden === undefined) return own;
    const gitignore = own?.gitignore || hidden.has(".gitignore", false);
    const git = own?.git || hidden.has(".git", true) || hidden.has(".git", false);
    return gitignore || git ? { gitignore, git } : undefined;
  }

  #unreadIndexOf({ unreadIndex }: IgnoreRules): string | undefined {
    if (unreadIndex !== undefined) this.#pacer.unreadIndexes.add(unreadIndex);
    return unreadIndex;
  }
}

/** The keys that `keep` accepts, in order. */
function inOrder(read: EntryKey[] | DirectoryKeys, keep?: (key: EntryKey) => boolean): Listing {
  if (read instanceof DirectoryKeys) return read.inOrder(keep);
  return keep === undefined ? sortListing(read) : sortSelected(read, keep);
}

function filesFirst(read: EntryKey[] | DirectoryKeys): Listing {
  return read instanceof DirectoryKeys ? read.filesFirst() : listFilesFirst(read);
}

/** The rules in force in a directory but for those of its own files. */
function entered({ directory: { path, name }, rules }: Opening): IgnoreRules | undefined {
  return rules?.enter(path, name);
}

const DOT = 0x2e;

/** Which of a directory's entries make rules, if any does. */
function ownFilesAmong(keys: readonly EntryKey[]): OwnFiles | undefined {
  let own: OwnFiles | undefined;
  for (const key of keys) {
    if (key.charCodeAt(0) !== DOT) continue;
    const name = nameOf(key);
    if (name === ".git") own = { gitignore: own?.gitignore ?? false, git: true };
    else if (key === ".gitignore") own = { git: own?.git ?? false, gitignore: true };
  }
  return own;
}

/** Accepts what is selected, and every directory, since descent is unaffected. */
function selecting(select: Selection): (key: EntryKey) => boolean {
  return (key) => {
    if (isFileKey(key)) return select(key, "file");
    const kind = kindOf(key);
    return kind === "directory" || select(nameOf(key), kind);
  };
}
