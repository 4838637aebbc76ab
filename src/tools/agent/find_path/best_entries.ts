/** Keeps the best entries of a search. */
import { compareCodePoints } from "../../../text/compare_code_points.ts";
import type { ChildKind } from "../../discovery/page_walk.ts";

/** An entry that fits a query. */
export interface Candidate {
  /** Its path from the root of the search. */
  readonly path: string;
  /** The last part of it. */
  readonly name: string;
  readonly kind: ChildKind;
  /** 0 to 1: how well it fits, and what it is worth. */
  readonly score: number;
  /** Whether some words fit with typos only. */
  readonly isMisspelt: boolean;
  /** Whether it is known by some words only, or by words that were typed as one. */
  readonly isLoose: boolean;
}

/** Keeps the best of any number of entries, in the memory of twice as many as are asked for. */
export class BestEntries {
  readonly #limit: number;
  readonly #kept: Candidate[] = [];
  /** No entry of a lower score can be among them any more. */
  lowest = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Looks at one more. */
  add(entry: Candidate): void {
    if (entry.score < this.lowest) return;
    if (this.#kept.push(entry) >= 2 * this.#limit + MARGIN) this.sorted();
  }

  /** The best ones, best first; those of equal score by path. */
  sorted(): readonly Candidate[] {
    this.#kept.sort((a, b) => b.score - a.score || compareCodePoints(a.path, b.path));
    if (this.#kept.length >= this.#limit) {
      this.#kept.length = this.#limit;
      this.lowest = this.#kept.at(-1)!.score;
    }
    return this.#kept;
  }
}

/** Sorting a few entries again and again would take longer than to keep some more. */
const MARGIN = 32;
