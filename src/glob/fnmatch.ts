/** Python's `fnmatch`, in linear time. */
import { nameMatcher } from "./name_matcher.ts";
import { ANY_TOKEN, codePointOf, inRanges, type Range, STAR_TOKEN, type Token } from "./tokens.ts";

/** As Python's `fnmatchcase`: `*` and `?` match `/` too, nothing escapes, and the whole text must match. */
export function compileFnmatch(pattern: string): (text: string) => boolean {
  const characters = Array.from(pattern);
  // After the last `]`, any `[` is a literal: searching for its end each time would be quadratic.
  const lastEnd = characters.lastIndexOf("]");
  const tokens: Token[] = [];
  const classes = new Map<string, Token>();
  for (let i = 0; i < characters.length; i++) {
    const character = characters[i]!;
    const end = character === "[" && i < lastEnd ? fnmatchClassEnd(characters, i) : -1;
    if (character === "*") {
      // Many stars in a row match what one does.
      if (tokens.at(-1)?.type !== "star") tokens.push(STAR_TOKEN);
    } else if (character === "?") {
      tokens.push(ANY_TOKEN);
    } else if (end >= 0) {
      const content = characters.slice(i + 1, end);
      const key = content.join("");
      const token = classes.get(key) ?? parseFnmatchClass(content);
      classes.set(key, token);
      tokens.push(token);
      i = end;
    } else {
      tokens.push({ type: "literal", code: codePointOf(character) });
    }
  }
  return nameMatcher(tokens);
}

/** Returns the index of the `]` that closes a class, or -1 if its `[` is a literal. A leading `]` is a member. */
function fnmatchClassEnd(characters: readonly string[], open: number): number {
  const first = characters[open + 1] === "!" ? open + 2 : open + 1;
  return characters.indexOf("]", characters[first] === "]" ? first + 1 : first);
}

function parseFnmatchClass(content: readonly string[]): Token {
  const chunks = chunksOf(content);
  const isNegated = chunks[0]?.[0] === "!";
  if (isNegated) chunks[0]!.shift();
  const ranges: Range[] = [];
  // Dropping a reversed range may leave nothing before the next hyphen, which is then a member.
  if (chunks.length > 1 && chunks[0]!.length === 0) {
    chunks.shift();
    ranges.push([codePointOf("-"), codePointOf("-")]);
  }
  chunks.forEach((chunk, i) => {
    for (const member of chunk) ranges.push([codePointOf(member), codePointOf(member)]);
    const next = chunks[i + 1]?.[0];
    if (next !== undefined) ranges.push([codePointOf(chunk.at(-1)!), codePointOf(next)]);
  });
  const includes = inRanges(ranges);
  return { type: "class", has: (code) => includes(code) !== isNegated };
}

/** Splits the content of a class at each `-` that makes a range, and drops reversed ranges. */
function chunksOf(content: readonly string[]): string[][] {
  const chunks: string[][] = [];
  let from = 0;
  let hyphen = content.indexOf("-", content[0] === "!" ? 2 : 1);
  while (hyphen >= 0) {
    chunks.push(content.slice(from, hyphen));
    from = hyphen + 1;
    hyphen = content.indexOf("-", hyphen + 3);
  }
  const rest = content.slice(from);
  if (rest.length > 0 || chunks.length === 0) chunks.push(rest);
  else chunks.at(-1)!.push("-");
  for (let i = chunks.length - 1; i > 0; i--) {
    const [left, right] = [chunks[i - 1]!, chunks[i]!];
    if (codePointOf(left.at(-1)!) > codePointOf(right[0]!)) {
      chunks.splice(i - 1, 2, [...left.slice(0, -1), ...right.slice(1)]);
    }
  }
  return chunks;
}
