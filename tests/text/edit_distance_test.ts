import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { codePointsOf, EditDistance } from "../../src/text/edit_distance.ts";

/** The edits by the whole table. */
function oracle(a: string, b: string): number {
  const [from, to] = [[...a], [...b]];
  const table = [[...to, ""].map((_, j) => j)];
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const isSame = from[i - 1] === to[j - 1];
      const isSwapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      row.push(Math.min(
        table[i - 1]![j - 1]! + (isSame ? 0 : 1),
        table[i - 1]![j]! + 1,
        row[j - 1]! + 1,
        isSwapped ? table[i - 2]![j - 2]! + 1 : Infinity,
      ));
    }
    table.push(row);
  }
  return table[from.length]![to.length]!;
}

const text = fc.string({ unit: fc.constantFrom("a", "b", "c", "\u{1F600}"), maxLength: 12 });
const distance = new EditDistance();

Deno.test("EditDistance.between(): equals the whole table, up to a number of edits", () => {
  fc.assert(
    fc.property(text, text, fc.nat(5), (a, b, most) => {
      const edits = oracle(a, b);
      const found = distance.between(codePointsOf(a), codePointsOf(b), most);
      assertEquals(found, edits > most ? Infinity : edits);
    }),
    { numRuns: 3000 },
  );
  assertEquals(
    distance.between(codePointsOf("a".repeat(300)), codePointsOf("a".repeat(299)), 3),
    1,
  );
});

Deno.test("EditDistance.toPrefixes() returns the edits to each prefix of a range of a text", () => {
  fc.assert(
    fc.property(text, text, text, fc.nat(3), (a, before, b, most) => {
      const [asked, other] = [codePointsOf(a), codePointsOf(before + b)];
      const start = [...before].length;
      const row = distance.toPrefixes(asked, other, { start, end: other.length, maxEdits: most });
      const letters = [...b];
      for (let length = 0; length <= letters.length; length++) {
        const edits = oracle(a, letters.slice(0, length).join(""));
        if (edits <= most) assertEquals(row?.[length], edits, `${a} ${b} ${length}`);
      }
    }),
    { numRuns: 3000 },
  );
});
