import { assertEquals } from "@std/assert";
import { firstSentence } from "../../src/cli/first_sentence.ts";

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
