/** A set of words without regard to case. Length and first letter rule out most other texts. */
export class CaselessWords {
  readonly #words: ReadonlySet<string>;
  /** By length, the bit set of the first letters of words. */
  readonly #firsts: Int32Array;

  /** @param words Words in lower-case ASCII, separated by spaces. */
  constructor(words: string) {
    this.#words = new Set(words.split(" "));
    this.#firsts = new Int32Array(1 + Math.max(...[...this.#words].map(({ length }) => length)));
    for (const word of this.#words) this.#firsts[word.length]! |= letterBit(word.charCodeAt(0));
  }

  has(text: string, length: number = text.length): boolean {
    if (length >= this.#firsts.length) return false;
    const first = text.charCodeAt(0);
    if (first < ASCII_SIZE && (this.#firsts[length]! & letterBit(first)) === 0) return false;
    return this.#words.has(text.slice(0, length).toLowerCase());
  }
}

const ASCII_SIZE = 128;

/** Returns a bit for a letter, the same for both cases. */
export function letterBit(code: number): number {
  return 1 << (code & 31);
}
