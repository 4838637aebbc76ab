import type { ChildKind } from "../../discovery/page_walk.ts";
import { BestPaths, type ScoredPath } from "../match/best_paths.ts";
import { Letters } from "../match/letters.ts";
import type { EntryScorer } from "../rank/name_score.ts";
import type { Query } from "./parse_query.ts";
import { QueryMatcher, TypoFinderCache } from "./query_matcher.ts";

export interface FinderOptions {
  /** Maximum entries of each query. */
  readonly limit: number;
  /** Returns the name score of a folder's entries, given its path from the root of the search. */
  scoreIn(prefix: string): EntryScorer;
}

/** An entry that matches a query. Its score is from 0 to 1: the fit, and a little of the name score. */
export interface PathMatch extends ScoredPath {
  /** The last part of its path. */
  readonly name: string;
  readonly kind: ChildKind;
  /** True if some words match with typos only. */
  readonly hasTypos: boolean;
  /** True if only some words match, or only subwords of a word. */
  readonly isPartial: boolean;
}

/** The share of the name score in an entry's score; the rest is the fit. */
const NAME_SCORE_WEIGHT = 0.08;

/** Below this fit of the best entry, partial matches are ranked too. */
const RELIABLE_FIT = 0.5;

/** Entries below this share of the best score are dropped as noise. */
const MIN_SCORE_RATIO = 0.5;

/** Maximum letters of a folder's path that are matched: the last ones. */
const MAX_FOLDER_LETTERS = 256;

/** The best matches of one query so far. */
interface QueryMatches {
  readonly matcher: QueryMatcher;
  /** Entries that match all words. */
  readonly full: BestPaths<PathMatch>;
  /** The same and partial matches; no longer filled once the best fit is reliable. */
  readonly partial: BestPaths<PathMatch>;
  bestFit: number;
}

/** Matches several queries against the entries of a tree, folder by folder, and keeps the best. */
export class Finder {
  readonly #options: FinderOptions;
  readonly #matches: readonly QueryMatches[];
  /** Sum of the queries' lengths. */
  readonly #queryLength: number;
  readonly #path = { folder: new Letters(), name: new Letters() };
  /** The folder's path from the root of the search: `""`, or a path that ends in a slash. */
  #prefix: string | undefined;
  /** The name scores in the folder, made when first needed. */
  #nameScore: EntryScorer | undefined;

  constructor(queries: readonly Query[], options: FinderOptions) {
    const typos = new TypoFinderCache();
    const bestPaths = (): BestPaths<PathMatch> => new BestPaths(options.limit + 1);
    this.#options = options;
    this.#matches = queries.map((query) => ({
      matcher: new QueryMatcher(query, typos),
      full: bestPaths(),
      partial: bestPaths(),
      bestFit: query.subwords.length === 0 ? 1 : 0,
    }));
    this.#queryLength = queries.reduce((sum, { text }) => sum + text.length, 0);
  }

  /** Makes a folder the one of the entries visited next; `""` or a path that ends in a slash. */
  enter(prefix: string): void {
    if (prefix === this.#prefix) return;
    this.#prefix = prefix;
    this.#nameScore = undefined;
    this.#path.folder.read(prefix.slice(-MAX_FOLDER_LETTERS));
  }

  /** Matches an entry of the folder. Returns an upper bound of the letters compared. */
  visit(name: string, kind: ChildKind): number {
    this.#path.name.read(name);
    for (const matches of this.#matches) {
      const { matcher, full, partial } = matches;
      const fit = matcher.fit(this.#path, name);
      if (fit > matches.bestFit) matches.bestFit = fit;
      const { hasTypos } = matcher;
      if (fit > 0) this.#add(full, fit, { name, kind, hasTypos, isPartial: false });
      if (matches.bestFit >= RELIABLE_FIT) continue;
      const partialFit = matcher.partialFit(this.#path);
      if (partialFit > fit) {
        this.#add(partial, partialFit, { name, kind, hasTypos: false, isPartial: true });
      } else if (fit > 0) this.#add(partial, fit, { name, kind, hasTypos, isPartial: false });
    }
    return name.length * this.#queryLength;
  }

  #add(best: BestPaths<PathMatch>, fit: number, entry: Omit<PathMatch, "path" | "score">): void {
    if ((1 - NAME_SCORE_WEIGHT) * fit + NAME_SCORE_WEIGHT < best.minScore) return;
    this.#nameScore ??= this.#options.scoreIn(this.#prefix!);
    const nameScore = this.#nameScore(entry.name, entry.kind === "dir");
    const score = (1 - NAME_SCORE_WEIGHT) * fit + NAME_SCORE_WEIGHT * nameScore;
    if (score >= best.minScore) best.add({ path: this.#prefix + entry.name, ...entry, score });
  }

  /** Returns the matches of each query, best first: up to `limit`, and one more if there are more. */
  results(): (readonly PathMatch[])[] {
    return this.#matches.map(({ bestFit, full, partial }) => {
      const entries = (bestFit < RELIABLE_FIT ? partial : full).sorted();
      const minScore = MIN_SCORE_RATIO * (entries[0]?.score ?? 0);
      return entries.filter(({ score }) => score >= minScore);
    });
  }
}
