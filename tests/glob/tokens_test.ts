import { assert, assertEquals, assertGreater, assertStrictEquals } from "@std/assert";
import fc from "fast-check";
import { matchTokens } from "../../src/glob/tokens.ts";
import { COUNTED, CountedText, tokensOf } from "../support/counted_text.ts";

for (const [pattern, letter, expected] of COUNTED) {
  const shown = `${pattern.slice(0, 12)}… of ${pattern.length}`;
  Deno.test(`matchTokens() takes at most tokens × text steps: ${shown}`, () => {
    const tokens = tokensOf(pattern);
    const counts = [255, 510, 1020].map((length) => {
      const text = new CountedText(letter.repeat(length));
      assertEquals(matchTokens(tokens, text), expected);
      assert(text.looks <= tokens.length * (length + 1), `${text.looks} at ${length}`);
      return text.looks;
    });
    // Twice the text takes at most about twice the steps.
    assertGreater(counts[0]!, 39);
    assert(counts[1]! <= 2 * counts[0]! + tokens.length ** 2, String(counts));
    assert(counts[2]! <= 2 * counts[1]! + tokens.length ** 2, String(counts));
  });
}

Deno.test("matchTokens() takes at most tokens × text steps on random patterns, and is correct", () => {
  const pattern = fc.string({
    unit: fc.constantFrom("*", "*", "a", "b", "?", "[a-z]", "!"),
    maxLength: 14,
  }).map((text) => text.replace(/\*+/g, "*"));
  const text = fc.string({ unit: fc.constantFrom("a", "b", "!"), maxLength: 24 });
  fc.assert(
    fc.property(pattern, text, (pattern, text) => {
      const tokens = tokensOf(pattern);
      const codes = new CountedText(text);
      const regExp = new RegExp(
        `^(?:${pattern.replace(/\?/g, "[^]").replace(/\*/g, "[^]*").replace(/!/g, "[!]")})$`,
      );
      assertStrictEquals(matchTokens(tokens, codes), regExp.test(text));
      assert(codes.looks <= (tokens.length + 1) * (text.length + 1), String(codes.looks));
    }),
    { numRuns: 3000 },
  );
});
