/** The lines that are told of a file, and that nothing else of it is. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import fc from "fast-check";
import { TOOLSETS, toToolResult } from "../../../../mod.ts";
import { numbered, overview } from "../../../support/agent.ts";
import { find } from "../../../support/find_path.ts";
import { taskWords } from "../../../support/task.ts";
import { withQuickTree } from "../../../support/tree.ts";

const TASK = "The cart has a wrong total";
/** Without words of the task, so that its words are rare. */
const OTHERS = Object.fromEntries(numbered(9, "x").map((name) => [name, "nothing\n"]));
const far = "\n".repeat(21);

const PLACES = { contents: "places" } as const;

/** Returns what `find_path` tells of the lines of a file `f`, as its text has them. */
async function linesOf(contents: string, task = TASK, others = OTHERS): Promise<string> {
  let text = "";
  await withQuickTree({ ...others, "f": contents }, async (root) => {
    ({ text } = toToolResult(TOOLSETS.agent.find_path, await find(root, [task], {}, PLACES)));
  });
  const [, rows = ""] = /^f(?:\t.*)?\n((?: .*\n?)*)/m.exec(text) ?? [];
  return rows.trim().replaceAll(/\n */g, "; ");
}

Deno.test("9.10: '`\"places\"` numbers of lines and the task's own words', as `sed -n` counts lines, at most two a file", async (t) => {
  const rows: [what: string, contents: string, lines: string, task?: string][] = [
    ["the last line has no end", "a\nb\ncart total", "3: cart total"],
    ["CRLF", "a\r\nb\r\ncart total\r\n", "3: cart total"],
    ["CR alone ends none", "a\rb\rcart total", "1: cart total"],
    ["nor a form feed", "a\fb\fcart\vtotal", "1: cart total"],
    ["nor Unicode's", "a\u2028b\u2029c\u0085cart total", "1: cart total"],
    ["a byte order mark", "\ufeffcart total\n", "1: cart total"],
    ["near lines", "a\ncart\n\n\ntotal\n", "2: cart"],
    ["a second place", `cart total${far}cart total`, "1: cart total; 22: cart total"],
    ["not near the first", `cart total${"\n".repeat(19)}cart total`, "1: cart total"],
    ["no third", `cart total${far}cart total${far}total cart`, "1: cart total; 22: cart total"],
    ["what tells most is first", `cart${far}cart total wrong`, "22: cart wrong total; 1: cart"],
    ["lower case, as the task has it", "Carts TOTAL", "1: cart total"],
    ["and not as the file has it", "carted TOTALS", "1: cart total"],
    ["joined words", "the RATELIMIT of", "1: rate limit", "a rate limit is passed"],
    ["at most four words", "ee dd cc bb aa", "1: aa bb cc dd", "aa bb cc dd ee"],
  ];
  for (const [what, contents, lines, task] of rows) {
    await t.step(what, async () => assertEquals(await linesOf(contents, task), lines));
  }
  await t.step("the rarest word is first", async () => {
    const others = { ...OTHERS, "g": "cart", "h": "cart" };
    assertEquals(await linesOf("cart wrong total", TASK, others), "1: wrong total cart");
  });
});

Deno.test("9.10: '`\"places\"` numbers of lines and the task's own words': never text of a file", async () => {
  const secret = fc.stringMatching(/^(?:sk_live_|AKIA|hunter|password=|日本)[a-zA-Z0-9]{8,12}$/);
  const said = fc.constantFrom(..."cart|Total|wrong| |\n|-|class |const |カート".split("|"));
  const contents = fc.array(fc.oneof(secret, said), { minLength: 3, maxLength: 40 });
  const words = new Set(taskWords(TASK).spellings);
  let told = 0;
  await withQuickTree(OTHERS, async (root) => {
    await fc.assert(
      fc.asyncProperty(contents, fc.constantFrom("", " "), async (parts, between) => {
        Deno.writeTextFileSync(`${root}/f`, parts.join(between));
        const found = await find(root, [TASK], {}, PLACES);
        const seen = await overview(root, { query: TASK }, PLACES);
        const places = [...found.results[0]!.entries, ...seen.marked ?? []]
          .flatMap(({ lines = [] }) => lines);
        told += places.length;
        assertEquals(places.flatMap((each) => each.words).filter((each) => !words.has(each)), []);
        const all = [
          JSON.stringify([found, seen]),
          toToolResult(TOOLSETS.agent.find_path, found).text,
          toToolResult(TOOLSETS.agent.overview, seen).text,
        ].join("\n").toLowerCase();
        for (const part of parts) {
          if (part.length > 8) assert(!all.includes(part.toLowerCase()), part);
        }
      }),
      { numRuns: 100 },
    );
  });
  assert(told > 50, `${told} places`);
});

Deno.test('9.10: `"places"` tells a symbol, a trace and a message by numbers alone, too', async (t) => {
  const says = "const SECRET = 1;\nfunction bodyLimit(SECRET) {\n  SECRET.bodyLimit();\n}\n";
  const rows: [what: string, query: string, rows: string[]][] = [
    ["a symbol", "bodyLimit", ["f.ts\tdefines bodyLimit", "  2", "  3"]],
    ["a trace", "    at bodyLimit (/app/f.ts:3:2)\n    at main (/app/g.ts:1:1)", [
      "f.ts\texact",
      "  3",
      "  2: body limit",
    ]],
    ["a message", "cannot limit the body", ["f.ts", "  2: limit body"]],
  ];
  for (const [what, query, expected] of rows) {
    await t.step(what, () =>
      withQuickTree({ ...OTHERS, "f.ts": says }, async (root) => {
        const found = await find(root, [query], {}, PLACES);
        const { text } = toToolResult(TOOLSETS.agent.find_path, found);
        assert(!/SECRET/.test(JSON.stringify(found) + text), text);
        const lines = text.split("\n").filter((row) => /^(?: |f\.ts)/.test(row));
        assertEquals(lines, expected);
      }));
  }
});

Deno.test("`overview`'s marks say the first place, with the reason, and have all of them as data", async () => {
  const tree = { ...OTHERS, "cart.md": "\ncart\n", "f": `${far}a wrong total${far}wrong total` };
  await withQuickTree(tree, async (root) => {
    const { text, marked = [] } = await overview(root, { query: TASK }, PLACES);
    const { results } = await find(root, [TASK], {}, PLACES);
    const found = results[0]!.entries.map(({ path, why, lines }) => ({ path, why, lines }));
    assertEquals(marked as unknown, found);
    const [line, words] = [22, ["wrong", "total"]];
    const lines = [{ line, words }, { line: 43, words }];
    assertEquals(marked.find(({ path }) => path === "f"), { path: "f", why: "contents", lines });
    assertMatch(text, /^cart\.md\t#\d (?:name: cart; )?line 2 cart$/m);
    assertMatch(text, /^f\t#\d line 22 wrong total$/m);
  });
  // Where no budget is left for words, a mark still says the line.
  const many = Object.fromEntries(numbered(5, "f").map((name) => [name, "\n\nwrong total cart"]));
  await withQuickTree({ ...OTHERS, ...many }, async (root) => {
    const { text } = await overview(root, { query: TASK, max_tokens: 200 });
    for (let i = 1; i < 5; i++) assertMatch(text, RegExp(`\t#${i} line 3(?: |$)`, "m"));
    assertMatch(text, /\t#5 line 3$/m);
  });
});
