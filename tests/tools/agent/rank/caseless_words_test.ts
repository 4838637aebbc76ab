import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { CaselessWords } from "../../../../src/tools/agent/rank/caseless_words.ts";

Deno.test("CaselessWords: has what its words give with small letters, and nothing else", () => {
  const words = ["_x", "a", "ab", "kb", "2d"];
  const known = new CaselessWords(words.join(" "));
  // The Kelvin sign and the long s have small letters of ASCII, or are one in another case.
  const unit = fc.constantFrom(
    "a",
    "A",
    "b",
    "B",
    "k",
    "K",
    "\u212a",
    "_",
    "x",
    "2",
    "d",
    "ſ",
    ".",
  );
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 3 }), fc.nat(3), (text, length) => {
      assertEquals(known.has(text), words.includes(text.toLowerCase()));
      const start = text.slice(0, length);
      assertEquals(known.has(text, start.length), words.includes(start.toLowerCase()));
    }),
    { numRuns: 1000 },
  );
});
