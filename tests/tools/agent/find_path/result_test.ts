/** The text of a result, and its rows for a terminal and a pipe. */
import { assertEquals } from "@std/assert";
import { type Schema, Validator } from "@cfworker/json-schema";
import { type FindPathResult, TOOLSETS, toToolResult } from "../../../../mod.ts";

const { find_path } = TOOLSETS.agent;

type Found = FindPathResult["results"][number];
type Entry = Found["entries"][number];
type Place = NonNullable<Entry["lines"]>[number];

const entry = (path: string, why: Entry["why"], lines?: readonly Place[]): Entry => ({
  path,
  name: path.slice(path.lastIndexOf("/") + 1),
  kind: "file",
  score: 70,
  why,
  ...lines && { lines },
});

const found = (...results: readonly Found[]): FindPathResult => ({
  success: true,
  operation: "find_path",
  root: ".",
  query: {},
  count: results.reduce((sum, { entries }) => sum + entries.length, 0),
  truncated: false,
  results,
});

const textOf = (...results: readonly Found[]): string =>
  toToolResult(find_path, found(...results)).text;

const around = (name: string, from: number, to: number): NonNullable<Place["in"]> => ({
  name,
  from,
  to,
});

Deno.test("9.10: 'Told are lines: `lines: [{ line, text, words, in?: { name, from, to } }]`', each a row below its file's", async (t) => {
  const words = ["rate", "limit"];
  const rows: [what: string, place: Place, row: string, located: string][] = [
    ["words alone", { line: 7, words }, "7: rate limit", "7:rate limit"],
    ["nothing but the line", { line: 7, words: [] }, "7", "7:"],
    ["its text", { line: 7, words, text: "if (limit)" }, "7: if (limit)", "7:if (limit)"],
    ["an empty line", { line: 7, words, text: "" }, "7", "7:"],
    [
      "the definition around it",
      { line: 190, words, text: 'return "No results"', in: around("formatResults", 186, 204) },
      '190 in formatResults (186-204): return "No results"',
      '190:return "No results"',
    ],
    [
      "its last line",
      { line: 204, words, text: "}", in: around("f", 186, 204) },
      "204 in f (186-204): }",
      "204:}",
    ],
    [
      "the definition itself",
      { line: 186, words, text: "func f() {", in: around("f", 186, 204) },
      "186-204: func f() {",
      "186:func f() {",
    ],
    [
      "one of one line",
      { line: 3, words, text: "type A = B", in: around("A", 3, 3) },
      "3: type A = B",
      "3:type A = B",
    ],
    [
      "nothing in a name or a word ends the row",
      { line: 2, words: ["a\nb", "c"], in: around("x\ny\tz", 1, 9) },
      "2 in x\\ny\\tz (1-9): a\\nb c",
      "2:a\\nb c",
    ],
  ];
  for (const [what, place, row, located] of rows) {
    await t.step(what, () => {
      const result = { query: "q", entries: [entry("a/b.go", "contents", [place])] };
      assertEquals(textOf(result), `find_path .: 1 entry\na/b.go\n  ${row}`);
      const { tails, places } = find_path.toReport!(found(result))!;
      assertEquals([tails, places], [[`\n  ${row}`], [[located]]]);
    });
  }
});

Deno.test("9: 'every entry tells why in a word': after a tab, unless its places say it", () => {
  const places = [{ line: 9, words: ["cart"] }, { line: 2, words: ["total"] }];
  const entries = [
    entry("a.ts", "exact", places),
    entry("b.ts", 'touched by "Fix the cart"', places.slice(1)),
    entry("c.ts", "name: cart"),
    entry("d.ts", "contents", places),
    entry("e.ts", "contents"),
    entry("f.ts", "partly"),
    entry(" 7: g.ts", "letters"),
  ];
  assertEquals(
    textOf({ query: "q", entries, weaker: 3 }),
    `find_path .: 7 entries, 3 weaker left out
a.ts\texact
  9: cart
  2: total
b.ts\ttouched by "Fix the cart"
  2: total
c.ts\tname: cart
d.ts
  9: cart
  2: total
e.ts\tcontents
f.ts\tpart of the query
\\u{20}7: g.ts\tletters in order`,
  );
  const { lines, tails } = find_path.toReport!(found({ query: "q", entries }))!;
  assertEquals([lines[3], tails![3]], ["d.ts", "\n  9: cart\n  2: total"]);
});

Deno.test("9: 'Where the best entry holds little of what was asked, `weak` says so', and what no file holds is said", () => {
  const weak = "a.ts has 1 of 5 words:\nsend terms";
  const unheld = ["maxLength={2}", 'a "b"\n\\'];
  const entries = [entry("weak: a.ts", "name: a"), entry('no file holds "x"', "name: x")];
  const names = ["\\u{77}eak: a.ts", '\\u{6E}o file holds "x"'];
  const said = ['no file holds "maxLength={2}"', 'no file holds "a \\"b\\"\\n\\\\"'];
  const one = { query: "q", entries, weak, unheld };
  assertEquals(
    textOf(one),
    [
      "find_path .: 2 entries",
      "weak: a.ts has 1 of 5 words:\\nsend terms",
      `${names[0]}\tname: a`,
      `${names[1]}\tname: x`,
      ...said,
    ].join("\n"),
  );
  const none = { query: "r", entries: [], weak: "nothing fits" };
  assertEquals(
    textOf(one, none),
    [
      "find_path .: 2 entries",
      "find_path 'q': 2 entries",
      "weak: a.ts has 1 of 5 words:\\nsend terms",
      `${names[0]}\tname: a`,
      `${names[1]}\tname: x`,
      ...said,
      "find_path 'r': 0 entries",
      "weak: nothing fits",
    ].join("\n"),
  );
  // The command says both beside the entries.
  const report = find_path.toReport!(found(one))!;
  assertEquals(report.notes, ["weak: a.ts has 1 of 5 words:\\nsend terms", ...said]);
  const { notes, sections } = find_path.toReport!(found(one, none))!;
  assertEquals([notes, sections], [said, [
    { heading: "find_path 'q': 2 entries\nweak: a.ts has 1 of 5 words:\\nsend terms", count: 2 },
    { heading: "find_path 'r': 0 entries\nweak: nothing fits", count: 0 },
  ]]);
});

Deno.test("a result with all that may be told fits OUTPUT_SCHEMA", () => {
  const lines = Array.from({ length: 10 }, (_, i): Place => ({
    line: i + 1,
    text: "class A",
    words: [],
    in: around("A", 1, 30),
  }));
  const entries = [entry("a.ts", "exact", lines)];
  const result = found({ query: "A", entries, weak: "w", unheld: ["u"] });
  const validator = new Validator(find_path.OUTPUT_SCHEMA as unknown as Schema, "2020-12");
  const { valid, errors } = validator.validate(structuredClone(result));
  assertEquals([valid, errors], [true, []]);
});
