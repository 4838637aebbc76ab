/** Texts as they are matched: folded code points, their bonuses, and the starts of words among them. */
import { NON_ASCII } from "../../../text/fold.ts";
import { composed, foldUnicodeCase } from "../../../text/line_safe.ts";

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

const SLASH_CLASS = 0;
const SEPARATOR_CLASS = 1;
const LOWER_CLASS = 2;
const UPPER_CLASS = 3;
const DIGIT_CLASS = 4;

/** What is to be known of a character. */
interface Letter {
  /** The folded code point. */
  readonly code: number;
  readonly charClass: number;
}

const ASCII = Array.from({ length: 128 }, (_, code) => letterOf(String.fromCharCode(code)));

const ASCII_BITS = ASCII.map((_, code) => {
  if (code >= 97 && code <= 122) return 1 << code - 97;
  if (code >= 48 && code <= 57) return 1 << 26 + code % 3;
  return code === 46 ? 1 << 29 : 1 << 30;
});

/** The letters of a text at the start of a path, or after a slash. */
export class Letters {
  /** Folded code points. */
  readonly codes: number[] = [];
  /** Bonus of each code point, 0 within a word; see {@linkcode BONUS}. */
  readonly bonuses: number[] = [];
  /** The {@linkcode letterBit} of every letter. */
  readonly mask: number;
  /** The typos of words in it, once they were counted, by the codes of each. Most texts have none. */
  typos: Map<string, number> | undefined;

  /** Reads a text in NFC: disks differ in the normal form of accents. */
  constructor(text: string) {
    const letters = NON_ASCII.test(text) ? Array.from(composed(text), letterOf) : undefined;
    const length = letters?.length ?? text.length;
    const letterAt = (i: number) => letters === undefined ? ASCII[text.charCodeAt(i)] : letters[i];
    let mask = 0;
    let before = SLASH_CLASS;
    let letter = letterAt(0);
    for (let i = 0; i < length; i++) {
      const { code, charClass } = letter!;
      letter = letterAt(i + 1);
      this.codes.push(code);
      this.bonuses.push(bonusOf(before, charClass, letter?.charClass));
      mask |= letterBit(code);
      before = charClass;
    }
    this.mask = mask;
  }

  /** Reports whether a word or a part of the path begins at an index. */
  isWordStart(index: number): boolean {
    return this.bonuses[index]! > BONUS.separator;
  }
}

/** Returns the bit of a folded letter. Some letters share one, so a bit that is unset proves a letter missing. */
export function letterBit(code: number): number {
  return ASCII_BITS[code] ?? 1 << 31;
}

function letterOf(character: string): Letter {
  return {
    code: foldUnicodeCase(character).codePointAt(0)!,
    charClass: classify(character),
  };
}

function bonusOf(before: number, charClass: number, after: number | undefined): number {
  if (before === SLASH_CLASS) return BONUS.pathPart;
  if (charClass <= SEPARATOR_CLASS) return BONUS.separator;
  if (before === SEPARATOR_CLASS) return BONUS.word;
  const isCamel = charClass === UPPER_CLASS
    ? before !== UPPER_CLASS || after === LOWER_CLASS
    : charClass === DIGIT_CLASS && before !== DIGIT_CLASS;
  return isCamel ? BONUS.camel : 0;
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
