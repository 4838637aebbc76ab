import { assertEquals } from "@std/assert";
import { joinedWords, wordsOf } from "../../../../src/tools/agent/match/words.ts";

Deno.test("wordsOf(): words are split at characters that are no letters or digits, and before a capital after a small letter or digit", () => {
  const rows: [text: string, words: string[]][] = [
    ["src/readCsv2.ts", ["src", "read", "csv2", "ts"]],
    ["file_disk-writer  2", ["file", "disk", "writer", "2"]],
    ["HTTPServer sha256Sum", ["httpserver", "sha256", "sum"]],
    ["Étude/ÜBER λόγος", ["étude", "über", "λόγοσ"]],
    ["cafe\u0301_au", ["cafe\u0301", "au"]],
    ["./-_", []],
  ];
  for (const [text, words] of rows) assertEquals(wordsOf(text), words, text);
});

Deno.test("joinedWords(): a text without its separators", () => {
  const rows = [["date-utils", "dateutils"], ["[slug]", "slug"], ["über_uns", "überuns"], [
    "--",
    "--",
  ]];
  for (const [text, joined] of rows) assertEquals(joinedWords(text!), joined);
});
