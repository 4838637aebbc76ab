/** Reads what a person types into a file picker. */
import { partsOf } from "../../../scope/path_text.ts";
import { foldCase } from "../../../text/line_safe.ts";
import { codesOf } from "../match/letters.ts";
import { wordsOf } from "../match/words.ts";

/** Where a word of a query stands in a path: before a slash, after it, or wherever. */
type Place = "anywhere" | "folder" | "name";

/** A word of a query. */
export interface Word {
  /** Its code points, folded. */
  readonly codes: Int32Array;
  readonly place: Place;
}

/** A query, read in two ways. */
export interface Query {
  /** The query as it is compared with whole paths and names. */
  readonly text: string;
  /** What was typed, word by word: a path must hold them all. */
  readonly words: readonly Word[];
  /** The words that those are made of: a path that holds some may be meant. */
  readonly parts: readonly Word[];
}

/** The most letters of a word to lay over a path at once. */
const LONGEST = 64;

/** The fewest letters of a part that tells something. */
const SHORTEST_PART = 3;

/** What sentences are held together by. */
const FILLERS: ReadonlySet<string> = new Set(
  "and are but for from has into its not that the then this was were when where which with".split(
    " ",
  ),
);

/** Reads a query. */
export function parseQuery(query: string): Query {
  const meant = query.trim().replaceAll("\\", "/").replace(/^["'`]+|["'`]+$/g, "")
    .replace(/^(?:\.?\/)+/, "").replace(/(?::\d+){1,2}$/, "");
  const words = distinct(meant.split(/\s+/u).flatMap(typedWords));
  const parts = distinct(
    wordsOf(meant)
      .filter((part) => Array.from(part).length >= SHORTEST_PART && !FILLERS.has(part))
      .flatMap((part) => piecesOf(part, "anywhere")),
  );
  // One word alone is looked for with typos anyway.
  const isOne = words.length === 1 && parts.length === 1;
  return { text: foldCase(meant), words, parts: isOne ? [] : parts };
}

/** The words of a text without spaces: those before a slash are folders. */
function typedWords(text: string): Word[] {
  const parts = partsOf(text);
  return parts.flatMap((part, i) => {
    if (i < parts.length - 1) return piecesOf(part, "folder");
    return piecesOf(part, i === 0 || text.endsWith("/") ? "anywhere" : "name");
  });
}

/** A word, in pieces if it is long. */
function piecesOf(text: string, place: Place): Word[] {
  const codes = codesOf(text);
  const words: Word[] = [];
  for (let at = 0; at < codes.length; at += LONGEST) {
    words.push({ codes: codes.slice(at, at + LONGEST), place });
  }
  return words;
}

/** Each word once, the longest first: those rule out most paths. */
function distinct(words: readonly Word[]): Word[] {
  const known = new Map(words.map((word) => [`${word.place} ${word.codes.join()}`, word]));
  return [...known.values()].sort((a, b) => b.codes.length - a.codes.length);
}
