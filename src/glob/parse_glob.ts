import { foldCase } from "../text/line_safe.ts";
import { expandBraces } from "./expand_braces.ts";
import { nameMatcher } from "./name_matcher.ts";
import type { Segment } from "./path_pattern.ts";
import { type Character, charactersOf, classEnd, PatternError } from "./pattern_characters.ts";
import { inRanges, type Range, type Token } from "./tokens.ts";

/**
 * Parses a glob into one list of segments for each pattern that its braces expand to.
 *
 * @throws {PatternError} If the pattern is malformed or ambiguous.
 */
export function parseGlob(pattern: string, isCaseSensitive: boolean): Segment[][] {
  return expandBraces(charactersOf(pattern)).map((characters) =>
    parseSegments(characters, isCaseSensitive)
  );
}

function parseSegments(characters: readonly Character[], isCaseSensitive: boolean): Segment[] {
  const segments: Segment[] = [];
  let start = 0;
  for (let i = 0; i <= characters.length; i++) {
    if (i < characters.length && characters[i]!.text !== "/") continue;
    if (i === start) {
      const isEnd = i === characters.length;
      const mend = isEnd ? 'drop the last /; kind: "dir" finds directories' : "write one / only";
      throw new PatternError("empty segment", positionOf(characters, i), mend);
    }
    const segment = parseSegment(characters.slice(start, i), isCaseSensitive);
    // `**/**` means the same as `**`.
    if (segment !== "**" || segments.at(-1) !== "**") segments.push(segment);
    start = i + 1;
  }
  return segments;
}

/** The position of a character of the pattern, or of its end. */
function positionOf(characters: readonly Character[], index: number): number {
  return characters[index]?.position ?? (characters.at(-1)?.position ?? -1) + 1;
}

function parseSegment(characters: readonly Character[], isCaseSensitive: boolean): Segment {
  const text = characters.map((character) => character.text).join("");
  if (text === "." || text === "..") {
    const mend = text === "." ? "drop ./" : "say in root where to search";
    throw new PatternError(`"${text}" segment`, characters[0]!.position, mend);
  }
  // Two stars that braces bring together are not `**`.
  const isAnyDepth = text === "**" && characters[1]!.position === characters[0]!.position + 1;
  return isAnyDepth ? "**" : nameMatcher(parseTokens(characters, isCaseSensitive));
}

function parseTokens(characters: readonly Character[], isCaseSensitive: boolean): Token[] {
  const tokens: Token[] = [];
  for (let i = 0; i < characters.length; i++) {
    const { text } = characters[i]!;
    const before = characters[i - 1];
    const last = tokens.at(-1)?.type;
    if (text === "(" && before !== undefined && last !== "class" && "+@!?*".includes(before.text)) {
      throw new PatternError("extended glob", before.position);
    }
    if (text === "*") {
      if (last === "star") {
        const mend = "** stands alone between slashes, as in **/*.ts";
        throw new PatternError("** joined to other text", before!.position, mend);
      }
      tokens.push({ type: "star" });
    } else if (text === "?") {
      tokens.push({ type: "any" });
    } else if (text === "[") {
      const end = classEnd(characters, i);
      tokens.push(parseClass(characters.slice(i, end), isCaseSensitive));
      i = end;
    } else {
      for (const literal of isCaseSensitive ? text : foldCase(text)) {
        tokens.push({ type: "literal", code: codeOf(literal) });
      }
    }
  }
  return tokens;
}

/** Parses a class from its `[` up to, but without, its `]`. */
function parseClass(characters: readonly Character[], isCaseSensitive: boolean): Token {
  const [open, ...rest] = characters;
  const { position } = open!;
  if (rest[0]?.text === "^") throw new PatternError("[^ (use [! to negate)", position);
  if (rest[0]?.text === ":") throw new PatternError("named class", position);
  const isNegated = rest[0]?.text === "!";
  const members = isNegated ? rest.slice(1) : rest;
  if (members.length === 0) throw new PatternError("empty class", position);
  const includes = inRanges(rangesOf(members, isCaseSensitive));
  if (isCaseSensitive) return { type: "class", has: (code) => includes(code) !== isNegated };
  // Names come folded, and the class may hold either case.
  const holds = rememberingAscii((code) => includes(code) || includes(upper(code)));
  return { type: "class", has: (code) => holds(code) !== isNegated };
}

function rangesOf(members: readonly Character[], isCaseSensitive: boolean): Range[] {
  const ranges: Range[] = [];
  for (let i = 0; i < members.length; i++) {
    const { text, position } = members[i]!;
    if (text === "[" && members[i + 1]?.text === ":") {
      throw new PatternError("named class", position);
    }
    const first = codeOf(text);
    const end = members[i + 1]?.text === "-" ? members[i + 2] : undefined;
    if (end !== undefined) {
      if (codeOf(end.text) < first) throw new PatternError("reversed range", position);
      ranges.push([first, codeOf(end.text)]);
      i += 2;
    } else {
      const folded = isCaseSensitive ? first : codeOf(foldCase(text));
      ranges.push([first, first], [folded, folded]);
    }
  }
  return ranges;
}

/** Upper case takes a string, and a matcher may ask for the same few codes again and again. */
function rememberingAscii(test: (code: number) => boolean): (code: number) => boolean {
  const known: boolean[] = [];
  return (code) => code < 0x80 ? known[code] ??= test(code) : test(code);
}

function codeOf(character: string): number {
  return character.codePointAt(0)!;
}

function upper(code: number): number {
  return codeOf(String.fromCodePoint(code).toUpperCase());
}
