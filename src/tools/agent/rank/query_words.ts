/** Maximum words of a query, since each is a bit; further ones are ignored. */
const MAX_QUERY_WORDS = 24;
/** Minimum characters of a word; shorter ones are ignored. */
const MIN_WORD_LENGTH = 2;

/** The words of a query. A set of them is a number with a bit for each. */
export class QueryWords {
  readonly #words: readonly string[];
  readonly #length: number;

  /** @param query Words, or a part of a path; words may be joined (`fooBar`, `foo_bar`). */
  constructor(query: string) {
    const words = query.replace(/(\p{Ll}|\d)(\p{Lu})/gu, "$1 $2").toLowerCase()
      .split(/[^\p{L}\p{N}]+/u).filter((word) => word.length >= MIN_WORD_LENGTH);
    this.#words = [...new Set(words)].slice(0, MAX_QUERY_WORDS);
    this.#length = this.#words.reduce((sum, word) => sum + word.length, 0);
  }

  /** True if the query has no words. */
  get isEmpty(): boolean {
    return this.#words.length === 0;
  }

  /** Returns the set of words that a text contains. */
  wordsIn(text: string): number {
    if (this.isEmpty) return 0;
    const lower = text.toLowerCase();
    let found = 0;
    for (const [i, word] of this.#words.entries()) {
      if (lower.includes(word)) found |= 1 << i;
    }
    return found;
  }

  /** Returns the score of a set of words, from 0 to 1: its share of the query's letters, squared. */
  matchScore(words: number): number {
    if (words === 0) return 0;
    let length = 0;
    for (const [i, word] of this.#words.entries()) if (words & 1 << i) length += word.length;
    return (length / this.#length) ** 2;
  }
}
