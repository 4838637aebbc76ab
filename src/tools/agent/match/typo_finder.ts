/** Finds a word with a typo or two. */
import { EditDistance } from "../../../text/edit_distance.ts";
import { bitOf, lacksMore, type Letters } from "./letters.ts";

/** The most places of one text where a word is looked at closely. */
const MOST_PLACES = 16;

/** What it counts that a word ends within one of the text. */
const OPEN_END = 0.5;

const SLASH = "/".charCodeAt(0);

/** How many typos a word of a length may have. */
export function mostTypos(length: number): number {
  return length < 4 ? 0 : length < 8 ? 1 : 2;
}

/** Looks for a word where a word of a text begins. */
export class TypoFinder {
  readonly #word: Int32Array;
  readonly #most: number;
  /** A bit for each letter, and for each of the first two. */
  readonly #mask: number;
  readonly #firstTwo: number;
  readonly #distance = new EditDistance();
  /** What was found in texts, as long as they stay the same. */
  readonly #known = new Map<Letters, { readings: number; typos: number }>();

  constructor(word: Int32Array) {
    this.#word = word;
    this.#most = mostTypos(word.length);
    this.#mask = maskOf(word);
    this.#firstTwo = maskOf(word.subarray(0, 2));
  }

  /**
   * The fewest typos between the word and what begins with a word of a text: letters added, left out or changed, two
   * neighbours swapped. One of the first two letters must be right. Half a typo more where it ends within a word;
   * `Infinity` if there are too many.
   */
  find(text: Letters): number {
    if ((this.#firstTwo & text.beginnings) === 0 || this.#lacks(text.mask)) return Infinity;
    let known = this.#known.get(text);
    if (known === undefined) this.#known.set(text, known = { readings: -1, typos: Infinity });
    if (known.readings !== text.readings) {
      known.readings = text.readings;
      known.typos = this.#find(text);
    }
    return known.typos;
  }

  #find(text: Letters): number {
    const { codes, starts, startCount } = text;
    let fewest = Infinity;
    for (let i = 0, places = 0; i < startCount && places < MOST_PLACES && fewest > 0; i++) {
      const at = starts[i]!;
      if (!this.#mayBegin(codes[at]!, codes[at + 1]!, codes[at + 2]!)) continue;
      const end = this.#endAfter(text, at);
      if (end < 0) continue;
      places++;
      fewest = Math.min(fewest, this.#findAt(text, at, end));
    }
    return fewest;
  }

  /** Whether too many letters are missing, given the bits of those that are there. */
  #lacks(mask: number): boolean {
    return lacksMore(this.#mask & ~mask, this.#most);
  }

  /** Whether one of the first two letters is right: most places are ruled out by that. */
  #mayBegin(first: number, second: number, third: number): boolean {
    const word = this.#word;
    if (word[0] !== first) return word[0] === second || word[1] === first || word[1] === second;
    return word[1] === second || word[1] === third || word[2] === second || word[2] === third;
  }

  /** Where what may be the word ends at most, which begins at a place; negative if letters are missing. */
  #endAfter({ codes, length }: Letters, start: number): number {
    const longest = Math.min(length, start + this.#word.length + this.#most);
    let [end, mask] = [start, 0];
    for (; end < longest && codes[end] !== SLASH; end++) mask |= bitOf(codes[end]!);
    const isShort = end - start < this.#word.length - this.#most;
    return isShort || this.#lacks(mask) ? -1 : end;
  }

  #findAt({ codes, bonuses, length }: Letters, start: number, end: number): number {
    const most = this.#most;
    const row = this.#distance.toBeginnings(this.#word, codes, { start, end, most });
    let fewest = Infinity;
    for (let j = this.#word.length - most; row !== undefined && j <= end - start; j++) {
      if (row[j]! > most) continue;
      const isWhole = start + j === length || bonuses[start + j]! > 0;
      fewest = Math.min(fewest, isWhole ? row[j]! : row[j]! + OPEN_END);
    }
    return fewest;
  }
}

/** A bit for each letter of a word. */
function maskOf(word: Int32Array): number {
  return word.reduce((mask, code) => mask | bitOf(code), 0);
}
