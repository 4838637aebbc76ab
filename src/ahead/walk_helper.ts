import { type IgnoreRules, type OwnFiles, rulesAbove, rulesBelow } from "../gitignore/rules.ts";
import { Pacer } from "../pacing/pacer.ts";
import { Scope } from "../scope/scope.ts";
import { directoryBelow, type ScopedPath } from "../scope/scoped_path.ts";
import type { Visibility } from "../scope/visibility.ts";
import { DirectoryOpener } from "../walk/open_directory.ts";
import type { Digester, PathOrder, WalkedDirectory, WalkOptions } from "../walk/steps.ts";
import { Claims } from "./claims.ts";
import { NotedListings } from "./noted_listings.ts";
import { ownFiles } from "./own_files.ts";
import type { Piece, PieceRequest, WalkRecipe } from "./piece.ts";
import type { Start } from "./branches.ts";
import { type Asked, type PieceWalk, writePiece } from "./write_piece.ts";

/** Makes `select`, `selectCost` and `prune` of the data that they are made of. */
export type FilterOf = (filter: unknown) => Pick<PathOrder, "select" | "selectCost" | "prune">;

/** Starts a digest of the kind that the data describe. */
export type DigesterOf = (maker: unknown) => Digester;

/** Makes again what a host hides and shows. */
export type VisibilityOf = (source: unknown) => Promise<Visibility | undefined>;

/** What a helper makes of the data that it is sent. */
export interface Makers {
  readonly filterOf: FilterOf;
  readonly digesterOf: DigesterOf;
  readonly visibilityOf: VisibilityOf;
}

/** The most walks that a helper remembers. */
const MAX_WALKS = 4;

/** The most directories whose rules a helper remembers. */
const MAX_RULES = 4096;

/** Opens directories for walks of other threads. */
export class WalkHelper {
  readonly #makers: Makers;
  /** The one that was helped last comes last. */
  readonly #walks = new Map<string, HelpedWalk>();

  constructor(makers: Makers) {
    this.#makers = makers;
  }

  /** Opens directories, with what lies below them, for a short while. */
  async open({ recipe, prefixes, own, claims, maxEntries }: PieceRequest): Promise<Piece> {
    const walk = this.#walks.get(recipe.id) ?? await this.#meet(recipe);
    this.#walks.delete(recipe.id);
    this.#walks.set(recipe.id, walk);
    const [oldest] = this.#walks.keys();
    if (this.#walks.size > MAX_WALKS) this.#walks.delete(oldest!);
    const asked = prefixes.split("//").map((each, i) => ({
      prefix: each.endsWith("/") ? each : `${each}/`,
      ownAbove: ownFiles(Number(own[i])),
    }));
    return await writePiece(walk, asked, new Claims(claims), maxEntries);
  }

  async #meet(recipe: WalkRecipe): Promise<HelpedWalk> {
    const { visibility } = recipe;
    const made = visibility === undefined ? undefined : await this.#makers.visibilityOf(visibility);
    return new HelpedWalk(recipe, made, this.#makers);
  }
}

/** A walk of another thread. */
class HelpedWalk implements PieceWalk {
  readonly scope: Scope;
  readonly options: WalkOptions;
  readonly opener: DirectoryOpener;
  readonly newDigester: (() => Digester) | undefined;
  /** Its counts are not the walk's, which counts what it uses. */
  readonly pacer = new Pacer();
  readonly #recipe: WalkRecipe;
  /** Cache: the rules in force in directories, by prefix. */
  readonly #rules = new Map<string, IgnoreRules>();

  constructor(
    recipe: WalkRecipe,
    visibility: Visibility | undefined,
    { filterOf, digesterOf }: Makers,
  ) {
    const { start, filter, digest, keeps, semantics: _, ...options } = recipe;
    this.#recipe = recipe;
    this.scope = Scope.described(recipe.scope, visibility);
    const here = this.scope.locate(start.real);
    if (here?.open !== start.open) throw new Error("The scope is another here");
    this.options = { ...options, ...filter === undefined ? {} : filterOf(filter) };
    this.newDigester = digest === undefined ? undefined : () => digesterOf(digest);
    this.opener = new DirectoryOpener(this.scope, this.options, this.pacer, {
      leavesSlow: true,
      listings: keeps ? new NotedListings() : undefined,
    });
  }

  startAt({ prefix, ownAbove }: Asked): Start | Promise<Start> {
    const directory = this.#directoryAt(prefix);
    if (this.#recipe.semantics === undefined) return { directory, rules: undefined };
    const above = prefix.slice(0, prefix.lastIndexOf("/", prefix.length - 2) + 1);
    const known = this.#rules.get(above);
    return known === undefined
      ? this.#rulesIn(above, ownAbove).then((rules) => ({ directory, rules }))
      : { directory, rules: known };
  }

  note(prefix: string, rules: IgnoreRules | undefined): void {
    if (rules === undefined) return;
    if (this.#rules.size >= MAX_RULES) this.#rules.clear();
    this.#rules.set(prefix, rules);
  }

  #directoryAt(prefix: string): WalkedDirectory {
    const parts = prefix.split("/");
    const { start } = this.#recipe;
    const path = directoryBelow(start, prefix);
    return { path, name: parts.at(-2) ?? "", prefix, depth: parts.length - 1 };
  }

  async #rulesIn(prefix: string, own: OwnFiles | undefined): Promise<IgnoreRules> {
    // From the start down, by a loop: a path may have thousands of parts.
    const missing: string[] = [];
    let known = this.#rules.get(prefix);
    for (let each = prefix; known === undefined; known = this.#rules.get(each)) {
      missing.push(each);
      if (each === "") break;
      each = each.slice(0, each.lastIndexOf("/", each.length - 2) + 1);
    }
    for (const each of missing.reverse()) {
      const directory = this.#directoryAt(each);
      known = known === undefined
        ? await this.#rulesAtStart(directory.path)
        : await rulesBelow(known, directory, this.pacer, each === prefix ? own : undefined);
      this.note(each, known);
    }
    return known!;
  }

  async #rulesAtStart(start: ScopedPath): Promise<IgnoreRules> {
    const { semantics } = this.#recipe;
    const above = await rulesAbove(this.scope, start, semantics!, this.pacer);
    return await above.enter(start, "").withOwn(this.pacer);
  }
}
