/** Looks for several queries at once, name by name. */
import type { ChildKind } from "../../discovery/page_walk.ts";
import { Best, type Scored } from "../match/best_paths.ts";
import { Letters } from "../match/letters.ts";
import type { ScoreInPlace } from "../rank/name_score.ts";
import type { Query } from "./parse_query.ts";
import { QueryMatcher, TypoFinders } from "./query_matcher.ts";

/** What to look for. */
export interface FinderOptions {
  /** Most entries of each query. */
  readonly limit: number;
  /** What the entries of a folder are worth, by its path from the root of the search. */
  scoreIn(prefix: string): ScoreInPlace;
}

/** An entry that fits a query. Its score is from 0 to 1: how well it fits, and what it is worth. */
export interface Candidate extends Scored {
  /** The last part of its path. */
  readonly name: string;
  readonly kind: ChildKind;
  /** Whether some words fit with typos only. */
  readonly isMisspelt: boolean;
  /** Whether it is known by some words only, or by words that were typed as one. */
  readonly isLoose: boolean;
}

/** How much what an entry is worth counts beside how well it fits. */
const WORTH = 0.08;

/** Where the best entry fits less well, some of the words may be all that is right. */
const SURE = 0.5;

/** What fits less well than this beside the best is noise. */
const NOISE = 0.5;

/** How many letters of a folder's path count: the last ones. */
const MOST_LETTERS = 256;

/** What one query has found so far. */
interface Found {
  readonly matcher: QueryMatcher;
  /** What holds all its words. */
  readonly strict: Best<Candidate>;
  /** The same, and what holds some; given up once an entry surely is what was meant. */
  readonly loose: Best<Candidate>;
  /** How well the best entry fits. */
  best: number;
}

/** Looks for several queries at once. */
export class Finder {
  readonly #options: FinderOptions;
  readonly #found: readonly Found[];
  /** How many letters are looked for. */
  readonly #length: number;
  readonly #path = { folder: new Letters(), name: new Letters() };
  /** The folder's path from the root of the search: `""`, or a path that ends in a slash. */
  #prefix: string | undefined;
  /** What the entries of the folder are worth, once that was asked. */
  #nameScore: ScoreInPlace | undefined;

  constructor(queries: readonly Query[], options: FinderOptions) {
    const typos = new TypoFinders();
    const keep = (): Best<Candidate> => new Best(options.limit + 1);
    this.#options = options;
    this.#found = queries.map((query) => ({
      matcher: new QueryMatcher(query, typos),
      strict: keep(),
      loose: keep(),
      best: query.parts.length === 0 ? 1 : 0,
    }));
    this.#length = queries.reduce((sum, { text }) => sum + text.length, 0);
  }

  /** Moves to a folder. */
  enter(prefix: string): void {
    if (prefix === this.#prefix) return;
    this.#prefix = prefix;
    this.#nameScore = undefined;
    this.#path.folder.read(prefix.slice(-MOST_LETTERS));
  }

  /** Looks at an entry of the folder. Returns how many letters it may have compared. */
  look(name: string, kind: ChildKind): number {
    this.#path.name.read(name);
    for (const found of this.#found) {
      const { matcher, strict, loose } = found;
      const fit = matcher.fit(this.#path, name);
      if (fit > found.best) found.best = fit;
      const { isMisspelt } = matcher;
      if (fit > 0) this.#add(strict, fit, { name, kind, isMisspelt, isLoose: false });
      if (found.best >= SURE) continue;
      const fitOfSome = matcher.fitOfSome(this.#path);
      if (fitOfSome > fit) {
        this.#add(loose, fitOfSome, { name, kind, isMisspelt: false, isLoose: true });
      } else if (fit > 0) this.#add(loose, fit, { name, kind, isMisspelt, isLoose: false });
    }
    return name.length * this.#length;
  }

  #add(best: Best<Candidate>, fit: number, entry: Omit<Candidate, "path" | "score">): void {
    if ((1 - WORTH) * fit + WORTH < best.lowest) return;
    this.#nameScore ??= this.#options.scoreIn(this.#prefix!);
    const nameScore = this.#nameScore(entry.name, entry.kind === "dir");
    const score = (1 - WORTH) * fit + WORTH * nameScore;
    if (score >= best.lowest) best.add({ path: this.#prefix + entry.name, ...entry, score });
  }

  /** What each query found, best first; one more than asked for where there is more. */
  results(): (readonly Candidate[])[] {
    return this.#found.map(({ best, strict, loose }) => {
      const entries = (best < SURE ? loose : strict).sorted();
      const least = NOISE * (entries[0]?.score ?? 0);
      return entries.filter(({ score }) => score >= least);
    });
  }
}
