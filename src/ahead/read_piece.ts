/** Takes apart what a worker has opened. */
import { type EntryKey, isFileKey, kindOf, nameOf } from "../directory/entry_key.ts";
import type { LinkTarget } from "../directory/link_target.ts";
import type { Listing } from "../directory/listing.ts";
import { DirscopeError } from "../errors.ts";
import { compareCodePoints } from "../text/compare_code_points.ts";
import type { Opened } from "../walk/opener.ts";
import type { Ignored, WalkOptions } from "../walk/steps.ts";
import type { Expected } from "./expected.ts";
import { LinkReader } from "./link_texts.ts";
import { type Extra, type Piece, RECORD, RECORD_BITS, TRAIT } from "./piece.ts";
import { subdirectoriesOf } from "./subdirectories.ts";

const NOTHING_IGNORED: Ignored = { directories: [], others: 0, firstOther: undefined };

/** What is left of a piece: the directories that the worker did not open, in order. */
export interface Leftover {
  readonly closed: readonly Expected[];
  /** How many entries were read. */
  readonly entries: number;
}

/** Gives the directories that were asked for, and those below them, what the worker found. */
export function readPiece(
  { records, keys, links, extras }: Piece,
  asked: readonly Expected[],
  options: WalkOptions,
): Leftover {
  const numbers = new Int32Array(records);
  const texts = keys.split("//");
  const targets = new LinkReader(links);
  const closed: Expected[] = [];
  const stack = asked.toReversed();
  let [at, text, extra, entries] = [0, 0, 0, 0];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const record = numbers[at++]!;
    next.state = "ready";
    switch (record & RECORD_BITS) {
      case RECORD.left:
        next.state = "closed";
        closed.push(next);
        break;
      case RECORD.own:
        next.state = "closed";
        break;
      case RECORD.failed: {
        const { code, message } = extras[extra++]!.error!;
        next.result = new DirscopeError(code, message);
        break;
      }
      default: {
        const count = numbers[at++]!;
        entries += count;
        const listing = listingOf(texts[text++]!, record);
        const more = record & TRAIT.hasExtra ? extras[extra++] : undefined;
        const found = { listing, count, more, record };
        next.result = openedFrom(found, next, targets, options);
        const below = next.expect(subdirectoriesOf(listing, next, options));
        if (options.order === "breadth") closed.push(...below);
        else for (let i = below.length - 1; i >= 0; i--) stack.push(below[i]!);
      }
    }
  }
  return { closed, entries };
}

interface Found {
  readonly listing: Listing;
  readonly count: number;
  readonly more: Extra | undefined;
  readonly record: number;
}

function openedFrom(
  { listing, count, more, record }: Found,
  ahead: Expected,
  links: LinkReader,
  options: WalkOptions,
): Opened {
  return {
    listing,
    // Whoever opens a directory below it finds them out.
    rules: undefined,
    select: listing.isFiles || options.order !== "path" ? undefined : options.select?.(ahead),
    count,
    ignored: record & TRAIT.reportsIgnored ? more?.ignored ?? NOTHING_IGNORED : undefined,
    unreadRules: more?.unreadRules ?? 0,
    unreadIndex: more?.unreadIndex,
    targets: options.resolveLinks && !listing.isFiles ? targetsOf(listing, links) : undefined,
    ahead,
  };
}

function listingOf(text: string, record: number): Listing {
  return {
    // No name is empty.
    keys: text === "" ? [] : text.split("/") as EntryKey[],
    isPlain: (record & TRAIT.isPlain) !== 0,
    isFiles: (record & TRAIT.isFiles) !== 0,
    compare: record & TRAIT.isByCodePoint ? compareCodePoints : undefined,
  };
}

function targetsOf(
  { keys }: Listing,
  links: LinkReader,
): ReadonlyMap<string, LinkTarget> | undefined {
  let targets: Map<string, LinkTarget> | undefined;
  for (const key of keys) {
    if (isFileKey(key) || kindOf(key) !== "link") continue;
    (targets ??= new Map()).set(nameOf(key), links.take());
  }
  return targets;
}
