/** A few words, in any case. Most other texts are ruled out by their length and first letter. */
export class CaselessWords {
  readonly #words: ReadonlySet<string>;
  /** For each length, a bit for each first letter of a word. */
  readonly #firsts: Int32Array;

  /** @param words In small letters of ASCII, with spaces between. */
  constructor(words: string) {
    this.#words = new Set(words.split(" "));
    this.#firsts = new Int32Array(1 + Math.max(...[...this.#words].map(({ length }) => length)));
    for (const word of this.#words) this.#firsts[word.length]! |= letterBit(word.charCodeAt(0));
  }

  /** Whether a text, or its first `length` letters, is one of the words. */
  has(text: string, length: number = text.length): boolean {
    if (length >= this.#firsts.length) return false;
    const first = text.charCodeAt(0);
    if (first < ASCII_SIZE && (this.#firsts[length]! & letterBit(first)) === 0) return false;
    return this.#words.has(text.slice(0, length).toLowerCase());
  }
}

const ASCII_SIZE = 128;

/** The same bit for a letter of either case. */
function letterBit(code: number): number {
  return 1 << (code & 31);
}
