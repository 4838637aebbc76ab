import {
  assert,
  assertEquals,
  assertGreater,
  assertLessOrEqual,
  assertStrictEquals,
} from "@std/assert";
import fc from "fast-check";
import { codePointsOf, matchTokens, type Token } from "../../src/glob/tokens.ts";
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

Deno.test("matchTokens() takes at most tokens × text steps on random patterns, and is right", () => {
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

/** A text that counts its look-ups. */
function counting(text: string): { length: number; charCodeAt(i: number): number; steps: number } {
  const codes = codePointsOf(text);
  return {
    length: codes.length,
    steps: 0,
    charCodeAt(index) {
      this.steps++;
      return codes.charCodeAt(index);
    },
  };
}

/** The tokens of a pattern of `*`, `?`, `#` (a class of `a` and `b`) and plain text. */
function tokensFor(pattern: string): Token[] {
  return Array.from(pattern, (text): Token => {
    if (text === "*") return { type: "star" };
    if (text === "?") return { type: "any" };
    if (text === "#") return { type: "class", has: (code) => code === 0x61 || code === 0x62 };
    return { type: "literal", code: text.codePointAt(0)! };
  });
}

Deno.test("matchTokens: matching time is linear in pattern × name, counted in steps", async (t) => {
  const patterns = [
    ...[1, 5, 20, 100, 500].flatMap((times) => [
      "*a".repeat(times),
      "a*".repeat(times),
      `${"*a".repeat(times)}b`,
      `${"a*".repeat(times)}b`,
      `${"*?".repeat(times)}b`,
      `${"*#".repeat(times)}c`,
      `${"*aa".repeat(times)}b`,
      `*${"a".repeat(times)}b`,
      `*${"#".repeat(times)}c*`,
      `${"?".repeat(times)}*`,
      `${"*".repeat(times)}b`,
    ]),
  ];
  const names = [
    "",
    "a",
    "b",
    "a".repeat(255),
    `${"a".repeat(254)}b`,
    "ab".repeat(127),
    "\u{1F600}".repeat(63),
  ];
  for (const pattern of patterns) {
    await t.step(`${pattern.slice(0, 12)} ${pattern.length}`, () => {
      const tokens = tokensFor(pattern);
      for (const name of names) {
        const text = counting(name);
        const regex = pattern.length <= 40 && name.length <= 20
          ? new RegExp(
            `^${pattern.replaceAll("*", ".*").replaceAll("#", "[ab]").replaceAll("?", ".")}$`,
            "su",
          )
          : undefined;
        const answer = matchTokens(tokens, text);
        if (regex !== undefined) assertEquals(answer, regex.test(name), name);
        assertLessOrEqual(text.steps, (tokens.length + 1) * (text.length + 1));
      }
    });
  }
});
