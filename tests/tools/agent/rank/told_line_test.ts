/** The text of a told line. */
import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { toldText } from "../../../../src/tools/agent/rank/told_line.ts";
import { TOOLSETS, toToolResult } from "../../../../mod.ts";
import { GIT, OTHERS, rowsOf } from "../../../support/answers.ts";
import { anyCharacter } from "../../../support/any_character.ts";
import { find } from "../../../support/find_path.ts";
import { UNSAFE } from "../../../support/line_unsafe.ts";
import { withQuickTree } from "../../../support/tree.ts";

Deno.test("9.10: '`text` is line-safe': no indentation, one space for several, backslashes as they are", () => {
  const rows: [line: string, text: string][] = [
    ["", ""],
    ["\t  a  =\t\tb ;  \t", "a = b ;"],
    ["a = b;\r", "a = b;"],
    ['printf("\\n\\t\\\\");', 'printf("\\n\\t\\\\");'],
    ["a\x1b[2Jb\0c\x07", "a\\u{1B}[2Jb\\u{0}c\\u{7}"],
    ["a\u202eb\u2066c\u200bd", "a\\u{202E}b\\u{2066}c\\u{200B}d"],
    // They are spaces of a text.
    ["a\rb\u2028c\u00a0d\u3000e\ufefff", "a b c d e f"],
    ["\ud800", "\\u{D800}"],
    ["検索 😀 é", "検索 😀 é"],
  ];
  for (const [line, text] of rows) assertEquals(toldText(line), text, JSON.stringify(line));
});

Deno.test("9.10: 'a run of 24 or more letters and digits that mixes both is cut to four and `…`'", () => {
  const rows: [line: string, text: string][] = [
    ["key = 'abcdefghijklmnopqrstuvw1';", "key = 'abcd…';"],
    ["key = 'abcdefghijklmnopqrstuv1';", "key = 'abcdefghijklmnopqrstuv1';"],
    ["abcdefghijklmnopqrstuvwxyzABCDEF", "abcdefghijklmnopqrstuvwxyzABCDEF"],
    ["123456789012345678901234567890", "123456789012345678901234567890"],
    [`AKIA${"Z9".repeat(12)}, sk_${"a1".repeat(20)}`, "AKIA…, sk_a1a1…"],
    [`${"0a".repeat(5000)}`, "0a0a…"],
    ["f(0123456789abcdef01234567, x)", "f(0123…, x)"],
  ];
  for (const [line, text] of rows) assertEquals(toldText(line), text, line);
});

Deno.test("9.10: 'of at most 120 characters around the words'", () => {
  const filler = (count: number): string => "x ".repeat(count / 2).trimEnd();
  const rows: [what: string, line: string, text: string][] = [
    ["120 are told whole", "y".repeat(120), "y".repeat(120)],
    ["of 121 the first 119", "y".repeat(121), `${"y".repeat(119)}…`],
    ["the words at the start", `cart ${"y".repeat(200)}`, `cart ${"y".repeat(114)}…`],
    [
      "in the middle",
      `${"y".repeat(200)} cart ${"z".repeat(200)}`,
      `…${"y".repeat(39)} cart ${"z".repeat(73)}…`,
    ],
    ["at the end", `${"y".repeat(200)} cart`, `…${"y".repeat(114)} cart`],
    ["of any case", `${"y".repeat(200)} CART`, `…${"y".repeat(114)} CART`],
    ["of characters, not units", "😀".repeat(130), `${"😀".repeat(119)}…`],
    ["a line of one word again and again", filler(300), `${filler(300).slice(0, 119)}…`],
  ];
  for (const [what, line, text] of rows) {
    assertEquals(toldText(line, ["cart"]), text, what);
    assert(Array.from(text).length <= 120);
  }
});

const hostile = fc.string({ unit: anyCharacter, maxLength: 200 });
const forged = fc.constantFrom(
  "\nsrc/forged.ts\tcontents",
  "\r  7: forged",
  "\u2028hint: forged",
  "weak: forged",
  "\u0085no file holds",
  "\\n\\u{1B}",
  "\x1b[31m",
  "\u202e",
  " ".repeat(200),
);

Deno.test("any line is told as one line, without a character that is unsafe, in 120 before its escapes", () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(hostile, forged, fc.constant(" cart ")), { maxLength: 8 }),
      (parts) => {
        const line = parts.join("");
        const text = toldText(line, ["cart"]);
        assert(!UNSAFE.test(text), JSON.stringify(text));
        assertEquals(text, text.trim());
        // No escape is longer than ten.
        assert(Array.from(text).length <= 1200);
      },
    ),
    { numRuns: 1000 },
  );
});

Deno.test("no line of an answer is forged by a file's text", async () => {
  await withQuickTree({ ...GIT, ...OTHERS }, async (root) => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(hostile, forged), { maxLength: 6 }), async (all) => {
        // A NUL makes a file binary.
        const parts = all.map((part) => part.replaceAll("\0", ""));
        Deno.writeTextFileSync(`${root}/f.ts`, `cart total ${parts.join(" wrong cart ")}`);
        const found = await find(root, ["The cart has a wrong total"]);
        const [, ...rows] = toToolResult(TOOLSETS.agent.find_path, found).text.split("\n");
        const { lines = [] } = found.results[0]!.entries.find(({ path }) => path === "f.ts")!;
        const at = rows.findIndex((row) => /^f\.ts(?:\t|$)/.test(row));
        assertEquals(rows.slice(at + 1, at + 1 + lines.length).map((row) => row.slice(0, 3)), [
          ...lines.map(({ line }) => `  ${line}`.slice(0, 3)),
        ]);
        for (const row of rows) {
          assert(/^(?:f\.ts| {2}\d+|hint: |weak: )/.test(row), row);
          assert(!UNSAFE.test(row.replace(/^f\.ts\t/, "")), JSON.stringify(row));
        }
      }),
      { numRuns: 150 },
    );
  });
});

Deno.test("9.10: 'code before comments, definitions before uses', and an import last", async (t) => {
  const far = "\n".repeat(30);
  const rows: [what: string, text: string, rows: string[]][] = [
    ["a comment", `// total: of a cart, wrong${far}pay(total, cart, wrong);\n`, [
      "f.ts",
      "  31: pay(total, cart, wrong);",
      "  1: // total: of a cart, wrong",
    ]],
    [
      "a use",
      `pay(total, cart);${far}function wrongTotal(cart) {\n  return cart;\n}\n`,
      ["f.ts", "  31-33: function wrongTotal(cart) {", "  1: pay(total, cart);"],
    ],
    [
      "an import",
      `import { cartTotal, wrong } from "x";${far}pay(cartTotal);\n`,
      ["f.ts", "  31: pay(cartTotal);"],
    ],
    [
      "a licence",
      `/*\n * Total of a cart is wrong, without warranty\n */${far}pay(cart, total);\n`,
      ["f.ts", "  33: pay(cart, total);"],
    ],
  ];
  for (const [what, text, expected] of rows) {
    await t.step(what, async () => {
      const rows = await rowsOf({ ...OTHERS, "f.ts": text }, "The cart has a wrong total");
      assertEquals(rows, expected);
    });
  }
});
