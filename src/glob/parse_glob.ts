import { foldUnicodeCase } from "../text/line_safe.ts";
import { expandBraces, withLiteralBraces } from "./expand_braces.ts";
import { type NameMatcher, nameMatcher } from "./name_matcher.ts";
import type { Segment } from "./path_pattern.ts";
import { type Character, charactersOf, globClassEnd, PatternError } from "./pattern_characters.ts";
import { ANY_TOKEN, codePointOf, inRanges, type Range, STAR_TOKEN, type Token } from "./tokens.ts";

/** @param isLenient True if braces without a comma stand for themselves, as in a shell. */
export function parseGlob(
  pattern: string,
  isCaseSensitive: boolean,
  isLenient: boolean,
): Segment[] {
  const sent = charactersOf(pattern);
  const characters = isLenient ? withLiteralBraces(sent) : sent;
  // Checks the braces of all segments together. None holds a slash.
  expandBraces(characters);
  const segments: Segment[] = [];
  let start = 0;
  for (const [end, { text, position }] of [...characters, END].entries()) {
    if (text !== "/" && text !== END.text) continue;
    const texts = expandBraces(characters.slice(start, end));
    const slash = text === "/" ? position : undefined;
    const segment = parseSegment(texts, start, slash, isCaseSensitive);
    // `**/**` means the same as `**`.
    if (segment !== "**" || segments.at(-1) !== "**") segments.push(segment);
    start = end + 1;
  }
  return segments;
}

/** The sentinel behind the last character. */
const END: Character = { text: "", position: -1 };

function parseSegment(
  texts: readonly (readonly Character[])[],
  start: number,
  slash: number | undefined,
  isCaseSensitive: boolean,
): Segment {
  if (texts.every(isAnyDepth)) return "**";
  const matchers: NameMatcher[] = [];
  let length = 0;
  for (const text of texts) {
    if (text.length === 0) {
      const fix = slash === undefined
        ? 'drop the last /; kind: "dir" finds directories'
        : "write one / only";
      throw new PatternError("empty segment", slash ?? start, fix);
    }
    checkDots(text);
    length += text.length;
    if (length > MAX_EXPANDED_CHARACTERS) {
      const reason = `braces expand to more than ${MAX_EXPANDED_CHARACTERS} characters`;
      throw new PatternError(reason, texts[0]![0]!.position);
    }
    matchers.push(nameMatcher(tokensOf(text, isCaseSensitive)));
  }
  if (matchers.length === 1) return matchers[0]!;
  const cost = matchers.reduce((sum, matcher) => sum + (matcher.cost ?? 0), 0);
  const isLiteral = matchers.every((matcher) => matcher.isLiteral);
  return Object.assign((name: string) => matchers.some((matches) => matches(name)), {
    cost,
    isLiteral,
  });
}

/** Maximum characters that the braces of a segment expand to: a name is matched with all of them. */
const MAX_EXPANDED_CHARACTERS = 4096;

/** Reports whether a segment is `**`. Two stars that braces join are not. */
function isAnyDepth(text: readonly Character[]): boolean {
  const [first, second] = text;
  return text.length === 2 && first!.text === "*" && second!.text === "*" &&
    second!.position === first!.position + 1;
}

function checkDots(characters: readonly Character[]): void {
  if (characters.length > 2 || !characters.every(({ text }) => text === ".")) return;
  const isOne = characters.length === 1;
  const fix = isOne ? "drop ./" : "say in root where to search";
  throw new PatternError(`"${isOne ? "." : ".."}" segment`, characters[0]!.position, fix);
}

/** @throws {PatternError} If the text of a segment is malformed or ambiguous. */
function tokensOf(characters: readonly Character[], isCaseSensitive: boolean): Token[] {
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
        const fix = "** stands alone between slashes, as in **/*.ts";
        throw new PatternError("** joined to other text", before!.position, fix);
      }
      tokens.push(STAR_TOKEN);
    } else if (text === "?") {
      tokens.push(ANY_TOKEN);
    } else if (text === "[") {
      const end = globClassEnd(characters, i);
      tokens.push(parseGlobClass(characters.slice(i, end), isCaseSensitive));
      i = end;
    } else {
      for (const each of isCaseSensitive ? text : foldUnicodeCase(text)) {
        tokens.push({ type: "literal", code: codePointOf(each) });
      }
    }
  }
  return tokens;
}

function parseGlobClass(characters: readonly Character[], isCaseSensitive: boolean): Token {
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
  const holds = cachedForAscii((code) =>
    includes(code) || includes(codePointOf(String.fromCodePoint(code).toUpperCase()))
  );
  return { type: "class", has: (code) => holds(code) !== isNegated };
}

function rangesOf(members: readonly Character[], isCaseSensitive: boolean): Range[] {
  const ranges: Range[] = [];
  for (let i = 0; i < members.length; i++) {
    const { text, position } = members[i]!;
    if (text === "[" && members[i + 1]?.text === ":") {
      throw new PatternError("named class", position);
    }
    const first = codePointOf(text);
    const end = members[i + 1]?.text === "-" ? members[i + 2] : undefined;
    if (end !== undefined) {
      if (codePointOf(end.text) < first) throw new PatternError("reversed range", position);
      ranges.push([first, codePointOf(end.text)]);
      i += 2;
    } else {
      const folded = isCaseSensitive ? first : codePointOf(foldUnicodeCase(text));
      ranges.push([first, first], [folded, folded]);
    }
  }
  return ranges;
}

/** Caches a test for ASCII: upper case takes a string, and a matcher tests the same few codes many times. */
function cachedForAscii(test: (code: number) => boolean): (code: number) => boolean {
  const cached: boolean[] = [];
  return (code) => code < 0x80 ? cached[code] ??= test(code) : test(code);
}
