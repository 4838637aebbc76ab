/**
 * The constrained globs of `glob_search`: parsing with positions, matching one directory at a time.
 *
 * @module
 */
import { DirscopeError } from "../errors.ts";
import { foldCase } from "../text/line_safe.ts";
import {
  advance,
  finalMatcher,
  type Positions,
  type Segment,
  startPositions,
} from "./path_pattern.ts";
import { type NameMatcher, nameMatcher, type Token } from "./tokens.ts";

/** Longest pattern, in characters. */
const MAX_LENGTH = 1024;

/** Most patterns that braces may expand to. */
const MAX_EXPANSIONS = 64;

/** A refused pattern. */
export class PatternError extends DirscopeError {
  /**
   * @param reason What is wrong.
   * @param position The index of the character that is wrong, from 0.
   */
  constructor(reason: string, position: number) {
    super("bad_pattern", `pattern: ${reason} at character ${position + 1}`);
  }
}

/** What may match in one directory. */
export interface DirectoryGlob {
  /** Whether anything at all can match below. */
  readonly isLive: boolean;
  /** Whether an entry of the directory matches. */
  matches(name: string): boolean;
}

/** A compiled glob. */
export interface Glob {
  /**
   * What may match in a directory, by its path from the root of the search: `""` for the root itself.
   * The directory asked for last is remembered with its parents, so a walk asks for each once.
   */
  in(path: string): DirectoryGlob;
}

/**
 * Compiles a glob: segments split by `/`; `*`, `?`, `[a-z]`, `[!a]` inside a segment; `**` alone as a
 * segment; `{a,b}`.
 *
 * @throws {PatternError} If the pattern is malformed or ambiguous.
 */
export function compileGlob(pattern: string, isCaseSensitive: boolean): Glob {
  const fold = isCaseSensitive ? (text: string): string => text : foldCase;
  const live = expand(checked(pattern)).map((characters) => {
    const segments = parseSegments(characters, isCaseSensitive);
    return { segments, positions: startPositions(segments) };
  });
  const way = [{ path: "", glob: new GlobInDirectory(live, fold) }];
  return {
    in(path) {
      while (!isWithin(path, way.at(-1)!.path)) way.pop();
      let { path: reached, glob } = way.at(-1)!;
      while (reached !== path) {
        const from = reached === "" ? 0 : reached.length + 1;
        const slash = path.indexOf("/", from);
        const end = slash < 0 ? path.length : slash;
        glob = glob.enter(path.slice(from, end));
        reached = path.slice(0, end);
        way.push({ path: reached, glob });
      }
      return glob;
    },
  };
}

function isWithin(path: string, parent: string): boolean {
  return parent === "" ||
    path.startsWith(parent) && (path.length === parent.length || path[parent.length] === "/");
}

/** One of the patterns that a glob stands for, and where in it a directory is. */
interface LivePattern {
  readonly segments: readonly Segment[];
  readonly positions: Positions;
}

class GlobInDirectory implements DirectoryGlob {
  readonly #live: readonly LivePattern[];
  readonly #fold: (text: string) => string;
  readonly #finals: readonly NameMatcher[];

  constructor(live: readonly LivePattern[], fold: (text: string) => string) {
    this.#live = live;
    this.#fold = fold;
    this.#finals = live
      .map(({ segments, positions }) => finalMatcher(segments, positions))
      .filter((matches) => matches !== undefined);
  }

  get isLive(): boolean {
    return this.#live.length > 0;
  }

  matches(name: string): boolean {
    if (this.#finals.length === 0) return false;
    const folded = this.#fold(name);
    return this.#finals.some((matches) => matches(folded));
  }

  enter(name: string): GlobInDirectory {
    const folded = this.#fold(name);
    const live: LivePattern[] = [];
    for (const pattern of this.#live) {
      const { segments, positions } = pattern;
      const inner = advance(segments, positions, folded);
      if (equal(inner, positions)) live.push(pattern);
      else if (inner.length > 0) live.push({ segments, positions: inner });
    }
    // Below `**`, most directories are like the one that holds them.
    const isSame = live.length === this.#live.length &&
      live.every((one, i) => one === this.#live[i]);
    return isSame ? this : new GlobInDirectory(live, this.#fold);
  }
}

function equal(a: Positions, b: Positions): boolean {
  return a.length === b.length && a.every((at, i) => at === b[i]);
}

/** A character of the pattern, and where it stands. */
interface Character {
  readonly text: string;
  readonly position: number;
}

/** Checks what needs no parsing. */
function checked(pattern: string): Character[] {
  if (pattern === "") throw new PatternError("empty pattern", 0);
  // A character is two units at most: no more of a longer pattern is taken apart.
  const characters = Array.from(
    pattern.slice(0, 2 * MAX_LENGTH + 2),
    (text, position) => ({ text, position }),
  );
  if (characters.length > MAX_LENGTH) {
    throw new PatternError(`longer than ${MAX_LENGTH} characters`, MAX_LENGTH);
  }
  if (pattern.startsWith("/")) throw new PatternError("absolute pattern", 0);
  for (const { text, position } of characters) {
    const code = text.codePointAt(0)!;
    if (code < 0x20 || code >= 0x7f && code < 0xa0) {
      throw new PatternError("control character", position);
    }
    if (text === "\\") {
      throw new PatternError("backslash (put a special character in [ ])", position);
    }
  }
  return characters;
}

/** The end of a class, from its `[`. What stands in one has no other meaning, but for a slash. */
function classEnd(characters: readonly Character[], start: number): number {
  for (let i = start + 1; i < characters.length && characters[i]!.text !== "/"; i++) {
    if (characters[i]!.text === "]") return i;
  }
  throw new PatternError("unclosed class", characters[start]!.position);
}

/** Expands braces: each combination of their arms is a pattern. */
function expand(characters: readonly Character[]): Character[][] {
  // What stands between braces, and the arms of each, in turn.
  const pieces: Character[][][] = [[[]]];
  let count = 1;
  for (let i = 0; i < characters.length; i++) {
    const { text, position } = characters[i]!;
    const plain = pieces.at(-1)![0]!;
    if (text === "[") {
      const end = classEnd(characters, i);
      plain.push(...characters.slice(i, end + 1));
      i = end;
    } else if (text === "{") {
      const { arms, end } = scanBraces(characters, i);
      count *= arms.length;
      if (count > MAX_EXPANSIONS) {
        throw new PatternError(`braces expand to more than ${MAX_EXPANSIONS} patterns`, position);
      }
      pieces.push(arms, [[]]);
      i = end;
    } else if (text === "}") {
      throw new PatternError("unopened brace", position);
    } else {
      plain.push(characters[i]!);
    }
  }
  return pieces.reduce<Character[][]>(
    (heads, arms) => heads.flatMap((head) => arms.map((arm) => [...head, ...arm])),
    [[]],
  );
}

function scanBraces(
  characters: readonly Character[],
  start: number,
): { arms: Character[][]; end: number } {
  const { position } = characters[start]!;
  const arms: Character[][] = [[]];
  for (let i = start + 1; i < characters.length; i++) {
    const character = characters[i]!;
    switch (character.text) {
      case "[": {
        const end = classEnd(characters, i);
        arms.at(-1)!.push(...characters.slice(i, end + 1));
        i = end;
        continue;
      }
      case "}":
        if (arms.length === 1) {
          throw new PatternError(
            arms[0]!.length === 0 ? "empty braces" : "one-armed braces",
            position,
          );
        }
        return { arms, end: i };
      case "{":
        throw new PatternError("nested braces", character.position);
      case "/":
        throw new PatternError("slash in braces", character.position);
      case ",":
        arms.push([]);
        continue;
      case "*":
        if (characters[i + 1]?.text === "*") {
          throw new PatternError("** in braces", character.position);
        }
    }
    arms.at(-1)!.push(character);
  }
  throw new PatternError("unclosed brace", position);
}

function parseSegments(characters: readonly Character[], isCaseSensitive: boolean): Segment[] {
  const segments: Segment[] = [];
  let start = 0;
  for (let i = 0; i <= characters.length; i++) {
    if (i < characters.length && characters[i]!.text !== "/") continue;
    const end = characters[i]?.position ?? (characters.at(-1)?.position ?? -1) + 1;
    const segment = parseSegment(characters.slice(start, i), end, isCaseSensitive);
    // `**/**` says no more than `**`.
    if (segment !== "**" || segments.at(-1) !== "**") segments.push(segment);
    start = i + 1;
  }
  return segments;
}

function parseSegment(
  characters: readonly Character[],
  end: number,
  isCaseSensitive: boolean,
): Segment {
  const text = characters.map((character) => character.text).join("");
  const position = characters[0]?.position ?? end;
  if (text === "") throw new PatternError("empty segment", position);
  if (text === "." || text === "..") throw new PatternError(`"${text}" segment`, position);
  return text === "**" ? text : nameMatcher(parseTokens(characters, isCaseSensitive));
}

function parseTokens(characters: readonly Character[], isCaseSensitive: boolean): Token[] {
  const tokens: Token[] = [];
  for (let i = 0; i < characters.length; i++) {
    const { text } = characters[i]!;
    const before = characters[i - 1];
    const wasInClass = tokens.at(-1)?.type === "class";
    if (text === "(" && before !== undefined && !wasInClass && "+@!?*".includes(before.text)) {
      throw new PatternError("extended glob", before.position);
    }
    if (text === "*") {
      if (tokens.at(-1)?.type === "star") {
        throw new PatternError("** joined to other text", before!.position);
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
        tokens.push({ type: "literal", code: literal.codePointAt(0)! });
      }
    }
  }
  return tokens;
}

/** Parses a class from its `[` up to before its `]`. */
function parseClass(characters: readonly Character[], isCaseSensitive: boolean): Token {
  const [open, ...rest] = characters;
  const { position } = open!;
  if (rest[0]?.text === "^") throw new PatternError("[^ (use [! to negate)", position);
  if (rest[0]?.text === ":") throw new PatternError("named class", position);
  const isNegated = rest[0]?.text === "!";
  const members = isNegated ? rest.slice(1) : rest;
  if (members.length === 0) throw new PatternError("empty class", position);
  const ranges: [number, number][] = [];
  for (let i = 0; i < members.length; i++) {
    if (members[i]!.text === "[" && members[i + 1]?.text === ":") {
      throw new PatternError("named class", members[i]!.position);
    }
    const first = members[i]!.text.codePointAt(0)!;
    const isRange = members[i + 1]?.text === "-" && members[i + 2] !== undefined;
    const last = isRange ? members[i + 2]!.text.codePointAt(0)! : first;
    if (last < first) throw new PatternError("reversed range", members[i]!.position);
    ranges.push([first, last]);
    if (!isRange && !isCaseSensitive) {
      const folded = foldCase(members[i]!.text).codePointAt(0)!;
      ranges.push([folded, folded]);
    }
    if (isRange) i += 2;
  }
  const includes = (code: number): boolean =>
    ranges.some(([first, last]) => first <= code && code <= last);
  // Without regard to case, a name comes folded, and the class may hold it in either case.
  const upper = (code: number): number => String.fromCodePoint(code).toUpperCase().codePointAt(0)!;
  return {
    type: "class",
    has: (code) => (includes(code) || !isCaseSensitive && includes(upper(code))) !== isNegated,
  };
}
