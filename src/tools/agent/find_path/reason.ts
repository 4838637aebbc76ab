/** Why an entry was found, in a word. */
import { Letters } from "../match/letters.ts";
import type { Candidate } from "./finder.ts";
import type { Query, Word } from "./parse_query.ts";
import { type Reason, REASONS } from "./result.ts";

/** The reason why an entry was found: that of its least sure word. */
export function reasonOf({ path, name, isLoose, isMisspelt }: Candidate, query: Query): Reason {
  if (isLoose) return "partly";
  const [inPath, inName] = [lettersOf(path), lettersOf(name)];
  if ([inPath, inName].some(({ text }) => text === query.text)) return "exact";
  if (isMisspelt) return "typo";
  return query.words.map((word) => reasonOfWord(word, inPath, inName))
    .reduce<Reason>(
      (least, each) => REASONS.indexOf(each) > REASONS.indexOf(least) ? each : least,
      "name",
    );
}

/** A text as it is compared, and what of it begins something. */
interface Compared {
  readonly text: string;
  readonly starts: string;
}

function lettersOf(text: string): Compared {
  const letters = new Letters();
  letters.read(text);
  const { codes, length, startCount } = letters;
  const characters = Array.from(codes.subarray(0, length), (code) => String.fromCodePoint(code));
  const starts = Array.from(letters.starts.subarray(0, startCount), (at) => characters[at]!);
  return { text: characters.join(""), starts: starts.join("") };
}

function reasonOfWord({ codes, place }: Word, inPath: Compared, inName: Compared): Reason {
  const text = String.fromCodePoint(...codes);
  if (place !== "folder" && inName.text.includes(text)) return "name";
  if (place !== "name" && inPath.text.includes(text)) return "path";
  return isInOrder(codes, place === "name" ? inName.starts : inPath.starts)
    ? "initials"
    : "letters";
}

function isInOrder(codes: Int32Array, text: string): boolean {
  let held = 0;
  for (const character of text) if (character.codePointAt(0) === codes[held]) held++;
  return held === codes.length;
}
