/** Compares a task with paths and with subjects of commits, word by word. */

/** Maximum words of a task, joined ones among them; further ones are ignored. */
const MAX_TASK_WORDS = 120;
/** Letters of a word that a text is searched for before it is split. */
const BEGINNING_LENGTH = 3;
/** Minimum letters of a word; shorter ones are ignored. */
const MIN_WORD_LENGTH = 2;

/** A run of capitals, a word, letters of a script without case, or digits: `HTTPServer2` is `HTTP`, `Server`, `2`. */
const WORD = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{M}]+|[\p{Lo}\p{Lm}\p{M}]+|\p{N}+/gu;

const STOP_WORDS: ReadonlySet<string> = new Set(
  "an and are as at be by do does don for from has have if in into is it its no not of on only or so than that the their then there these this to too up was we when where which will with you"
    .split(" "),
);

/** An ending that does not change what a word is about. A stem keeps three letters. */
const ENDING = /(?<=^.{3,})(?:ions?|ings?|ers?|ie[sd]|ed|es|(?<!s)s|[ey])$/;
const DOUBLED_LETTER = /(.)\1$/u;

/**
 * Returns the stems of a text's words, and of each two neighbours as one: `parse file-systems` has `pars`, `fil`,
 * `parsefil`, `system` and `filesystem`.
 */
function stemsOf(text: string): string[] {
  const stems: string[] = [];
  let before = "";
  for (const [word] of text.matchAll(WORD)) {
    const lower = word.toLowerCase();
    const isWord = lower.length >= MIN_WORD_LENGTH && !STOP_WORDS.has(lower);
    const stem = lower.replace(ENDING, "").replace(DOUBLED_LETTER, "$1");
    if (isWord) stems.push(stem);
    if (isWord && before !== "") stems.push(before + stem);
    before = isWord ? lower : "";
  }
  return stems;
}

/** The indices of some of a task's words, each once. */
export type WordSet = readonly number[];

const NO_WORDS: WordSet = [];

/** The words of a task. */
export class TaskWords {
  readonly #indices = new Map<string, number>();
  /** Matches every text that contains a word, and few others: most need not be split. */
  readonly #beginning: RegExp;

  /** @param task What a model is to do, in its own words. */
  constructor(task: string) {
    for (const word of stemsOf(task).slice(0, MAX_TASK_WORDS)) {
      if (!this.#indices.has(word)) this.#indices.set(word, this.#indices.size);
    }
    // What is one word here may be two joined ones there.
    const beginnings = this.#indices.keys().map((word) =>
      Array.from(word).slice(0, BEGINNING_LENGTH).join("[^\\p{L}\\p{N}]*")
    );
    this.#beginning = new RegExp([...new Set(beginnings)].join("|") || "$^", "iu");
  }

  /** Number of distinct words. */
  get count(): number {
    return this.#indices.size;
  }

  /** Returns the words that a text contains. */
  wordsIn(text: string): WordSet {
    if (!this.#beginning.test(text)) return NO_WORDS;
    let found: number[] | undefined;
    for (const word of stemsOf(text)) {
      const index = this.#indices.get(word);
      if (index !== undefined && !found?.includes(index)) (found ??= []).push(index);
    }
    return found ?? NO_WORDS;
  }

  /** Returns the words of a text that the task has too, in lower case; if none, two neighbours that are one there. */
  spelledIn(text: string): string[] {
    const words = text.match(WORD)?.map((word) => word.toLowerCase()) ?? [];
    const pairs = words.slice(1).map((word, i) => `${words[i]} ${word}`);
    const shared = [words, pairs].map((all) => all.filter((each) => this.wordsIn(each).length > 0));
    return [...new Set(shared.find(({ length }) => length > 0))];
  }
}

/** Returns the words of either set. */
export function unionOf(a: WordSet, b: WordSet): WordSet {
  if (b.length === 0) return a;
  return a.length === 0 ? b : [...new Set([...a, ...b])];
}

/** Counts in how many texts each word is: a rare one tells more. */
export class WordCounts {
  readonly #counts: Float64Array;
  #texts = 0;

  constructor({ count }: TaskWords) {
    this.#counts = new Float64Array(count);
  }

  /** Counts a text. */
  add(words: WordSet): void {
    this.#texts++;
    for (const word of words) this.#counts[word]!++;
  }

  /** Returns how much a text tells by its words: for each, the bits of how many texts there are for one that has it. */
  informationOf(words: WordSet): number {
    let sum = 0;
    for (const word of words) sum += 32 - Math.clz32(this.#texts / this.#counts[word]!);
    return sum;
  }
}
