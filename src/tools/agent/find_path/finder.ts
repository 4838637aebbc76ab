import type { Pacer } from "../../../pacing/pacer.ts";
import { placeOf } from "../../../walk/walks_in_turn.ts";
import type { ChildKind } from "../../discovery/child_kinds.ts";
import { BestPaths, type ScoredPath } from "../match/best_paths.ts";
import { Letters } from "../match/letters.ts";
import { LiteralFinder, type SpelledOut } from "../task/literal_finder.ts";
import type { EntryScorer } from "../rank/name_score.ts";
import type { TaskPlace, TaskReason } from "../rank/task_reason.ts";
import type { Query } from "./parse_query.ts";
import { QueryMatcher, TypoFinderCache } from "./query_matcher.ts";

export interface FinderOptions {
  /** Maximum entries of each query. */
  readonly limit: number;
  /** Returns the name score of a folder's entries, given its path from the root of the search. */
  scoreIn(prefix: string): EntryScorer;
}

/** An entry that matches a query. Its score, up to 1, is the fit and a little of the name score. */
export interface PathMatch extends ScoredPath {
  /** The last part of its path. */
  readonly name: string;
  readonly kind: ChildKind;
  /** True if the query spells it out. */
  readonly isExact: boolean;
  /** True if some words match with typos only. */
  readonly hasTypos: boolean;
  /** True if the letters of some word are scattered over the path. */
  readonly isScattered?: boolean;
  /** True if only some words match, or only subwords of a word. */
  readonly isPartial: boolean;
  /** The reason why a task concerns it, if it was ranked by one. */
  readonly taskReason?: TaskReason | "commits";
  /** Where words of the task stand together in it. */
  readonly lines?: readonly TaskPlace[];
}

/** The share of the name score in an entry's score; the rest is the fit. */
const NAME_SCORE_WEIGHT = 0.08;

/** Below this fit of the best entry, partial matches are ranked too. */
const RELIABLE_FIT = 0.5;

/**
 * Entries below this share of the best score are left out. Up to 0.8, nothing wanted was lost among the first ten for
 * abbreviations, typos and swapped words; partial matches, which rank words of a sentence, lose from 0.6 on.
 */
const MIN_SCORE_RATIO = { full: 0.75, partial: 0.5 } as const;

/** Maximum letters of a folder's path that are matched: the last ones. */
const MAX_FOLDER_LETTERS = 256;

/** The matches of one query, best first. */
export interface QueryMatches {
  /** Up to `limit`, and one more if there are more. */
  readonly entries: readonly PathMatch[];
  readonly limit: number;
  /** The number of entries that match, but less well than any that is listed; 0 if there are more than `limit`. */
  readonly weaker: number;
  /** True if no entry fits all words well. */
  readonly isPartial: boolean;
  /** True if a task ranked them without a commit that says something of files. */
  readonly lacksHistory?: boolean;
}

/** The best of any number of matches. */
interface BestMatches {
  readonly best: BestPaths<PathMatch>;
  /** The number of all. */
  count: number;
}

/** The matches of one query so far. */
interface QuerySearch {
  /** Of each directory that is searched. */
  readonly literals: readonly LiteralFinder<PathMatch>[];
  readonly matcher: QueryMatcher;
  /** Entries that match all words. */
  readonly full: BestMatches;
  /** The same and partial matches; no longer filled once the best fit is reliable. */
  readonly partial: BestMatches;
  bestFit: number;
}

/** Matches several queries against the entries of a tree, folder by folder, and keeps the best. */
export class Finder {
  readonly #options: FinderOptions;
  readonly #searches: readonly QuerySearch[];
  /** Sum of the lengths of the queries' words and subwords. */
  readonly #queryLength: number;
  readonly #path = { folder: new Letters(), name: new Letters() };
  /** The folder's path from the root of the search: `""`, or a path that ends in a slash. */
  #prefix: string | undefined;
  #place = placeOf("");
  /** The paths of entries that were not matched against the words of queries. */
  readonly #unwalked = new Set<string>();
  /** The name scores in the folder, made when first needed. */
  #nameScore: EntryScorer | undefined;

  constructor(queries: readonly Query[], options: FinderOptions) {
    const typos = new TypoFinderCache();
    const noMatches = (): BestMatches => ({ best: new BestPaths(options.limit + 1), count: 0 });
    this.#options = options;
    this.#searches = queries.map((query) => ({
      literals: query.literals.map((each) => new LiteralFinder(each)),
      matcher: new QueryMatcher(query, typos),
      full: noMatches(),
      partial: noMatches(),
      bestFit: query.subwords.length === 0 ? 1 : 0,
    }));
    this.#queryLength = queries.flatMap(({ words, subwords }) => [...words, ...subwords])
      .reduce((sum, { codes }) => sum + codes.length, 0);
  }

  /** Makes a folder the one of the entries visited next; `""` or a path that ends in a slash. */
  enter(prefix: string): void {
    if (prefix === this.#prefix) return;
    this.#prefix = prefix;
    this.#place = placeOf(prefix);
    this.#nameScore = undefined;
    this.#path.folder.read(this.#place.below.slice(-MAX_FOLDER_LETTERS));
  }

  /** Matches an entry of the folder. Returns an upper bound of the letters compared. */
  visit(name: string, kind: ChildKind): number {
    this.#path.name.read(name);
    const { turn, below } = this.#place;
    for (const search of this.#searches) {
      const { literals, matcher, full, partial } = search;
      literals[turn]?.visit(below, name, () => this.#exactMatch(name, kind));
      const fit = matcher.fit(this.#path, name);
      if (fit > search.bestFit) search.bestFit = fit;
      const { hasTypos, isScattered } = matcher;
      const match = { name, kind, isExact: false, hasTypos, isScattered, isPartial: false };
      if (fit > 0) this.#add(full, fit, match);
      if (search.bestFit >= RELIABLE_FIT) continue;
      const partialFit = matcher.partialFit(this.#path);
      if (partialFit > fit) {
        this.#add(partial, partialFit, { ...match, hasTypos: false, isPartial: true });
      } else if (fit > 0) this.#add(partial, fit, match);
    }
    return name.length * this.#queryLength;
  }

  /** Adds an entry of the folder that one query spells out, although no walk comes to it. */
  visitSpelled(query: number, name: string, kind: ChildKind): void {
    const { turn, below } = this.#place;
    this.#unwalked.add(this.#prefix + name);
    this.#searches[query]!.literals[turn]!.visit(below, name, () => this.#exactMatch(name, kind));
  }

  #exactMatch(name: string, kind: ChildKind): PathMatch {
    const [path, score] = [this.#prefix + name, this.#nameScoreOf(name, kind)];
    return { path, name, kind, score, isExact: true, hasTypos: false, isPartial: false };
  }

  #nameScoreOf(name: string, kind: ChildKind): number {
    this.#nameScore ??= this.#options.scoreIn(this.#place.below);
    return this.#nameScore(name, kind === "dir");
  }

  #add(matches: BestMatches, fit: number, entry: Omit<PathMatch, "path" | "score">): void {
    const { best } = matches;
    matches.count++;
    const base = (1 - NAME_SCORE_WEIGHT) * fit;
    if (base + NAME_SCORE_WEIGHT < best.minScore) return;
    const score = base + NAME_SCORE_WEIGHT * this.#nameScoreOf(entry.name, entry.kind);
    if (score >= best.minScore) best.add({ path: this.#prefix + entry.name, ...entry, score });
  }

  /** Returns what each query spells out. */
  async spelledOut(pacer: Pacer): Promise<SpelledOut<PathMatch>[]> {
    const all: SpelledOut<PathMatch>[] = [];
    for (const { literals } of this.#searches) {
      const found: SpelledOut<PathMatch>[] = [];
      for (const each of literals) found.push(await each.spelledOut(pacer));
      found.sort((a, b) => Number(b.isSent) - Number(a.isSent));
      const entries = found.flatMap((each) => each.entries);
      const isSent = found.some((each) => each.isSent);
      all.push({ entries: entries.map((each) => ({ ...each, score: 1 })), isSent });
    }
    return all;
  }

  /** Returns the matches of each query, those first that it spells out. */
  results(spelledOut: readonly SpelledOut<PathMatch>[] = []): QueryMatches[] {
    const { limit } = this.#options;
    return this.#searches.map((search, i) => {
      const { entries: exact, isSent } = spelledOut[i] ?? NOTHING;
      const mode = isSent || search.bestFit >= RELIABLE_FIT ? "full" : "partial";
      const { best, count } = search[mode];
      const all = best.sorted();
      const minScore = MIN_SCORE_RATIO[mode] * (isSent ? 1 : all[0]?.score ?? 0);
      const likely = all.filter(({ score }) => score >= minScore);
      const entries = distinct([...exact, ...likely]).slice(0, limit + 1);
      const uncounted = exact.filter((each) => !this.#isCounted(search.matcher, mode, each));
      return {
        entries,
        limit,
        weaker: entries.length <= limit ? count + uncounted.length - entries.length : 0,
        isPartial: mode === "partial",
      };
    });
  }

  /** Reports whether an entry is counted among those that match the words of a query. */
  #isCounted(
    matcher: QueryMatcher,
    mode: keyof typeof MIN_SCORE_RATIO,
    { path, name }: PathMatch,
  ): boolean {
    if (this.#unwalked.has(path)) return false;
    this.enter(path.slice(0, -name.length));
    this.#path.name.read(name);
    return matcher.fit(this.#path, name) > 0 ||
      mode === "partial" && matcher.partialFit(this.#path) > 0;
  }
}

const NOTHING: SpelledOut<PathMatch> = { entries: [], isSent: false };

/** Returns entries without those that came before. */
function distinct(entries: readonly PathMatch[]): PathMatch[] {
  const paths = new Set<string>();
  return entries.filter(({ path }) => !paths.has(path) && paths.add(path));
}
