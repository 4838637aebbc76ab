import type { TaskPosition, TaskWords } from "../task/task_words.ts";

/** Maximum words between two of a phrase in the task, such as values, and in a file, such as a placeholder's names, and bytes there. */
const MAX_GAP = { inTask: 6, inFile: 8, bytes: 200 } as const;
/** How many of a task's words before one are tried as the one before it in a phrase. */
const MAX_SKIPPED = 3;
/** Maximum places in a task of one word that may begin or continue a phrase. */
const MAX_PLACES = 8;
/** What a phrase loses with each word that stands on one side alone, beside 1 for a word of it. */
const GAP_COST = 0.15;

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
  /** For each place of the task: the phrase that ends with it in the file, by where its last word stands there. */
  readonly #lasts: Float64Array;
  readonly #lengths: Float64Array;
  readonly #froms: Int32Array;
  readonly #befores: Int32Array;
  readonly #ends: Int32Array;
  /** The number of words in the files before, and enough that no phrase reaches from one file to the next. */
  #start = MAX_GAP.inFile + 1;
  #longest: Phrase | undefined;

  constructor({ sequence, stems: { length: count } }: TaskWords) {
    this.#sequence = sequence;
    const placesOf: number[][] = Array.from({ length: count }, () => []);
    for (const [place, { word }] of sequence.entries()) {
      if (placesOf[word]!.length < MAX_PLACES) placesOf[word]!.unshift(place);
    }
    this.#placesOf = placesOf;
    this.#lasts = new Float64Array(sequence.length).fill(-Infinity);
    this.#lengths = new Float64Array(sequence.length);
    this.#froms = new Int32Array(sequence.length);
    this.#befores = new Int32Array(sequence.length);
    this.#ends = new Int32Array(sequence.length);
  }

  /**
   * Visits a word of the task in the file.
   *
   * @param nth How many words of any kind the file has up to it.
   */
  visit(word: number, nth: number, at: number): void {
    const last = this.#start + nth;
    for (const place of this.#placesOf[word]!) {
      let length = 1;
      let before = -1;
      for (let i = place - 1; i >= 0 && i >= place - MAX_SKIPPED; i--) {
        const inTask = this.#sequence[place]!.ordinal - this.#sequence[i]!.ordinal;
        const inFile = last - this.#lasts[i]!;
        if (inTask > MAX_GAP.inTask) break;
        if (inFile < 1 || inFile > MAX_GAP.inFile || at - this.#ends[i]! > MAX_GAP.bytes) continue;
        const longer = this.#lengths[i]! + 1 - GAP_COST * Math.abs(inTask - inFile);
        if (longer > length) [length, before] = [longer, i];
      }
      this.#lasts[place] = last;
      this.#lengths[place] = length;
      this.#befores[place] = before;
      this.#ends[place] = at;
      this.#froms[place] = before < 0 ? at : this.#froms[before]!;
      if (before >= 0 && length > (this.#longest?.length ?? 1)) {
        this.#longest = { ...this.#phraseTo(place), length, from: this.#froms[place]!, to: at };
      }
    }
  }

  /** Returns the longest phrase of the file, of equal ones the first, and begins the next file. */
  take(wordCount: number): Phrase | undefined {
    const longest = this.#longest;
    this.#longest = undefined;
    this.#start += wordCount + MAX_GAP.inFile + 1;
    return longest;
  }

  /** Returns the words of the phrase that ends with a place. */
  #phraseTo(place: number): Pick<Phrase, "words" | "isQuoted"> {
    const positions: TaskPosition[] = [];
    for (let i = place; i >= 0; i = this.#befores[i]!) positions.push(this.#sequence[i]!);
    const words = new Set(positions.map(({ word }) => word));
    return { words: [...words], isQuoted: positions.every(({ isQuoted }) => isQuoted) };
  }
}
