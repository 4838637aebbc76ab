import { assertEquals, assertStrictEquals } from "@std/assert";
import fc from "fast-check";
import {
  clipLine,
  composed,
  fromLineSafe,
  jsonSafe,
  lineSafe,
  sentenceSafe,
} from "../../src/text/line_safe.ts";
import { anyCharacter } from "../support/any_character.ts";
import { UNSAFE } from "../support/line_unsafe.ts";

const SHORT: Readonly<Record<string, string>> = {
  "\t": "\\t",
  "\n": "\\n",
  "\r": "\\r",
  "\\": "\\\\",
};

Deno.test("lineSafe() escapes what could hide in a line or end it, of all characters, and no other", () => {
  // Decision 3: "a control character (U+0000–001F, U+007F–009F), a line or paragraph separator, bidi
  // control, any other default-ignorable code point […], a space that is not U+0020 […] or a lone surrogate in a name shows as `\n`,
  // `\t`, `\r` or `\u{XX}` (upper-case hex), and a backslash in any name as `\\`."
  // Where Unicode has little, one in a hundred.
  const step = (code: number): number =>
    code < 0x1e000 || Math.abs((code >> 12) - 0xe0) < 2 ? 1 : 101;
  for (let code = 0; code <= 0x10ffff; code += step(code)) {
    const character = String.fromCodePoint(code);
    const shown = SHORT[character] ??
      (UNSAFE.test(character) ? `\\u{${code.toString(16).toUpperCase()}}` : character);
    const inside = `a${character}b`;
    if (lineSafe(inside) !== `a${shown}b`) assertStrictEquals(lineSafe(inside), `a${shown}b`);
  }
});

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
  ["x\u00A0\u00AD\u200C\u200D", "x\\u{A0}\\u{AD}\\u{200C}\\u{200D}"],
  // "a space that is not U+0020, a leading or trailing space", of every part of a path.
  [" ", "\\u{20}"],
  ["  ", "\\u{20}\\u{20}"],
  ["   a  b   ", "\\u{20}  a  b  \\u{20}"],
  ["dir /x", "dir\\u{20}/x"],
  ["/ x/ / y z", "/\\u{20}x/\\u{20}/\\u{20}y z"],
  ["\u00A0x\u3000", "\\u{A0}x\\u{3000}"],
  ["a\u202F/\u1680b", "a\\u{202F}/\\u{1680}b"],
  ["9.41\u202FAM 漢\u3000字", "9.41\\u{202F}AM 漢\\u{3000}字"],
];

Deno.test("lineSafe() escapes each text as its row says", () => {
  for (const [text, expected] of rows) assertStrictEquals(lineSafe(text), expected);
});

const wild = fc.string({
  unit: fc.oneof(
    anyCharacter,
    fc.constantFrom(..."\\\\nrtu{}4AF\n\r\t\0\x1b\x7f\x85\u2028\u202E\uFEFF\uFFFD"),
    fc.constantFrom("\uD83D", "\uDE00", "\u{E0041}", "😀", "\uE000"),
  ),
});

Deno.test("fromLineSafe() returns the text that lineSafe() escaped", () => {
  // "The escape is reversible".
  fc.assert(
    fc.property(wild, (text) => assertStrictEquals(fromLineSafe(lineSafe(text)), text)),
    { numRuns: 2000 },
  );
});

const unescaped: [shown: string, text: string | undefined][] = [
  ["a b", "a b"],
  ["a\\\\b\\n\\r\\t", "a\\b\n\r\t"],
  ["\\u{45}rror: x\\u{9b}\\u{009B}\\u{1F600}", "Error: x\x9b\x9b😀"],
  // No escape of lineSafe(): a path of Windows, a regular expression, JSON's form, a number that is too large.
  ["C:\\Users", undefined],
  ["a\\", undefined],
  ["a\\.b", undefined],
  ["\\N", undefined],
  ["\\u0041", undefined],
  ["\\u{}", undefined],
  ["\\u{110000}", undefined],
  ["\\u{1000000}", undefined],
  // "returns `undefined` where […] one stands for a slash, which no name holds."
  ["a\\u{2F}b", undefined],
];

Deno.test("fromLineSafe() returns the text of each escaped one", () => {
  for (const [shown, text] of unescaped) assertStrictEquals(fromLineSafe(shown), text, shown);
});

Deno.test("lineSafe() returns one line without a hidden character", () => {
  // "a name cannot start a new line or hide a character."
  fc.assert(
    fc.property(wild, (text) => {
      const shown = lineSafe(text);
      for (const character of shown) {
        assertEquals(UNSAFE.test(character), false);
      }
      assertEquals(shown.split("/").filter((part) => part.trim() !== part), []);
    }),
    { numRuns: 2000 },
  );
});

Deno.test("jsonSafe() is JSON of the same value in which nothing is invisible", () => {
  assertStrictEquals(
    jsonSafe(JSON.stringify("a b\\\n\x7f\x9b\u202E\u{E0041}é😀\uD83D ")),
    '"a b\\\\\\n\\u007f\\u009b\\u202e\\udb40\\udc41é😀\\ud83d "',
  );
  fc.assert(
    fc.property(wild, (text) => {
      const json = jsonSafe(JSON.stringify(text));
      assertStrictEquals(JSON.parse(json), text);
      for (const character of json) assertEquals(UNSAFE.test(character), false);
    }),
    { numRuns: 1000 },
  );
});

Deno.test("clipLine() keeps 200 characters, and adds their number", () => {
  const rows: [string, string][] = [
    ["", ""],
    ["a".repeat(200), "a".repeat(200)],
    ["a".repeat(201), `${"a".repeat(200)}… (200 of 201 characters)`],
    ["😀".repeat(200), "😀".repeat(200)],
    ["😀".repeat(1500), `${"😀".repeat(200)}… (200 of 1,500 characters)`],
  ];
  for (const [line, shown] of rows) assertStrictEquals(clipLine(line), shown);
});

Deno.test("a sentence keeps its spaces, wherever they stand, and nothing else that a line must not hold", () => {
  const rows: readonly [text: string, shown: string][] = [
    ["and /a/ b", "and /a/ b"],
    [" first: .gitignore:1 /dist/ ", " first: .gitignore:1 /dist/ "],
    ["a\nb\\c\u202e \u00a0", "a\\nb\\\\c\\u{202E} \\u{A0}"],
  ];
  for (const [text, shown] of rows) assertEquals(sentenceSafe(text), shown);
});

Deno.test("composed() orders the marks of any name, and cuts a run that no name holds to 30", () => {
  const [acute, below] = ["\u0301", "\u0323"];
  assertEquals(composed("e" + acute), "\u00e9");
  for (const count of [1, 30, 31, 100, 127]) {
    const marks = acute.repeat(count) + below.repeat(count);
    assertEquals(composed(`x${marks}`), `x${marks}`.normalize("NFC"));
  }
  const long = `x${acute.repeat(30)}`;
  for (const count of [256, 60_000]) {
    assertEquals(composed(`${long.slice(0, 1)}${acute.repeat(count)} y`), `${long} y`);
    assertEquals(composed(`x${(acute + below).repeat(count)}`).length, long.length);
  }
});
