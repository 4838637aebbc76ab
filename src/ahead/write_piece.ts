/** Opens directories in a worker, and puts what it finds into a piece. */
import { isFileKey, kindOf, nameOf } from "../directory/entry_key.ts";
import { readLinkTarget } from "../directory/link_target.ts";
import { DirscopeError } from "../errors.ts";
import type { IgnoreRules } from "../gitignore/rules.ts";
import type { Scope } from "../scope/scope.ts";
import { entryOf } from "../scope/scoped_path.ts";
import { HugeDirectory } from "../walk/open_directory.ts";
import type { Opened, Opener } from "../walk/opener.ts";
import { checkOpenable } from "../walk/read_keys.ts";
import { descend, type WalkedDirectory, type WalkOptions } from "../walk/steps.ts";
import { LinkWriter } from "./link_texts.ts";
import { type Extra, type Piece, RECORD, TRAIT } from "./piece.ts";
import { subdirectoriesOf } from "./subdirectories.ts";

/** How long a piece may take, in milliseconds: whoever waits for it waits no longer. */
const SLICE_MS = 10;

/** The most entries of one directory in a piece, so that nobody who reads it makes a long pause. */
const MAX_ENTRIES = 2 ** 16;

/** A walk, as far as it is needed to open its directories. */
export interface PieceWalk {
  readonly scope: Scope;
  readonly options: WalkOptions;
  /** One that leaves huge directories. */
  readonly opener: Opener;
}

/** A directory to open, and the rules in force above it. */
export interface Start {
  readonly directory: WalkedDirectory;
  readonly rules: IgnoreRules | undefined;
}

/** Opens directories until the slice or the number of entries is used up; the first one in any case. */
export async function writePiece(
  walk: PieceWalk,
  starts: readonly Start[],
  maxEntries: number,
): Promise<Piece> {
  const { options } = walk;
  const writer = new PieceWriter(walk);
  const until = performance.now() + SLICE_MS;
  const stack = starts.toReversed();
  let entries = 0;
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (entries > 0 && (entries >= maxEntries || performance.now() >= until)) {
      writer.leave(RECORD.left);
      continue;
    }
    const { directory } = next;
    if (options.prune?.(directory.prefix.slice(0, -1))) {
      writer.leave(RECORD.own);
      continue;
    }
    let opened: Opened;
    try {
      checkOpenable(walk.scope, directory);
      const opening = walk.opener.open({ ...next, after: undefined, isFollowed: false });
      opened = opening instanceof Promise ? await opening : opening;
    } catch (error) {
      entries++;
      if (error instanceof HugeDirectory) writer.leave(RECORD.own);
      else writer.fail(error);
      continue;
    }
    entries += opened.count + 1;
    if (opened.listing.keys.length > MAX_ENTRIES) {
      writer.leave(RECORD.own);
      continue;
    }
    writer.add(directory, opened);
    if (options.order === "breadth") continue;
    const names = subdirectoriesOf(opened.listing, directory, options);
    for (const name of names.reverse()) {
      const path = entryOf(directory.path, name);
      stack.push({ directory: descend(directory, name, path), rules: opened.rules });
    }
  }
  return writer.finish();
}

class PieceWriter {
  readonly #walk: PieceWalk;
  readonly #records: number[] = [];
  readonly #keys: string[] = [];
  readonly #links = new LinkWriter();
  readonly #extras: Extra[] = [];

  constructor(walk: PieceWalk) {
    this.#walk = walk;
  }

  leave(record: number): void {
    this.#records.push(record);
  }

  fail(error: unknown): void {
    if (!(error instanceof DirscopeError)) throw error;
    this.#records.push(RECORD.failed);
    this.#extras.push({ error: { code: error.code, message: error.message } });
  }

  add(directory: WalkedDirectory, opened: Opened): void {
    const { listing: { keys, isPlain, isFiles, compare }, count } = opened;
    const extra = extraOf(opened);
    if (extra !== undefined) this.#extras.push(extra);
    this.#records.push(
      RECORD.opened + (isPlain ? TRAIT.isPlain : 0) + (isFiles ? TRAIT.isFiles : 0) +
        (compare === undefined ? 0 : TRAIT.isByCodePoint) +
        (opened.ignored === undefined ? 0 : TRAIT.reportsIgnored) +
        (extra === undefined ? 0 : TRAIT.hasExtra),
      count,
    );
    this.#keys.push(keys.join("/"));
    if (!isFiles && this.#walk.options.resolveLinks) this.#addLinks(directory, opened);
  }

  #addLinks({ path }: WalkedDirectory, { listing }: Opened): void {
    for (const key of listing.keys) {
      if (isFileKey(key) || kindOf(key) !== "link") continue;
      this.#links.add(readLinkTarget(this.#walk.scope, path, nameOf(key), listing));
    }
  }

  finish(): Piece {
    return {
      records: new Int32Array(this.#records).buffer,
      keys: this.#keys.join("//"),
      links: this.#links.finish(),
      extras: this.#extras,
    };
  }
}

function extraOf({ ignored, unreadRules, unreadIndex }: Opened): Extra | undefined {
  const hasIgnored = ignored !== undefined && ignored.others + ignored.directories.length > 0;
  if (!hasIgnored && unreadRules === 0 && unreadIndex === undefined) return undefined;
  return {
    ...hasIgnored && {
      ignored: {
        directories: ignored.directories,
        others: ignored.others,
        firstOther: ignored.firstOther,
      },
    },
    unreadRules,
    unreadIndex,
  };
}
