import { assertEquals } from "@std/assert";
import { firstSentence, wrap } from "../../src/cli/wrap.ts";

const rows: [what: string, text: string, indent: number, lines: string[]][] = [
  ["an empty text is one line", "", 2, ["  "]],
  ["a short text stays whole", "one two", 4, ["    one two"]],
  ["80 characters fit", `${"a".repeat(40)} ${"b".repeat(39)}`, 0, [
    `${"a".repeat(40)} ${"b".repeat(39)}`,
  ]],
  ["81 characters do not", `${"a".repeat(40)} ${"b".repeat(40)}`, 0, [
    "a".repeat(40),
    "b".repeat(40),
  ]],
  ["the indent counts", `${"a".repeat(40)} ${"b".repeat(38)}`, 2, [
    `  ${"a".repeat(40)}`,
    `  ${"b".repeat(38)}`,
  ]],
  ["a long word is never cut", `a ${"b".repeat(100)} c`, 0, ["a", "b".repeat(100), "c"]],
];

for (const [what, text, indent, lines] of rows) {
  Deno.test(`wrap(): ${what}`, () => assertEquals(wrap(text, indent), lines));
}

Deno.test("firstSentence() ends at a full stop or a colon, and keeps a text without either", () => {
  const rows: [text: string, first: string][] = [
    ["One. Two.", "One."],
    ["One.", "One."],
    ["A list: a, b.", "A list."],
    ["Reads .gitignore 1.2 files. More.", "Reads .gitignore 1.2 files."],
    ["no end", "no end"],
    ["", ""],
  ];
  for (const [text, first] of rows) assertEquals(firstSentence(text), first);
});
