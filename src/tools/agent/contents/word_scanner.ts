import { NON_ASCII as NON_ASCII_TEXT } from "../../../text/fold.ts";
import { MAX_MIXED_LENGTH, type TaskWords } from "../task/task_words.ts";

/** What a byte of UTF-8 is: a part of a word by its kind, or of none. */
const OTHER = 0, LOWER = 1, UPPER = 2, DIGIT = 3, NON_ASCII = 4;

const CLASSES = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte >= 0x80) return NON_ASCII;
  const character = String.fromCharCode(byte);
  if (/[a-z]/.test(character)) return LOWER;
  if (/[A-Z]/.test(character)) return UPPER;
  return /[0-9]/.test(character) ? DIGIT : OTHER;
});

/** The work that is done without a pause, in bytes of ASCII. */
export const SLICE_WORK = 64 * 1024;
/** What takes longer than a byte of ASCII: any other byte, a word of the task, and a word that is looked up in it. */
const NON_ASCII_WORK = 16, HIT_WORK = 96, LOOK_UP_WORK = 192;
/** Maximum bytes of a run of letters that is decoded at once. */
const MAX_RUN_BYTES = 4096;
/** What a word takes in a run that is not all ASCII, roughly. */
const BYTES_PER_WORD = 6;
/** Slots of the memory of words, a power of two, and the letters of a word that are kept in one. */
const SLOTS = 1 << 14;
const SLOT_LETTERS = 32;
const DOT = 0x2e;
/** What is remembered of a word is its index and 1, or 0 if the task does not have it; one more bit is set for a keyword. */
const IS_KEYWORD = 1 << 20, INDEX_BITS = IS_KEYWORD - 1;

/** Words of programming languages before the name of what is defined. */
const KEYWORDS: ReadonlySet<string> = new Set(
  "class const def enum fn fun func function impl interface let mod module object protocol rules struct trait type val var"
    .split(" "),
);
/** Maximum bytes of a receiver, as in `func (t *Terminal) Loop`. */
const MAX_RECEIVER_BYTES = 80;
const SPACE = 0x20,
  OPENING = 0x28,
  CLOSING = 0x29,
  UNDERSCORE = 0x5f,
  DOLLAR = 0x24,
  STAR = 0x2a,
  BANG = 0x21;

/**
 * Visits a word of a task in a text, by its index.
 *
 * @param at Where it begins, or the run of letters that it is in.
 * @param isName True if it is part of a name that the text defines.
 */
export type VisitWord = (word: number, at: number, isName: boolean) => void;

/** Finds the words of a task in texts of UTF-8. They are split as the words of paths and of subjects are. */
export class WordScanner {
  readonly #task: TaskWords;
  /** True if all words of the task are ASCII. */
  readonly #isAscii: boolean;
  /** 1 for each three letters that a word of the task begins with, by {@linkcode beginningOf}. */
  readonly #beginnings = new Uint8Array(1 << 15);
  /** The last words looked up: the letters of each, folded, how many they are, and what is known of it. */
  readonly #letters = new Uint8Array(SLOTS * SLOT_LETTERS);
  readonly #lengths = new Uint8Array(SLOTS);
  readonly #known = new Int32Array(SLOTS);
  readonly #decoder = new TextDecoder();
  /** The number of words scanned since it was last set. */
  wordCount = 0;
  /** The work of a slice beside its bytes. */
  #extra = 0;
  /** Where the last name that the text defines ends. */
  #nameEnd = 0;
  /** Where letters and digits begin that are one word, -1 outside of such. */
  #mixedStart = -1;

  constructor(task: TaskWords) {
    this.#task = task;
    this.#isAscii = !task.stems.some((stem) => NON_ASCII_TEXT.test(stem));
    for (const stem of task.stems) {
      const [a, b, c] = Array.from(stem, (letter) => letter.charCodeAt(0));
      this.#beginnings[beginningOf(a!, b ?? a!, c ?? 0)] = 1;
      // Of two letters, the second may be doubled: `ad` is the stem of `adding`.
      if (c === undefined) this.#beginnings[beginningOf(a!, b ?? a!, b ?? a!)] = 1;
    }
    for (const keyword of KEYWORDS) {
      const [a, b, c] = Array.from(keyword, (letter) => letter.charCodeAt(0));
      this.#beginnings[beginningOf(a!, b!, c ?? 0)] = 1;
    }
  }

  /**
   * Scans a part of a text, from the start of a word on. Returns where the next part starts.
   *
   * @param bytes The text, and a NUL after its end.
   */
  scan(
    bytes: Uint8Array,
    { from, length }: { readonly from: number; readonly length: number },
    visit: VisitWord,
  ): number {
    const end = Math.min(length, from + SLICE_WORK);
    this.#extra = 0;
    if (from === 0) {
      this.#nameEnd = 0;
      this.#mixedStart = -1;
    }
    let at = from;
    while (at < end - this.#extra) {
      const start = at++;
      const first = CLASSES[bytes[start]!]!;
      if (first === OTHER) continue;
      this.wordCount++;
      // Digits, capitals, or one capital at most and small letters.
      while (first !== NON_ASCII && CLASSES[bytes[at]!] === first) at++;
      if (first === UPPER && CLASSES[bytes[at]!] === LOWER) {
        // The last of several capitals begins the next word: `HTTPServer`.
        if (at - start > 1) at--;
        else while (CLASSES[bytes[at]!] === LOWER) at++;
      }
      if (first === NON_ASCII || CLASSES[bytes[at]!] === NON_ASCII) {
        at = this.#scanRun(bytes, start, visit);
        this.#extra += NON_ASCII_WORK * (at - start);
        this.#mixedStart = -1;
        continue;
      }
      if (at - start > 1) {
        const known = this.#visitWord(bytes, start, at, visit);
        if (known >= IS_KEYWORD && first === LOWER) this.#nameEnd = endOfName(bytes, at);
      }
      const mixedStart = this.#mixedStart < 0 ? start : this.#mixedStart;
      if (goesOn(bytes, mixedStart, at, first)) {
        this.#mixedStart = mixedStart;
      } else if (this.#mixedStart >= 0) {
        const length = at - this.#mixedStart;
        if (length <= MAX_MIXED_LENGTH) this.#visitWord(bytes, this.#mixedStart, at, visit);
        this.#mixedStart = -1;
      }
    }
    return at;
  }

  /** Visits a word in ASCII if the task has it. Returns what is remembered of it, 0 for any other. */
  #visitWord(bytes: Uint8Array, start: number, end: number, visit: VisitWord): number {
    const third = end - start > 2 ? bytes[start + 2]! : 0;
    const beginning = beginningOf(bytes[start]!, bytes[start + 1]!, third);
    if (this.#beginnings[beginning] === 0) return 0;
    const known = this.#lookUp(bytes, start, end);
    const index = (known & INDEX_BITS) - 1;
    if (index >= 0) {
      this.#extra += HIT_WORK;
      visit(index, start, start < this.#nameEnd);
    }
    return known;
  }

  /** Scans a run of letters and digits that are not all ASCII. Returns its end. */
  #scanRun(bytes: Uint8Array, start: number, visit: VisitWord): number {
    const longest = start + MAX_RUN_BYTES;
    let end = start;
    let hasAscii = false;
    for (; end < longest && CLASSES[bytes[end]!] !== OTHER; end++) {
      hasAscii ||= CLASSES[bytes[end]!] !== NON_ASCII;
    }
    // No letter is cut: its bytes after the first begin with 10.
    while (end > start + 1 && (bytes[end]! & 0xc0) === 0x80) end--;
    this.wordCount += Math.floor((end - start) / BYTES_PER_WORD);
    if (this.#isAscii && !hasAscii) return end;
    const text = this.#decoder.decode(bytes.subarray(start, end));
    for (const word of this.#task.indicesIn(text)) visit(word, start, start < this.#nameEnd);
    return end;
  }

  /** Returns what is remembered of a word in ASCII, else looks it up. */
  #lookUp(bytes: Uint8Array, start: number, end: number): number {
    const length = end - start;
    if (length > SLOT_LETTERS) return this.#read(bytes, start, end);
    let hash = length;
    for (let i = start; i < end; i++) hash = Math.imul(hash ^ (bytes[i]! | 0x20), 0x01000193);
    const slot = (hash ^ hash >>> 16) & (SLOTS - 1);
    const letters = slot * SLOT_LETTERS;
    let same = this.#lengths[slot] === length ? 0 : length;
    while (same < length && this.#letters[letters + same] === (bytes[start + same]! | 0x20)) same++;
    if (same === length && this.#lengths[slot] === length) return this.#known[slot]!;
    for (let i = 0; i < length; i++) this.#letters[letters + i] = bytes[start + i]! | 0x20;
    this.#lengths[slot] = length;
    return this.#known[slot] = this.#read(bytes, start, end);
  }

  #read(bytes: Uint8Array, start: number, end: number): number {
    this.#extra += LOOK_UP_WORK;
    const word = this.#decoder.decode(bytes.subarray(start, Math.min(end, start + MAX_RUN_BYTES)));
    const index = this.#task.indexOf(word);
    return index + 1 | (KEYWORDS.has(word.toLowerCase()) ? IS_KEYWORD : 0);
  }
}

/** Reports whether a word of letters and digits goes on after a part of it of one kind, which ends at `at`. */
function goesOn(bytes: Uint8Array, start: number, at: number, kind: number): boolean {
  const next = CLASSES[bytes[at]!];
  if (kind !== DIGIT) return next === DIGIT;
  // `A2A`, but `S3` in `S3Client`.
  const isOfCapitals = CLASSES[bytes[start]!] === UPPER && CLASSES[bytes[start + 1]!] !== LOWER;
  if (next === UPPER) return isOfCapitals && CLASSES[bytes[at + 1]!] !== LOWER;
  return next === LOWER || bytes[at] === DOT && CLASSES[bytes[at + 1]!] === DIGIT;
}

/** Returns the end of the name after a keyword, or after the receiver that follows it; where it was if none follows. */
function endOfName(bytes: Uint8Array, start: number): number {
  // `function* name`, `macro_rules! name`
  let at = bytes[start] === STAR || bytes[start] === BANG ? start + 1 : start;
  if (bytes[at++] !== SPACE) return start;
  if (bytes[at] === OPENING) {
    const longest = at + MAX_RECEIVER_BYTES;
    while (at < longest && bytes[at] !== CLOSING && bytes[at] !== 0) at++;
    if (bytes[at] !== CLOSING || bytes[at + 1] !== SPACE) return start;
    at += 2;
  }
  const isName = (byte: number) =>
    CLASSES[byte] !== OTHER || byte === UNDERSCORE || byte === DOLLAR;
  while (isName(bytes[at]!)) at++;
  // `def self.name`
  if (bytes[at] === DOT && isName(bytes[at + 1]!)) { for (at++; isName(bytes[at]!);) at++; }
  return at;
}

/** Returns a number for three letters or digits, the same for both cases. */
function beginningOf(a: number, b: number, c: number): number {
  return (a & 31) | (b & 31) << 5 | (c & 31) << 10;
}
