import { compareCodePoints } from "../../../text/compare_code_points.ts";

/** A path and its score; higher is better. */
export interface ScoredPath {
  readonly path: string;
  readonly score: number;
}

/** The best `limit` of any number of paths, in memory for twice as many. The order of additions makes no difference. */
export class BestPaths<Path extends ScoredPath> {
  readonly #limit: number;
  readonly #candidates: Path[] = [];
  minScore = -Infinity;

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(path: Path): void {
    if (path.score < this.minScore) return;
    if (this.#candidates.push(path) >= 2 * this.#limit + SPARE_CAPACITY) this.sorted();
  }

  /** Returns the best paths in the order of {@linkcode byScore}. */
  sorted(): readonly Path[] {
    this.#candidates.sort(byScore);
    if (this.#candidates.length >= this.#limit) {
      this.#candidates.length = this.#limit;
      this.minScore = this.#candidates.at(-1)!.score;
    }
    return this.#candidates;
  }
}

export function byScore(a: ScoredPath, b: ScoredPath): number {
  return b.score - a.score || compareCodePoints(a.path, b.path);
}

/** Candidates kept beyond twice the limit: with a small limit, sorting would be too frequent. */
const SPARE_CAPACITY = 32;
