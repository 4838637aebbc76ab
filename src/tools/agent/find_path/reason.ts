import { Letters } from "../match/letters.ts";
import type { PathMatch } from "./finder.ts";
import type { Query, Word } from "./parse_query.ts";
import { type FoundPath, type Reason, REASONS } from "./result.ts";

/** Returns the reason why an entry matches: that of the word with the weakest match. */
export function reasonOf(
  { path, name, isExact, isPartial, hasTypos, taskReason }: PathMatch,
  query: Query,
): FoundPath["why"] {
  if (isExact) return "exact";
  if (taskReason !== undefined) return taskReason;
  if (isPartial) return "partly";
  if (hasTypos) return "typo";
  const [inPath, inName] = [foldedTextOf(path), foldedTextOf(name)];
  return query.words.map((word) => reasonOfWord(word, inPath, inName))
    .reduce<Reason>(
      (weakest, each) => REASONS.indexOf(each) > REASONS.indexOf(weakest) ? each : weakest,
      "name",
    );
}

interface FoldedText {
  readonly text: string;
  /** The first letters of its words. */
  readonly initials: string;
}

function foldedTextOf(text: string): FoldedText {
  const letters = new Letters();
  letters.read(text);
  const { codes, length, wordStarts, wordStartCount } = letters;
  const characters = Array.from(codes.subarray(0, length), (code) => String.fromCodePoint(code));
  const initials = Array.from(wordStarts.subarray(0, wordStartCount), (i) => characters[i]!);
  return { text: characters.join(""), initials: initials.join("") };
}

function reasonOfWord({ codes, target }: Word, inPath: FoldedText, inName: FoldedText): Reason {
  const text = String.fromCodePoint(...codes);
  if (target !== "folder" && inName.text.includes(text)) return "name";
  if (target !== "name" && inPath.text.includes(text)) return "path";
  return isSubsequence(codes, target === "name" ? inName.initials : inPath.initials)
    ? "initials"
    : "letters";
}

function isSubsequence(codes: Int32Array, text: string): boolean {
  let matched = 0;
  for (const character of text) if (character.codePointAt(0) === codes[matched]) matched++;
  return matched === codes.length;
}
