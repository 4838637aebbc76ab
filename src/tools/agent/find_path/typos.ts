/** A word with a typo or two. */
import type { Letters } from "./letters.ts";
import type { Word } from "./parse_query.ts";

/** The most places where a word is looked for in one name. */
const MOST_STARTS = 16;

/** What it counts that a word ends within one of the name. */
const OPEN_END = 0.5;

/** How many typos a word of a length may have. */
export function mostTypos(length: number): number {
  return length < 4 ? 0 : length < 8 ? 1 : 2;
}

/** Whether too many letters of a word are missing, given the bits of those that are. */
export function isTooFar(missing: number, typos: number): boolean {
  if (missing === 0) return false;
  const second = missing & missing - 1;
  return typos === 0 || second !== 0 && (typos === 1 || (second & second - 1) !== 0);
}

/** Looks for a word where a word of a name begins. One object is used again and again. */
export class TypoFinder {
  readonly #rows: readonly [Int32Array, Int32Array, Int32Array] = [row(), row(), row()];

  /** The fewest typos between a word and what begins with a word of a part of `letters`: see {@linkcode findAt}. */
  find(word: Word, letters: Letters, start: number, end: number): number {
    let fewest = Infinity;
    const { starts, startCount } = letters;
    for (let i = 0, tried = 0; i < startCount && tried < MOST_STARTS && fewest > 0; i++) {
      const at = starts[i]!;
      if (at < start) continue;
      if (at >= end) break;
      tried++;
      const typos = this.findAt(word, letters, at, end);
      if (typos < fewest) fewest = typos;
    }
    return fewest;
  }

  /**
   * The fewest typos between a word and what begins at a place: letters added, left out or changed, two neighbours
   * swapped. One of the first two letters must be right. Half a typo more where it ends within a word; `Infinity`
   * if there are too many.
   */
  findAt({ codes: word, masks }: Word, letters: Letters, at: number, end: number): number {
    const { codes, rests } = letters;
    const most = mostTypos(word.length);
    const [first, second] = [codes[at]!, codes[at + 1]!];
    if (word[0] === first) {
      const third = codes[at + 2]!;
      if (word[1] !== second && word[1] !== third && word[2] !== second && word[2] !== third) {
        return Infinity;
      }
    } else if (word[0] !== second && word[1] !== first && word[1] !== second) return Infinity;
    if (end - at < word.length - most) return Infinity;
    if (isTooFar(masks[0]! & ~rests[at]!, most)) return Infinity;
    return this.#compare(word, letters, at, end);
  }

  /** The distance to the nearest text that starts at a place, in a band of the table of all distances. */
  #compare(
    word: Int32Array,
    { codes, bonuses }: Letters,
    start: number,
    end: number,
  ): number {
    const { length } = word;
    const most = mostTypos(length);
    const width = Math.min(end - start, length + most);
    let [beforeLast, last, now] = this.#rows;
    for (let j = 0; j <= most; j++) last[j] = j;
    for (let i = 1; i <= length; i++) {
      const code = word[i - 1]!;
      const low = i > most ? i - most : 1;
      const high = i + most < width ? i + most : width;
      let left = low === 1 ? i : most + 1;
      let least = left;
      now[low - 1] = left;
      for (let j = low; j <= high; j++) {
        const other = codes[start + j - 1]!;
        let typos = last[j - 1]!;
        if (code !== other) {
          typos++;
          if (left + 1 < typos) typos = left + 1;
          if (j < i + most && last[j]! + 1 < typos) typos = last[j]! + 1;
          if (
            i > 1 && j > 1 && code === codes[start + j - 2] && word[i - 2] === other &&
            beforeLast[j - 2]! + 1 < typos
          ) typos = beforeLast[j - 2]! + 1;
        }
        now[j] = left = typos;
        if (typos < least) least = typos;
      }
      if (least > most) return Infinity;
      const row = beforeLast;
      beforeLast = last;
      last = now;
      now = row;
    }
    let fewest = Infinity;
    for (let j = length - most; j <= width; j++) {
      const typos = last[j]!;
      if (typos > most || typos >= fewest) continue;
      const isWhole = start + j === end || bonuses[start + j]! > 0;
      fewest = Math.min(fewest, isWhole ? typos : typos + OPEN_END);
    }
    return fewest;
  }
}

/** The longest word and its typos, and one before them. */
function row(): Int32Array {
  return new Int32Array(72);
}
