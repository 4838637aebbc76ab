import { Letters } from "../match/letters.ts";
import type { PathMatch } from "./finder.ts";
import type { Query, Word } from "./parse_query.ts";
import { type FoundPath, type Reason, REASONS } from "./result.ts";

/** Returns the reason why an entry matches: if it has all words, that of the word with the weakest match. */
export function reasonOf({ path, name, why }: PathMatch, { words }: Query): FoundPath["why"] {
  if (why !== undefined) return why;
  const [inPath, inName] = [new FoldedText(path), new FoldedText(name)];
  const ranks = words.map((word) => REASONS.indexOf(reasonOfWord(word, inPath, inName)));
  return REASONS[Math.max(...ranks)]!;
}

class FoldedText {
  readonly text: string;
  readonly initials: readonly number[];

  constructor(text: string) {
    const letters = new Letters(text);
    this.text = String.fromCodePoint(...letters.codes);
    this.initials = letters.codes.filter((_, i) => letters.isWordStart(i));
  }
}

function reasonOfWord({ codes, target }: Word, inPath: FoldedText, inName: FoldedText): Reason {
  const text = String.fromCodePoint(...codes);
  if (target !== "folder" && inName.text.includes(text)) return "name";
  if (target !== "name" && inPath.text.includes(text)) return "path";
  let matched = 0;
  for (const code of (target === "name" ? inName : inPath).initials) {
    if (code === codes[matched]) matched++;
  }
  return matched === codes.length ? "initials" : "letters";
}
