/** Looks for several queries at once, name by name. */
import type { ChildKind } from "../../discovery/page_walk.ts";
import { BestEntries, type Candidate } from "./best_entries.ts";
import { Folder } from "./folder.ts";
import { Letters, maskOf } from "./letters.ts";
import { LooseMatcher } from "./loose_matcher.ts";
import type { Query } from "./parse_query.ts";
import { QueryMatcher } from "./query_matcher.ts";

/** Names of entries of one folder. */
export interface Run {
  /** The folder's path from the root of the search: `""`, or a path that ends in a slash. */
  readonly prefix: string;
  readonly names: readonly string[];
  readonly kind: ChildKind;
}

/** What to look for. */
export interface FinderOptions {
  /** Most entries of each query. */
  readonly limit: number;
  /** What a path from the root of the search is worth, from 0 to 1. */
  worthOf(path: string, isDirectory: boolean): number;
}

/** How much what an entry is worth counts beside how well it fits. */
const WORTH = 0.08;

/** Where the best entry fits less well, some of the words may be all that is right. */
const SURE = 0.5;

/** What fits less well than this beside the best is noise. */
const NOISE = 0.5;

/** What one query has found so far. */
interface Found {
  readonly matcher: QueryMatcher;
  /** What holds all its words. */
  readonly strict: BestEntries;
  /** The same, and what holds some; given up once an entry surely is what was meant. */
  readonly loose: BestEntries;
  /** How well the best entry fits. */
  best: number;
}

/** Looks for several queries at once. */
export class Finder {
  readonly #folder = new Folder();
  readonly #name = new Letters();
  readonly #found: readonly Found[];
  readonly #loose: LooseMatcher;
  readonly #options: FinderOptions;
  /** How many letters are looked for. */
  readonly #letters: number;

  constructor(queries: readonly Query[], options: FinderOptions) {
    const keep = (): BestEntries => new BestEntries(options.limit + 1);
    this.#options = options;
    this.#found = queries.map((query) => ({
      matcher: new QueryMatcher(query, this.#folder),
      strict: keep(),
      loose: keep(),
      best: query.parts.length === 0 ? 1 : 0,
    }));
    this.#loose = new LooseMatcher(queries, this.#folder);
    this.#letters = queries.reduce((sum, { text }) => sum + text.length, 0);
  }

  /** Looks at names from an index on, until its work is as much as a short pause. Returns the index to go on from. */
  look({ prefix, names, kind }: Run, from: number): number {
    let work = 0;
    if (this.#folder.prefix !== prefix || this.#folder.serial === 0) this.#folder.enter(prefix);
    for (let at = from; at < names.length; at++) {
      const name = names[at]!;
      work += this.#lookAt(name, prefix, kind) ? name.length * this.#letters : name.length;
      if (work >= MOST_WORK) return at + 1;
    }
    return names.length;
  }

  #lookAt(name: string, prefix: string, kind: ChildKind): boolean {
    const mask = maskOf(name);
    let isRead = false;
    let isTaken = false;
    for (let i = 0; i < this.#found.length; i++) {
      const found = this.#found[i]!;
      const { matcher } = found;
      const mayFit = matcher.mayFit(mask);
      const isUnsure = found.best < SURE;
      if (!mayFit && !isUnsure) continue;
      if (!isRead) {
        this.#name.read(name);
        isRead = true;
      }
      const fit = mayFit ? matcher.fit(this.#name, mask, name) : 0;
      if (fit > found.best) found.best = fit;
      if (fit > 0 && mayEnter(found.strict, fit)) {
        this.#add(found.strict, fit, {
          prefix,
          name,
          kind,
          isMisspelt: matcher.isMisspelt,
          isLoose: false,
        });
      }
      if (!isUnsure) continue;
      if (!isTaken) {
        this.#loose.take(this.#name);
        isTaken = true;
      }
      const loose = this.#loose.fitOf(i);
      const isLoose = loose > fit;
      const most = isLoose ? loose : fit;
      if (most > 0 && mayEnter(found.loose, most)) {
        this.#add(found.loose, most, {
          prefix,
          name,
          kind,
          isMisspelt: !isLoose && matcher.isMisspelt,
          isLoose,
        });
      }
    }
    return isRead;
  }

  #add(best: BestEntries, fit: number, { prefix, ...entry }: Fitting): void {
    const path = prefix + entry.name;
    const score = (1 - WORTH) * fit +
      WORTH * this.#options.worthOf(path, entry.kind === "dir");
    if (score >= best.lowest) best.add({ path, ...entry, score });
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

/** Whether an entry can be among the best, whatever it is worth. */
function mayEnter(best: BestEntries, fit: number): boolean {
  return (1 - WORTH) * fit + WORTH >= best.lowest;
}

interface Fitting extends Omit<Candidate, "path" | "score"> {
  readonly prefix: string;
}

/** How many letters are compared with letters between two looks at the clock: less than a millisecond. */
const MOST_WORK = 100_000;
