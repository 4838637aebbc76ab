import { DirscopeError } from "../errors.ts";
import { type IgnoreRules, rulesBelow } from "../gitignore/rules.ts";
import type { Pacer } from "../pacing/pacer.ts";
import type { Scope } from "../scope/scope.ts";
import { directoryBelow, type ScopedPath } from "../scope/scoped_path.ts";
import type { WalkWorkers } from "../tool.ts";
import type { HelpedWalk, HelpingOpener, OpenDirectory } from "../walk/help.ts";
import { KnownListings } from "../walk/known_listings.ts";
import { DirectoryOpener, SlowDirectory } from "../walk/open_directory.ts";
import type { Ahead, Opened, Opener, Opening } from "../walk/opener.ts";
import { checkOpenable } from "../walk/read_keys.ts";
import type { WalkedDirectory, WalkOptions } from "../walk/steps.ts";
import { Agenda } from "./agenda.ts";
import { Claims } from "./claims.ts";
import { Expected } from "./expected.ts";
import {
  type DigestedTree,
  type Piece,
  type PieceRequest,
  RECORD,
  type WalkRecipe,
} from "./piece.ts";
import { NO_OWN_FILES, ownNumber } from "./own_files.ts";
import { type KeepRead, PieceReader } from "./read_piece.ts";
import { inPathOrder, subdirectoriesOf } from "./subdirectories.ts";

/** After how many entries of a piece a worker opens no more directories. */
const PIECE_ENTRIES = 4096;

/** The most directories that a worker is asked for at once. */
const PIECE_DIRECTORIES = 256;

/** The most entries that are read, or may be, before the walk gets there. */
const MAX_AHEAD = 64 * PIECE_ENTRIES;

/** How many of the next directories are not given away: the walk is there soon. */
const OWN = 32;

/** What becomes of a directory that is opened. */
type Gained = Opened | DigestedTree;

/** What a helped walk is. */
export interface Aided {
  readonly scope: Scope;
  readonly start: ScopedPath;
  readonly options: WalkOptions;
  readonly pacer: Pacer;
  readonly workers: WalkWorkers;
}

/**
 * Opens directories before the walk gets there: workers do, and so does the walk's own thread while it would
 * have to wait for one of them. The walk takes each result when it gets there, so it is the same walk with
 * workers and without. What a worker does not give, for whatever reason, the walk opens by itself.
 */
export class AheadOpener implements HelpingOpener {
  readonly #aided: Aided;
  readonly #walk: HelpedWalk;
  readonly #recipe: WalkRecipe;
  readonly #agenda = new Agenda<Expected>();
  /** Counts what is opened ahead; the walk's own pacer counts what the walk uses. */
  readonly #aheadPacer: Pacer;
  readonly #aheadOpener: Opener;
  readonly #isBreadth: boolean;
  /** What keeps what is read, if anything does. */
  readonly #known: KnownListings | undefined;
  /** How many directories in the agenda are closed. */
  #closed = 0;
  /** How many entries are ready, and how many may come from workers. */
  #ready = 0;
  #lent = 0;

  constructor(aided: Aided, walk: HelpedWalk) {
    this.#aided = aided;
    this.#walk = walk;
    const { options } = aided;
    this.#recipe = recipeOf(aided);
    this.#isBreadth = options.order === "breadth";
    this.#aheadPacer = aided.pacer.apart();
    this.#aheadOpener = new DirectoryOpener(
      aided.scope,
      withoutWindow(options),
      this.#aheadPacer,
      { leavesSlow: true },
    );
    this.#known = this.#recipe.keeps ? KnownListings.of(aided.scope) : undefined;
  }

  expect({ directory, rules, isFollowed, after, placeAbove }: Opening): Ahead | undefined {
    if (!this.#isBreadth || isFollowed || after !== undefined) return undefined;
    const expected = new Expected(undefined, directory, this.#onSkip);
    expected.outer = rules;
    expected.outerPlace = placeAbove;
    this.#list([expected]);
    return expected;
  }

  expectIn({ directory, listing, rules, place, index, pending }: OpenDirectory): Ahead | undefined {
    if (listing.isPartial || !this.#isBelowStart(directory)) return undefined;
    const open = new Expected(undefined, directory, this.#onSkip);
    open.rules = rules;
    open.place = place;
    const { options } = this.#aided;
    const names = subdirectoriesOf(listing, directory, options, index);
    const waiting = pending.flatMap(({ name, end }) => end === undefined ? [name] : []);
    const all = options.order === "path" ? inPathOrder([...waiting, ...names]) : names;
    this.#list(open.expect(all), this.#isBreadth ? undefined : this.#agenda.after());
    this.#lend();
    return open;
  }

  open(opening: Opening): Gained | Promise<Gained> {
    this.#aided.workers.poll();
    const expected = opening.ahead as Expected | undefined;
    const gained = expected === undefined || expected.claim()
      ? this.#openNow(opening, expected)
      : expected.state === "ready"
      ? this.#take(opening, expected)
      : this.#openLater(opening, expected);
    this.#lend();
    return gained;
  }

  readOn(...args: Parameters<Opener["readOn"]>): ReturnType<Opener["readOn"]> {
    return this.#walk.opener.readOn(...args);
  }

  /** Opens what nobody has opened. */
  #openNow(opening: Opening, expected: Expected | undefined): Opened | Promise<Opened> {
    if (expected !== undefined) {
      this.#dropUpTo(expected);
      expected.state = "done";
    }
    const { rules } = this.#aided.options;
    if (rules === undefined || opening.rules !== undefined) {
      const opened = this.#walk.opener.open(opening);
      return opened instanceof Promise
        ? opened.then((each) => this.#expectBelow(each, opening, expected))
        : this.#expectBelow(opened, opening, expected);
    }
    return this.#openWithRules(opening, expected);
  }

  async #openWithRules(opening: Opening, expected: Expected | undefined): Promise<Opened> {
    const rules = await this.#rulesIn(opening.above as Expected);
    const opened = await this.#walk.opener.open({ ...opening, rules });
    return this.#expectBelow(opened, opening, expected);
  }

  #expectBelow(opened: Opened, opening: Opening, expected: Expected | undefined): Opened {
    const { directory, after } = opening;
    if (opened.listing.isPartial || after !== undefined || !this.#isBelowStart(directory)) {
      return opened;
    }
    const here = expected ?? new Expected(undefined, directory, this.#onSkip);
    this.#expectIn(here, opened, this.#agenda.after());
    return { ...opened, ahead: here };
  }

  #expectIn(
    here: Expected,
    { listing, rules, own, known }: Opened,
    before: Expected | undefined,
  ): void {
    here.rules = rules;
    here.own = own ?? NO_OWN_FILES;
    here.place = known?.place;
    const below = here.expect(subdirectoriesOf(listing, here, this.#aided.options));
    this.#list(below, this.#isBreadth ? undefined : before);
  }

  /** Whether it is where its prefix says, and no link led to it. */
  #isBelowStart({ path, prefix }: WalkedDirectory): boolean {
    const { start, options } = this.#aided;
    return !options.followLinks || path.real === directoryBelow(start, prefix).real;
  }

  /** Puts closed directories into the agenda. Those that a cache may know are left to the walk. */
  #list(items: readonly Expected[], before?: Expected): void {
    const known = this.#known;
    const unknown = known === undefined
      ? items
      : items.filter(({ prefix, placeAbove }) =>
        !known.has(directoryBelow(this.#aided.start, prefix), placeAbove)
      );
    this.#agenda.insert(unknown, before);
    this.#closed += unknown.length;
  }

  #unlist(item: Expected): void {
    if (!item.isListed) return;
    this.#agenda.remove(item);
    if (item.state === "closed") this.#closed--;
  }

  /** Depth first, the walk never comes back to what stands before the directory that it opens. */
  #dropUpTo(expected: Expected): void {
    if (!expected.isListed) return;
    if (!this.#isBreadth) {
      for (let item = this.#agenda.after()!; item !== expected; item = this.#agenda.after()!) {
        this.#unlist(item);
      }
    }
    this.#unlist(expected);
  }

  /** Forgets what the walk does not come to. */
  readonly #onSkip = (skipped: Expected): void => {
    for (const stack = [skipped]; stack.length > 0;) {
      const each = stack.pop()!;
      this.#unlist(each);
      if (each.state === "ready") this.#use(each);
      // So that no worker opens it for nothing.
      else each.claim();
      each.state = "done";
      for (const below of each.rest) stack.push(below);
    }
  };

  /** What a directory that was opened ahead holds, no longer counted as ahead. */
  #use(expected: Expected): Gained | DirscopeError {
    const result = expected.result!;
    expected.result = undefined;
    expected.state = "done";
    if (!(result instanceof DirscopeError)) this.#ready -= result.count;
    return result;
  }

  /** What a directory that was opened ahead holds, as if it were read now. */
  #take(opening: Opening, expected: Expected): Gained | Promise<Gained> {
    const { pacer } = this.#aided;
    const result = this.#use(expected);
    if (result instanceof DirscopeError) throw result;
    if ("digest" in result) {
      if (!this.#canTake(result)) return this.#openNow(opening, expected);
      pacer.directories += result.directories;
    } else {
      pacer.directories++;
      pacer.unreadRules += result.unreadRules;
      if (result.unreadIndex !== undefined) pacer.unreadIndexes.add(result.unreadIndex);
    }
    pacer.entries += result.count;
    return result;
  }

  /** Whether the walk would not have stopped on the way through it. */
  #canTake({ count, digest }: DigestedTree): boolean {
    return count < this.#walk.left() && this.#aided.options.digest?.fits(digest) === true;
  }

  /** Opens others while a worker has the directory. */
  async #openLater(opening: Opening, expected: Expected): Promise<Gained> {
    const { workers, pacer } = this.#aided;
    let next: Expected | undefined;
    for (;;) {
      workers.poll();
      if (expected.state === "ready") return await this.#take(opening, expected);
      if (expected.state === "closed") return await this.#openNow(opening, expected);
      const other = this.#ready < this.#mostAhead ? this.#claimFrom(next) : undefined;
      if (other !== undefined) {
        // All that stands before it is taken; it is looked at again once nothing is left behind it.
        next = this.#isBreadth ? this.#agenda.after(other) : undefined;
        await this.#openAhead(other);
      } else if (next !== undefined) next = undefined;
      else {
        expected.hurry();
        await workers.wait();
        pacer.report();
      }
      this.#lend();
      if (pacer.isDue()) await pacer.pause();
    }
  }

  /** The first directory of the agenda, from one of them on, that nobody has begun to open. */
  #claimFrom(first: Expected | undefined): Expected | undefined {
    let item = first?.isListed ? first : this.#agenda.after();
    while (item !== undefined && !item.claim()) item = this.#agenda.after(item);
    return item;
  }

  async #openAhead(expected: Expected): Promise<void> {
    const { scope, start, options } = this.#aided;
    if (expected.state === "closed") this.#closed--;
    expected.state = "opening";
    const { name, prefix, depth } = expected;
    const directory = { path: directoryBelow(start, prefix), name, prefix, depth };
    try {
      if (options.prune?.(prefix.slice(0, -1))) return;
      const rules = await this.#rulesAbove(expected);
      checkOpenable(scope, directory);
      const opened = await this.#aheadOpener.open({
        directory,
        rules,
        after: undefined,
        isFollowed: false,
        placeAbove: expected.placeAbove,
      });
      this.#expectIn(expected, opened, expected);
      expected.result = { ...opened, ahead: expected };
      this.#ready += opened.count;
      expected.state = "ready";
    } catch (error) {
      if (error instanceof SlowDirectory) return;
      if (!(error instanceof DirscopeError)) throw error;
      expected.result = error;
      expected.state = "ready";
    } finally {
      if (expected.state === "opening") this.#leaveToWalk(expected);
      else this.#unlist(expected);
    }
  }

  async #rulesAbove({ parent, outer }: Expected): Promise<IgnoreRules | undefined> {
    if (this.#aided.options.rules === undefined) return undefined;
    return parent === undefined ? outer : await this.#rulesIn(parent);
  }

  /** The rules in force in a directory that a worker may have opened. */
  async #rulesIn(expected: Expected): Promise<IgnoreRules> {
    const unknown: Expected[] = [];
    let known: Expected | undefined = expected;
    for (; known !== undefined && known.rules === undefined; known = known.parent) {
      unknown.push(known);
    }
    let rules = known === undefined ? unknown.at(-1)!.outer : known.rules;
    for (const each of unknown.reverse()) {
      const directory = { path: directoryBelow(this.#aided.start, each.prefix), name: each.name };
      rules = each.rules = await rulesBelow(rules!, directory, this.#aheadPacer, each.own);
    }
    return rules!;
  }

  get #mostAhead(): number {
    return Math.min(MAX_AHEAD, this.#walk.left());
  }

  /** Gives workers that have nothing to do what comes soon. */
  #lend(): void {
    const { workers, scope, start } = this.#aided;
    while (this.#closed > 0) {
      const room = this.#mostAhead - this.#ready - this.#lent;
      if (room <= 0 || workers.room() === 0) return;
      // Workers keep the permissions that they started with.
      if (!scope.isStillGranted(start)) return;
      if (!this.#lendPiece(Math.min(room, PIECE_ENTRIES))) return;
    }
  }

  #lendPiece(maxEntries: number): boolean {
    const most = Math.min(Math.ceil(this.#closed / 4), PIECE_DIRECTORIES);
    let own = Math.min(OWN, this.#closed >> 1);
    const asked: Expected[] = [];
    for (
      let item = this.#agenda.after();
      item !== undefined && asked.length < most;
      item = this.#agenda.after(item)
    ) {
      if (item.state === "closed" && --own < 0) asked.push(item);
    }
    if (asked.length === 0) return false;
    const claims = Claims.for(asked.length);
    asked.forEach((each, place) => each.lend(claims, place));
    this.#closed -= asked.length;
    this.#lent += maxEntries;
    const request: PieceRequest = {
      recipe: this.#recipe,
      prefixes: asked.map(({ prefix }) => prefix).join("/"),
      own: asked.map(({ parent }) => ownNumber(parent?.own)).join(""),
      claims: claims.shared,
      maxEntries,
    };
    this.#aided.workers.ask(request, (answer) => {
      this.#lent -= maxEntries;
      if (answer !== undefined) this.#receive(asked, answer as Piece);
      else for (const each of asked) if (each.state === "away") this.#giveBack(each);
    });
    return true;
  }

  #receive(asked: readonly Expected[], piece: Piece): void {
    const known = this.#known;
    const keepRead: KeepRead | undefined = known &&
      (({ prefix, placeAbove }, look, keys) =>
        known.keep(directoryBelow(this.#aided.start, prefix), look, placeAbove ?? {}, keys));
    const reader = new PieceReader(piece, this.#aided.options, keepRead);
    for (const each of asked) {
      const isAway = each.state === "away";
      const { record, closed, entries } = reader.read(each);
      this.#ready += entries;
      if (record === RECORD.left) {
        if (isAway) this.#giveBack(each);
      } else if (record === RECORD.own) {
        if (isAway) this.#leaveToWalk(each);
      } else if (isAway) {
        if (each.isListed) this.#list(closed, this.#isBreadth ? undefined : each);
        this.#unlist(each);
      } else this.#onSkip(each);
    }
  }

  /** The walk opens it when it gets there. */
  #leaveToWalk(expected: Expected): void {
    this.#unlist(expected);
    expected.state = "closed";
  }

  /** Nobody has opened it. */
  #giveBack(expected: Expected): void {
    expected.state = "closed";
    if (expected.isListed) this.#closed++;
  }
}

/** All of a directory is opened ahead: a part of it would have to be read again. */
function withoutWindow(options: WalkOptions): WalkOptions {
  return options.order === "path" ? { ...options, window: undefined } : options;
}

function recipeOf({ scope, start, options }: Aided): WalkRecipe {
  const { order, maxDepth = Infinity, resolveLinks = false, rules, filter } = options;
  // Elsewhere no times can be trusted.
  const keeps = scope.secondLook?.isLocalAt(start.open) === true;
  return {
    id: crypto.randomUUID(),
    scope: scope.description,
    visibility: scope.visibility?.source,
    start: { open: start.open, real: start.real },
    order,
    maxDepth,
    resolveLinks,
    unsortedFiles: order === "breadth" && options.unsortedFiles === true,
    reportIgnored: order !== "name" && options.reportIgnored === true,
    filter,
    keeps,
    // What is left out depends on what came before, if links are followed; a digest leaves nothing to keep.
    digest: options.followLinks || keeps ? undefined : options.digest?.maker,
    semantics: rules?.semantics,
  };
}
