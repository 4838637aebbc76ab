import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { scanClass } from "../../src/gitignore/wildmatch_class.ts";

/** The ASCII characters that a class has. */
function membersOf(pattern: string): string {
  const scanned = scanClass(pattern, 1);
  assert(scanned !== undefined);
  assertEquals(scanned.end, pattern.length);
  return Array.from({ length: 128 }, (_, code) => code)
    .filter(scanned.has).map((code) => String.fromCharCode(code)).join("");
}

const rows: [pattern: string, members: string][] = [
  ["[abc]", "abc"],
  ["[a-d]", "abcd"],
  ["[d-a]", "d"],
  ["[]a]", "]a"],
  ["[a-]", "-a"],
  ["[-a]", "-a"],
  ["[a-c-e]", "-abce"],
  ["[\\]]", "]"],
  ["[\\a-c]", "abc"],
  ["[a-\\c]", "abc"],
  ["[[:digit:]]", "0123456789"],
  ["[[:digit:]-a]", "-0123456789a"],
  ["[[:xdigit:]]", "0123456789ABCDEFabcdef"],
  ["[[:blank:]]", "\t "],
  ["[[:digit:]x]", "0123456789x"],
  ["[[:a]", ":[a"],
  ["[[a]", "[a"],
];

for (const [pattern, members] of rows) {
  Deno.test(`scanClass() reads ${pattern} as ${JSON.stringify(members)}`, () => {
    assertEquals([...membersOf(pattern)].sort(), [...members].sort());
  });
}

Deno.test("scanClass() negates with ! and ^", () => {
  for (const sign of "!^") {
    const { has } = scanClass(`[${sign}a]`, 1)!;
    assertEquals(["a", "b", "/"].map((each) => has(each.charCodeAt(0))), [false, true, true]);
  }
});

for (
  const pattern of ["[", "[a", "[]", "[!]", "[a-", "[\\", "[a-\\", "[[:nope:]]", "[[:toString:]]"]
) {
  Deno.test(`scanClass() finds that ${pattern} can match nothing`, () => {
    assertStrictEquals(scanClass(pattern, 1), undefined);
  });
}
