import type { History } from "../../../git/history.ts";
import type { QueryWords } from "./query_words.ts";

/** How many commits it takes until one counts half. */
const HALF_WEIGHT_COMMITS = 200;

/** How often the files of one directory were touched, by name. */
export type TouchWeights = ReadonlyMap<string, number>;

/** What the last commits tell: which files they touched, the last ones most. No clock has a say in it. */
export class HistoryScores {
  readonly #touches = new Map<string, Map<string, number>>();
  /** The same, of commits whose subject the query matches. */
  readonly #queryTouches = new Map<string, Map<string, number>>();

  /**
   * @param start What the paths of interest start with: `""`, or a directory's path that ends in `/`.
   */
  constructor({ commits }: History, start: string, query: QueryWords) {
    for (const [i, { paths, subject }] of commits.entries()) {
      // A commit that touches much says little of each.
      const weight = 1 / (1 + i / HALF_WEIGHT_COMMITS) / Math.sqrt(Math.max(1, paths.length));
      const match = query.matchScore(query.wordsIn(subject));
      for (const path of paths) {
        if (!path.startsWith(start)) continue;
        const inside = path.slice(start.length);
        const name = inside.slice(inside.lastIndexOf("/") + 1);
        const directory = inside.slice(0, inside.length - name.length);
        addTouch(this.#touches, directory, name, weight);
        if (match > 0) addTouch(this.#queryTouches, directory, name, weight * match);
      }
    }
  }

  /** How often the files of a directory were touched, by its path: `""`, or one that ends in `/`. */
  touchesIn(directory: string): TouchWeights | undefined {
    return this.#touches.get(directory);
  }

  /** How often commits touched them whose subject the query matches. */
  queryTouchesIn(directory: string): TouchWeights | undefined {
    return this.#queryTouches.get(directory);
  }
}

function addTouch(
  to: Map<string, Map<string, number>>,
  directory: string,
  name: string,
  weight: number,
): void {
  let names = to.get(directory);
  if (names === undefined) to.set(directory, names = new Map());
  names.set(name, (names.get(name) ?? 0) + weight);
}
