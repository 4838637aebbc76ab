/** How well a path fits a query. */
import type { Folder } from "./folder.ts";
import type { Letters } from "./letters.ts";
import type { Query } from "./parse_query.ts";
import { WordMatcher } from "./word_matcher.ts";

/** How much it counts, beside how well the words fit, that they are all of the name. */
const COVER = 0.1;

/** How well a path fits all the words of a query. */
export class QueryMatcher {
  /** Whether the last path that fits does so with typos only. */
  isMisspelt = false;
  readonly #words: readonly WordMatcher[];
  readonly #weight: number;

  constructor({ words }: Query, folder: Folder) {
    this.#words = words.map((word) => new WordMatcher(word, folder));
    this.#weight = this.#words.reduce((sum, { weight }) => sum + weight, 0);
  }

  /** Whether a name with such letters may fit: see {@linkcode WordMatcher.mayFit}. */
  mayFit(mask: number): boolean {
    for (const word of this.#words) if (!word.mayFit(mask)) return false;
    return this.#words.length > 0;
  }

  /** How well a path fits, 0 to 1, by the name of an entry of the folder. */
  fit(letters: Letters, mask: number, name: string): number {
    let sum = 0;
    let inName = 0;
    this.isMisspelt = false;
    for (const word of this.#words) {
      const fit = word.fit(letters, mask);
      if (fit === 0) return 0;
      sum += fit * word.weight;
      if (word.isInName) inName += word.length;
      if (word.isMisspelt) this.isMisspelt = true;
    }
    const dot = name.lastIndexOf(".");
    const covered = inName / (dot > 0 ? dot : name.length);
    return (sum / this.#weight + COVER * Math.min(1, covered)) / (1 + COVER);
  }
}
