import { assert, assertEquals, assertLess } from "@std/assert";
import { QueryWords } from "../../../../src/tools/agent/rank/query_words.ts";

Deno.test("QueryWords: words of two letters and more, in lower case, cut where names join them", () => {
  const rows: [query: string, found: string[], not: string[]][] = [
    ["", [], ["", "a"]],
    ["  . / ", [], ["a", "/"]],
    ["a", [], ["a"]],
    ["parser", ["parser.ts", "src/PARSER/x", "subparsers"], ["parse", ""]],
    ["fooBar", ["foo", "BAR", "a_bar"], ["fo", "ba"]],
    ["foo_bar.baz", ["foo", "bar", "baz"], ["qux"]],
    ["src/git/history.ts", ["src", "git", "history", "tsx"], ["h", "gi"]],
    ["http2Server", ["http2", "server"], ["http"]],
    ["Übergröße", ["übergröße.txt", "ÜBERGRÖßE"], ["uber"]],
    ["日本語 ファイル", ["日本語.md"], ["日本"]],
  ];
  for (const [query, found, not] of rows) {
    const words = new QueryWords(query);
    assertEquals(words.isEmpty, found.length === 0, query);
    for (const text of found) assert(words.wordsIn(text) !== 0, `${query}: ${text}`);
    for (const text of not) assertEquals(words.wordsIn(text), 0, `${query}: ${text}`);
  }
});

Deno.test("QueryWords: all words together are a match of 1, long ones tell more, and two more than each", () => {
  const words = new QueryWords("the history reader");
  const of = (text: string) => words.matchOf(words.wordsIn(text));
  assertEquals(of("x"), 0);
  assertEquals(of("the history reader"), 1);
  assertLess(of("the"), of("reader"));
  assertLess(of("reader"), of("history"));
  assertLess(of("history") + of("reader"), of("history_reader.ts"));
  assertLess(of("history_reader.ts"), 1);
});

Deno.test("QueryWords: equal words count once, and no more than 24 count", () => {
  const twice = new QueryWords("cart Cart CART total");
  assertEquals(twice.matchOf(twice.wordsIn("cart total")), 1);
  const letters = "abcdefghijklmnopqrstuvwxyz";
  const many = new QueryWords([...letters].map((each) => each + each).join(" "));
  assertEquals(many.wordsIn("yy zz"), 0);
  assertEquals(many.matchOf(many.wordsIn([...letters].map((each) => each + each).join("-"))), 1);
});
