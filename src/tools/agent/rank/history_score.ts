import type { History } from "../../../git/history.ts";
import type { QueryWords } from "./query_words.ts";

/** The age, in commits, at which a commit has half the weight of the last. */
const HALF_WEIGHT_COMMITS = 200;

/** The weighted number of commits that touched each file of a directory, by name. */
export type TouchWeights = ReadonlyMap<string, number>;

/** The files that the last commits touched. Weights depend on the order of commits, not on their dates. */
export class HistoryScores {
  readonly #touches = new Map<string, Map<string, number>>();
  /** By commits whose subject matches the query. */
  readonly #queryTouches = new Map<string, Map<string, number>>();

  /** @param start The directory of interest: `""`, or its path, ending in a slash. Other paths are left out. */
  constructor({ commits }: History, start: string, query: QueryWords) {
    for (const [i, { paths, subject }] of commits.entries()) {
      // A commit that touches many files says little of each.
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

  /** Returns the weights of a directory's files, by its path: `""`, or one that ends in a slash. */
  touchesIn(directory: string): TouchWeights | undefined {
    return this.#touches.get(directory);
  }

  /** Like {@linkcode touchesIn}, for commits whose subject matches the query. */
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
