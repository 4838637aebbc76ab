/** Keeps the paths that come nearest to the one that was asked for. */
import { BestPaths, byScore, type ScoredPath } from "../match/best_paths.ts";
import { COST } from "./requested_name.ts";
import { nearest, type RequestedPath } from "./requested_path.ts";
import type { ExistingKind } from "./existing_kind.ts";

/** The most paths to suggest. */
const MAX_SUGGESTIONS = 3;

/** What a path may cost at most, and how much more than the nearest one. */
const MAX_COST = 160;
const MAX_BEHIND = 25;

/** What a path costs at most that leaves no doubt. */
const CERTAIN = COST.extension + 5;

/** What it costs to be no directory where one is asked for. */
const NO_DIRECTORY = 60;

/** How many places may hold a name that still says something where no directory is shared. */
const MAX_HOMONYMS = 3;

/** How often one path may be met: by two readings, and by a walk. */
const MAX_MET = 8;

/** What paths are compared with. */
interface Wanted {
  /** The readings of the path that was asked for. */
  readonly requested: readonly RequestedPath[];
  /** Whether a directory will be listed, so that a link to nothing is of no use. */
  readonly isListed: boolean;
  /** Whether a directory is meant rather than a file. */
  readonly isDirectory: boolean;
  /** Whether what was asked for lies outside the scope. */
  readonly isOutside: boolean;
}

/** A path that exists. */
interface Existing {
  /** The absolute path. */
  readonly path: string;
  /** Its parts, from the directory that paths are compared from. */
  readonly parts: readonly string[];
  readonly kind: ExistingKind;
}

/** Collects the best candidates; the order in which they come makes no difference. */
export class Candidates {
  readonly #wanted: Wanted;
  readonly #related = new BestPaths<ScoredPath>(MAX_MET * MAX_SUGGESTIONS);
  readonly #unrelated = new BestPaths<ScoredPath>(MAX_MET * (MAX_HOMONYMS + 1));

  constructor(wanted: Wanted) {
    this.#wanted = wanted;
  }

  /** Whether one of them leaves no doubt, so that no other is worth a look. */
  get isCertain(): boolean {
    return this.#related.sorted().some(({ score }) => score >= -CERTAIN);
  }

  /** The absolute paths of the best ones. */
  get best(): string[] {
    const unrelated = this.#unrelated.sorted();
    const isNoise = new Set(unrelated.map(({ path }) => path)).size > MAX_HOMONYMS;
    const all = [...this.#related.sorted(), ...isNoise ? [] : unrelated].sort(byScore);
    const near = all.filter(({ score }) => score >= all[0]!.score - MAX_BEHIND);
    return [...new Set(near.map(({ path }) => path))].slice(0, MAX_SUGGESTIONS);
  }

  /** Looks at a path that exists. */
  add({ path, parts, kind }: Existing): void {
    const { requested, ...wanted } = this.#wanted;
    if (wanted.isListed && kind === "link") return;
    const found = nearest(requested.map((each) => each.costOf(parts)));
    if (found === undefined) return;
    // Of a path on another machine, a mere name means something only at the top.
    if (wanted.isOutside && !found.isRelated && parts.length > 1) return;
    const cost = found.cost + (wanted.isDirectory && kind !== "directory" ? NO_DIRECTORY : 0);
    this.addAt(path, cost, found.isRelated);
  }

  /** Adds a path whose cost is known. */
  addAt(path: string, cost: number, isRelated = true): void {
    const candidates = isRelated ? this.#related : this.#unrelated;
    if (cost <= MAX_COST) candidates.add({ path, score: -cost });
  }
}
