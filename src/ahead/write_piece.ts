/** Opens directories in a worker, and puts what it finds into a piece. */
import { DirscopeError } from "../errors.ts";
import type { OwnFiles } from "../gitignore/rules.ts";
import type { Pacer } from "../pacing/pacer.ts";
import type { Opened } from "../walk/opener.ts";
import type { Digester } from "../walk/steps.ts";
import { type Branch, type Brancher, openBelow, type Start } from "./branches.ts";
import type { Claims } from "./claims.ts";
import { digest } from "./digest.ts";
import { LinkWriter } from "./link_texts.ts";
import { LookWriter } from "./looks.ts";
import { NO_OWN_FILES, ownNumber } from "./own_files.ts";
import { type Extra, OWN_SHIFT, type Piece, RECORD, TRAIT } from "./piece.ts";

/** How long a piece may take, in milliseconds: whoever waits for it waits no longer. */
const SLICE_MS = 10;

/** A walk, as far as it is needed to open its directories. */
export interface PieceWalk extends Brancher {
  readonly pacer: Pacer;
  /** Makes a digest of whole subtrees, if the walk takes any. */
  readonly newDigester: (() => Digester) | undefined;
  /** The directory to open, and the rules in force above it. */
  startAt(asked: Asked): Start | Promise<Start>;
}

/** A directory that a worker is asked for. */
export interface Asked {
  readonly prefix: string;
  /** Which entries of the directory above it make rules, if that is known. */
  readonly ownAbove: OwnFiles | undefined;
}

/** Opens directories until the slice or the number of entries is used up; the first one in any case. */
export async function writePiece(
  walk: PieceWalk,
  asked: readonly Asked[],
  claims: Claims,
  maxEntries: number,
): Promise<Piece> {
  const writer = new PieceWriter(walk);
  const until = performance.now() + SLICE_MS;
  let entries = 0;
  const isOver = (): boolean =>
    entries > 0 && (entries >= maxEntries || claims.isUrgent || performance.now() >= until);
  for (let place = 0; place < asked.length; place++) {
    if (isOver()) writer.leave(RECORD.left);
    else if (!claims.make(place)) writer.leave(RECORD.own);
    else {
      const found = walk.startAt(asked[place]!);
      const start = found instanceof Promise ? await found : found;
      const branches = await openBelow(walk, start, (read) => {
        entries += read;
        return isOver();
      });
      await writer.addTree(branches);
    }
  }
  return writer.finish();
}

class PieceWriter {
  readonly #walk: PieceWalk;
  readonly #records: number[] = [];
  readonly #keys: string[] = [];
  readonly #reads: string[] = [];
  readonly #looks = new LookWriter();
  readonly #links = new LinkWriter();
  readonly #extras: Extra[] = [];
  readonly #digests: string[] = [];

  constructor(walk: PieceWalk) {
    this.#walk = walk;
  }

  /** Adds a directory that was not opened. */
  leave(record: number): void {
    this.#records.push(record);
  }

  /** Adds a directory with what lies below it. What is whole is added as a digest, if the walk takes any. */
  async addTree(branches: readonly Branch[]): Promise<void> {
    const { newDigester } = this.#walk;
    for (let i = 0; i < branches.length; i++) {
      const { found, isWhole, size } = branches[i]!;
      if (typeof found === "number") this.leave(found);
      else if (found instanceof DirscopeError) this.#fail(found);
      else if (newDigester !== undefined && isWhole) {
        const tree = await digest(this.#walk, branches.slice(i, i + size), newDigester());
        this.#records.push(RECORD.digested, tree.count, tree.directories, tree.hidden);
        this.#digests.push(tree.digest);
        i += size - 1;
      } else this.#add(found);
    }
  }

  #fail({ code, message }: DirscopeError): void {
    this.#records.push(RECORD.failed);
    this.#extras.push({ error: { code, message } });
  }

  #add(opened: Opened): void {
    const { listing: { keys, isPlain, isFiles, compare }, own, count, targets, known } = opened;
    const extra = extraOf(opened);
    const holdsMore = known !== undefined && known.keys.all.length > keys.length;
    if (holdsMore) this.#reads.push(known.keys.all.join("/"));
    const look = known?.look;
    if (look !== undefined) this.#looks.add(look);
    if (extra !== undefined) this.#extras.push(extra);
    this.#records.push(
      RECORD.opened + (isPlain ? TRAIT.isPlain : 0) + (isFiles ? TRAIT.isFiles : 0) +
        (compare === undefined ? 0 : TRAIT.isByCodePoint) +
        (opened.ignored === undefined ? 0 : TRAIT.reportsIgnored) +
        (extra === undefined ? 0 : TRAIT.hasExtra) +
        (holdsMore ? TRAIT.holdsMore : 0) +
        (look === undefined ? 0 : TRAIT.hasLook) +
        (ownNumber(own ?? NO_OWN_FILES) << OWN_SHIFT),
      count,
    );
    this.#keys.push(keys.join("/"));
    for (const target of targets?.values() ?? []) this.#links.add(target);
  }

  finish(): Piece {
    return {
      records: new Int32Array(this.#records).buffer,
      keys: this.#keys.join("//"),
      reads: this.#reads.join("//"),
      looks: this.#looks.finish(),
      links: this.#links.finish(),
      extras: this.#extras,
      digests: this.#digests.join("\0"),
    };
  }
}

function extraOf({ ignored, hidden, unreadRules, unreadIndex }: Opened): Extra | undefined {
  const hasIgnored = ignored !== undefined && ignored.others + ignored.directories.length > 0;
  if (!hasIgnored && !hidden && unreadRules === 0 && unreadIndex === undefined) return undefined;
  return {
    ...hasIgnored && {
      ignored: {
        directories: ignored.directories,
        others: ignored.others,
        firstOther: ignored.firstOther,
      },
    },
    hidden,
    unreadRules,
    unreadIndex,
  };
}
