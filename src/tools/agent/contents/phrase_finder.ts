import type { TaskPosition, TaskWords } from "../task/task_words.ts";

/** Maximum words between two of a phrase in the task, such as values, and in a file, such as a placeholder's names, and bytes there. */
const MAX_GAP = { inTask: 6, inFile: 8, bytes: 200 } as const;
/** How many of a task's words before one are tried as the one before it in a phrase. */
const MAX_SKIPPED = 3;
/** Maximum places in a task of one word that may begin or continue a phrase. */
const MAX_PLACES = 8;
/** Maximum words of a phrase that are kept, its last ones. */
const MAX_WORDS = 64;
/** What a phrase loses with each word that stands on one side alone, beside 1 for a word of it. */
const GAP_COST = 0.15;

/** The last word of some that stand in the task's order in a file, and the one before it. */
interface PhraseEnd {
  readonly position: TaskPosition;
  readonly before: PhraseEnd | undefined;
  /** How many words of any kind the files have up to it. */
  readonly nth: number;
  readonly length: number;
  readonly from: number;
  readonly at: number;
}

/** Words of a task that stand in a file one after another, in the task's order. */
export interface Phrase {
  readonly words: readonly number[];
  /** How long it is: the number of words, less what lies between them on one side alone. */
  readonly length: number;
  /** True if all of it stands in quotes in the task. */
  readonly isQuoted: boolean;
  /** Where it begins in the file, and where its last word begins. */
  readonly from: number;
  readonly to: number;
}

/** Finds the longest phrase of a task in each of many files, word by word, with a few steps a word. */
export class PhraseFinder {
  readonly #sequence: readonly TaskPosition[];
  /** By word, its places in the task, the last first: what one hit sets is not seen by the same hit. */
  readonly #placesOf: readonly (readonly number[])[];
  /** For each place of the task, the last end of a phrase there. */
  readonly #ends: (PhraseEnd | undefined)[];
  /** The number of words in the files before, and enough that no phrase reaches from one file to the next. */
  #start = MAX_GAP.inFile + 1;
  #longest: PhraseEnd | undefined;

  constructor({ sequence, stems: { length: count } }: TaskWords) {
    this.#sequence = sequence;
    const placesOf: number[][] = Array.from({ length: count }, () => []);
    for (const [place, { word }] of sequence.entries()) {
      if (placesOf[word]!.length < MAX_PLACES) placesOf[word]!.unshift(place);
    }
    this.#placesOf = placesOf;
    this.#ends = sequence.map(() => undefined);
  }

  /**
   * Visits a word of the task in the file.
   *
   * @param nth How many words of any kind the file has up to it.
   */
  visit(word: number, nth: number, at: number): void {
    const inFiles = this.#start + nth;
    for (const place of this.#placesOf[word]!) {
      const position = this.#sequence[place]!;
      let length = 1;
      let before: PhraseEnd | undefined;
      for (let i = place - 1; i >= 0 && i >= place - MAX_SKIPPED; i--) {
        const inTask = position.ordinal - this.#sequence[i]!.ordinal;
        if (inTask > MAX_GAP.inTask) break;
        const end = this.#ends[i];
        if (end === undefined || at - end.at > MAX_GAP.bytes) continue;
        const inFile = inFiles - end.nth;
        if (inFile < 1 || inFile > MAX_GAP.inFile) continue;
        const longer = end.length + 1 - GAP_COST * Math.abs(inTask - inFile);
        if (longer > length) [length, before] = [longer, end];
      }
      const end = { position, before, nth: inFiles, length, from: before?.from ?? at, at };
      this.#ends[place] = end;
      if (before !== undefined && length > (this.#longest?.length ?? 1)) this.#longest = end;
    }
  }

  /** Returns the longest phrase of the file, of equal ones the first, and begins the next file. */
  take(wordCount: number): Phrase | undefined {
    const longest = this.#longest;
    this.#longest = undefined;
    this.#start += wordCount + MAX_GAP.inFile + 1;
    if (longest === undefined) return undefined;
    const words = new Set<number>();
    let isQuoted = true;
    for (
      let each: PhraseEnd | undefined = longest;
      each !== undefined && words.size < MAX_WORDS;
      each = each.before
    ) {
      words.add(each.position.word);
      isQuoted &&= each.position.isQuoted;
    }
    const { length, from, at } = longest;
    return { words: [...words], length, isQuoted, from, to: at };
  }
}
