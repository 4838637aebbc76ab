import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { choiceMatcher } from "../../src/glob/choice_matcher.ts";
import { compileGlob } from "../../src/glob/glob.ts";
import { combine } from "../../src/glob/expand_braces.ts";
import { matchTokens } from "../../src/glob/tokens.ts";
import { COUNTED, tokensOf } from "../support/counted_text.ts";

const arm = fc.string({ unit: fc.constantFrom("a", "b", "?", "*", "[a-z]"), maxLength: 3 });
const pieces = fc.array(fc.array(arm, { minLength: 1, maxLength: 3 }), { maxLength: 4 });

Deno.test("choiceMatcher() matches what one of the texts does that its arms make", () => {
  const name = fc.string({ unit: fc.constantFrom("a", "b", "!"), maxLength: 6 });
  fc.assert(fc.property(pieces, fc.array(name, { maxLength: 12 }), (pieces, names) => {
    const choices = pieces.map((arms) => arms.map(tokensOf));
    const matches = choiceMatcher(choices);
    for (const each of ["", ...names]) {
      const expected = combine(choices).some((tokens) => matchTokens(tokens, each));
      assertEquals(matches(each), expected, JSON.stringify([pieces, each]));
    }
  }));
});

Deno.test("choiceMatcher() looks at each place once for each character", () => {
  // Decision 8.9: "Matching time is linear in pattern × name: no pattern can stall it."
  for (const [pattern, letter, expected] of COUNTED) {
    let looks = 0;
    const counted = tokensOf(pattern).map((token) =>
      token.type !== "literal" ? token : {
        type: "class" as const,
        has: (code: number) => {
          looks++;
          return code === token.code;
        },
      }
    );
    const name = letter.repeat(255);
    const matches = choiceMatcher([[counted, []], ...Array(6).fill([tokensOf("a"), []])]);
    matches(name);
    assert(looks <= counted.length * name.length, `${looks} for ${pattern}`);
    assertEquals(choiceMatcher([[counted]])(name), expected, pattern);
  }
});

Deno.test("a glob whose braces stand for long texts matches as one whose braces stand for short ones", () => {
  const long = "x".repeat(100);
  const glob = compileGlob(`{a,b}{c,d}{e,f}*${long}/**/{g,h[ij]}${long}{,.k}`, true);
  const at = glob.in(`ace!${long}`);
  assertEquals([at.isLive, glob.in(`ac!${long}`).isLive], [true, false]);
  assertEquals(
    [`g${long}`, `hi${long}.k`, `hk${long}`, `g${long}.`].map((name) => at.matches(name)),
    [true, true, false, false],
  );
});
