import { assertEquals, assertStrictEquals } from "@std/assert";
import fc from "fast-check";
import { fromLineSafe, lineSafe } from "../../src/text/line_safe.ts";
import { rowSafe } from "../../src/tools/row_safe.ts";
import { anyCharacter } from "../support/any_character.ts";

// "A name that would read like a line of the tool's own (`hint: …`, `skipped: …`, `More than 25 entries found`)
// has its first character escaped."
const rows: [name: string, shown: string][] = [
  ["hint: x", "\\u{68}int: x"],
  ["skipped: 3 permission_denied", "\\u{73}kipped: 3 permission_denied"],
  ["More than 25 entries found", "\\u{4D}ore than 25 entries found"],
  ["[stopped after 3 entries]", "\\u{5B}stopped after 3 entries]"],
  ["… 230 more", "\\u{2026} 230 more"],
  ["error not_found: x", "\\u{65}rror not_found: x"],
  ["list_dir a/b: 3 entries", "\\u{6C}ist_dir a/b: 3 entries"],
  ["hint: a\\b ", "\\u{68}int: a\\\\b\\u{20}"],
];

for (const [name, shown] of rows) {
  Deno.test(`rowSafe() turns ${JSON.stringify(name)} into ${JSON.stringify(shown)}`, () => {
    assertStrictEquals(rowSafe(name), shown);
    assertStrictEquals(fromLineSafe(shown), name);
  });
}

Deno.test("rowSafe() leaves ordinary names alone", () => {
  const names =
    ("hints.md, hint:x, hint, a hint: x, error.ts, error: x, errors found.txt, skipped/x: y, suggestions, next_cursor, More than words.mp3, More than 9 lives, Listed building.jpg, (Total recall).mkv, " +
      "[Truncated] notes, [stopped].txt, Use offset.md, Absolute path.txt, Saved to disk: a, overview of the system.md, overview: part 2.md, list_dir notes.md, …, …x, omitted, Chapter 1: Intro.md, Re: hello.eml")
      .split(", ");
  assertEquals(names.map(rowSafe), names);
});

Deno.test("rowSafe() is lineSafe() but for a first character, and fromLineSafe() undoes it", () => {
  const name = fc.string({
    unit: fc.oneof(
      anyCharacter,
      fc.constantFrom("hint: ", "Error: ", "… ", " ", "/", "overview ", ": 3", "\\", "error x: "),
    ),
    maxLength: 6,
  });
  fc.assert(
    fc.property(name, (name) => {
      const shown = rowSafe(name);
      assertStrictEquals(fromLineSafe(shown), name);
      if (shown !== lineSafe(name)) {
        assertStrictEquals(
          shown.replace(/^\\u\{[\dA-F]+\}/, ""),
          lineSafe(name).replace(/^./u, ""),
        );
      }
    }),
    { numRuns: 1000 },
  );
});
