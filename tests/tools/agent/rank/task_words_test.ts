import { assertEquals } from "@std/assert";
import { TaskWords, WordCounts } from "../../../../src/tools/agent/rank/task_words.ts";

Deno.test("a text contains a task's words in any form, case or script, split or joined", () => {
  const rows: [task: string, text: string, count: number][] = [
    ["parse files", "parseFile.ts", 3],
    ["file parser", "src/parsing/files.ts", 2],
    ["file system", "filesystem.ts", 1],
    ["filesystem", "file_system.ts", 1],
    ["http servers", "HTTPServer2.java", 3],
    ["queries", "query.ts", 1],
    ["process classes", "processing/class.ts", 2],
    ["utf8 reader", "utf8.c", 1],
    ["résumé", "RÉSUMÉ.txt", 1],
    ["目录", "目录.md", 1],
    ["the end of a", "of/the/a.ts", 0],
    ["a b c", "a/b/c", 0],
    ["", "x.ts", 0],
    ["(.*)", "(.*)", 0],
    ["cart", "card.ts", 0],
  ];
  for (const [task, text, count] of rows) {
    assertEquals(new TaskWords(task).wordsIn(text).length, count, `${task} in ${text}`);
  }
});

Deno.test("a task of any length has a bounded number of words", () => {
  const letter = (i: number): string => String.fromCodePoint(97 + i % 26);
  const words = Array.from({ length: 300 }, (_, i) => `${letter(i)}${letter(i / 26 | 0)}k`);
  assertEquals(new TaskWords(words.join(" ")).count, 120);
});

Deno.test("a rare word tells more: the bits of how many texts there are for one that has it", () => {
  const task = new TaskWords("parse url");
  const counts = new WordCounts(task);
  const texts = ["parse", "parse_url", "a", "b", "c", "d", "e", "f"].map((text) =>
    task.wordsIn(text)
  );
  for (const words of texts) counts.add(words);
  // `parse` is in two of eight, `url` and both joined in one.
  assertEquals(texts.slice(0, 3).map((words) => counts.informationOf(words)), [3, 3 + 4 + 4, 0]);
});

Deno.test("the words of a text that a task has too are spelled as in the text, in lower case", () => {
  const task = new TaskWords("Walks of the file system");
  const rows: [text: string, words: string[]][] = [
    ["src/walk/WalkOptions.ts", ["walk"]],
    ["src/walking/system.ts", ["walking", "system"]],
    ["filesystem.ts", ["filesystem"]],
    ["main.ts", []],
  ];
  for (const [text, words] of rows) assertEquals(task.spelledIn(text), words, text);
  assertEquals(new TaskWords("filesystem").spelledIn("src/fileSystem.ts"), ["file system"]);
});
