/** Takes apart what a worker has opened. */
import type { EntryKey } from "../directory/entry_key.ts";
import type { Listing } from "../directory/listing.ts";
import { DirscopeError } from "../errors.ts";
import { compareCodePoints } from "../text/compare_code_points.ts";
import type { Look } from "../scope/second_look.ts";
import type { KnownListing } from "../walk/known_listings.ts";
import type { Opened } from "../walk/opener.ts";
import type { Ignored, WalkOptions } from "../walk/steps.ts";
import type { Expected } from "./expected.ts";
import { LinkReader, targetsIn } from "./link_texts.ts";
import { LookReader } from "./looks.ts";
import { ownFiles } from "./own_files.ts";
import { type Extra, OWN_SHIFT, type Piece, RECORD, RECORD_BITS, TRAIT } from "./piece.ts";
import { subdirectoriesOf } from "./subdirectories.ts";

const NOTHING_IGNORED: Ignored = { directories: [], others: 0, firstOther: undefined };

/** What a worker found in a directory that it was asked for, and below it. */
export interface Reading {
  /** A {@linkcode RECORD}: what became of the directory itself. */
  readonly record: number;
  /** Which directories below it the worker left, in order. */
  readonly closed: readonly Expected[];
  /** How many entries were read. */
  readonly entries: number;
}

/** Keeps what a worker read of a directory. */
export type KeepRead = (
  directory: Expected,
  look: Look,
  keys: readonly EntryKey[],
) => KnownListing;

/** Gives each directory of a request, in turn, what the worker found in it and below it. */
export class PieceReader {
  readonly #options: WalkOptions;
  readonly #records: Int32Array;
  readonly #texts: readonly string[];
  readonly #reads: readonly string[];
  readonly #looks: LookReader;
  readonly #keepRead: KeepRead | undefined;
  readonly #links: LinkReader;
  readonly #extras: readonly Extra[];
  readonly #digests: readonly string[];
  #record = 0;
  #text = 0;
  #read = 0;
  #extra = 0;
  #digest = 0;

  /** @param keepRead What keeps all that was read, if the worker was asked for it. */
  constructor(
    { records, keys, reads, looks, links, extras, digests }: Piece,
    options: WalkOptions,
    keepRead: KeepRead | undefined,
  ) {
    this.#options = options;
    this.#records = new Int32Array(records);
    this.#texts = keys.split("//");
    this.#reads = reads.split("//");
    this.#looks = new LookReader(looks);
    this.#keepRead = keepRead;
    this.#links = new LinkReader(links);
    this.#extras = extras;
    this.#digests = digests.split("\0");
  }

  /** Reads on for the next one. It stays as it is if the worker left it. */
  read(asked: Expected): Reading {
    const record = this.#records[this.#record]! & RECORD_BITS;
    const closed: Expected[] = [];
    let entries = 0;
    if (record === RECORD.left || record === RECORD.own) {
      this.#record++;
      return { record, closed, entries };
    }
    const stack = [asked];
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      const number = this.#records[this.#record++]!;
      switch (number & RECORD_BITS) {
        case RECORD.left:
          closed.push(next);
          break;
        case RECORD.own:
          break;
        case RECORD.failed: {
          const { code, message } = this.#extras[this.#extra++]!.error!;
          next.state = "ready";
          next.result = new DirscopeError(code, message);
          break;
        }
        case RECORD.digested: {
          const count = this.#records[this.#record++]!;
          const directories = this.#records[this.#record++]!;
          const hidden = this.#records[this.#record++]!;
          entries += count;
          next.state = "ready";
          next.result = { digest: this.#digests[this.#digest++]!, count, directories, hidden };
          break;
        }
        default: {
          const opened = this.#opened(number, next);
          entries += opened.count;
          next.state = "ready";
          next.own = opened.own;
          next.place = opened.known?.place;
          next.result = opened;
          const below = next.expect(subdirectoriesOf(opened.listing, next, this.#options));
          if (this.#options.order === "breadth") closed.push(...below);
          else for (let i = below.length - 1; i >= 0; i--) stack.push(below[i]!);
        }
      }
    }
    return { record, closed, entries };
  }

  #opened(record: number, ahead: Expected): Opened {
    const options = this.#options;
    const count = this.#records[this.#record++]!;
    const listing = listingOf(this.#texts[this.#text++]!, record);
    const more = record & TRAIT.hasExtra ? this.#extras[this.#extra++] : undefined;
    return {
      listing,
      // Whoever opens a directory below it finds them out.
      rules: undefined,
      own: ownFiles(record >> OWN_SHIFT),
      hidden: more?.hidden,
      known: this.#keepRead && record & TRAIT.hasLook
        ? this.#keep(this.#keepRead, record, { ahead, listing })
        : undefined,
      select: listing.isFiles || options.order !== "path" ? undefined : options.select?.(ahead),
      count,
      ignored: record & TRAIT.reportsIgnored ? more?.ignored ?? NOTHING_IGNORED : undefined,
      unreadRules: more?.unreadRules ?? 0,
      unreadIndex: more?.unreadIndex,
      targets: options.resolveLinks && !listing.isFiles
        ? targetsIn(listing, () => this.#links.take())
        : undefined,
      ahead,
    };
  }

  #keep(
    keepRead: KeepRead,
    record: number,
    { ahead, listing }: { readonly ahead: Expected; readonly listing: Listing },
  ): KnownListing {
    const holdsMore = (record & TRAIT.holdsMore) !== 0;
    const keys = holdsMore ? keysOf(this.#reads[this.#read++]!) : listing.keys;
    const known = keepRead(ahead, this.#looks.take(), keys);
    const isInOrder = this.#options.order !== "breadth" || !this.#options.unsortedFiles;
    if (!holdsMore && isInOrder) known.keys.adopt(listing);
    return known;
  }
}

function keysOf(text: string): EntryKey[] {
  // No name is empty.
  return text === "" ? [] : text.split("/") as EntryKey[];
}

function listingOf(text: string, record: number): Listing {
  return {
    keys: keysOf(text),
    isPlain: (record & TRAIT.isPlain) !== 0,
    isFiles: (record & TRAIT.isFiles) !== 0,
    compare: record & TRAIT.isByCodePoint ? compareCodePoints : undefined,
  };
}
