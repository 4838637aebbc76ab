import { assertEquals } from "@std/assert";
import { wordsOf } from "../../../../src/tools/agent/match/letters.ts";

Deno.test("wordsOf(): words are split at characters that are no letters or digits, and before a capital after a small letter or digit", () => {
  const rows: [text: string, words: string[]][] = [
    ["src/readCsv2.ts", ["src", "read", "csv2", "ts"]],
    ["file_disk-writer  2", ["file", "disk", "writer", "2"]],
    ["HTTPServer sha256Sum", ["httpserver", "sha256", "sum"]],
    ["Étude/ÜBER λόγος", ["étude", "über", "λόγοσ"]],
    ["cafe\u0301_au", ["cafe\u0301", "au"]],
    // Unicode 17 makes letters of U+323B0 and its like, which older runtimes know as unassigned: they answer alike.
    ["a\u{323b0}/\u{323b1}", ["a\u{323b0}", "\u{323b1}"]],
    ["./-_", []],
  ];
  for (const [text, words] of rows) assertEquals(wordsOf(text), words, text);
});
