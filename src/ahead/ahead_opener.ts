import { DirscopeError } from "../errors.ts";
import { type IgnoreRules, rulesBelow } from "../gitignore/rules.ts";
import type { Pacer } from "../pacing/pacer.ts";
import { childOf } from "../scope/path_text.ts";
import type { Scope } from "../scope/scope.ts";
import type { ScopedPath } from "../scope/scoped_path.ts";
import type { WalkWorkers } from "../tool.ts";
import type { HelpedWalk, HelpingOpener, OpenDirectory } from "../walk/help.ts";
import { DirectoryOpener, HugeDirectory } from "../walk/open_directory.ts";
import type { Ahead, Opened, Opener, Opening } from "../walk/opener.ts";
import { checkOpenable } from "../walk/read_keys.ts";
import type { WalkedDirectory, WalkOptions } from "../walk/steps.ts";
import { Agenda, AgendaItem } from "./agenda.ts";
import { Expected } from "./expected.ts";
import type { Piece, PieceRequest, WalkRecipe } from "./piece.ts";
import { readPiece } from "./read_piece.ts";
import { inPathOrder, subdirectoriesOf } from "./subdirectories.ts";

/** After how many entries of a piece a worker opens no more directories. */
const PIECE_ENTRIES = 4096;

/** The most directories that a worker is asked for at once. */
const PIECE_DIRECTORIES = 256;

/** The most entries that are read, or may be, before the walk gets there. */
const MAX_AHEAD = 64 * PIECE_ENTRIES;

/** How many of the next directories are not given away: the walk is there soon. */
const OWN = 32;

/** What a helped walk is. */
export interface Aided {
  readonly scope: Scope;
  readonly start: ScopedPath;
  readonly options: WalkOptions;
  readonly pacer: Pacer;
  readonly workers: WalkWorkers;
}

/** Stands where directories stood that a worker has, for those of them that come back unopened. */
class Bookmark extends AgendaItem {}

type Item = Expected | Bookmark;

/**
 * Opens directories before the walk gets there: workers do, and so does the walk's own thread while it would
 * have to wait for one of them. The walk takes each result when it gets there, so it is the same walk with
 * workers and without. What a worker does not give, for whatever reason, the walk opens by itself.
 */
export class AheadOpener implements HelpingOpener {
  readonly #aided: Aided;
  readonly #walk: HelpedWalk;
  readonly #recipe: WalkRecipe;
  readonly #agenda = new Agenda<Item>();
  /** Counts what is opened ahead; the walk's own pacer counts what the walk uses. */
  readonly #aheadPacer: Pacer;
  readonly #aheadOpener: Opener;
  readonly #isBreadth: boolean;
  /** How many expected directories nobody has opened. */
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
      true,
    );
  }

  expect({ directory, rules, isFollowed, after }: Opening): Ahead | undefined {
    if (!this.#isBreadth || isFollowed || after !== undefined) return undefined;
    const expected = new Expected(undefined, directory, this.#onSkip);
    expected.outer = rules;
    this.#list([expected]);
    return expected;
  }

  expectIn({ directory, listing, rules, index, pending }: OpenDirectory): Ahead | undefined {
    if (listing.isPartial || !this.#isBelowStart(directory)) return undefined;
    const open = new Expected(undefined, directory, this.#onSkip);
    open.rules = rules;
    const { options } = this.#aided;
    const names = subdirectoriesOf(listing, directory, options, index);
    const waiting = pending.flatMap(({ name, end }) => end === undefined ? [name] : []);
    const all = options.order === "path" ? inPathOrder([...waiting, ...names]) : names;
    this.#list(open.expect(all), this.#isBreadth ? undefined : this.#agenda.after());
    return open;
  }

  open(opening: Opening): Opened | Promise<Opened> {
    this.#aided.workers.poll();
    const expected = opening.ahead as Expected | undefined;
    const opened = expected === undefined || expected.state === "closed"
      ? this.#openNow(opening, expected)
      : expected.state === "ready"
      ? this.#take(expected)
      : this.#openLater(opening, expected);
    this.#lend();
    return opened;
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

  #expectIn(here: Expected, { listing, rules }: Opened, before: Item | undefined): void {
    here.rules = rules;
    const below = here.expect(subdirectoriesOf(listing, here, this.#aided.options));
    this.#list(below, this.#isBreadth ? undefined : before);
  }

  /** Whether it is where its prefix says, and no link led to it. */
  #isBelowStart({ path, prefix }: WalkedDirectory): boolean {
    const { start, options } = this.#aided;
    return !options.followLinks || path.real === pathAt(start, prefix).real;
  }

  #list(items: readonly Expected[], before?: Item): void {
    this.#agenda.insert(items, before);
    this.#closed += items.length;
  }

  #unlist(item: Expected): void {
    if (!item.isListed) return;
    this.#agenda.remove(item);
    this.#closed--;
  }

  /** Depth first, the walk never comes back to what stands before the directory that it opens. */
  #dropUpTo(expected: Expected): void {
    if (!expected.isListed) return;
    if (!this.#isBreadth) {
      for (let item = this.#agenda.after(); item !== expected; item = this.#agenda.after()) {
        if (item instanceof Expected) this.#unlist(item);
        else if (item !== undefined) this.#agenda.remove(item);
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
      each.state = "done";
      stack.push(...each.rest);
    }
  };

  /** What a directory that was opened ahead holds, no longer counted as ahead. */
  #use(expected: Expected): Opened | DirscopeError {
    const result = expected.result!;
    expected.result = undefined;
    expected.state = "done";
    if (!(result instanceof DirscopeError)) this.#ready -= result.count;
    return result;
  }

  /** What a directory that was opened ahead holds, as if it were read now. */
  #take(expected: Expected): Opened {
    const { pacer } = this.#aided;
    const result = this.#use(expected);
    if (result instanceof DirscopeError) throw result;
    pacer.directories++;
    pacer.entries += result.count;
    pacer.unreadRules += result.unreadRules;
    if (result.unreadIndex !== undefined) pacer.unreadIndexes.add(result.unreadIndex);
    return result;
  }

  /** Opens others while a worker has the directory. */
  async #openLater(opening: Opening, expected: Expected): Promise<Opened> {
    const { workers, pacer } = this.#aided;
    for (;;) {
      workers.poll();
      if (expected.state === "ready") return this.#take(expected);
      if (expected.state === "closed") return await this.#openNow(opening, expected);
      const other = this.#ready < this.#mostAhead ? this.#nextClosed() : undefined;
      if (other !== undefined) await this.#openAhead(other);
      else {
        await workers.wait();
        pacer.report();
      }
      this.#lend();
      if (pacer.isDue()) await pacer.pause();
    }
  }

  #nextClosed(): Expected | undefined {
    let item = this.#agenda.after();
    while (item instanceof Bookmark) item = this.#agenda.after(item);
    return item;
  }

  async #openAhead(expected: Expected): Promise<void> {
    const { scope, start, options } = this.#aided;
    const bookmark = new Bookmark();
    this.#agenda.insert([bookmark], expected);
    this.#unlist(expected);
    const { name, prefix, depth } = expected;
    const directory = { path: pathAt(start, prefix), name, prefix, depth };
    try {
      if (options.prune?.(prefix.slice(0, -1))) return;
      const rules = await this.#rulesAbove(expected);
      checkOpenable(scope, directory);
      const opened = await this.#aheadOpener.open({
        directory,
        rules,
        after: undefined,
        isFollowed: false,
      });
      this.#expectIn(expected, opened, bookmark);
      expected.result = { ...opened, ahead: expected };
      this.#ready += opened.count;
      expected.state = "ready";
    } catch (error) {
      if (error instanceof HugeDirectory) return;
      if (!(error instanceof DirscopeError)) throw error;
      expected.result = error;
      expected.state = "ready";
    } finally {
      this.#agenda.remove(bookmark);
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
      const directory = { path: pathAt(this.#aided.start, each.prefix), name: each.name };
      rules = each.rules = await rulesBelow(rules!, directory, this.#aheadPacer);
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
    let item = this.#agenda.after();
    for (
      ;
      item !== undefined && (own > 0 || item instanceof Bookmark);
      item = this.#agenda.after(item)
    ) {
      if (item instanceof Expected) own--;
    }
    const asked: Expected[] = [];
    for (; item instanceof Expected && asked.length < most; item = this.#agenda.after(item)) {
      asked.push(item);
    }
    if (asked.length === 0) return false;
    const bookmark = new Bookmark();
    this.#agenda.insert([bookmark], asked[0]);
    for (const each of asked) {
      this.#unlist(each);
      each.state = "away";
    }
    this.#lent += maxEntries;
    const prefixes = asked.map(({ prefix }) => prefix).join("/");
    const request: PieceRequest = { recipe: this.#recipe, prefixes, maxEntries };
    this.#aided.workers.ask(request, (answer) => {
      this.#lent -= maxEntries;
      this.#receive(asked, bookmark, answer as Piece | undefined);
    });
    return true;
  }

  #receive(asked: readonly Expected[], bookmark: Bookmark, piece: Piece | undefined): void {
    const wanted = asked.filter(({ state }) => state === "away");
    let closed: readonly Expected[] = wanted;
    if (piece === undefined || wanted.length < asked.length) {
      for (const each of wanted) each.state = "closed";
    } else {
      const read = readPiece(piece, asked, this.#aided.options);
      closed = read.closed;
      this.#ready += read.entries;
    }
    if (!bookmark.isListed) return;
    this.#list(closed, this.#isBreadth ? undefined : bookmark);
    this.#agenda.remove(bookmark);
  }
}

/** Where a directory is by its prefix, if no link led there. */
function pathAt({ open, real }: ScopedPath, prefix: string): ScopedPath {
  if (prefix === "") return { open, real };
  const path = prefix.slice(0, -1);
  const opened = childOf(open, path);
  return { open: opened, real: open === real ? opened : childOf(real, path) };
}

/** All of a directory is opened ahead: a part of it would have to be read again. */
function withoutWindow(options: WalkOptions): WalkOptions {
  return options.order === "path" ? { ...options, window: undefined } : options;
}

function recipeOf({ scope, start, options }: Aided): WalkRecipe {
  const { order, maxDepth = Infinity, resolveLinks = false, rules, filter } = options;
  return {
    id: crypto.randomUUID(),
    scope: scope.description,
    start: { open: start.open, real: start.real },
    order,
    maxDepth,
    resolveLinks,
    unsortedFiles: order === "breadth" && options.unsortedFiles === true,
    reportIgnored: order !== "name" && options.reportIgnored === true,
    filter,
    semantics: rules?.semantics,
  };
}
