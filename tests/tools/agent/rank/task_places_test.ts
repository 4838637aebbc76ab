import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { takeAtOnce } from "../../../../src/pacing/paced_steps.ts";
import type { FilePlaces } from "../../../../src/tools/agent/contents/contents.ts";
import { type TellingLine, tellingLines } from "../../../../src/tools/agent/rank/task_places.ts";

/** Words of a task, which tell about as much as each other: the first the least. */
const WORDS = ["cart", "total", "wrong", "tax"];
const tells = (word: number): number => 16 + word;

/** Returns the lines of a text, and where the words stand in it. */
function placesIn(text: string): FilePlaces {
  const lines = text.split("\n");
  const places = lines.flatMap((line, i) =>
    [...line.matchAll(/cart|total|wrong|tax/g)].map(([word]) => ({
      word: WORDS.indexOf(word),
      line: i + 1,
      isName: false,
    }))
  );
  return { lines, places };
}

const toldOf = (file: FilePlaces, path = "a.ts"): TellingLine[] =>
  takeAtOnce(tellingLines(file, path, { tells }));

const textOf = (told: readonly TellingLine[]): string[] =>
  told.map(({ line, words, definition }) => {
    const { name, from, to } = definition ?? {};
    const where = name === undefined ? "" : ` in ${name} ${from}-${to}`;
    return `${line} ${words.map((word) => WORDS[word]).join(" ")}${where}`;
  });

const far = "\n".repeat(30);
const inTotal = "function sum(total) {\n  return total + tax(total);\n}";

Deno.test("9.10: 'at most two a file […] each the line that the words stand on', the rarest word first", () => {
  const rows: [what: string, text: string, told: string[]][] = [
    ["no word", "nothing", []],
    ["one line", "x\n\ncart", ["3 cart"]],
    ["the words of the line alone, not of those near it", "total\nx\ncart wrong", ["3 wrong cart"]],
    ["the rarest first", "cart tax total wrong", ["1 tax wrong total cart"]],
    ["each word once", "cart cart cart", ["1 cart"]],
    ["a second line far away", `cart total${far}cart wrong`, ["31 wrong cart", "1 total cart"]],
    ["none near the first", `cart${"\n".repeat(20)}cart wrong`, ["21 wrong cart"]],
    ["at 21 lines", `cart${"\n".repeat(21)}cart wrong`, ["22 wrong cart", "1 cart"]],
    [
      "no third",
      `cart${far}cart total wrong${far}cart wrong`,
      ["31 wrong total cart", "61 wrong cart"],
    ],
    ["of equal lines the first two", `cart${far}cart${far}cart`, ["1 cart", "31 cart"]],
    [
      "what the first lacks before what it has",
      `cart wrong${far}cart wrong${far}tax total`,
      ["61 tax total", "1 wrong cart"],
    ],
  ];
  for (const [what, text, told] of rows) assertEquals(textOf(toldOf(placesIn(text))), told, what);
});

Deno.test("9.10: 'with its text and the definition around it; code before comments, definitions before uses'", () => {
  const rows: [what: string, text: string, path: string, told: string[]][] = [
    ["the definition around it", `x\n${inTotal}`, "a.ts", ["3 tax total in sum 2-4"]],
    ["left out where it is not sure", `x\n${inTotal}`, "a.txt", ["3 tax total"]],
    [
      "code before comments",
      `// cart total wrong${far}f(cart, total, wrong);`,
      "a.ts",
      ["31 wrong total cart", "1 wrong total cart"],
    ],
    [
      "and before docstrings",
      `"""cart total wrong"""${far}f(cart, total, wrong)`,
      "a.py",
      ["31 wrong total cart", "1 wrong total cart"],
    ],
    [
      "what a definition holds before a line alone",
      `total = tax;${far}${inTotal}`,
      "a.ts",
      ["32 tax total in sum 31-33", "1 tax total"],
    ],
  ];
  for (const [what, text, path, told] of rows) {
    assertEquals(textOf(toldOf(placesIn(text), path)), told, what);
  }
});

Deno.test("of the lines of a phrase of the task, the one with most words is told first", () => {
  const file = placesIn(`cart total wrong tax${far}the cart\nwrong`);
  const phrase = { words: [0, 2], length: 2, isQuoted: false, from: 0, to: 0 };
  const lines = { first: 31, last: 32 };
  assertEquals(textOf(toldOf({ ...file, phrase: { ...phrase, ...lines } })), [
    "31 cart",
    "1 tax wrong total cart",
  ]);
});

const line = fc.array(fc.constantFrom(...WORDS, "x", "// ", "{", "}", "function f(", "import "), {
  maxLength: 4,
}).map((parts) => parts.join(" "));
const text = fc.array(fc.oneof({ arbitrary: fc.constant(""), weight: 3 }, line), {
  minLength: 1,
  maxLength: 120,
  size: "max",
}).map((lines) => lines.join("\n"));

Deno.test("on any text: told lines bear words, are two at most and 20 lines apart, in any order of hits", () => {
  let second = 0;
  fc.assert(
    fc.property(
      text,
      fc.constantFrom("a.ts", "a.py", "a"),
      fc.infiniteStream(fc.nat()),
      (text, path, keys) => {
        const file = placesIn(text);
        const told = toldOf(file, path);
        assertEquals(told.length > 0, file.places.length > 0);
        assert(told.length <= 2);
        for (const { line, words, definition } of told) {
          assert(words.length > 0);
          for (const word of words) assert(file.lines[line - 1]!.includes(WORDS[word]!));
          assert(definition === undefined || definition.from <= line && line <= definition.to);
        }
        if (told.length === 2) {
          second++;
          assert(Math.abs(told[0]!.line - told[1]!.line) >= 20);
        }
        const order = new Map(file.places.map((place) => [place, keys.next().value!]));
        const places = file.places.toSorted((a, b) => order.get(a)! - order.get(b)!);
        assertEquals(textOf(toldOf({ ...file, places }, path)), textOf(told));
      },
    ),
    { numRuns: 500 },
  );
  assert(second > 50, `${second} second lines`);
});

Deno.test("a million hits are looked at with a step for every 1,024 and for every line that may be told", () => {
  const places = Array.from({ length: 2 ** 20 }, (_, i) => ({
    word: i % 4,
    line: 1 + (i >> 5),
    isName: false,
  }));
  const steps = tellingLines({ lines: Array(2 ** 15).fill("cart"), places }, "a.ts", { tells });
  let count = 0;
  while (!steps.next().done) count++;
  // 32,768 lines are read 16 at a time, and have hits; 256 of them are compared.
  assertEquals(count, 1024 + 1 + 2048 + 32 + 2 * 256);
});
