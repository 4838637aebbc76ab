import { assertEquals, assertStrictEquals } from "@std/assert";
import fc from "fast-check";
import { nameMatcher } from "../../src/glob/name_matcher.ts";
import { codePointsOf, matchTokens, type Token } from "../../src/glob/tokens.ts";

/** The tokens of a pattern of `*`, `?` and plain text. */
function tokensOf(pattern: string): Token[] {
  return Array.from(pattern, (text): Token => {
    if (text === "*") return { type: "star" };
    return text === "?" ? { type: "any" } : { type: "literal", code: text.codePointAt(0)! };
  });
}

// Rows for each strategy: literal, prefix, suffix, tokens.
const rows: [pattern: string, yes: string[], no: string[]][] = [
  ["", [""], ["a"]],
  ["abc", ["abc"], ["ab", "abcd", "xabc"]],
  ["*", ["", "a", "😀"], []],
  ["ab*", ["ab", "abc"], ["a", "xab"]],
  ["*ab", ["ab", "xab"], ["b", "abx"]],
  ["a*b", ["ab", "axb"], ["a", "b", "abx"]],
  ["*a*", ["a", "xax"], ["", "x"]],
  ["a?", ["ab", "a😀"], ["a", "abc"]],
  ["*😀", ["😀", "a😀"], ["😀a"]],
];

for (const [pattern, yes, no] of rows) {
  Deno.test(`nameMatcher() matches whole names by ${JSON.stringify(pattern)}`, () => {
    const matches = nameMatcher(tokensOf(pattern));
    assertEquals(yes.filter((name) => !matches(name)), []);
    assertEquals(no.filter((name) => matches(name)), []);
  });
}

Deno.test("nameMatcher() equals matchTokens(), whatever the strategy", () => {
  const pattern = fc.string({ unit: fc.constantFrom(..."**?ab😀"), maxLength: 5 });
  const name = fc.string({ unit: fc.constantFrom(..."ab😀"), maxLength: 6 });
  fc.assert(
    fc.property(pattern, name, (pattern, name) => {
      const tokens = tokensOf(pattern);
      assertStrictEquals(nameMatcher(tokens)(name), matchTokens(tokens, codePointsOf(name)));
    }),
    { numRuns: 2000 },
  );
});
