import { assert, assertEquals, assertGreater, assertStrictEquals } from "@std/assert";
import fc from "fast-check";
import { parseGitIgnoreFile } from "../../src/gitignore/git_ignore_file.ts";
import { compileWildmatch, toBytes } from "../../src/gitignore/wildmatch.ts";
import { finalMatcher, startPositions } from "../../src/glob/path_pattern.ts";
import { Pacer } from "../../src/pacing/pacer.ts";
import { COUNTED, CountedText } from "../support/counted_text.ts";
import { ruleFor } from "../support/ignore_rules.ts";

Deno.test("toBytes() gives one character per UTF-8 byte", () => {
  assertStrictEquals(toBytes("ab"), "ab");
  assertStrictEquals(toBytes("é€😀"), "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80");
});

Deno.test("compileWildmatch() gives undefined for what can match nothing", () => {
  for (const pattern of ["[", "[a", "a\\", "[!", "[[:nope:]]", "a/[", "[a-", "[\\"]) {
    assertStrictEquals(compileWildmatch(pattern), undefined, pattern);
  }
});

for (const [pattern, letter, expected] of COUNTED) {
  const shown = `${pattern.slice(0, 12)}… of ${pattern.length}`;
  Deno.test(`compileWildmatch() takes at most pattern × name steps: ${shown}`, () => {
    const segments = compileWildmatch(pattern)!;
    assertEquals(segments.length, 1);
    const text = new CountedText(letter.repeat(255));
    assertEquals((segments[0] as (name: string) => boolean)(text as unknown as string), expected);
    assertGreater(text.looks, 0);
    assert(text.looks <= pattern.length * 256, String(text.looks));
  });
}

Deno.test("a path pattern of one segment equals the same pattern as a name", async () => {
  const text = fc.string({ unit: fc.constantFrom(..."ab*?[]!-\\"), minLength: 1, maxLength: 8 });
  const name = fc.string({ unit: fc.constantFrom(..."ab-"), minLength: 1, maxLength: 8 });
  const property = fc.asyncProperty(text, name, async (text, name) => {
    const segments = compileWildmatch(text);
    fc.pre(segments !== undefined && !text.startsWith("!"));
    const matches = finalMatcher(segments, startPositions(segments))?.(name);
    const asName = await parseGitIgnoreFile(text, new Pacer());
    const asPath = await parseGitIgnoreFile(`/${text}`, new Pacer());
    assertStrictEquals(ruleFor(asName, name, false) !== undefined, matches);
    assertStrictEquals(ruleFor(asPath, name, false) !== undefined, matches);
    assertStrictEquals(ruleFor(asName, `d/${name}`, false) !== undefined, matches);
  });
  await fc.assert(property, { numRuns: 2000 });
});
