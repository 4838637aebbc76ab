import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { compareCodePoints } from "../../src/text/compare_code_points.ts";
import { anyCharacter } from "../support/any_character.ts";
import { compareBytes } from "../support/compare_bytes.ts";

// Decision 3: "names compare by Unicode code point (equal to UTF-8 byte order and to `LC_ALL=C
// sort`)." The latter is the oracle of `walk_test.ts`.

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
