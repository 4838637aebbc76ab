import { assert, assertEquals, assertLessOrEqual } from "@std/assert";
import fc from "fast-check";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import {
  costOf,
  estimateTokens,
  subtractCost,
  sumOfCosts,
} from "../../../../src/tools/agent/overview/token_cost.ts";
import { anyCharacter } from "../../../support/any_character.ts";

const SEED = 20_260_733;

const estimate = (text: string): number => estimateTokens(costOf(text));

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
      const parts = lines.map(([depth, text]) => `${" ".repeat(depth)}${text}\n`);
      const whole = costOf(parts.join(""));
      assertEquals(whole, sumOfCosts(parts.map(costOf)));
      assertEquals(subtractCost(whole, whole), costOf(""));
    }),
    { seed: SEED },
  );
});

const hashesOf = (radix: number): string[] =>
  Array.from({ length: 100 }, (_, i) => (i * 2654435761 >>> 0).toString(radix));

/** Names that people and programs give. */
const LISTS: Readonly<Record<string, readonly string[]>> = {
  "short names": Array.from({ length: 300 }, (_, i) => `${"abcdefghij"[i % 10]}${i}`),
  "words": ["index.ts", "package-lock.json", "README.md", "node_modules/", "tsconfig.json"],
  "camel and pascal": "useLocalStorage.ts HTTPServer.java XMLHttpRequest.js MyAppDelegate.m".split(
    " ",
  ),
  "hashes": hashesOf(36).map((hash) => `chunk-${hash}.js`),
  "hex": hashesOf(16).map((hash) => `${hash}.map`),
  "dates": ["2024-01-31T12:00:00.log", "IMG_20240131_120000.jpg"],
  "extensions": ["x .md", ..."a.c a_.c a-.ts ~$.ts é.ts 1.ts a.b.ts ..ts a.TS a.ts's".split(" ")],
  "dots and dashes": ["..a", "--", "a.b.c.d.e", "__init__.py", "~$x", "a---b", "@scope/"],
  "accents": ["Übergrößenträger.txt", "français.md", "señor.doc", "naïve.txt"],
  "greek and cyrillic": ["Ελληνικά.txt", "документы/", "файл.txt"],
  "chinese, japanese, korean": ["文档/", "日本語.txt", "한국어.md", "新建文件夹/"],
  "arabic, hebrew, hindi, thai": ["مستند.txt", "עברית.txt", "हिन्दी.txt", "ภาษาไทย.txt"],
  "other scripts": ["አማርኛ.txt", "ខ្មែរ.txt", "བོད་ཡིག.txt", "ꆈꌠꁱꂷ.txt", "ⵜⴰⵎⴰⵣⵉⵖⵜ.txt"],
  "emoji": ["😀.txt", "🎉party🎉.md", "👨‍👩‍👧.png"],
  "languages": ["am", "da", "ka", "ko", "lt", "ru", "sw", "ta", "th", "tr", "vi", "zh"]
    .flatMap((locale) => {
      const names = new Intl.DisplayNames([locale], { type: "language" });
      return ["ar", "bn", "de", "el", "fr", "he", "ja", "nl", "pt", "sv"].map((code) =>
        `${names.of(code)}.txt`
      );
    }),
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

function randomNames(characters: string, maxLength: number): fc.Arbitrary<string> {
  const unit = fc.constantFrom(...characters);
  return fc.string({ unit, minLength: 1, maxLength });
}

function range(first: string, last: string): string {
  const [from, to] = [first.codePointAt(0)!, last.codePointAt(0)!];
  return Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)).join("");
}

const LOWER = range("a", "z");
const UPPER = range("A", "Z");
const DIGITS = range("0", "9");

/** Alphabets, and the maximum length of a name of each. */
const ALPHABETS: Readonly<Record<string, readonly [characters: string, maxLength: number]>> = {
  "small letters": [LOWER, 40],
  "capitals": [UPPER, 40],
  "letters": [LOWER + UPPER, 40],
  "consonants": ["bcdfghjklmnpqrstvwxz", 40],
  "capital consonants": ["BCDFGHJKLMNPQRSTVWXZ", 40],
  "base32": [UPPER + "234567", 52],
  "base64": [UPPER + LOWER + DIGITS + "-_", 44],
  "hex": [DIGITS + "abcdef", 64],
  "accented Latin": [range("À", "ɏ"), 20],
  "Cyrillic": [range("А", "я"), 20],
  "Greek": [range("α", "ω"), 20],
  "Hebrew": [range("א", "ת"), 20],
  "Arabic": [range("ا", "ي"), 20],
  "Devanagari": [range("अ", "ह"), 20],
  "Thai": [range("ก", "ะ"), 20],
  "kana": [range("ぁ", "ヺ"), 20],
  "Han": [range("一", "龥"), 20],
  "Hangul": [range("가", "힣"), 20],
};

const RANDOM_NAMES: Readonly<Record<string, fc.Arbitrary<string>>> = {
  ...Object.fromEntries(
    Object.entries(ALPHABETS).map(([what, row]) => [what, randomNames(...row)]),
  ),
  "camel case": fc.array(
    fc.tuple(randomNames(UPPER, 1), randomNames(LOWER, 9)).map((parts) => parts.join("")),
    { minLength: 2, maxLength: 4 },
  ).map((words) => `${words.join("")}.ts`),
};

Deno.test("`never over the budget`, on names nobody wrote by hand either: estimateTokens() is never below o200k for 100 of them", async (t) => {
  for (const [what, name] of Object.entries(RANDOM_NAMES)) {
    await t.step(what, () => {
      const names = fc.array(name, { minLength: 100, maxLength: 100 });
      fc.assert(
        fc.property(names, fc.nat(3), (names, depth) => {
          const text = names.map((each) => " ".repeat(depth) + each).join("\n");
          assertLessOrEqual(countTokens(text), estimate(text), text.slice(0, 40));
        }),
        { seed: SEED, numRuns: 20 },
      );
    });
  }
});

Deno.test("estimateTokens() is near o200k where names are words", () => {
  const words = LISTS.words!.concat(LISTS["camel and pascal"]!).join("\n");
  assert(estimate(words) <= 2 * countTokens(words), `${estimate(words)} ${countTokens(words)}`);
});
