/** The words of names, paths and sentences. */
import { foldCase } from "../../../text/line_safe.ts";

/** What stands between words. */
const BETWEEN = /[^\p{L}\p{M}\p{N}]+/gu;

/** Where a word begins without anything before it. */
const HUMP = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu;

/** The words of a text, folded, in order: `read`, `csv2` and `ts` of `src/readCsv2.ts` after `src`. */
export function wordsOf(text: string): string[] {
  return text.replace(HUMP, " ").split(BETWEEN).filter((word) => word !== "").map(foldCase);
}

/** A folded text without what stands between its words; as it is where that is all. */
export function joinedWords(text: string): string {
  return text.replace(NOT_ASCII.test(text) ? BETWEEN : BETWEEN_ASCII, "") || text;
}

const NOT_ASCII = /[^\0-\x7f]/;

/** What stands between words of ASCII, found several times faster. */
const BETWEEN_ASCII = /[^a-z0-9]+/g;
