/** Letters in order, with gaps: the best way to lay a word over a path, and what it scores. */
import { BONUS, type Letters } from "./letters.ts";

/** A letter of the word found in the path. */
const MATCH = 16;
/** The same in the name: it is likelier meant than a folder's. */
const IN_NAME = 3;
/** The first letter passed over between two. */
const GAP = -3;
/** Each further one. */
const WIDER_GAP = -1;
/** The least bonus of a letter right after another. */
const ADJACENT = 4;
/** How often the bonus of the word's first letter counts. */
const FIRST = 2;

/** Where nothing can be laid. */
const NONE = -1_000_000;

/** What a word scores that begins a name. */
export function idealScore(length: number): number {
  return length * (MATCH + IN_NAME) + BONUS.part * (length - 1 + FIRST);
}

/** The best ways to lay the first 1, 2, 3, … letters of a word over a text. */
interface Ways {
  /** What the best way scores whose last letter lies on the last letter of the text. */
  readonly adjacent: Int32Array;
  /** The same, where that lies earlier. */
  readonly apart: Int32Array;
  /** The largest bonus in the run of neighbours that each of those in `adjacent` ends with. */
  readonly runs: Int32Array;
}

/**
 * How a word can be laid over a folder, and from there over each name in it. The costs are those of affine gaps, as in
 * an alignment of sequences; its bonuses are what fzf describes.
 */
export class Alignment {
  readonly #word: Int32Array;
  readonly #folder: Ways;
  readonly #name: Ways;
  /** How many letters of the word can be laid over the folder. */
  #laid = 0;

  constructor(word: Int32Array) {
    this.#word = word;
    this.#folder = waysFor(word.length);
    this.#name = waysFor(word.length);
  }

  /** Lays the word over a folder. Returns what it scores that ends there; negative if it does not. */
  layOverFolder(folder: Letters | undefined): number {
    const { adjacent, apart } = this.#folder;
    adjacent.fill(NONE);
    apart.fill(NONE);
    this.#laid = 0;
    return folder === undefined ? NONE : this.#lay(this.#folder, folder, MATCH);
  }

  /** Lays it over the folder and a name. Returns what it scores that ends in the name; negative if it does not. */
  layOverName(name: Letters): number {
    const { adjacent, apart, runs } = this.#name;
    const laid = this.#laid;
    adjacent.set(this.#folder.adjacent);
    apart.set(this.#folder.apart);
    runs.set(this.#folder.runs);
    const score = this.#lay(this.#name, name, MATCH + IN_NAME);
    this.#laid = laid;
    return score;
  }

  /** Goes on over a text. Returns the best score of the whole word that ends in it. */
  #lay(
    { adjacent, apart, runs }: Ways,
    { codes, bonuses, length }: Letters,
    match: number,
  ): number {
    const word = this.#word;
    const whole = word.length;
    let laid = this.#laid;
    let best = NONE;
    for (let i = 0; i < length; i++) {
      const code = codes[i]!;
      const bonus = bonuses[i]!;
      if (laid < whole && word[laid] === code) laid++;
      // From the last letter on, since each one needs what its predecessor had before.
      for (let j = laid; j > 0; j--) {
        const near = adjacent[j]! + GAP;
        const far = apart[j]! + WIDER_GAP;
        apart[j] = near > far ? near : far;
        if (word[j - 1] !== code) {
          adjacent[j] = NONE;
          continue;
        }
        if (j === 1) {
          adjacent[j] = match + FIRST * bonus;
          runs[j] = bonus;
          continue;
        }
        const score = apart[j - 1]! + match + bonus;
        const run = runs[j - 1]!;
        const more = run > bonus ? run : bonus;
        const joined = adjacent[j - 1]! + match + (more > ADJACENT ? more : ADJACENT);
        adjacent[j] = joined >= score ? joined : score;
        runs[j] = joined >= score ? more : bonus;
      }
      if (adjacent[whole]! > best) best = adjacent[whole]!;
    }
    this.#laid = laid;
    return best;
  }
}

function waysFor(length: number): Ways {
  const row = (): Int32Array => new Int32Array(length + 1);
  return { adjacent: row(), apart: row(), runs: row() };
}
