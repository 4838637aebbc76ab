/** The most words of a query that count: each is a bit. */
const MAX_QUERY_WORDS = 24;

/** The fewest letters of a word that tells something. */
const MIN_WORD_LENGTH = 2;

/** The words that somebody looks for. A set of them is a number with a bit for each. */
export class QueryWords {
  readonly #words: readonly string[];
  readonly #length: number;

  /** @param query A few words, or a piece of a path; words may be joined (`fooBar`, `foo_bar`). */
  constructor(query: string) {
    const words = query.replace(/(\p{Ll}|\d)(\p{Lu})/gu, "$1 $2").toLowerCase()
      .split(/[^\p{L}\p{N}]+/u).filter((word) => word.length >= MIN_WORD_LENGTH);
    this.#words = [...new Set(words)].slice(0, MAX_QUERY_WORDS);
    this.#length = this.#words.reduce((sum, word) => sum + word.length, 0);
  }

  /** Whether there is nothing to look for. */
  get isEmpty(): boolean {
    return this.#words.length === 0;
  }

  /** The words that a text holds. */
  wordsIn(text: string): number {
    if (this.isEmpty) return 0;
    const lower = text.toLowerCase();
    let found = 0;
    for (const [i, word] of this.#words.entries()) {
      if (lower.includes(word)) found |= 1 << i;
    }
    return found;
  }

  /** How well a set of words answers the query, from 0 to 1: long words tell most, and all together more than each. */
  matchScore(words: number): number {
    if (words === 0) return 0;
    let length = 0;
    for (const [i, word] of this.#words.entries()) if (words & 1 << i) length += word.length;
    return (length / this.#length) ** 2;
  }
}
