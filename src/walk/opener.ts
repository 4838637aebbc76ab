/** What opens the directories of a walk. */
import type { LinkTarget } from "../directory/link_target.ts";
import type { Listing } from "../directory/listing.ts";
import type { IgnoreRules, OwnFiles } from "../gitignore/rules.ts";
import type { KnownListing, Place } from "./known_listings.ts";
import type { Ignored, Selection, WalkedDirectory } from "./steps.ts";

/** A directory to open. */
export interface Opening {
  readonly directory: WalkedDirectory;
  /** The rules in force above it. */
  readonly rules: IgnoreRules | undefined;
  /** Path order: where to resume in it. */
  readonly after: string | undefined;
  /** Whether a link led to it. */
  readonly isFollowed: boolean;
  /** What is known of it before the walk gets there. */
  readonly ahead?: Ahead | undefined;
  /** The same of the directory that it was met in. */
  readonly above?: Ahead | undefined;
  /** The place of the directory that it was met in: it decides whether a listing that was kept counts. */
  readonly placeAbove?: Place | undefined;
}

/** A directory that was read. */
export interface Opened {
  readonly listing: Listing;
  /** The rules in force in it, if they are known here. */
  readonly rules: IgnoreRules | undefined;
  /** Which of its entries make rules, if the walk has any and it holds one. */
  readonly own?: OwnFiles | undefined;
  readonly select: Selection | undefined;
  /** How many entries it holds. */
  readonly count: number;
  readonly ignored: Ignored | undefined;
  /** How many `.gitignore` files of it could not be read. */
  readonly unreadRules: number;
  /** How many of its entries the host hides. @default {0} */
  readonly hidden?: number | undefined;
  /** The repository whose index was needed in it and could not be read. */
  readonly unreadIndex?: string | undefined;
  /** Where its links lead, by name, if that is known. */
  readonly targets?: ReadonlyMap<string, LinkTarget> | undefined;
  /** What is known of its subdirectories before the walk gets there. */
  readonly ahead?: Ahead | undefined;
  /** All that was read of it, where that is kept, and its place. */
  readonly known?: KnownListing | undefined;
}

/** A directory that another thread has walked, with all that lies below it. */
export interface Digested {
  readonly digest: string;
  /** How many entries that thread read. */
  readonly count: number;
  /** How many entries the host hides. */
  readonly hidden: number;
}

/** Opens the directories of a walk. */
export interface Opener {
  /**
   * Reads a directory; at once if it can.
   *
   * @throws {DirscopeError} If it cannot be read, at once or later.
   */
  open(opening: Opening): Opened | Promise<Opened>;
  /**
   * Reads a huge directory again from where its partial listing ends, and keeps twice as much.
   *
   * @throws {DirscopeError} If it cannot be read.
   */
  readOn(
    directory: WalkedDirectory,
    listing: Listing,
    select: Selection | undefined,
  ): Promise<Listing>;
}

/** What is known of a directory before the walk gets there. */
export interface Ahead {
  /** The same of a subdirectory. A walk asks in the order in which it opens them. */
  child(name: string): Ahead | undefined;
  /** The walk is past all its subdirectories. */
  leave(): void;
}
