/** Keeps the paths that come nearest to the one that was asked for. */
import { BestPaths, byScore, type ScoredPath } from "../match/best_paths.ts";
import { NAME_COST } from "./requested_name.ts";
import { nearest, type RequestedPath } from "./requested_path.ts";
import type { ExistingKind } from "./existing_kind.ts";

/** The most paths to suggest. */
const MAX_SUGGESTIONS = 3;

/** What a path may cost at most, and how much more than the nearest one. */
const MAX_CANDIDATE_COST = 160;
const MAX_COST_DIFFERENCE = 25;

/** What a path costs at most that leaves no doubt. */
const MAX_CERTAIN_COST = NAME_COST.extension + 5;

/** What it costs to be no directory where one is asked for. */
const NOT_A_DIRECTORY_COST = 60;

/** How many places may hold a name that still says something where no directory is shared. */
const MAX_UNRELATED_PATHS = 3;

/** How often one path may be met: by two readings, and by a walk. */
const MAX_DUPLICATES = 8;

/** What paths are compared with. */
interface MissingPath {
  /** The readings of the path that was asked for. */
  readonly requested: readonly RequestedPath[];
  /** Whether a directory will be listed, so that a link to nothing is of no use. */
  readonly isForListing: boolean;
  /** Whether a directory is meant rather than a file. */
  readonly isDirectory: boolean;
  /** Whether what was asked for lies outside the scope. */
  readonly isOutside: boolean;
}

/** A path that exists. */
interface ExistingPath {
  /** The absolute path. */
  readonly path: string;
  /** Its parts, from the directory that paths are compared from. */
  readonly parts: readonly string[];
  readonly kind: ExistingKind;
}

/** Collects the best candidates; the order in which they come makes no difference. */
export class Candidates {
  readonly #missing: MissingPath;
  readonly #related = new BestPaths<ScoredPath>(MAX_DUPLICATES * MAX_SUGGESTIONS);
  readonly #unrelated = new BestPaths<ScoredPath>(MAX_DUPLICATES * (MAX_UNRELATED_PATHS + 1));

  constructor(missing: MissingPath) {
    this.#missing = missing;
  }

  /** Whether one of them leaves no doubt, so that no other is worth a look. */
  get isCertain(): boolean {
    return this.#related.sorted().some(({ score }) => score >= -MAX_CERTAIN_COST);
  }

  /** The absolute paths of the best ones. */
  get best(): string[] {
    const unrelated = this.#unrelated.sorted();
    const isAmbiguous = new Set(unrelated.map(({ path }) => path)).size > MAX_UNRELATED_PATHS;
    const all = [...this.#related.sorted(), ...isAmbiguous ? [] : unrelated].sort(byScore);
    const near = all.filter(({ score }) => score >= all[0]!.score - MAX_COST_DIFFERENCE);
    return [...new Set(near.map(({ path }) => path))].slice(0, MAX_SUGGESTIONS);
  }

  /** Looks at a path that exists. */
  add({ path, parts, kind }: ExistingPath): void {
    const { requested, ...missing } = this.#missing;
    if (missing.isForListing && kind === "link") return;
    const distance = nearest(requested.map((each) => each.distanceTo(parts)));
    if (distance === undefined) return;
    // Of a path on another machine, a mere name means something only at the top.
    if (missing.isOutside && !distance.isRelated && parts.length > 1) return;
    const cost = distance.cost +
      (missing.isDirectory && kind !== "directory" ? NOT_A_DIRECTORY_COST : 0);
    this.addWithCost(path, cost, distance.isRelated);
  }

  /** Adds a path whose cost is known. */
  addWithCost(path: string, cost: number, isRelated = true): void {
    const candidates = isRelated ? this.#related : this.#unrelated;
    if (cost <= MAX_CANDIDATE_COST) candidates.add({ path, score: -cost });
  }
}
