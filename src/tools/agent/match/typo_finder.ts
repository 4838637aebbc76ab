/** Finds a word with up to two typos, by edit distance. */
import { EditDistance } from "../../../text/edit_distance.ts";
import { hasMoreBits, letterBit, type Letters } from "./letters.ts";

/** Maximum positions of one text at which the edit distance is computed. */
const MAX_POSITIONS = 16;

/** Added to the typos of a match that is only a prefix of a word of the text. */
const PREFIX_TYPOS = 0.5;

const SLASH_CODE = "/".charCodeAt(0);

/** Returns the maximum typos of a word of this length. */
export function maxTypos(length: number): number {
  return length < 4 ? 0 : length < 8 ? 1 : 2;
}

/** Finds a word, with typos, at the starts of the words of a text. */
export class TypoFinder {
  readonly #word: Int32Array;
  readonly #maxTypos: number;
  /** The bits of all letters. */
  readonly #mask: number;
  /** The bits of the first two. */
  readonly #startMask: number;
  readonly #distance = new EditDistance();
  /** The last result for each object, valid for that version of its text. */
  readonly #cache = new Map<Letters, { version: number; typos: number }>();

  constructor(word: Int32Array) {
    this.#word = word;
    this.#maxTypos = maxTypos(word.length);
    this.#mask = maskOfCodes(word);
    this.#startMask = maskOfCodes(word.subarray(0, 2));
  }

  /**
   * Returns the fewest typos between the word and a stretch of the text that starts where a word does. A typo is a
   * letter inserted, deleted or substituted, or two neighbours transposed. One of the first two letters must be right.
   * Half a typo is added where the stretch ends within a word; `Infinity` stands for too many.
   */
  find(text: Letters): number {
    if ((this.#startMask & text.startMask) === 0 || this.#lacks(text.mask)) return Infinity;
    let cached = this.#cache.get(text);
    if (cached === undefined) this.#cache.set(text, cached = { version: -1, typos: Infinity });
    if (cached.version !== text.version) {
      cached.version = text.version;
      cached.typos = this.#find(text);
    }
    return cached.typos;
  }

  #find(text: Letters): number {
    const { codes, wordStarts, wordStartCount } = text;
    let fewest = Infinity;
    for (let i = 0, left = MAX_POSITIONS; i < wordStartCount && left > 0 && fewest > 0; i++) {
      const start = wordStarts[i]!;
      if (!this.#canStart(codes[start]!, codes[start + 1]!, codes[start + 2]!)) continue;
      const end = this.#endOfMatch(text, start);
      if (end < 0) continue;
      left--;
      fewest = Math.min(fewest, this.#findAt(text, start, end));
    }
    return fewest;
  }

  /** Reports whether more letters of the word than typos allow have no bit in a mask. */
  #lacks(mask: number): boolean {
    return hasMoreBits(this.#mask & ~mask, this.#maxTypos);
  }

  /** Reports whether one of the first two letters is right: that rules out most positions. */
  #canStart(first: number, second: number, third: number): boolean {
    const word = this.#word;
    if (word[0] !== first) return word[0] === second || word[1] === first || word[1] === second;
    return word[1] === second || word[1] === third || word[2] === second || word[2] === third;
  }

  /** Returns the last end that a match from `start` can have; negative if too many letters are missing. */
  #endOfMatch({ codes, length }: Letters, start: number): number {
    const maxEnd = Math.min(length, start + this.#word.length + this.#maxTypos);
    let [end, mask] = [start, 0];
    for (; end < maxEnd && codes[end] !== SLASH_CODE; end++) mask |= letterBit(codes[end]!);
    const isShort = end - start < this.#word.length - this.#maxTypos;
    return isShort || this.#lacks(mask) ? -1 : end;
  }

  #findAt({ codes, bonuses, length }: Letters, start: number, end: number): number {
    const most = this.#maxTypos;
    const row = this.#distance.toPrefixes(this.#word, codes, { start, end, maxEdits: most });
    let fewest = Infinity;
    for (let j = this.#word.length - most; row !== undefined && j <= end - start; j++) {
      if (row[j]! > most) continue;
      const isWhole = start + j === length || bonuses[start + j]! > 0;
      fewest = Math.min(fewest, isWhole ? row[j]! : row[j]! + PREFIX_TYPOS);
    }
    return fewest;
  }
}

function maskOfCodes(word: Int32Array): number {
  return word.reduce((mask, code) => mask | letterBit(code), 0);
}
