/** Texts as they are compared: folded code points, and where words begin among them. */
import { codePointsIn } from "../../../text/edit_distance.ts";
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
const ASCII_KINDS = new Uint8Array(ASCII).map((_, code) =>
  kindOfCharacter(String.fromCharCode(code))
);
const ASCII_FOLDED = new Uint8Array(ASCII).map((_, code) =>
  String.fromCharCode(code).toLowerCase().charCodeAt(0)
);
const ASCII_BITS = new Int32Array(ASCII).map((_, code) => {
  if (code >= 97 && code <= 122) return 1 << code - 97;
  if (code >= 48 && code <= 57) return 1 << 26 + code % 3;
  return code === 46 ? 1 << 29 : 1 << 30;
});
const NOT_ASCII = /[^\0-\x7f]/;

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
  /** A bit for each letter: see {@linkcode bitOf}. */
  mask = 0;
  /** A bit for each of those that begin something, and for each after one. */
  beginnings = 0;

  /** How many texts it has read. */
  readings = 0;

  /** Takes the letters of a text: the same ones, whichever way a disk keeps accents. */
  read(text: string): void {
    const points = NOT_ASCII.test(text) ? codePointsIn(text.normalize("NFC")) : undefined;
    const length = points?.length ?? text.length;
    if (length > this.codes.length) {
      this.codes = new Int32Array(2 * length);
      this.bonuses = new Uint8Array(2 * length);
      this.starts = new Uint16Array(2 * length);
    }
    const { codes, bonuses, starts } = this;
    let [count, mask, beginnings] = [0, 0, 0];
    let [before, start] = [SLASH, 0];
    for (let i = 0; i < length; i++) {
      const code = points === undefined ? text.charCodeAt(i) : points[i]!;
      const kind = kindOf(code);
      const folded = foldedCode(code);
      const bit = bitOf(folded);
      const isNext = kind === UPPER && i + 1 < length &&
        kindOf(points === undefined ? text.charCodeAt(i + 1) : points[i + 1]!) === LOWER;
      const bonus = bonusOf(before, kind, isNext);
      codes[i] = folded;
      bonuses[i] = bonus;
      mask |= bit;
      if (bonus > 0 && (kind > SEPARATOR || before === SLASH)) starts[count++] = start = i;
      if (i - start < 2) beginnings |= bit;
      before = kind;
    }
    this.readings++;
    this.startCount = count;
    this.mask = mask;
    this.beginnings = beginnings;
    this.length = length;
  }
}

/** A bit for each letter. Some share one, so that the bits of a text tell only which are missing. */
export function bitOf(code: number): number {
  return code < ASCII ? ASCII_BITS[code]! : 1 << 31;
}

/** The bits of a folded text. */
export function maskOf(text: string): number {
  let mask = 0;
  for (let i = 0; i < text.length; i++) mask |= bitOf(text.charCodeAt(i));
  return mask;
}

/** Whether more letters than `most` are missing, given the bits of those that are. */
export function lacksMore(missing: number, most: number): boolean {
  let rest = missing;
  for (let left = most; rest !== 0; left--) {
    if (left === 0) return true;
    rest &= rest - 1;
  }
  return false;
}

/** The code points of a text, folded. */
export function codesOf(text: string): Int32Array {
  const letters = new Letters();
  letters.read(text);
  return letters.codes.slice(0, letters.length);
}

function foldedCode(code: number): number {
  if (code < ASCII) return ASCII_FOLDED[code]!;
  return foldCase(String.fromCodePoint(code)).codePointAt(0)!;
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

function kindOf(code: number): number {
  return code < ASCII ? ASCII_KINDS[code]! : kindOfCharacter(String.fromCodePoint(code));
}

function kindOfCharacter(character: string): number {
  if (character === "/") return SLASH;
  if (/^\p{N}/u.test(character)) return DIGIT;
  if (!/^[\p{L}\p{M}]/u.test(character)) return SEPARATOR;
  return foldCase(character) === character ? LOWER : UPPER;
}
