/** Texts as they are matched: folded code points, their bonuses, and the starts of words among them. */
import { codePointsOf } from "../../../text/edit_distance.ts";
import { NON_ASCII } from "../../../text/fold.ts";
import { foldUnicodeCase } from "../../../text/line_safe.ts";

/** The bonuses of letters at boundaries, added to the score of a match. */
export const BONUS = {
  /** After a slash, or at the start. */
  pathPart: 10,
  /** After a separator. */
  word: 8,
  /** `B` in `aB`, the `S` of `HTTPServer`, `1` in `a1`. */
  camel: 7,
  separator: 2,
} as const;

// Character classes, as numbers so that a typed array holds them.
const SLASH_CLASS = 0;
const SEPARATOR_CLASS = 1;
const LOWER_CLASS = 2;
const UPPER_CLASS = 3;
const DIGIT_CLASS = 4;

const ASCII_SIZE = 128;
const ASCII_CLASSES = new Uint8Array(ASCII_SIZE).map((_, code) =>
  classify(String.fromCharCode(code))
);
const ASCII_FOLDED = new Uint8Array(ASCII_SIZE).map((_, code) =>
  String.fromCharCode(code).toLowerCase().charCodeAt(0)
);
const ASCII_BITS = new Int32Array(ASCII_SIZE).map((_, code) => {
  if (code >= 97 && code <= 122) return 1 << code - 97;
  if (code >= 48 && code <= 57) return 1 << 26 + code % 3;
  return code === 46 ? 1 << 29 : 1 << 30;
});

/** The letters of a text at the start of a path, or after a slash. One object is reused for many texts. */
export class Letters {
  /** Folded code points; only the first `length` belong to the text. */
  codes: Int32Array = new Int32Array(256);
  /** Bonus of each code point, 0 within a word; see {@linkcode BONUS}. */
  bonuses: Uint8Array = new Uint8Array(256);
  /** Number of code points. */
  length = 0;
  /** Indices of those that begin a word or a part of the path. */
  wordStarts: Uint16Array = new Uint16Array(256);
  wordStartCount = 0;
  /** The {@linkcode letterBit} of every letter. */
  mask = 0;
  /** The bits of the first two letters of every word. */
  startMask = 0;
  /** Number of texts read so far: tells caches when the text has changed. */
  version = 0;

  /** Replaces the letters by those of a text, in NFC: disks differ in the normal form of accents. */
  read(text: string): void {
    const points = NON_ASCII.test(text) ? codePointsOf(text.normalize("NFC")) : undefined;
    const length = points?.length ?? text.length;
    if (length > this.codes.length) {
      this.codes = new Int32Array(2 * length);
      this.bonuses = new Uint8Array(2 * length);
      this.wordStarts = new Uint16Array(2 * length);
    }
    const { codes, bonuses, wordStarts } = this;
    let [wordStartCount, mask, startMask] = [0, 0, 0];
    let [before, start] = [SLASH_CLASS, 0];
    for (let i = 0; i < length; i++) {
      const code = points === undefined ? text.charCodeAt(i) : points[i]!;
      const charClass = characterClass(code);
      const folded = foldCode(code);
      const bit = letterBit(folded);
      const endsAcronym = charClass === UPPER_CLASS && i + 1 < length &&
        characterClass(points === undefined ? text.charCodeAt(i + 1) : points[i + 1]!) ===
          LOWER_CLASS;
      const bonus = bonusOf(before, charClass, endsAcronym);
      codes[i] = folded;
      bonuses[i] = bonus;
      mask |= bit;
      if (bonus > 0 && (charClass > SEPARATOR_CLASS || before === SLASH_CLASS)) {
        wordStarts[wordStartCount++] = start = i;
      }
      if (i - start < 2) startMask |= bit;
      before = charClass;
    }
    this.version++;
    this.wordStartCount = wordStartCount;
    this.mask = mask;
    this.startMask = startMask;
    this.length = length;
  }
}

/** Returns the bit of a folded letter. Some letters share one, so a bit that is unset proves a letter missing. */
export function letterBit(code: number): number {
  return code < ASCII_SIZE ? ASCII_BITS[code]! : 1 << 31;
}

export function hasMoreBits(mask: number, max: number): boolean {
  let rest = mask;
  for (let left = max; rest !== 0; left--) {
    if (left === 0) return true;
    rest &= rest - 1;
  }
  return false;
}

export function codesOf(text: string): Int32Array {
  const letters = new Letters();
  letters.read(text);
  return letters.codes.slice(0, letters.length);
}

function foldCode(code: number): number {
  if (code < ASCII_SIZE) return ASCII_FOLDED[code]!;
  return foldUnicodeCase(String.fromCodePoint(code)).codePointAt(0)!;
}

function bonusOf(before: number, charClass: number, endsAcronym: boolean): number {
  if (before === SLASH_CLASS) return BONUS.pathPart;
  if (charClass <= SEPARATOR_CLASS) return BONUS.separator;
  if (before === SEPARATOR_CLASS) return BONUS.word;
  const isCamel = charClass === UPPER_CLASS
    ? before !== UPPER_CLASS || endsAcronym
    : charClass === DIGIT_CLASS && before !== DIGIT_CLASS;
  return isCamel ? BONUS.camel : 0;
}

function characterClass(code: number): number {
  return code < ASCII_SIZE ? ASCII_CLASSES[code]! : classify(String.fromCodePoint(code));
}

function classify(character: string): number {
  if (character === "/") return SLASH_CLASS;
  if (/^\p{N}/u.test(character)) return DIGIT_CLASS;
  if (!/^[\p{L}\p{M}\p{Cn}]/u.test(character)) return SEPARATOR_CLASS;
  return foldUnicodeCase(character) === character ? LOWER_CLASS : UPPER_CLASS;
}

/** What stands between words. An unassigned character is a letter, as most are where a runtime's Unicode is newer. */
const SEPARATORS = /[^\p{L}\p{M}\p{N}\p{Cn}]+/gu;

/** The same between words of lower-case ASCII, found several times faster. */
const ASCII_SEPARATORS = /[^a-z0-9]+/g;

const CAMEL_CASE_BOUNDARY = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu;

/** Returns the words of a text, folded, in order: `src/readCsv2.ts` has `src`, `read`, `csv2` and `ts`. */
export function wordsOf(text: string): string[] {
  const words = text.replace(CAMEL_CASE_BOUNDARY, " ").split(SEPARATORS);
  return words.filter((word) => word !== "").map(foldUnicodeCase);
}

/** Returns a folded text without its separators; unchanged if it has nothing else. */
export function joinedWords(text: string): string {
  return text.replace(NON_ASCII.test(text) ? SEPARATORS : ASCII_SEPARATORS, "") || text;
}
