/** Opens the directories of a walk: reads one, and keeps what is selected and not ignored, in order. */
import { type EntryKey, fileKey, isFileKey, kindOf, nameOf } from "../directory/entry_key.ts";
import {
  listFilesFirst,
  type Listing,
  lowerBound,
  sortListing,
  sortListingPaced,
} from "../directory/listing.ts";
import { readWindow } from "../directory/read_directory.ts";
import type { IgnoreRules } from "../gitignore/rules.ts";
import type { Pacer } from "../pacing/pacer.ts";
import type { Scope } from "../scope/scope.ts";
import type { HiddenEntries } from "../scope/visibility.ts";
import { compareCodePoints } from "../text/compare_code_points.ts";
import { IgnoredTally } from "./ignored_tally.ts";
import { placeAfter } from "./path_order.ts";
import { attemptPaced, countRead, readKeys, sizeClassAt } from "./read_keys.ts";
import type {
  BreadthOrder,
  Ignored,
  PathOrder,
  Selection,
  WalkedDirectory,
  WalkOptions,
} from "./steps.ts";

/** A directory to open. */
export interface Opening {
  readonly directory: WalkedDirectory;
  /** The rules in force above it. */
  readonly rules: IgnoreRules | undefined;
  /** Path order: where to resume in it. */
  readonly after: string | undefined;
  /** Whether a link led to it. */
  readonly isFollowed: boolean;
}

/** A directory that was read. */
export interface Opened {
  readonly listing: Listing;
  /** The rules in force in it. */
  readonly rules: IgnoreRules | undefined;
  readonly select: Selection | undefined;
  /** How many entries it holds. */
  readonly count: number;
  readonly ignored: Ignored | undefined;
  /** How many `.gitignore` files of it could not be read. */
  readonly unreadRules: number;
}

/** The most match cost of rules, summed over its entries, that one directory may take without a yield. */
const MAX_MATCH_COST = 50_000;

const GITIGNORE = fileKey(".gitignore");

/** Opens the directories of a walk. */
export class DirectoryOpener {
  readonly #scope: Scope;
  readonly #pacer: Pacer;
  readonly #path: PathOrder | undefined;
  readonly #breadth: BreadthOrder | undefined;
  readonly #reportsIgnored: boolean;

  constructor(scope: Scope, options: WalkOptions, pacer: Pacer) {
    this.#scope = scope;
    this.#pacer = pacer;
    if (options.order === "path") this.#path = options;
    if (options.order === "breadth") this.#breadth = options;
    this.#reportsIgnored = options.order !== "name" && options.reportIgnored === true;
  }

  /**
   * Reads a directory; at once if it is small and its rules are light.
   *
   * @throws {DirscopeError} If it cannot be read, at once or later.
   */
  open(opening: Opening): Opened | Promise<Opened> {
    const { directory, rules } = opening;
    const sizeClass = sizeClassAt(directory);
    const window = this.#path?.window;
    if (sizeClass === "huge" && rules === undefined && window !== undefined) {
      return this.#openWindow(opening, window);
    }
    const hidden = this.#hiddenIn(directory);
    const keys = readKeys(directory, sizeClass, this.#pacer, hidden);
    return keys instanceof Promise
      ? this.#openPaced(opening, keys)
      : this.#keep(directory, rules?.enter(directory.path, directory.name), keys);
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
    const part = { limit: 2 * keys.length, after };
    const { listing } = await this.#readWindow(directory, select, part);
    return { ...listing, keys: listing.keys.slice(lowerBound(listing, placeAfter(after).past)) };
  }

  #hiddenIn({ path }: WalkedDirectory): HiddenEntries | undefined {
    return this.#scope.visibility?.in(path);
  }

  /** Whether a directory may have rules of its own. A hidden `.gitignore` was not read, but its rules hold. */
  #mayHaveRules(directory: WalkedDirectory, keys: readonly EntryKey[]): boolean {
    return keys.includes(GITIGNORE) ||
      (this.#hiddenIn(directory)?.has(".gitignore", false) ?? false);
  }

  async #openPaced(
    { directory, rules }: Opening,
    keys: Promise<readonly EntryKey[]>,
  ): Promise<Opened> {
    const read = await keys;
    return await this.#keepPaced(directory, rules?.enter(directory.path, directory.name), read);
  }

  async #openWindow({ directory, after }: Opening, limit: number): Promise<Opened> {
    await this.#pacer.pause();
    const select = this.#path?.select?.(directory);
    const { listing, count } = await this.#readWindow(directory, select, { limit, after });
    countRead(this.#pacer, count);
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
    return await attemptPaced(this.#pacer, () =>
      readWindow(directory.path.open, this.#pacer, {
        hidden: this.#hiddenIn(directory),
        limit,
        isNeeded: (key) => !isAfter(key) && head.startsWith(nameOf(key)),
        isWanted: (key) => isAfter(key) && isSelected(key),
      }));
  }

  #keep(
    directory: WalkedDirectory,
    rules: IgnoreRules | undefined,
    keys: EntryKey[],
  ): Opened | Promise<Opened> {
    const count = keys.length;
    if (
      rules !== undefined &&
      (rules.matchCost * count > MAX_MATCH_COST || this.#mayHaveRules(directory, keys))
    ) {
      return this.#keepPaced(directory, rules, keys);
    }
    const select = this.#path?.select?.(directory);
    const isSelected = select && selecting(select);
    if (rules === undefined) {
      const listing = this.#breadth?.unsortedFiles && directory.depth > 0
        ? listFilesFirst(keys)
        : sortListing(keys, isSelected);
      return { listing, rules, select, count, ignored: undefined, unreadRules: 0 };
    }
    const ignored = this.#reportsIgnored ? new IgnoredTally() : undefined;
    const listing = sortListing(keys, (key) => {
      if (isSelected?.(key) === false) return false;
      const isIgnored = rules.ignores(nameOf(key), kindOf(key) === "directory");
      if (isIgnored) ignored?.add(key);
      return !isIgnored;
    });
    return { listing, rules, select, count, ignored, unreadRules: 0 };
  }

  /** The same with yields, and with the rules of the directory's own `.gitignore`. */
  async #keepPaced(
    directory: WalkedDirectory,
    outer: IgnoreRules | undefined,
    keys: readonly EntryKey[],
  ): Promise<Opened> {
    const rules = outer !== undefined && this.#mayHaveRules(directory, keys)
      ? await outer.withOwn(this.#pacer)
      : outer;
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
    return { listing, rules, select, count: keys.length, ignored, unreadRules };
  }
}

/** Accepts what is selected, and every directory, since descent is unaffected. */
function selecting(select: Selection): (key: EntryKey) => boolean {
  return (key) => {
    if (isFileKey(key)) return select(key, "file");
    const kind = kindOf(key);
    return kind === "directory" || select(nameOf(key), kind);
  };
}
