import { assert, assertEquals, assertLessOrEqual, assertThrows } from "@std/assert";
import fc from "fast-check";
import { compileGlob, type Glob } from "../../src/glob/glob.ts";
import { PatternError } from "../../src/glob/pattern_characters.ts";

/** Reports whether a glob matches a path in a walk, where every directory on the way must be live. */
function globMatches(pattern: string, path: string, isCaseSensitive = true): boolean {
  const glob = compileGlob(pattern, isCaseSensitive);
  const names = path.split("/");
  for (let i = 1; i < names.length; i++) {
    if (!glob.in(names.slice(0, i).join("/")).isLive) return false;
  }
  return glob.in(names.slice(0, -1).join("/")).matches(names.at(-1)!);
}

/** A pattern, paths that it matches, and paths that it does not. */
type Row = readonly [pattern: string, yes: readonly string[], no: readonly string[]];

const ROWS: Readonly<Record<string, readonly Row[]>> = {
  "`*` `?` (one code point) `[a-z]` `[!a]` inside a segment": [
    ["*", ["a", ".a", "-", "\u{1F600}", "a b"], ["a/b"]],
    ["a*", ["a", "ab", "a*"], ["ba", "a/b", "A"]],
    ["*a", ["a", "ba", ".a"], ["ab", "b/a"]],
    ["a*b*c", ["abc", "aXbXc", "abcbc", "abbcc"], ["ab", "acb", "abcd", "a/b/c"]],
    ["*.*", [".", "a.", ".a", "a.b.c"], ["a"]],
    ["?", ["a", "é", "\u{1F600}", "\uFFFF", "?"], ["", "ab", "e\u0301", "a/b"]],
    ["??", ["ab", "\u{1F600}a", "e\u0301", "\u{1F600}\u{1F600}"], ["a", "\u{1F600}", "abc"]],
    ["*?", ["a", "\u{1F600}", "ab"], []],
    ["[a-c]", ["a", "b", "c"], ["d", "A", "-", "ab"]],
    ["[!a]", ["b", "!", "\u{1F600}", "."], ["a", "", "bb", "a/b"]],
    ["[a-]", ["a", "-"], ["b"]],
    ["[!-a]", ["b"], ["a", "-"]],
    ["[a!]", ["a", "!"], ["b"]],
    ["[*?{},+(]", ["*", "?", "{", "}", ",", "+", "("], ["a", ""]],
    ["[[]", ["["], ["]"]],
    ["[\u{1F600}-\u{1F64F}]", ["\u{1F600}", "\u{1F610}", "\u{1F64F}"], ["\u{1F5FF}", "a"]],
    ["[!\u{1F600}]", ["\u{1F601}", "a"], ["\u{1F600}"]],
    ["]", ["]"], ["["]],
    ["a-b", ["a-b"], ["ab"]],
    ["!a", ["!a"], ["b"]],
    ["(a)", ["(a)"], ["a"]],
    ["^a$", ["^a$"], ["a"]],
    ["...", ["..."], ["."]],
    ["constructor", ["constructor"], ["toString"]],
  ],
  "segments split by `/`; `**` alone as a segment, zero or more directories": [
    ["a/b", ["a/b"], ["a", "b", "a/b/c", "x/a/b"]],
    ["*/b", ["a/b", ".x/b"], ["b", "a/c/b"]],
    ["**", ["a", ".a", "a/b", "a/.b/c"], []],
    ["**/a", ["a", "x/a", "x/y/a"], ["xa", "x/ya", "a/x"]],
    ["a/**", ["a/b", "a/b/c", "a/.b"], ["a", "b", "x/a/b"]],
    ["a/**/b", ["a/b", "a/x/b", "a/x/y/b", "a/b/b"], ["a/xb", "a", "b", "x/a/b", "a/b/c"]],
    ["**/a/**", ["a/b", "x/a/b", "x/y/a/b/c", "a/a"], ["a", "x/a", "b"]],
    ["a/**/**/b", ["a/b", "a/x/b", "a/x/y/b"], ["b"]],
    ["**/a/**/a/**/a", ["a/a/a", "a/x/a/y/a", "a/a/a/a"], ["a/a", "a/a/x"]],
    ["*/**", ["a/b", "a/b/c"], ["a"]],
    ["**/*/**", ["a/b"], ["a"]],
    ["src/**/x.ts", ["src/x.ts", "src/a/x.ts"], ["lib/x.ts", "src/x.tsx"]],
  ],
  "`{a,b}`, at most 64 expansions, checked after expansion": [
    ["{a,b}", ["a", "b"], ["c", "{a,b}", "a,b"]],
    ["x{a,b}y", ["xay", "xby"], ["xy", "xaby"]],
    ["x{a,}", ["xa", "x"], ["xb"]],
    ["{a,b}{c,d}", ["ac", "ad", "bc", "bd"], ["ab"]],
    ["{*.ts,[ab].js,?}", ["x.ts", "a.js", "q"], ["c.js", "qq"]],
    ["{src,lib}/**/{x,y}", ["src/x", "lib/a/y"], ["bin/x", "src"]],
    ["{[,],b}", [",", "b"], ["["]],
    ["{[}],b}", ["}", "b"], []],
    ["{a,a}", ["a"], []],
    ["{\u{1F600},b}?", ["\u{1F600}a", "bb"], ["\u{1F600}"]],
  ],
  "case_sensitive: false lower-cases both sides": [
    ["A*.TS", ["a.ts", "AB.Ts"], ["b.ts"]],
    ["src/X", ["SRC/x", "Src/X"], ["sr/x"]],
    ["[a-c]", ["a", "A", "C"], ["D"]],
    ["[!a]", ["b", "B"], ["a", "A"]],
    ["ÉÀ", ["éà", "Éà"], ["ea"]],
    ["[É]", ["é", "É"], ["e"]],
    ["ΑΣ", ["ας", "ασ", "ΑΣ"], []],
    ["\u212A", ["k", "K", "\u212A"], ["x"]],
    ["{A,b}", ["a", "B"], ["c"]],
    ["\u{10400}", ["\u{10428}"], []],
    ["[\u{10400}-\u{10401}]", ["\u{10428}", "\u{10400}"], []],
  ],
};

for (const [sentence, rows] of Object.entries(ROWS)) {
  Deno.test(`compileGlob: ${sentence}`, () => {
    const isCaseSensitive = !sentence.startsWith("case_sensitive: false");
    for (const [pattern, yes, no] of rows) {
      for (const path of [...yes, ...no]) {
        const shown = `${pattern} ${path}`;
        assertEquals(globMatches(pattern, path, isCaseSensitive), yes.includes(path), shown);
      }
    }
  });
}

Deno.test("compileGlob: 64 expansions are accepted, 65 are refused", () => {
  const arms = (count: number): string => `{${Array.from({ length: count }, (_, i) => `n${i}`)}}`;
  assert(globMatches(arms(64), "n63"));
  assert(globMatches("{a,b}".repeat(6), "ababab"));
  assert(globMatches(`${arms(8)}/${arms(8)}`, "n7/n7"));
  for (const pattern of [arms(65), "{a,b}".repeat(7), `${arms(13)}/${arms(5)}`]) {
    assertThrows(() => compileGlob(pattern, true), PatternError, "64");
  }
});

Deno.test("compileGlob: case_sensitive: false, a class holds what its characters hold as literals", () => {
  for (const character of ["a", "A", "é", "É", "ς", "σ", "Σ", "\u212A", "\u2126", "ſ", "ß"]) {
    for (const name of [..."aAéÉςσΣkKωſsß", "\u212A"]) {
      const matches = [character, `[${character}]`, `[!${character}]`].map((pattern) =>
        globMatches(pattern, name, false)
      );
      assertEquals(matches, [matches[0], matches[0], !matches[0]], `${character} ${name}`);
    }
  }
});

/** Expands braces and tries every match: slow, but obviously correct. */
function naiveMatches(pattern: string, path: string): boolean {
  const brace = pattern.match(/^(.*?)\{([^{}]*)\}(.*)$/su);
  if (brace !== null) {
    const [, before, arms, after] = brace;
    return arms!.split(",").some((arm) => naiveMatches(before + arm + after, path));
  }
  return naiveSegments(pattern.split("/"), path.split("/"));
}

function naiveSegments(segments: string[], names: string[]): boolean {
  const [segment, ...others] = segments;
  if (segment === undefined) return names.length === 0;
  if (segment === "**") {
    if (others.length === 0) return names.length > 0;
    return names.some((_, i) => naiveSegments(others, names.slice(i)));
  }
  return names.length > 0 && naiveName(Array.from(segment), Array.from(names[0]!)) &&
    naiveSegments(others, names.slice(1));
}

function naiveName(pattern: string[], name: string[]): boolean {
  const [head, ...rest] = pattern;
  if (head === undefined) return name.length === 0;
  if (head === "*") {
    return naiveName(rest, name) || name.length > 0 && naiveName(pattern, name.slice(1));
  }
  if (name.length === 0) return false;
  if (head === "?") return naiveName(rest, name.slice(1));
  if (head === "[") {
    const end = rest.indexOf("]");
    const isNegated = rest[0] === "!";
    const members = rest.slice(isNegated ? 1 : 0, end).join("");
    const [, first, last] = members.match(/^(.)-(.)$/su) ?? [];
    const code = name[0]!.codePointAt(0)!;
    const isMember = first === undefined
      ? Array.from(members).includes(name[0]!)
      : first.codePointAt(0)! <= code && code <= last!.codePointAt(0)!;
    return isMember !== isNegated && naiveName(rest.slice(end + 1), name.slice(1));
  }
  return head === name[0] && naiveName(rest, name.slice(1));
}

const LETTERS = ["a", "b", ".", "-", "\u{1F600}", "\uFF01", "é"];
const letter = fc.constantFrom(...LETTERS);
const name = fc.array(letter, { minLength: 1, maxLength: 4 }).map((letters) => letters.join(""));
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join("/"));
const piece = fc.oneof(
  letter,
  letter,
  fc.constantFrom("?", "*", "[ab]", "[!a]", "[a-b]", "[!\u{1F600}]", "[!-]"),
  fc.array(fc.oneof(letter, fc.constantFrom("*a", "?", "a*", "[!b]b")), {
    minLength: 2,
    maxLength: 3,
  }).map((arms) => `{${arms}}`),
);
const segment = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.array(piece, { minLength: 1, maxLength: 4 }).map((each) => each.join("")),
  },
  { weight: 1, arbitrary: fc.constant("**") },
);
const pattern = fc.array(segment, { minLength: 1, maxLength: 4 }).map((each) => each.join("/"));

/** Compiles a pattern; `undefined` if it is refused: the generator makes some. */
function tryCompile(pattern: string): Glob | undefined {
  try {
    return compileGlob(pattern, true);
  } catch (error) {
    if (error instanceof PatternError) return undefined;
    throw error;
  }
}

Deno.test("compileGlob equals a naive matcher", () => {
  let [answered, matched] = [0, 0];
  fc.assert(
    fc.property(pattern, fc.array(path, { minLength: 20, maxLength: 20 }), (pattern, paths) => {
      if (tryCompile(pattern) === undefined) return;
      for (const path of paths) {
        const answer = globMatches(pattern, path);
        answered++;
        if (answer) matched++;
        assertEquals(answer, naiveMatches(pattern, path), `${pattern} ${path}`);
      }
    }),
    { numRuns: 600 },
  );
  assert(answered > 2000 && matched > 100, `${matched} of ${answered} matched`);
});

Deno.test("compileGlob: a directory is live exactly where something below can match", () => {
  const rows: [pattern: string, live: string[], dead: string[]][] = [
    ["src/**/x.ts", ["", "src", "src/a", "src/a/b"], ["lib", "sr", "srcs", "a/src"]],
    ["a/b", ["", "a"], ["a/b", "b"]],
    ["*", [""], ["a"]],
    ["*/*", ["", "a"], ["a/b"]],
    ["**/x", ["", "a", "a/b/c"], []],
    ["{a,b}/c/*", ["", "a", "b", "a/c"], ["c", "a/b", "a/c/d"]],
    ["a/**", ["", "a", "a/b/c"], ["b"]],
    ["[ab]?/x", ["", "ax"], ["a", "cx", "axx"]],
  ];
  for (const [pattern, live, dead] of rows) {
    const glob = compileGlob(pattern, true);
    for (const path of live) assertEquals(glob.in(path).isLive, true, `${pattern} ${path}`);
    for (const path of dead) {
      const directory = glob.in(path);
      assertEquals(
        [directory.isLive, directory.matches("x")],
        [false, false],
        `${pattern} ${path}`,
      );
    }
  }
});

/** Counts the calls of the string methods that compiled globs use on names. */
function workOf(action: () => void): number {
  const text = String.prototype;
  const { charCodeAt, endsWith, startsWith } = text;
  let work = 0;
  const counted = <A extends unknown[], R>(method: (...args: A) => R) =>
    function (this: string, ...args: A): R {
      work++;
      return method.apply(this, args);
    };
  text.charCodeAt = counted(charCodeAt);
  text.endsWith = counted(endsWith);
  text.startsWith = counted(startsWith);
  try {
    action();
  } finally {
    Object.assign(text, { charCodeAt, endsWith, startsWith });
  }
  return work;
}

Deno.test("compileGlob: 60 hostile patterns, each answered or refused, with bounded work", () => {
  const hostile = [
    ...[1, 10, 100, 400].flatMap((n) => [
      "*a".repeat(n),
      "a*".repeat(n),
      "**/a/".repeat(n) + "b",
      "**/a*/".repeat(n) + "b",
      "**/*a/".repeat(n) + "b",
      "**/".repeat(n) + "b",
      "*/".repeat(n) + "b",
      "[a-z]".repeat(n),
      "[!b]*".repeat(n) + "b",
      "?*".repeat(n) + "b",
    ]),
    "{".repeat(500),
    "{a,".repeat(300),
    "{a,{b,{c,".repeat(50) + "d" + "}}}".repeat(50),
    "{a,b}".repeat(100),
    "{a,b}".repeat(6) + "*a".repeat(400),
    "**/" + "{a,a*}".repeat(6) + "/**/a*".repeat(150),
    `{${",".repeat(63)}}`,
    `{${",".repeat(1000)}}`,
    "[".repeat(1000),
    `[${"a-z".repeat(300)}]*b`,
    `[!${"a-b".repeat(300)}]`,
    "[[:alpha:]]".repeat(50),
    "+(a)".repeat(100),
    "@(a|".repeat(100),
    "!(a)*".repeat(100),
    "a".repeat(200_000),
    "*".repeat(200_000),
    "**/".repeat(70_000),
    "{a,b}".repeat(40_000),
    "[".repeat(200_000),
    "\u{1F600}*".repeat(300) + "b",
    "[\u{1F600}-\u{1F64F}]".repeat(100),
    "\u{1F600}".repeat(100_000),
    "\uD800*".repeat(300),
    "\u202E".repeat(300),
    "e\u0301*".repeat(300) + "b",
    "\0".repeat(200_000),
    "\\".repeat(200_000),
    "/".repeat(200_000),
    "../".repeat(60_000),
  ];
  assert(hostile.length >= 60, `${hostile.length}`);
  const names = ["a".repeat(255), "\u{1F600}".repeat(63), `${"a".repeat(254)}b`, "ab".repeat(100)];
  const paths = ["", Array(15).fill(names[0]).join("/"), Array(400).fill("a").join("/")];
  let answered = 0;
  for (const pattern of hostile) {
    const glob = tryCompile(pattern);
    if (glob === undefined) continue;
    answered++;
    for (const path of paths) {
      for (const name of names) {
        const work = workOf(() => glob.in(path).matches(name));
        const most = 64 * (pattern.length + 1) * (path.length + name.length + 2);
        assertLessOrEqual(work, most, `64 expansions at most: ${pattern.slice(0, 12)}`);
      }
    }
  }
  assert(answered > 30, `${answered} were answered`);
});
