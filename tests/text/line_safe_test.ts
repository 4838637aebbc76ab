import { assertEquals, assertMatch, assertStrictEquals } from "@std/assert";
import fc from "fast-check";
import {
  allLineSafe,
  escapeCodePoint,
  foldCase,
  grouped,
  isPlain,
  lineSafe,
} from "../../src/text/line_safe.ts";

// Decision 3: "a control character (U+0000–001F, U+007F–009F), a line or paragraph separator, bidi
// control, any other default-ignorable code point […] or a lone surrogate in a name shows as `\n`,
// `\t`, `\r` or `\u{XX}` (upper-case hex), and a backslash in any name as `\\`." The ranges are
// those of Unicode 17's DerivedCoreProperties.txt.
const UNSAFE_RANGES: readonly (readonly [what: string, from: number, to: number])[] = [
  ["C0 control characters", 0x00, 0x1f],
  ["DEL and C1 control characters", 0x7f, 0x9f],
  ["soft hyphen", 0x00ad, 0x00ad],
  ["grapheme joiner", 0x034f, 0x034f],
  ["Arabic letter mark", 0x061c, 0x061c],
  ["Hangul fillers", 0x115f, 0x1160],
  ["Khmer inherent vowels", 0x17b4, 0x17b5],
  ["Mongolian selectors", 0x180b, 0x180f],
  ["zero width space, joiners and direction marks", 0x200b, 0x200f],
  ["line and paragraph separators, bidi controls", 0x2028, 0x202e],
  ["invisible operators and isolates", 0x2060, 0x206f],
  ["Hangul filler", 0x3164, 0x3164],
  ["lone surrogates", 0xd800, 0xdfff],
  ["variation selectors", 0xfe00, 0xfe0f],
  ["byte order mark", 0xfeff, 0xfeff],
  ["half-width Hangul filler", 0xffa0, 0xffa0],
  ["unassigned ignorable characters", 0xfff0, 0xfff8],
  ["shorthand format controls", 0x1bca0, 0x1bca3],
  ["musical format controls", 0x1d173, 0x1d17a],
  ["tag characters and further variation selectors", 0xe0000, 0xe0fff],
];

const SHORT: Readonly<Record<number, string>> = { 0x09: "\\t", 0x0a: "\\n", 0x0d: "\\r" };

function isUnsafe(code: number): boolean {
  return UNSAFE_RANGES.some(([, from, to]) => from <= code && code <= to);
}

/** Reverses the escapes. */
function unescape(text: string): string {
  return text.replace(/\\(?:u\{([0-9A-F]+)\}|(.))/gu, (_, hex, letter) => {
    if (hex !== undefined) return String.fromCodePoint(parseInt(hex, 16));
    const meant = { n: "\n", r: "\r", t: "\t", "\\": "\\" }[letter as string];
    if (meant === undefined) throw new Error(`no such escape: ${letter}`);
    return meant;
  });
}

for (const [what, from, to] of UNSAFE_RANGES) {
  Deno.test(`lineSafe() escapes every one of the ${what}`, () => {
    for (let code = from; code <= to; code++) {
      const expected = SHORT[code] ?? `\\u{${code.toString(16).toUpperCase()}}`;
      const character = String.fromCodePoint(code);
      assertStrictEquals(lineSafe(character), expected);
      assertStrictEquals(lineSafe(`a${character}b`), `a${expected}b`);
    }
  });

  Deno.test(`lineSafe() leaves the neighbours of the ${what} alone`, () => {
    for (const code of [from - 1, to + 1]) {
      if (code < 0 || isUnsafe(code) || code === 0x5c) continue;
      const character = String.fromCodePoint(code);
      assertStrictEquals(lineSafe(character), character);
    }
  });
}

const rows: [string, string][] = [
  ["", ""],
  ["plain name.txt", "plain name.txt"],
  ["é€😀 漢字", "é€😀 漢字"],
  ["a\\b", "a\\\\b"],
  ["\\n", "\\\\n"],
  ["\\u{41}", "\\\\u{41}"],
  ["a\nb\r\nc\td", "a\\nb\\r\\nc\\td"],
  ["\0\x1b[31m\x7f", "\\u{0}\\u{1B}[31m\\u{7F}"],
  ["\v\f\b", "\\u{B}\\u{C}\\u{8}"],
  ["\x85", "\\u{85}"],
  ["gpj.\u202Eexe", "gpj.\\u{202E}exe"],
  ["\uD83D\uDE00", "😀"],
  ["\uDE00\uD83D", "\\u{DE00}\\u{D83D}"],
  ["\uD83D\uD83D\uDE00", "\\u{D83D}😀"],
  ["\u{E0041}", "\\u{E0041}"],
  ["\uFFFD", "\uFFFD"],
  ["'\"`$<>|*?", "'\"`$<>|*?"],
  ["\u00A0\u00AD\u200C\u200D", "\u00A0\\u{AD}\\u{200C}\\u{200D}"],
];

for (const [text, expected] of rows) {
  Deno.test(`lineSafe() turns ${JSON.stringify(text)} into ${JSON.stringify(expected)}`, () => {
    assertStrictEquals(lineSafe(text), expected);
  });
}

const wild = fc.string({
  unit: fc.oneof(
    fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
    fc.constantFrom(..."\\\\nrtu{}4AF\n\r\t\0\x1b\x7f\x85\u2028\u202E\uFEFF\uFFFD"),
    fc.constantFrom("\uD83D", "\uDE00", "\u{E0041}", "😀", "\uE000"),
  ),
});

Deno.test("lineSafe() is reversible", () => {
  // "The escape is reversible".
  fc.assert(
    fc.property(wild, (text) => assertStrictEquals(unescape(lineSafe(text)), text)),
    { numRuns: 2000 },
  );
});

Deno.test("lineSafe() gives one line without a hidden character", () => {
  // "a name cannot start a new line or hide a character."
  fc.assert(
    fc.property(wild, (text) => {
      for (const character of lineSafe(text)) {
        assertEquals(isUnsafe(character.codePointAt(0)!), false);
      }
    }),
    { numRuns: 2000 },
  );
});

Deno.test("lineSafe() escapes each character by itself", () => {
  const unit = fc.string({ unit: "binary", maxLength: 4 });
  fc.assert(fc.property(unit, unit, (a, b) => {
    fc.pre((a + b).isWellFormed());
    assertStrictEquals(lineSafe(a + b), lineSafe(a) + lineSafe(b));
  }));
});

Deno.test("escapeCodePoint() gives upper-case hexadecimal digits in braces", () => {
  assertStrictEquals(escapeCodePoint("E"), "\\u{45}");
  assertStrictEquals(escapeCodePoint("\u{1F600}"), "\\u{1F600}");
  fc.assert(fc.property(fc.string({ unit: "binary", minLength: 1, maxLength: 1 }), (character) => {
    assertMatch(escapeCodePoint(character), /^\\u\{[0-9A-F]+\}$/);
    assertStrictEquals(unescape(escapeCodePoint(character)), character);
  }));
});

Deno.test("allLineSafe() gives what lineSafe() gives of each", () => {
  const unit = fc.constantFrom(
    "a",
    " ",
    "~",
    "\\",
    "\n",
    "é",
    "\u202e",
    "\ud83d",
    "\ude00",
    "\u{e0041}",
  );
  const texts = fc.array(fc.string({ unit, maxLength: 3 }), { maxLength: 4 });
  fc.assert(fc.property(texts, (texts) => {
    assertEquals(allLineSafe(texts), texts.map(lineSafe));
  }));
});

Deno.test("isPlain() holds for printable ASCII without a backslash", () => {
  const texts = ["", "a b~", "a\\b", "é", "\n", "\x7f"];
  assertEquals(texts.map(isPlain), [true, true, false, false, false, false]);
});

Deno.test("foldCase() gives one text for every case of it, a final sigma included", () => {
  assertEquals(["ΑΣ", "ας", "ασ"].map(foldCase), ["ασ", "ασ", "ασ"]);
  assertEquals(["\u212A", "É", "ß"].map(foldCase), ["k", "é", "ß"]);
});

Deno.test("grouped() puts a comma before every three digits", () => {
  const numbers = [0, 999, 1000, 1284, 1_000_000, -1234];
  assertEquals(numbers.map(grouped), ["0", "999", "1,000", "1,284", "1,000,000", "-1,234"]);
});
