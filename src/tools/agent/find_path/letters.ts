/** Texts as they are compared: folded code points, and where words begin among them. */
import { foldCase } from "../../../text/line_safe.ts";

/** How much likelier a letter is meant that begins something. */
export const BONUS = {
  /** After a slash, or at the start. */
  part: 10,
  /** After a separator. */
  word: 8,
  /** `B` in `aB`, the `S` of `HTTPServer`, `1` in `a1`. */
  camel: 7,
  /** A separator itself. */
  separator: 2,
} as const;

// What neighbours are compared by.
const SLASH = 0;
const SEPARATOR = 1;
const LOWER = 2;
const UPPER = 3;
const DIGIT = 4;

const ASCII = 128;
const ASCII_CLASSES = new Uint8Array(ASCII).map((_, code) => classOf(String.fromCharCode(code)));
const ASCII_FOLDED = new Uint8Array(ASCII).map((_, code) =>
  String.fromCharCode(code).toLowerCase().charCodeAt(0)
);
const ASCII_BITS = new Int32Array(ASCII).map((_, code) => bitOf(ASCII_FOLDED[code]!));

/** The letters of a text that stands at the start of a path, or after a slash. One object is filled again and again. */
export class Letters {
  /** The code points, folded. */
  codes: Int32Array = new Int32Array(256);
  /** What each is worth beyond a letter within a word; see {@linkcode BONUS}. */
  bonuses: Uint8Array = new Uint8Array(256);
  /** How many there are. */
  length = 0;
  /** The indices of those that begin something. */
  starts: Uint16Array = new Uint16Array(256);
  /** How many of those there are. */
  startCount = 0;
  #rests: Int32Array = new Int32Array(256);
  #hasRests = false;

  /** Takes the letters of a text. */
  read(text: string): void {
    if (text.length > this.codes.length) {
      this.codes = new Int32Array(2 * text.length);
      this.bonuses = new Uint8Array(2 * text.length);
      this.starts = new Uint16Array(2 * text.length);
      this.#rests = new Int32Array(2 * text.length);
    }
    this.#hasRests = false;
    const { codes, bonuses, starts } = this;
    let count = 0;
    let before = SLASH;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code >= ASCII) return this.#readAny(text);
      const kind = ASCII_CLASSES[code]!;
      const isNext = kind === UPPER && ASCII_CLASSES[text.charCodeAt(i + 1)] === LOWER;
      codes[i] = ASCII_FOLDED[code]!;
      const bonus = bonusOf(before, kind, isNext);
      bonuses[i] = bonus;
      if (bonus > 0 && (kind > SEPARATOR || before === SLASH)) starts[count++] = i;
      before = kind;
    }
    this.startCount = count;
    this.length = text.length;
  }

  /** A bit for each letter from a place on: see {@linkcode bitOf}. */
  get rests(): Int32Array {
    if (this.#hasRests) return this.#rests;
    this.#hasRests = true;
    for (let i = this.length - 1, mask = 0; i >= 0; i--) {
      const code = this.codes[i]!;
      this.#rests[i] = mask |= code < ASCII ? ASCII_BITS[code]! : 1 << 31;
    }
    return this.#rests;
  }

  #readAny(text: string): void {
    const characters = composed(text);
    this.length = characters.length;
    this.startCount = 0;
    let before = SLASH;
    for (const [i, character] of characters.entries()) {
      const kind = classOf(character);
      this.codes[i] = folded(character);
      this.bonuses[i] = bonusOf(before, kind, false);
      if (this.bonuses[i]! > 0 && (kind > SEPARATOR || before === SLASH)) {
        this.starts[this.startCount++] = i;
      }
      before = kind;
    }
  }
}

/** A bit for each letter that a text holds. Some letters share one, so that it tells only which are missing. */
export function maskOf(text: string): number {
  let mask = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= ASCII) return maskOfAny(text);
    mask |= ASCII_BITS[code]!;
  }
  return mask;
}

function maskOfAny(text: string): number {
  return composed(text).reduce((mask, character) => mask | bitOf(folded(character)), 0);
}

/** The bit of a folded code point. */
export function bitOf(code: number): number {
  if (code >= 97 && code <= 122) return 1 << code - 97;
  if (code >= 48 && code <= 57) return 1 << 26 + code % 3;
  if (code === 46) return 1 << 29;
  return code < ASCII ? 1 << 30 : 1 << 31;
}

/** The code points of a text, folded. */
export function codesOf(text: string): Int32Array {
  return Int32Array.from(composed(text), folded);
}

/** The same characters, whichever way a disk keeps accents. Never more than the text has units. */
function composed(text: string): string[] {
  const normal = text.normalize("NFC");
  return Array.from(normal.length > text.length ? text : normal);
}

function folded(character: string): number {
  return foldCase(character).codePointAt(0)!;
}

function bonusOf(before: number, kind: number, beginsWord: boolean): number {
  if (before === SLASH) return BONUS.part;
  if (kind <= SEPARATOR) return BONUS.separator;
  if (before === SEPARATOR) return BONUS.word;
  const isCamel = kind === UPPER
    ? before !== UPPER || beginsWord
    : kind === DIGIT && before !== DIGIT;
  return isCamel ? BONUS.camel : 0;
}

function classOf(character: string): number {
  if (character === "/") return SLASH;
  if (/^\p{N}/u.test(character)) return DIGIT;
  if (!/^[\p{L}\p{M}]/u.test(character)) return SEPARATOR;
  return foldCase(character) === character ? LOWER : UPPER;
}
