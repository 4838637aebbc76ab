/** Splits names, paths and sentences into words. */
import { foldUnicodeCase } from "../../../text/line_safe.ts";
import { NON_ASCII } from "./letters.ts";

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
