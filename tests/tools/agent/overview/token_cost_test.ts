import { assert, assertEquals, assertLessOrEqual } from "@std/assert";
import fc from "fast-check";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import {
  budgetFor,
  costOf,
  estimateTokens,
  fits,
  indentTokens,
  subtractCost,
  sumOfCosts,
} from "../../../../src/tools/agent/overview/token_cost.ts";
import { anyCharacter } from "../../../support/any_character.ts";

const SEED = 20_260_733;

const estimate = (text: string): number => estimateTokens(costOf(text));

Deno.test("costOf() counts UTF-8 bytes and word pieces", () => {
  const rows: [text: string, bytes: number, tokens: number][] = [
    ["", 0, 0],
    ["a", 1, 1],
    ["word", 4, 1],
    ["words", 5, 2],
    ["Words", 5, 2],
    ["camelCase", 9, 3],
    ["HTMLElement", 11, 4],
    ["1234567", 7, 3],
    ["a b", 3, 3],
    ["\n", 1, 1],
    ["\n a", 3, 2],
    ["\n    a", 6, 3],
    ["a\n\nb", 4, 4],
    ["src/", 4, 2],
    ["é", 2, 2],
    ["😀", 4, 2],
    ["…", 3, 1],
    ["src/ (2 files)", 14, 6],
    ["x files.ts", 10, 3],
    ["x files.bat", 11, 4],
    ["a.ts\n", 5, 3],
    ["a.tsk", 5, 3],
    ["a.tsé", 6, 5],
    ["-.ts", 4, 3],
    ["src/\n  a.md", 11, 5],
    ["x filesystem", 12, 5],
    ["a (1 dir)\n b", 12, 6],
    ["a (1 dir)\n   b", 14, 7],
    [")", 1, 1],
  ];
  for (const [text, bytes, tokens] of rows) {
    assertEquals(costOf(text), { bytes, tokens }, JSON.stringify(text));
  }
});

Deno.test("estimateTokens() is the larger of bytes divided by three, rounded up, and the pieces", () => {
  assertEquals(estimateTokens({ bytes: 0, tokens: 0 }), 0);
  assertEquals(estimateTokens({ bytes: 4, tokens: 1 }), 2);
  assertEquals(estimateTokens({ bytes: 3, tokens: 5 }), 5);
});

Deno.test("budgetFor() is the budget that estimateTokens() allows, no more", () => {
  for (const tokens of [200, 201, 50_000]) {
    const space = budgetFor(tokens);
    for (const [bytes, pieces] of [[3 * tokens, tokens], [3 * tokens + 1, 0], [0, tokens + 1]]) {
      const cost = { bytes: bytes!, tokens: pieces! };
      assertEquals(fits(cost, space), estimateTokens(cost) <= tokens);
    }
  }
});

Deno.test("costOf() adds up over lines", () => {
  const line = fc.string({ unit: anyCharacter, maxLength: 20 }).map((text) =>
    text.replaceAll("\n", "")
  )
    .filter((text) => !text.startsWith(" "))
    .chain((text) =>
      fc.constantFrom(text, `${text}/`, `${text}/ (2 files)`, `… 2 more (${text} 2)`)
    );
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(5), line)), (lines) => {
      const texts = lines.map(([depth, text]) => " ".repeat(depth) + text);
      const parts = lines.map(([depth, text]) => {
        const { bytes, tokens } = costOf(`${text}\n`);
        return { bytes: bytes + depth, tokens: tokens + indentTokens(depth) };
      });
      // The first line of a text has no indentation.
      const whole = costOf(["", ...texts, ""].join("\n"));
      assertEquals(whole, sumOfCosts([costOf("\n"), ...parts]));
      assertEquals(subtractCost(whole, sumOfCosts(parts)), costOf("\n"));
    }),
    { seed: SEED },
  );
});

/** Names that people and programs give. */
const LISTS: Readonly<Record<string, readonly string[]>> = {
  "short names": Array.from({ length: 300 }, (_, i) => `${"abcdefghij"[i % 10]}${i}`),
  "words": ["index.ts", "package-lock.json", "README.md", "node_modules/", "tsconfig.json"],
  "camel and pascal": [
    "useLocalStorage.ts",
    "HTTPServer.java",
    "XMLHttpRequest.js",
    "MyAppDelegate.m",
  ],
  "hashes": Array.from(
    { length: 100 },
    (_, i) => `chunk-${(i * 2654435761 >>> 0).toString(36)}.js`,
  ),
  "hex": Array.from({ length: 100 }, (_, i) => `${(i * 2654435761 >>> 0).toString(16)}.map`),
  "dates": ["2024-01-31T12:00:00.log", "IMG_20240131_120000.jpg"],
  "extensions": [
    "a.c",
    "a_.c",
    "a-.ts",
    "~$.ts",
    "é.ts",
    "1.ts",
    "a.b.ts",
    "..ts",
    "a.TS",
    "x .md",
    "a.ts's",
  ],
  "dots and dashes": ["..a", "--", "a.b.c.d.e", "__init__.py", "~$x", "a---b", "@scope/"],
  "accents": ["Übergrößenträger.txt", "français.md", "señor.doc", "naïve.txt"],
  "greek and cyrillic": ["Ελληνικά.txt", "документы/", "файл.txt"],
  "chinese, japanese, korean": ["文档/", "日本語.txt", "한국어.md", "新建文件夹/"],
  "arabic, hebrew, hindi, thai": ["مستند.txt", "עברית.txt", "हिन्दी.txt", "ภาษาไทย.txt"],
  "emoji": ["😀.txt", "🎉party🎉.md", "👨‍👩‍👧.png"],
  "escapes": ["a\\u{202E}b", "x\\ny", "\\\\"],
  "summaries": [
    "src/ (1,284 files, 96 dirs: .ts 900, .json 300)",
    "… 9,900 more (9,000 files, 900 dirs)",
  ],
};

Deno.test("estimateTokens() is never below o200k for the names that people and programs give", async (t) => {
  for (const [what, names] of Object.entries(LISTS)) {
    await t.step(what, () => {
      const inside = (depth: number): string =>
        names.map((name) => " ".repeat(depth) + name).join("\n");
      const texts = [inside(0), `src/\n${inside(1)}`, `src/\n lib/\n  x/\n${inside(3)}`];
      for (const text of texts) {
        assertLessOrEqual(countTokens(text), estimate(text), text.slice(0, 40));
      }
    });
  }
});

Deno.test("estimateTokens() is near o200k where names are words", () => {
  const words = LISTS.words!.concat(LISTS["camel and pascal"]!).join("\n");
  assert(estimate(words) <= 2 * countTokens(words), `${estimate(words)} ${countTokens(words)}`);
});
