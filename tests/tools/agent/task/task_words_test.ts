import { assertEquals } from "@std/assert";
import { WordCounts } from "../../../../src/tools/agent/task/task_words.ts";
import { taskWords } from "../../../support/task.ts";

Deno.test("a text contains a task's words in any form, case or script, split or joined", () => {
  const rows: [task: string, text: string, count: number][] = [
    ["parse files", "parseFile.ts", 3],
    ["file parser", "src/parsing/files.ts", 2],
    ["make it work", "src/workers/pool.ts", 0],
    ["the worker", "src/workers/pool.ts", 1],
    ["file system", "filesystem.ts", 1],
    ["filesystem", "file_system.ts", 1],
    ["http servers", "HTTPServer2.java", 3],
    ["queries", "query.ts", 1],
    ["cookies", "Cookie.kt", 1],
    ["process classes", "processing/class.ts", 2],
    ["utf8 reader", "utf8.c", 2],
    ["the a2a client", "src/a2a/A2AClient.ts", 2],
    ["i18n", "i18n.ts", 2],
    ["i18n", "i_18_n.ts", 1],
    ['drop "8.3"', "docs/8.3.md", 1],
    ["drop 8.3", "docs/8.3.md", 0],
    ["résumé", "RÉSUMÉ.txt", 1],
    ["目录", "目录.md", 1],
    ["the end of a", "of/the/a.ts", 0],
    ["a b c", "a/b/c", 0],
    // A word that says nothing makes no pair.
    ["fix the cart", "in the cart", 1],
    ["an odd cart", "an odd one", 1],
    ["", "x.ts", 0],
    ["(.*)", "(.*)", 0],
    ["cart", "card.ts", 0],
    ["see shop/cart#12", "cart.ts", 0],
    ["see https://git.example/shop/cart/issues/12", "cart.ts", 0],
    ["see https://git.example/shop/cart/pull/12#note", "Keep notes (#12)", 2],
    ["shop/cart #12", "shop/cart.ts", 3],
  ];
  for (const [task, text, count] of rows) {
    assertEquals(taskWords(task).wordsIn(text).length, count, `${task} in ${text}`);
  }
});

Deno.test("9.9: every word of a task counts, wherever it stands", () => {
  const filler = "alpha ".repeat(20_000);
  const rows: [task: string, text: string, count: number][] = [
    [`${filler.slice(0, 64_998)}cart`, "cart.ts", 1],
    ["x".repeat(65_536), "cart.ts", 0],
    ["cart\n" + "[".repeat(65_000), "cart.ts", 1],
    ["cart\n" + "1.1".repeat(20_000) + " x", "cart.ts", 1],
    ["cart\n" + "\x1b[31m".repeat(10_000), "cart.ts", 1],
    [`${"x y ".repeat(1200)}the cart`, "cart.ts", 1],
    [`${"x.".repeat(2600)} cart`, "cart.ts", 1],
    [`a${"\u0301".repeat(60_000)} cart`, "cart.ts", 1],
    [`cart ${"e".repeat(65_000)}`, `${"e".repeat(255)}`, 1],
  ];
  for (const [task, text, count] of rows) {
    assertEquals(taskWords(task).wordsIn(text).length, count, task.slice(0, 10));
  }
});

Deno.test("9.9: the first line counts more; what is in most issues nearly nothing", () => {
  const task =
    "Wrong total\n### Expected cart\n- [x] I read guides\n| os | linux |\nNode version: 20.1.0\nprices are odd";
  const { weights } = taskWords(task);
  const weightOf = (text: string) => weights[taskWords(task).wordsIn(text)[0]!];
  const rows: [text: string, weight: number][] = [
    ["total", 1],
    ["prices", 0.5],
    ["cart", 0.05],
    ["guides", 0.05],
    ["linux", 0.05],
    ["node", 0.05],
  ];
  for (const [text, weight] of rows) assertEquals(weightOf(text), weight, text);
});

Deno.test("9.2: the title of a task is its first line that no template and no foreign frame brings", () => {
  const template = ["Describe the bug", "**To Reproduce**", "Steps to reproduce the behavior:"];
  const frames = [
    "    at dispatch (/app/node_modules/express/lib/cart.js:1:2)",
    "    at Module.cart (node:internal/modules/cart:1105:14)",
    "    at cart (internal/process/cart.js:84:21)",
    "\tat java.base/java.lang.Cart.run(Cart.java:829)",
    '  File "/usr/lib/python3.11/runpy.py", line 196, in cart\n    return cart()',
    "net/http.Cart(0xc000)\n\t/usr/local/go/src/net/http/server.go:2109 +0x2f",
    "   3: core::cart::panic\n             at /rustc/90b35a6/library/core/src/cart.rs:12:5",
  ];
  const rows: [task: string, total: number, cart?: number][] = [
    ...[...template, "- [x] I read the guides"].map((line): [string, number] => [
      `${line}\n\nWrong total`,
      1,
    ]),
    ["# Wrong total\n## Expected behavior\nthe cart", 1, 0.5],
    ["### Environment\ncart 1\n### Wrong total", 0.05, 1],
    ["Expected behavior of total", 1],
    ["the bug\nWrong total\nEnvironment\ncart", 1, 0.5],
    ...frames.map((frame): [string, number, number] => [`Wrong total\n${frame}`, 1, 0.05]),
    ["Wrong total\n    at dispatch (/app/src/cart.js:1:2)", 1, 0.5],
  ];
  for (const [text, ...expected] of rows) {
    const task = taskWords(text);
    const weights = ["total", "cart"].map((word) => task.weights[task.wordsIn(word)[0]!]);
    assertEquals(weights.slice(0, expected.length), expected, text);
  }
});

Deno.test("a rare word tells more: the bits of how many texts there are for one that has it", () => {
  const task = taskWords("parse url");
  const counts = new WordCounts(task);
  const texts = ["parse", "parse_url", "a", "b", "c", "d", "e"].map((text) => task.wordsIn(text));
  for (const words of texts) counts.add(words);
  // `parse` is in two of seven, `url` and both joined in one.
  assertEquals(texts.slice(0, 3).map((words) => counts.informationOf(words)), [
    2.125,
    2.125 + 3 + 3,
    0,
  ]);
});

Deno.test("the words of a text that a task has too are spelled as in the text, in lower case", () => {
  const task = taskWords("Walks of the file system");
  const rows: [text: string, words: string[]][] = [
    ["src/walk/WalkOptions.ts", ["walk"]],
    ["src/walking/system.ts", ["walking", "system"]],
    ["filesystem.ts", ["filesystem"]],
    ["main.ts", []],
  ];
  for (const [text, words] of rows) assertEquals(task.spelledIn(text), words, text);
  assertEquals(taskWords("filesystem").spelledIn("src/fileSystem.ts"), ["file system"]);
});

// "Maximum words that are read of a task": no issue has more.
Deno.test("words after the first 32,768 of a task do not count", () => {
  const text = Array.from({ length: 20_000 }, (_, i) => `q${String(i).padStart(5, "0")}`).join(
    "\n",
  );
  const { count, stems } = taskWords(`first\n${text}\nlast`);
  assertEquals([count, stems.length, stems[0]], [32_768, 32_768, "first"]);
  assertEquals(taskWords(`first\n${text}\nlast`).wordsIn("last first"), [0]);
});
