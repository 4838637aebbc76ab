import type { Pacer } from "../../../pacing/pacer.ts";
import { placeOf } from "../../../walk/walks_in_turn.ts";
import type { ChildKind } from "../../discovery/child_kinds.ts";
import { BestPaths, byScore, type ScoredPath } from "../match/best_paths.ts";
import { Letters } from "../match/letters.ts";
import { LiteralFinder, type Spelled } from "../task/literal_finder.ts";
import { type EntryScorer, scoreIn } from "../rank/name_score.ts";
import type { TaskPlace, TaskReason } from "../rank/task_reason.ts";
import type { Query } from "./parse_query.ts";
import type { Reason } from "./result.ts";
import { QueryMatcher } from "./query_matcher.ts";

/** An entry that matches a query. Its score, up to 1, is the fit and a little of the name score. */
export interface PathMatch extends ScoredPath, Spelled {
  readonly name: string;
  readonly kind: ChildKind;
  /** The reason why it was found; `undefined` if it has all words: then that of the word with the weakest match. */
  readonly why?: Extract<Reason, "exact" | "typo" | "partly" | "commits"> | TaskReason;
  /** True if the letters of some word are scattered over the path. */
  readonly isScattered?: boolean;
  /** True if its path goes through a link, so that the walk did not find it. */
  readonly isLinked?: boolean;
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
  /** Why little of what was asked was found, and what to send instead. */
  readonly weak?: string | undefined;
  /** What no file holds to the letter. */
  readonly unheld?: readonly string[] | undefined;
}

/** The same, and what the query spells out. */
export interface NameMatches extends QueryMatches {
  readonly spelled: readonly PathMatch[];
}

type Mode = keyof typeof MIN_SCORE_RATIO;

interface SpelledMatch extends PathMatch {
  /** Whether it is counted among those that match the words; absent if no walk came to it. */
  readonly isCounted: Readonly<Record<Mode, boolean>> | undefined;
}

interface BestMatches {
  readonly best: BestPaths<PathMatch>;
  /** Directories take no place of others: a task has no use for them. */
  readonly directories: BestPaths<PathMatch>;
  count: number;
}

interface QuerySearch {
  readonly literals: readonly LiteralFinder<SpelledMatch>[];
  readonly matcher: QueryMatcher;
  /** Entries that match all words. */
  readonly full: BestMatches;
  /** The same and partial matches; no longer filled once the best fit is reliable. */
  readonly partial: BestMatches;
  bestFit: number;
}

const NO_FOLDER = new Letters("");

/** Matches several queries against the entries of a tree, folder by folder, and keeps the best. */
export class Finder {
  readonly #limit: number;
  readonly #searches: readonly QuerySearch[];
  #folder = NO_FOLDER;
  /** The folder's path from the root of the search: `""`, or a path that ends in a slash. */
  #prefix: string | undefined;
  #place = placeOf("");
  /** The name scores in the folder, made when first needed. */
  #nameScore: EntryScorer | undefined;

  constructor(queries: readonly Query[], limit: number) {
    const noMatches = (): BestMatches => ({
      best: new BestPaths(limit + 1),
      directories: new BestPaths(limit + 1),
      count: 0,
    });
    this.#limit = limit;
    this.#searches = queries.map((query) => ({
      literals: query.literals.map((each) => new LiteralFinder(each)),
      matcher: new QueryMatcher(query),
      full: noMatches(),
      partial: noMatches(),
      bestFit: query.subwords.length === 0 ? 1 : 0,
    }));
  }

  /** Makes a folder the one of the entries visited next; `""` or a path that ends in a slash. */
  enter(prefix: string): void {
    if (prefix === this.#prefix) return;
    this.#prefix = prefix;
    this.#place = placeOf(prefix);
    this.#nameScore = undefined;
    this.#folder = new Letters(this.#place.below.slice(-MAX_FOLDER_LETTERS));
  }

  visit(name: string, kind: ChildKind): void {
    const path = { folder: this.#folder, name: new Letters(name) };
    for (const [i, search] of this.#searches.entries()) {
      const { matcher, full, partial } = search;
      const { fit, hasTypos, isScattered } = matcher.fit(path, name);
      const match = { name, kind, isScattered, ...hasTypos && { why: "typo" as const } };
      if (fit > search.bestFit) search.bestFit = fit;
      if (fit > 0) this.#add(full, fit, match);
      const partialFit = search.bestFit < RELIABLE_FIT ? matcher.partialFit(path) : 0;
      if (partialFit > fit) this.#add(partial, partialFit, { ...match, why: "partly" });
      else if (fit > 0) this.#add(partial, fit, match);
      this.visitSpelled(i, name, kind, { full: fit > 0, partial: Math.max(fit, partialFit) > 0 });
    }
  }

  /** Adds an entry of the folder if one query spells it out, be it counted or one that no walk comes to. */
  visitSpelled(
    query: number,
    name: string,
    kind: ChildKind,
    isCounted?: SpelledMatch["isCounted"],
  ): void {
    const { turn, below } = this.#place;
    this.#searches[query]!.literals[turn]?.visit(below, name, () => ({
      path: this.#prefix + name,
      name,
      kind,
      score: this.#nameScoreOf(name, kind),
      why: "exact",
      isLinked: isCounted === undefined,
      isCounted,
    }));
  }

  #nameScoreOf(name: string, kind: ChildKind): number {
    this.#nameScore ??= scoreIn(this.#place.below);
    return this.#nameScore(name, kind === "dir");
  }

  #add(matches: BestMatches, fit: number, entry: Omit<PathMatch, "path" | "score">): void {
    const best = entry.kind === "dir" ? matches.directories : matches.best;
    matches.count++;
    const base = (1 - NAME_SCORE_WEIGHT) * fit;
    if (base + NAME_SCORE_WEIGHT < best.minScore) return;
    const score = base + NAME_SCORE_WEIGHT * this.#nameScoreOf(entry.name, entry.kind);
    if (score >= best.minScore) best.add({ path: this.#prefix + entry.name, ...entry, score });
  }

  /** Returns the matches of each query, those first that it spells out. */
  async results(pacer: Pacer): Promise<NameMatches[]> {
    const limit = this.#limit;
    const results: NameMatches[] = [];
    for (const search of this.#searches) {
      const found = [];
      for (const each of search.literals) found.push(await each.spelledOut(pacer));
      found.sort((a, b) => Number(b.isSent) - Number(a.isSent));
      const isSent = found[0]?.isSent === true;
      const spelled = found.flatMap(({ entries }) =>
        entries.map((each) => ({ ...each, score: 1 }))
      );
      const mode = isSent || search.bestFit >= RELIABLE_FIT ? "full" : "partial";
      const { best, directories, count } = search[mode];
      const all = [...best.sorted(), ...directories.sorted()].sort(byScore);
      const minScore = MIN_SCORE_RATIO[mode] * (isSent ? 1 : all[0]?.score ?? 0);
      const likely = all.filter(({ score }) => score >= minScore);
      const entries = distinct([...spelled, ...likely]);
      const total = count + spelled.filter(({ isCounted }) => isCounted?.[mode] !== true).length;
      results.push({
        entries,
        limit,
        weaker: entries.length <= limit ? total - entries.length : 0,
        isPartial: mode === "partial",
        spelled,
      });
    }
    return results;
  }
}

function distinct(entries: readonly PathMatch[]): PathMatch[] {
  const paths = new Set<string>();
  return entries.filter(({ path }) => !paths.has(path) && paths.add(path));
}
