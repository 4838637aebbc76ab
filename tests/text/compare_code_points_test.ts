import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import fc from "fast-check";
import { compareCodePoints } from "../../src/text/compare_code_points.ts";
import { anyCharacter } from "../support/any_character.ts";
import { compareBytes } from "../support/compare_bytes.ts";
import { needing, SHELL } from "../support/machine.ts";
import { cutAtNul, endWithNul, pipe } from "../support/shell.ts";

// Decision 3: "names compare by Unicode code point (equal to UTF-8 byte order and to `LC_ALL=C
// sort`)."

/** Well-formed text, with many characters that UTF-16 units sort differently. */
const text = fc.string({
  unit: fc.oneof(
    anyCharacter,
    fc.constantFrom("\uD7FF", "\uE000", "\uFFFD", "\uFFFF", "\u{10000}", "\u{1F600}", "\u{10FFFF}"),
    fc.constantFrom(..."abAB/.-_0 ~\x01\x7fé"),
  ),
  maxLength: 6,
});

/** UTF-16 text, including lone surrogates. */
const units = fc.string({
  unit: fc.constantFrom("a", "\uD7FF", "\uD800", "\uDBFF", "\uDC00", "\uDFFF", "\uE000", "\uFFFF"),
  maxLength: 5,
});

const rows: [string, string, number][] = [
  ["", "a", -1],
  ["a", "a", 0],
  ["a", "ab", -1],
  ["B", "a", -1],
  ["a-b", "a/x", -1],
  ["a10", "a9", -1],
  ["z", "é", -1],
  ["\uE000", "\u{10000}", -1],
  ["\uFFFF", "\u{10000}", -1],
  ["\u{10FFFF}", "\uFFFF", 1],
  ["\u{1F600}", "\u{1F601}", -1],
  ["\u{103FF}", "\u{10400}", -1],
  ["a\0", "a\x01", -1],
];

Deno.test("compareCodePoints() orders by code point", () => {
  for (const [a, b, expected] of rows) {
    const shown = JSON.stringify([a, b]);
    assertStrictEquals(Math.sign(compareCodePoints(a, b)), expected, shown);
    // Not unary minus, which would give -0 for 0.
    assertStrictEquals(Math.sign(compareCodePoints(b, a)), 0 - expected, shown);
  }
});

Deno.test("compareCodePoints() orders as UTF-8 bytes", () => {
  fc.assert(
    fc.property(text, text, text, (a, b, prefix) => {
      for (const [x, y] of [[a, b], [prefix + a, prefix + b]] as const) {
        assertEquals(Math.sign(compareCodePoints(x, y)), Math.sign(compareBytes(x, y)));
      }
    }),
    { numRuns: 3000 },
  );
});

Deno.test(
  needing(SHELL, "compareCodePoints() orders as LC_ALL=C sort"),
  async () => {
    const many = fc.array(text.map((text) => text.replaceAll("\0", "")), {
      minLength: 300,
      maxLength: 300,
    });
    const property = fc.asyncProperty(many, async (texts) => {
      const env = { LC_ALL: "C" };
      const sorted = cutAtNul(await pipe("sort", ["-z"], endWithNul(texts), { env }));
      assertEquals([...texts].sort(compareCodePoints), sorted);
    });
    await fc.assert(property, { numRuns: 10 });
  },
);

Deno.test("compareCodePoints() is a total order, lone surrogates included", () => {
  fc.assert(
    fc.property(units, units, units, (a, b, c) => {
      assertEquals(Math.sign(compareCodePoints(a, b)), 0 - Math.sign(compareCodePoints(b, a)));
      assertEquals(compareCodePoints(a, b) === 0, a === b);
      const [x, y, z] = [a, b, c].sort(compareCodePoints) as [string, string, string];
      assert(compareCodePoints(x, y) <= 0 && compareCodePoints(y, z) <= 0);
      assert(compareCodePoints(x, z) <= 0);
    }),
    { numRuns: 3000 },
  );
});
