/** What the words of a task in files say of them: BM25. */
import type { Phrase } from "../contents/phrase_finder.ts";
import type { FileWords } from "../contents/contents.ts";
import { log2, type TaskWords } from "../task/task_words.ts";

/** How often a word stands in a file of mean length when half of what it can tell is told: anywhere, and in names. */
const HALF_TOLD = { anywhere: 12, inNames: 0.5 } as const;
/** How much the length of a file counts, from 0 to 1. */
const LENGTH_SHARE = { anywhere: 0.75, inNames: 0.5 } as const;

/** The lengths at which a phrase may be one by chance, is sure, and says more with each word, in quotes and elsewhere. */
const PHRASES = {
  quoted: { chance: 1.5, sure: 3.5, long: 6 },
  other: { chance: 4, sure: 8, long: 9 },
} as const;
const STRENGTH_PER_WORD = 0.75;
const MAX_STRENGTH = 4;
/** The share of a task that makes a phrase of any length the whole message, and how much that says. */
const MESSAGE_SHARE = 0.6;
export const MESSAGE_STRENGTH = 10;

/** How much each word of a task tells, by how few text files have it. */
export class ContentWeights {
  readonly #weights: readonly number[];
  readonly #taskLength: number;
  readonly #files: Float64Array;
  /** The strength of the best phrase of all files. */
  phraseStrength = 0;
  #count = 0;
  #length = 0;

  constructor({ weights, sequence }: TaskWords) {
    this.#weights = weights;
    this.#taskLength = sequence.length;
    this.#files = new Float64Array(weights.length);
  }

  add({ words, length, phrase }: FileWords): void {
    if (phrase !== undefined) {
      this.phraseStrength = Math.max(this.phraseStrength, this.strengthOf(phrase));
    }
    this.#count++;
    this.#length += length;
    for (const word of words) this.#files[word]!++;
  }

  /** Returns how much a word tells: its weight in the task times a power of the bits of how rare it is. */
  of(word: number): number {
    return this.#weights[word]! * this.#ofCount(this.#files[word]!);
  }

  /** How much a word of weight 1 tells that no file has. */
  get most(): number {
    return this.#ofCount(0);
  }

  #ofCount(files: number): number {
    const bits = log2(1 + (this.#count - files + 0.5) / (files + 0.5));
    return bits * Math.sqrt(bits);
  }

  /** Returns how much a file tells by its words, and by those in names that it defines. */
  ofFile(
    { words, counts, inNames, length, phrase }: FileWords,
  ): { readonly anywhere: number; readonly inNames: number; readonly phrase: number } {
    const relative = length * this.#count / this.#length;
    const half = (key: keyof typeof HALF_TOLD) =>
      HALF_TOLD[key] * (1 - LENGTH_SHARE[key] + LENGTH_SHARE[key] * relative);
    const [halfAnywhere, halfInNames] = [half("anywhere"), half("inNames")];
    const told = { anywhere: 0, inNames: 0, phrase: this.#ofPhrase(phrase) };
    for (const [i, word] of words.entries()) {
      const most = this.of(word);
      told.anywhere += most * counts[i]! / (counts[i]! + halfAnywhere);
      told.inNames += most * inNames[i]! / (inNames[i]! + halfInNames);
    }
    return told;
  }

  /** Returns how much a phrase says by being none by chance: 1 for a sure one, more for a longer one or a whole message. */
  strengthOf({ length, isQuoted }: Phrase): number {
    if (length >= MESSAGE_SHARE * this.#taskLength) return MESSAGE_STRENGTH;
    const { chance, sure, long } = isQuoted ? PHRASES.quoted : PHRASES.other;
    const strength = Math.min(1, Math.max(0, (length - chance) / (sure - chance)));
    return Math.min(MAX_STRENGTH, strength + STRENGTH_PER_WORD * Math.max(0, length - long));
  }

  /** Returns how much a phrase tells by its words, but for the one that tells most: a word alone is none. */
  #ofPhrase(phrase: FileWords["phrase"]): number {
    if (phrase === undefined) return 0;
    const told = phrase.words.map((word) => word < this.#weights.length ? this.of(word) : 0);
    // Gaps make a phrase likelier to be one by chance.
    const density = Math.min(1, phrase.length / phrase.words.length);
    const share = this.strengthOf(phrase) * density ** 3;
    return share * (told.reduce((sum, each) => sum + each, 0) - Math.max(...told));
  }
}
