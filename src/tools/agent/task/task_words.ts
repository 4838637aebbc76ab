/** Compares a task with paths and with subjects of commits, word by word. */
import type { Steps } from "../../../pacing/paced_steps.ts";
import { NON_ASCII } from "../../../text/fold.ts";
import { composed } from "../../../text/line_safe.ts";
import { quotedCode, quotedTexts } from "./quoted_texts.ts";
import { isReleaseSubject, type TaskLine } from "./task_lines.ts";
import { partsOfLine } from "./trace_frames.ts";

const MIN_WORD_LENGTH = 2;
const MAX_WORD_LENGTH = 64;
const MIN_SENTENCE_PAIRS = 3;

/** A run of capitals, a word, letters of a script without case, or digits: `HTTPServer2` is `HTTP`, `Server`, `2`. */
const WORD = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{M}]+|[\p{Lo}\p{Lm}\p{M}\p{Cn}]+|\p{N}+/gu;

/** Letters of Chinese, Japanese and Korean, whose words no spaces part: a run of them is read as its pairs of letters. */
const UNSPACED = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]/u;

/** A word of a text, as the pieces of it that are compared. */
interface Word {
  readonly pieces: readonly string[];
  /** True for one that is made of the words before it: letters with digits, or digits with dots between them. */
  readonly isMixed?: true;
}

/**
 * Letters with digits, in ASCII: `a2a`, `i18n`, `S3` of `S3Client`; digits with dots between them: `8.3`. Each run of
 * letters is looked at once.
 */
const MIXED = new RegExp(
  [
    // Capitals go on after digits, as in `A2A`, unless small letters follow.
    "(?<![A-Z])[A-Z]+\\d+(?:[A-Z]+(?![a-z])\\d+|[a-z]+\\d+|\\.\\d+)*(?:[A-Z]+(?![a-z])|[a-z]*)",
    "(?:(?:[A-Z]|(?<![A-Za-z]))[a-z]+(?=\\d)|(?<![A-Za-z\\d])(?=\\d))\\d+(?:[a-z]+\\d+|\\.\\d+)*[a-z]*",
  ].join("|"),
  "g",
);
/** Maximum letters and digits of a word of both. */
export const MAX_MIXED_LENGTH = 16;
const DOTTED_NUMBER = /^[\d.]+$/;
const PART_OF_WORD = /[^\0-\x7f]/;

/** Returns the words of a text in order; one that is made of others comes after those. */
function wordsOf(text: string): Word[] {
  const plain = NON_ASCII.test(text) ? composed(text) : text;
  if (!/\d/.test(plain)) return (plain.match(WORD) ?? []).map(wordOf);
  const mixed = mixedWordsIn(plain);
  const words: Word[] = [];
  let next = 0;
  for (const { 0: word, index } of plain.matchAll(WORD)) {
    for (; next < mixed.length && mixed[next]!.end <= index; next++) words.push(mixed[next]!);
    words.push(wordOf(word));
  }
  return [...words, ...mixed.slice(next)];
}

function wordOf(word: string): Word {
  return { pieces: NON_ASCII.test(word) && UNSPACED.test(word) ? pairsOf(word) : [word] };
}

function mixedWordsIn(text: string): (Word & { readonly end: number })[] {
  return [...text.matchAll(MIXED)].flatMap(({ 0: word, index }) => {
    const end = index + word.length;
    const isOne = word.length <= MAX_MIXED_LENGTH && /[A-Za-z.]/.test(word);
    // Other letters beside it are part of the same word.
    const isPart = PART_OF_WORD.test((text[index - 1] ?? "") + (text[end] ?? ""));
    return isOne && !isPart ? [{ pieces: [word], isMixed: true as const, end }] : [];
  });
}

function pairsOf(word: string): string[] {
  const letters = Array.from(word);
  if (letters.length === 1) return letters;
  return letters.slice(1).map((letter, i) => letters[i]! + letter);
}

const STOP_WORDS: ReadonlySet<string> = new Set(
  "an and are as at be by do does don for from has have if in into is it its no not of on only or so than that the their then there these this to too up was we when where which will with work worked working works you"
    .split(" "),
);

/** An ending that does not change what a word is about. A stem keeps three letters. */
const ENDING = /(?<=^.{3,})(?:ions?|ings?|ers?|ie[sd]?|ed|es|(?<!s)s|[ey])$/;
/** Words of a task about what a release or an update of dependencies changes. */
const RECORD_WORDS = ["bump", "deps", "dependency", "dependencies", "changelog", "lockfile"];

const DOUBLED_LETTER = /(.)\1$/u;

/** A word without regard to case, whole and without its ending, which is empty if a task says nothing by it. */
interface KnownWord {
  readonly lower: string;
  readonly stem: string;
  /** True of two neighbours that are read as one. */
  readonly isPair?: true;
}

const IGNORED_WORD: KnownWord = { lower: "", stem: "" };

function knownWordOf(word: string): KnownWord {
  const lower = word.slice(0, MAX_WORD_LENGTH).toLowerCase();
  if (lower.length < MIN_WORD_LENGTH) return IGNORED_WORD;
  if (STOP_WORDS.has(lower)) return { lower, stem: "" };
  return { lower, stem: lower.replace(ENDING, "").replace(DOUBLED_LETTER, "$1") };
}

/** Maximum words that are read of a task, each once, and each two neighbours as one: no issue has more. */
const MAX_WORDS = 32_768;
/** The least weight of a line whose words may be a phrase, and how many words its end counts as. */
const MIN_PHRASE_WEIGHT = 0.1;
const LINE_BREAK = 16;
/** Words that tasks about the same share, at least: so many, or so large a share of the shorter one's. */
const MIN_SHARED = 3;
const MIN_SHARE = 0.3;
/** Maximum words of a task that may be a message and nothing else. */
const MAX_MESSAGE_WORDS = 20;

/** The indices of some of a task's words, each once. */
export type WordSet = readonly number[];

/** A place of a word in a task. */
export interface TaskPosition {
  readonly word: number;
  /** Its number among the words of any kind. */
  readonly ordinal: number;
  readonly isQuoted: boolean;
}

export class TaskWords {
  /** The weight of each word: that of its best line. */
  readonly weights: number[] = [];
  /** Each word as the task spells it first, in lower case. */
  readonly spellings: string[] = [];
  /** The stems of its words, and those of its phrases that say nothing by themselves. */
  readonly stems: string[] = [];
  /** Its single words in its order, and the number of each among all words that it has. */
  readonly sequence: TaskPosition[] = [];
  /** Its words that are no two neighbours read as one. */
  readonly singles: Set<number> = new Set();
  /** True if the title is about a release, a change log or a lock file. */
  concernsRecords = false;
  concernsTests = false;
  concernsDocuments = false;
  /** Names and pieces of code in quotes. */
  codes: readonly string[] = [];
  readonly #terms: ReadonlySet<string>;
  readonly #indices = new Map<string, number>();
  /** The first letters of its words: most other words begin with none of them. */
  readonly #firsts = new Set<string>();
  /** Words that say nothing by themselves, and stand in its phrases: their indices follow those of the others. */
  readonly #fillers = new Map<string, number>();

  private constructor(lines: readonly TaskLine[]) {
    const terms = lines.filter(({ kind }) => kind === "term");
    this.#terms = new Set(terms.map(({ text }) => lettersOf(text)));
  }

  /** @param lines What a model is to do, in its own words. */
  static *read(lines: readonly TaskLine[]): Steps<TaskWords> {
    const words = new TaskWords(lines);
    yield* words.#readWords(lines);
    // A term that is a phrase, such as a guessed identifier, stands in migrations and types rather than in what they are for.
    yield* words.#readPhrases(lines.filter(({ kind }) => kind !== "term"));
    words.stems.push(...words.#indices.keys(), ...words.#fillers.keys());
    for (const stem of words.stems) words.#firsts.add(stem[0]!);
    yield* words.#readTitle(lines.find(({ kind }) => kind === "title")?.text ?? "");
    return words;
  }

  *#readWords(lines: readonly TaskLine[]): Steps<void> {
    for (const { text, weight } of partsOf(lines)) {
      yield;
      this.codes = quotedCode(text, this.codes);
      let quoted: ReadonlySet<string> | undefined;
      for (const { stem, lower, isPair } of this.#stemsOf(text)) {
        // Most are versions, but for what is quoted.
        if (DOTTED_NUMBER.test(stem) && /\./.test(stem)) {
          quoted ??= new Set(quotedTexts(text).map((each) => each.text));
          if (!quoted.has(stem)) continue;
        }
        const index = this.#indices.get(stem) ?? this.#indices.size;
        if (index === MAX_WORDS) continue;
        this.#indices.set(stem, index);
        this.weights[index] = Math.max(weight, this.weights[index] ?? 0);
        this.spellings[index] ??= lower;
        if (!isPair) this.singles.add(index);
      }
    }
  }

  *#readPhrases(said: readonly TaskLine[]): Steps<void> {
    const [message] = said.length === 1 ? partsOfLine(said[0]!.text) : [];
    const isMessage = message !== undefined && wordCountOf(message) <= MAX_MESSAGE_WORDS;
    let ordinal = 0;
    for (const { text, weight } of said) {
      if (weight < MIN_PHRASE_WEIGHT) continue;
      for (const { text: part, isQuoted } of partsOfLine(text).flatMap(quotedParts)) {
        yield;
        for (const known of piecesOf(part).map(knownWordOf)) {
          const { lower, stem } = known;
          const isFiller = stem === "" && lower !== "" && (isQuoted || isMessage);
          if (isFiller && !this.#fillers.has(lower)) {
            this.#fillers.set(lower, this.count + this.#fillers.size);
          }
          const word = this.#indexOf(known);
          ordinal++;
          if (word >= 0) this.sequence.push({ word, ordinal, isQuoted });
        }
      }
      ordinal += LINE_BREAK;
    }
  }

  *#readTitle(title: string): Steps<void> {
    const inTitle = new Set<number>();
    for (const part of partsOfLine(title)) {
      yield;
      for (const word of this.wordsIn(part)) inTitle.add(word);
    }
    const hasInTitle = (text: string): boolean =>
      this.wordsIn(text).some((word) => inTitle.has(word));
    this.concernsTests = hasInTitle("test spec");
    this.concernsDocuments = hasInTitle("doc documentation readme");
    this.concernsRecords = isReleaseSubject(title) || RECORD_WORDS.some(hasInTitle);
  }

  get hasTerms(): boolean {
    return this.#terms.size > 0;
  }

  get count(): number {
    return this.#indices.size;
  }

  /** Returns the index of a single word, from `count` on for one that says nothing by itself; -1 if the task has none like it. */
  indexOf(word: string): number {
    return this.#firsts.has(word[0]!.toLowerCase()[0]!) ? this.#indexOf(knownWordOf(word)) : -1;
  }

  #indexOf({ lower, stem }: KnownWord): number {
    return (stem === "" ? this.#fillers.get(lower) : this.#indices.get(stem)) ?? -1;
  }

  /** Returns the indices of the task's words in a text, one for each time that a word stands there. */
  indicesIn(text: string): number[] {
    return piecesOf(text).map((word) => this.indexOf(word)).filter((index) => index >= 0);
  }

  wordsIn(text: string): WordSet {
    const indices = this.#sharedIn(text).map(({ stem }) => this.#indices.get(stem)!);
    return [...new Set(indices)];
  }

  /** Reports whether another task has so many words of this one that both are about the same. */
  isLike(other: TaskWords): boolean {
    const least = MIN_SHARE * Math.min(this.singles.size, other.singles.size);
    let shared = 0;
    for (const word of this.singles) {
      if (other.#indices.has(this.stems[word]!) && ++shared === MIN_SHARED) return true;
    }
    return shared >= least;
  }

  /** Reports whether a name is one of the terms, however their words are joined. */
  isTerm(name: string): boolean {
    return this.#terms.has(lettersOf(name));
  }

  /** Reports whether a text has no word but those of the task. */
  isMadeOf(text: string): boolean {
    const stems = piecesOf(text).map((word) => knownWordOf(word).stem);
    return stems.length > 0 && stems.every((stem) => this.#indices.has(stem));
  }

  /** Returns the words of a text that the task has too, in lower case; if none, two neighbours that are one there. */
  spelledIn(text: string): string[] {
    const shared = this.#sharedIn(text).map(({ lower }) => lower);
    const single = shared.filter((each) => !each.includes(" "));
    return [...new Set(single.length > 0 ? single : shared)];
  }

  #sharedIn(text: string): KnownWord[] {
    return this.#stemsOf(text).filter(({ stem }) => this.#indices.has(stem));
  }

  /**
   * Returns the stems of a text's words, and of each two neighbours as one: `parse file-systems` has `pars`, `fil`,
   * `parsefil`, `system` and `filesystem`.
   */
  #stemsOf(text: string): KnownWord[] {
    const stems: KnownWord[] = [];
    let before = "";
    for (const { pieces, isMixed } of wordsOf(text)) {
      if (isMixed) {
        const known = knownWordOf(pieces[0]!);
        if (known.stem !== "") stems.push(known);
        continue;
      }
      for (const piece of pieces) {
        const known = knownWordOf(piece);
        const { lower, stem } = known;
        if (stem !== "") stems.push(known);
        const isPair = pieces.length === 1 && stem !== "" && before !== "";
        if (isPair) stems.push({ lower: `${before} ${lower}`, stem: before + stem, isPair });
        before = pieces.length === 1 && stem !== "" ? lower : "";
      }
    }
    return stems;
  }
}

export function unionOf(a: WordSet, b: WordSet): WordSet {
  if (b.length === 0) return a;
  return a.length === 0 ? b : [...new Set([...a, ...b])];
}

/** Reports whether a text without spaces is a sentence of a script that needs none, by its length. */
export function isUnspacedSentence(text: string): boolean {
  const words = NON_ASCII.test(text) ? piecesOf(partsOfLine(text)[0]!) : [];
  return words.filter((word) => UNSPACED.test(word)).length >= MIN_SENTENCE_PAIRS;
}

export function wordCountOf(text: string): number {
  return piecesOf(text).length;
}

function piecesOf(text: string): string[] {
  return wordsOf(text).flatMap(({ pieces }) => pieces);
}

/** Returns lines, the long ones in parts. */
function* partsOf(lines: readonly TaskLine[]): Iterable<TaskLine> {
  for (const line of lines) for (const text of partsOfLine(line.text)) yield { ...line, text };
}

/** Returns the letters and digits of a name, without case. */
export function lettersOf(name: string): string {
  return name.replace(/[^\p{L}\p{N}]+/gu, "").toLowerCase();
}

/** Returns a text in parts, of which some stand in quotes. */
function quotedParts(text: string): { readonly text: string; readonly isQuoted: boolean }[] {
  const parts = [];
  let end = 0;
  for (const quoted of quotedTexts(text)) {
    parts.push({ text: text.slice(end, quoted.at), isQuoted: false });
    parts.push({ text: quoted.text, isQuoted: true });
    end = quoted.at + quoted.text.length;
  }
  return [...parts, { text: text.slice(end), isQuoted: false }];
}

/** Counts in how many texts each word is: a rare one tells more. */
export class WordCounts {
  readonly #weights: readonly number[];
  readonly #counts: Float64Array;
  #texts = 0;

  constructor({ weights }: TaskWords) {
    this.#weights = weights;
    this.#counts = new Float64Array(weights.length);
  }

  add(words: WordSet): void {
    this.#texts++;
    for (const word of words) this.#counts[word]!++;
  }

  /**
   * Returns how much a text tells by its words: for each, the binary logarithm of 1 and how many texts there are for one
   * that has it, times the word's weight.
   */
  informationOf(words: WordSet): number {
    let sum = 0;
    for (const word of words) {
      sum += this.#weights[word]! * log2(1 + this.#texts / this.#counts[word]!);
    }
    return sum;
  }
}

/**
 * Returns the binary logarithm of a number from 1 on, straight between powers of two: `Math.log2` may round otherwise in
 * another engine.
 */
export function log2(value: number): number {
  const exponent = 31 - Math.clz32(value);
  return exponent + value / 2 ** exponent - 1;
}
