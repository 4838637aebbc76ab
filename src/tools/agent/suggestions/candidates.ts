import { BestPaths, byScore, type ScoredPath } from "../match/best_paths.ts";
import { NAME_COST } from "./requested_name.ts";
import { nearestOf, type RequestedPath } from "./requested_path.ts";
import type { ExistingKind } from "./existing_kind.ts";

/** Maximum paths to suggest. */
const MAX_SUGGESTIONS = 3;

/** Maximum cost of a candidate, and how much it may exceed the lowest. */
const MAX_CANDIDATE_COST = 160;
const MAX_COST_DIFFERENCE = 25;

/** Maximum cost of a candidate that makes further searches pointless. */
const MAX_CERTAIN_COST = NAME_COST.extension + 5;

/** Added to the cost of a path that is no directory where one was requested. */
const NOT_A_DIRECTORY_COST = 60;

/** Maximum paths that share only the name: if there are more, the name alone identifies none. */
const MAX_UNRELATED_PATHS = 3;

/** Maximum times that one path is added: by two interpretations' searches and by a walk. */
const MAX_DUPLICATES = 8;

/** The path that candidates are to replace. */
interface MissingPath {
  /** The interpretations of the requested path. */
  readonly requested: readonly RequestedPath[];
  /** True if it is to be listed, so that a dangling link is no candidate. */
  readonly isForListing: boolean;
  /** True if it names a directory rather than a file. */
  readonly isDirectory: boolean;
  /** True if it lies outside the scope. */
  readonly isOutside: boolean;
}

interface ExistingPath {
  /** The absolute path. */
  readonly path: string;
  /** Its parts below the base of the interpretation. */
  readonly parts: readonly string[];
  readonly kind: ExistingKind;
}

/** The best candidates for a missing path; the order of additions makes no difference. */
export class Candidates {
  readonly #missing: MissingPath;
  readonly #related = new BestPaths<ScoredPath>(MAX_DUPLICATES * MAX_SUGGESTIONS);
  readonly #unrelated = new BestPaths<ScoredPath>(MAX_DUPLICATES * (MAX_UNRELATED_PATHS + 1));

  constructor(missing: MissingPath) {
    this.#missing = missing;
  }

  /** True if one of them is so near that no further search is needed. */
  get isCertain(): boolean {
    return this.#related.sorted().some(({ score }) => score >= -MAX_CERTAIN_COST);
  }

  /** The absolute paths of the best ones, lowest cost first. */
  get best(): string[] {
    const unrelated = this.#unrelated.sorted();
    const isAmbiguous = new Set(unrelated.map(({ path }) => path)).size > MAX_UNRELATED_PATHS;
    const all = [...this.#related.sorted(), ...isAmbiguous ? [] : unrelated].sort(byScore);
    const near = all.filter(({ score }) => score >= all[0]!.score - MAX_COST_DIFFERENCE);
    return [...new Set(near.map(({ path }) => path))].slice(0, MAX_SUGGESTIONS);
  }

  /** Adds an existing path if it is near enough. */
  add({ path, parts, kind }: ExistingPath): void {
    const { requested, ...missing } = this.#missing;
    if (missing.isForListing && kind === "link") return;
    const distance = nearestOf(requested.map((each) => each.distanceTo(parts)));
    if (distance === undefined) return;
    // Of a path on another machine, a name alone identifies only a path at the top of the tree.
    if (missing.isOutside && !distance.isRelated && parts.length > 1) return;
    const kindCost = missing.isDirectory && kind !== "directory" ? NOT_A_DIRECTORY_COST : 0;
    this.addWithCost(path, distance.cost + kindCost, distance.isRelated);
  }

  /** Adds a path of a given cost. */
  addWithCost(path: string, cost: number, isRelated = true): void {
    const candidates = isRelated ? this.#related : this.#unrelated;
    if (cost <= MAX_CANDIDATE_COST) candidates.add({ path, score: -cost });
  }
}
