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

/**
 * How a word can be laid over a text that is given piece by piece. It holds what the best ways score that lay the
 * first 1, 2, 3, … letters of the word, so that a folder is looked at once for all of its entries. The costs are those
 * of affine gaps, as in an alignment of sequences; its bonuses are what fzf describes.
 */
export class Alignment {
  /** The best score that lays so many letters, the last of them on the last letter of the text. */
  readonly #adjacent: Int32Array;
  /** The same, the last of them earlier. */
  readonly #apart: Int32Array;
  /** The largest bonus in the run of neighbours that each of those in `#adjacent` ends with. */
  readonly #runs: Int32Array;
  /** How many letters of the word can be laid. */
  #laid = 0;
  /** What the whole word scores that ends in the last piece; negative if it does not. */
  score: number = NONE;

  /** @param length The number of letters of the word. */
  constructor(length: number) {
    this.#adjacent = new Int32Array(length + 1);
    this.#apart = new Int32Array(length + 1);
    this.#runs = new Int32Array(length + 1);
  }

  /** Starts anew, before a text. */
  reset(): void {
    this.#adjacent.fill(NONE);
    this.#apart.fill(NONE);
    this.#laid = 0;
    this.score = NONE;
  }

  /** Takes over where another one is that has laid at least `held` letters: only what those need. */
  continueFrom(other: Alignment, held: number): void {
    this.#laid = other.#laid;
    this.score = NONE;
    for (let j = held; j <= this.#laid; j++) {
      this.#adjacent[j] = other.#adjacent[j]!;
      this.#apart[j] = other.#apart[j]!;
      this.#runs[j] = other.#runs[j]!;
    }
    for (let j = this.#laid + 1; j < this.#apart.length; j++) {
      this.#adjacent[j] = this.#apart[j] = NONE;
    }
  }

  /**
   * Goes on over a piece of the text.
   *
   * @param held How many letters of the word lie before the piece, whatever way it is laid.
   */
  layOver(
    word: Int32Array,
    { codes, bonuses }: Letters,
    { start, end, held, isName }: Piece,
  ): void {
    const [adjacent, apart, runs] = [this.#adjacent, this.#apart, this.#runs];
    const match = isName ? MATCH + IN_NAME : MATCH;
    const whole = word.length;
    let laid = this.#laid;
    let best = this.score;
    for (let i = start; i < end; i++) {
      const code = codes[i]!;
      const bonus = bonuses[i]!;
      if (laid < whole && word[laid] === code) laid++;
      // From the last letter on, since each one needs what its predecessor had before.
      for (let j = laid; j > held; j--) {
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
      if (held > 0) {
        const near = adjacent[held]! + GAP;
        const far = apart[held]! + WIDER_GAP;
        apart[held] = near > far ? near : far;
        adjacent[held] = NONE;
      }
      if (adjacent[whole]! > best) best = adjacent[whole]!;
    }
    this.#laid = laid;
    this.score = best;
  }
}

/** A piece of a text. */
interface Piece {
  readonly start: number;
  readonly end: number;
  /** How many letters of the word lie before it, whatever way the whole word is laid. */
  readonly held: number;
  readonly isName: boolean;
}
