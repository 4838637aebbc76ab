import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { WordScanner } from "../../../../src/tools/agent/contents/word_scanner.ts";
import type { TaskWords } from "../../../../src/tools/agent/task/task_words.ts";
import { anyCharacter } from "../../../support/any_character.ts";
import { taskWords } from "../../../support/task.ts";

interface Visit {
  readonly word: number;
  readonly at: number;
  readonly isName: boolean;
}

/** Scans a text, part by part. After its NUL come words of the task: a buffer holds what was read before. */
function scanned(task: TaskWords, text: string | Uint8Array): Visit[] {
  const given = typeof text === "string" ? new TextEncoder().encode(text) : text;
  const { length } = given;
  const bytes = new TextEncoder().encode(`${"x".repeat(length)}\0${task.spellings.join("")} cart `);
  bytes.set(given);
  const scanner = new WordScanner(task);
  const visits: Visit[] = [];
  for (let from = 0; from < length;) {
    const next = scanner.scan(bytes, { from, length }, (word, at, isName) => {
      visits.push({ word, at, isName });
    });
    assert(next > from && next <= length, `from ${from} to ${next} of ${length}`);
    from = next;
  }
  return visits;
}

const indicesOf = (visits: readonly Visit[]): number[] => visits.map(({ word }) => word);

Deno.test("9.10: 'A word is matched where a word begins (after no letter, or with a capital after a small one) and ends where the stem's word ends'", () => {
  const rows: [task: string, text: string, found: string][] = [
    ["a web limit", "webp cobweb webs Web myWeb WEB aweb web2 2web", "web web web web web web"],
    ["rate limits", "rateLimit rate_limit RATE-LIMIT rate.limited", "rate limits ".repeat(4)],
    ["of rate limits", "ratelimit RATELIMITS rateLimits", "rate-limits rate-limits rate limits"],
    ["http server", "HTTPServer httpServers HTTP2Serving XHTTPS", "http server ".repeat(3)],
    [
      "parse queries",
      "query parser parsing sparse parse_queries",
      "queries parse parse parse queries",
    ],
    ["page 404", "404 page404 x404y 4040 40 4 04", "404 page 404 page-404 404"],
    // "letters and digits together (`a2a`, `i18n`, `8.3` in quotes) are one"
    [
      "the a2a i18n utf8",
      "a2a a2aClient xa2a a2 i18n UTF8Reader utf_8 a 2 a",
      "a2a a2a 18 i18n utf utf8 utf",
    ],
    ["the A2A protocol", "A2A a2a A2AClient", "a2a a2a a2a"],
    ['breaks on "8.3"', "8.3 18.3 8.30 8_3", "8.3"],
    ["breaks on 8.3", "8.3", ""],
    ["add items", "ad add adds adding addon item", "add add add add items"],
    ["the work of it", "the work of it in a b", ""],
    ["été", "ÉTÉ e\u0301te\u0301 d'été étésien", "été été été"],
    ["слово", "Слово словом СЛОВО", "слово слово"],
  ];
  for (const [text, contents, found] of rows) {
    const task = taskWords(text);
    // Words that say nothing by themselves, such as `of`, are visited for phrases alone.
    const words = indicesOf(scanned(task, contents)).filter((word) => word < task.count)
      .map((word) => task.spellings[word]!.replace(" ", "-"));
    assertEquals(words.join(" "), found.trim(), contents);
  }
});

Deno.test("names that a file defines are told apart from names that it uses", () => {
  const rows: [text: string, words: string][] = [
    ["function cartTotal(cart, total) {", "cart* total* cart total"],
    ["def cart_total(cart):", "cart* total* cart"],
    ["pub fn total(cart: Cart)", "total* cart cart"],
    ["class Cart extends Total", "cart* total"],
    ["func (t *Terminal) CartTotal(cart int)", "cart* total* cart"],
    ["const total = cart", "total* cart"],
    ["interface $cart { total", "cart* total"],
    ["type Été_cart = total", "cart* total"],
    ["return total; let_ cart; subclass cart; Class cart", "total cart cart cart"],
    ["func (cart", "cart"],
    ["function", ""],
  ];
  const task = taskWords("cart total");
  for (const [text, words] of rows) {
    const found = scanned(task, text).map(({ word, isName }) =>
      task.spellings[word]! + (isName ? "*" : "")
    );
    assertEquals(found.join(" "), words, text);
  }
});

/** Parts of texts; a slash alone would compose with the character before it, across the border of a word. */
const LETTERS =
  "cart Cart carts TOTAL total rateLimit 404 A b é ÉTÉ été re\u0301sume\u0301 résumé слово Слово検 検索 画面 カート が 目录 장바구니 合計 😀 ß 。 \u3000 — \n _ - . \0 1"
    .split(" ");
const piece = fc.oneof(
  { arbitrary: fc.constantFrom(...LETTERS, " "), weight: 16 },
  { arbitrary: anyCharacter.filter((each) => each !== "\u0338"), weight: 1 },
);
const mixed = fc.array(piece, { minLength: 1, maxLength: 40 }).map((all) => all.join(""));

Deno.test("a text of any letters has the words, in order, that paths and subjects are split into", () => {
  let found = 0;
  fc.assert(
    fc.property(mixed, mixed, (words, text) => {
      const task = taskWords(`cart totals 検索画面 ${words}`);
      const visits = scanned(task, text);
      assertEquals(indicesOf(visits), task.indicesIn(text));
      found += visits.length;
    }),
    { numRuns: 2000 },
  );
  assert(found > 1000, `${found} words`);
});

Deno.test("so has a text over many parts, of any letters, and with words of 5,000 and 200,000 letters", () => {
  fc.assert(
    fc.property(mixed, fc.constantFrom(100, 5_000, 200_000), (text, length) => {
      const task = taskWords(`cart totals 検索画面 ${"a".repeat(64)} ${text}`);
      const lines = `${text}\n`.repeat(Math.ceil(150_000 / (text.length + 1)));
      const long = `${lines} ${"a".repeat(length)} cart${"A".repeat(length)}_total`;
      assertEquals(indicesOf(scanned(task, long)), task.indicesIn(long));
    }),
    { numRuns: 20 },
  );
});

Deno.test("words that begin alike are told apart, more of them than are remembered, and those with one hash", () => {
  // `coniaagkancan` has the 32 bits of `configuration` in a hash without a seed.
  const task = taskWords("the configuration of a container, connected to conifers");
  const endings = Array.from({ length: 26 ** 3 * 2 }, (_, i) => i.toString(26).padStart(3, "0"));
  const words = endings.map((each) => `con${each.replace(/\d/g, (n) => "qrstuvwxyz"[Number(n)]!)}`);
  const text = ["configuration coniaagkancan", ...words, "configuration coniaagkancan conifers"];
  assertEquals(indicesOf(scanned(task, text.join(" "))), task.indicesIn(text.join(" ")));
  assertEquals(task.indicesIn("coniaagkancan"), []);
});

Deno.test("a run of letters over 4,096 bytes loses no more than the pair at each border", () => {
  const task = taskWords("検索画面のバグ");
  for (const text of ["検索画面の", "é検索画面。", "x検索画面のバ"]) {
    const run = text.repeat(3000);
    const lost = task.indicesIn(run).length - scanned(task, run).length;
    const borders = new TextEncoder().encode(run).length / 4000;
    assert(lost >= 0 && lost <= borders, `${lost} of ${text}`);
  }
});

Deno.test("any bytes are scanned from start to end, whether or not they are UTF-8", () => {
  const task = taskWords("cart total 検索画面 été");
  const odd = [0, 0x20, 0x41, 0x61, 0x74, 0x80, 0xbf, 0xe6, 0xa4, 0x9c, 0xf0, 0xff];
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc.array(fc.constantFrom(...odd), { maxLength: 300 }).map((all) => Uint8Array.from(all)),
    fc.tuple(fc.constantFrom(...odd), fc.nat(9000)).map(([byte, length]) =>
      new Uint8Array(length).fill(byte)
    ),
  );
  fc.assert(
    fc.property(bytes, (bytes) => {
      let before = 0;
      for (const { word, at } of scanned(task, bytes)) {
        assert(word < task.count && at >= before && at < bytes.length, `${word} at ${at}`);
        before = at;
      }
    }),
    { numRuns: 500 },
  );
});
