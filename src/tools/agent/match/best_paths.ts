/** Keeps the best of any number of paths. */
import { compareCodePoints } from "../../../text/compare_code_points.ts";

/** A path, and how good it is. */
export interface Scored {
  readonly path: string;
  readonly score: number;
}

/** Keeps the best paths, in the memory of twice as many as are asked for. In which order they come makes no difference. */
export class Best<Path extends Scored> {
  readonly #limit: number;
  readonly #kept: Path[] = [];
  /** No path of a lower score can be among them any more. */
  lowest = -Infinity;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Looks at one more. */
  add(path: Path): void {
    if (path.score < this.lowest) return;
    if (this.#kept.push(path) >= 2 * this.#limit + MARGIN) this.sorted();
  }

  /** The best ones, best first; those of equal score by path. */
  sorted(): readonly Path[] {
    this.#kept.sort(byScore);
    if (this.#kept.length >= this.#limit) {
      this.#kept.length = this.#limit;
      this.lowest = this.#kept.at(-1)!.score;
    }
    return this.#kept;
  }
}

/** Puts the best first; of those of equal score, by path. */
export function byScore(a: Scored, b: Scored): number {
  return b.score - a.score || compareCodePoints(a.path, b.path);
}

/** Sorting a few paths again and again would take longer than to keep some more. */
const MARGIN = 32;
