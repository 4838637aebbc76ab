/** Finds a word with up to two typos, by edit distance. */
import { EditDistance } from "../../../text/edit_distance.ts";
import { letterBit, type Letters } from "./letters.ts";

/** Maximum positions of one text at which the edit distance is computed. */
const MAX_POSITIONS = 16;

/** Added to the typos of a match that is only a prefix of a word of the text. */
const PREFIX_TYPOS = 0.5;

const SLASH_CODE = "/".charCodeAt(0);

export function maxTypos(length: number): number {
  return length < 4 ? 0 : length < 8 ? 1 : 2;
}

/** Finds a word, with typos, at the starts of the words of a text. */
export class TypoFinder {
  readonly #word: readonly number[];
  readonly #key: string;
  readonly #maxTypos: number;
  readonly #mask: number;
  readonly #distance = new EditDistance();

  constructor(word: readonly number[]) {
    this.#word = word;
    this.#key = word.join();
    this.#maxTypos = maxTypos(word.length);
    this.#mask = word.reduce((mask, code) => mask | letterBit(code), 0);
  }

  /**
   * Returns the fewest typos between the word and a stretch of the text that starts where a word does. A typo is a
   * letter inserted, deleted or substituted, or two neighbours transposed. One of the first two letters must be right.
   * Half a typo is added where the stretch ends within a word; `Infinity` stands for too many.
   */
  find(text: Letters): number {
    if (this.#lacks(text.mask)) return Infinity;
    let typos = text.typos?.get(this.#key);
    if (typos === undefined) {
      text.typos ??= new Map();
      text.typos.set(this.#key, typos = this.#find(text));
    }
    return typos;
  }

  #find(text: Letters): number {
    let fewest = Infinity;
    let left = MAX_POSITIONS;
    for (let start = 0; start < text.codes.length && left > 0 && fewest > 0; start++) {
      if (!text.isWordStart(start) || !this.#canStart(text.codes, start)) continue;
      const end = this.#endOfMatch(text, start);
      if (end < 0) continue;
      left--;
      fewest = Math.min(fewest, this.#findAt(text, start, end));
    }
    return fewest;
  }

  /** Reports whether a text with the letters of this mask lacks more letters of the word than typos allow. */
  #lacks(mask: number): boolean {
    let lacking = this.#mask & ~mask;
    for (let left = this.#maxTypos; lacking !== 0; left--) {
      if (left === 0) return true;
      lacking &= lacking - 1;
    }
    return false;
  }

  /** Reports whether one of the first two letters is right: that rules out most positions. */
  #canStart(codes: readonly number[], start: number): boolean {
    const [word, first, second, third] = [
      this.#word,
      codes[start],
      codes[start + 1],
      codes[start + 2],
    ];
    if (word[0] !== first) return word[0] === second || word[1] === first || word[1] === second;
    return word[1] === second || word[1] === third || word[2] === second || word[2] === third;
  }

  /** Returns the last end that a match from `start` can have; negative if too many letters are missing. */
  #endOfMatch({ codes }: Letters, start: number): number {
    const maxEnd = Math.min(codes.length, start + this.#word.length + this.#maxTypos);
    let [end, mask] = [start, 0];
    for (; end < maxEnd && codes[end] !== SLASH_CODE; end++) mask |= letterBit(codes[end]!);
    const isShort = end - start < this.#word.length - this.#maxTypos;
    return isShort || this.#lacks(mask) ? -1 : end;
  }

  #findAt({ codes, bonuses }: Letters, start: number, end: number): number {
    const most = this.#maxTypos;
    const row = this.#distance.toPrefixes(this.#word, codes, { start, end, maxEdits: most });
    let fewest = Infinity;
    for (let j = this.#word.length - most; row !== undefined && j <= end - start; j++) {
      if (row[j]! > most) continue;
      const isWhole = start + j === codes.length || bonuses[start + j]! > 0;
      fewest = Math.min(fewest, isWhole ? row[j]! : row[j]! + PREFIX_TYPOS);
    }
    return fewest;
  }
}
