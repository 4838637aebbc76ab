/** "every expression over a text of 64 KiB is linear": those that a call asks of long texts, by their steps. */
import { assert, assertGreater, assertLess, assertRejects } from "@std/assert";
import { leapClock } from "../../../support/clock.ts";
import { stallingTexts, stepsOf } from "../../../support/counted_steps.ts";
import { find } from "../../../support/find_path.ts";
import { type Tree, withQuickTree } from "../../../support/tree.ts";

/** The length of a text, and of the parts in which it is read. */
const LENGTH = 16_384;
const PART_LENGTH = 4096;
/** More pauses than this for each part, which is read for its words, its phrases and what it spells out. */
const PAUSES_PER_PART = 5;

/** Texts over and over, by what each reaches. */
const UNITS: Readonly<Record<string, string>> = {
  "letters of Chinese": "検索画面",
  "capitals with a dot": "İ",
  "camel case": "AabAbcAbcd",
  "words": "cart total ",
  "letters with digits": "a1B2c3 ",
  "marks in order": "\u0301",
  "marks to be ordered": "\u0301\u0323",
  "digits": "1",
  "digits and dots": "1.",
  "values": "a: 1.1.1=",
  "quotes": `"a 'b" \`c' 1.2 `,
  "slashes": "a/",
  "modules": "a::b.c",
  "paths": "src/a.ts:1,",
  "frames": "    at Cart.f (/w/src/cart.ts:12:5)\n",
  "frames of Python": '  File "/w/cart.py", line 12\n    f()\n',
  "frames of Java": "\tat com.acme.Cart.f(Cart.java:12)\n",
  "frames of Rust": " 1: f\n    at /w/src/a.rs:1\n",
  "brackets": "([{<",
  "colours": "\x1b[31m",
  "spaces": " ",
  "stars": "**a ",
  "links": "https://git.example/a/b/issues/1 a/b#1 ",
  "packages": "node_modules/.pnpm/a@1/node_modules/@a/b/",
  "backslashes": "\\u{41}",
  "halves of letters": "\ud83d",
  "lines": `${"a b ".repeat(20)}\n`,
};

const TREE: Tree = { "src/cart.ts": "export const total = 1;\n", "src/a.ts": "cart\n" };

const hostile = (unit: string, length: number): string =>
  `cart ${unit.repeat(Math.ceil(length / unit.length))}`.slice(0, length);

/** The length of a text from which on an expression may take no more steps than in proportion to it: names are shorter. */
const LONG = 1000;

/** The length of stalling texts, and the steps that a character may take. */
const STALLING = 600;
const STEPS = 128;

Deno.test("each expression that is asked of a long text takes steps in proportion to it", async (t) => {
  const asked = new Map<string, RegExp>();
  const { exec } = RegExp.prototype;
  RegExp.prototype.exec = function (text) {
    if (text.length > LONG) asked.set(String(this), new RegExp(this, this.flags.replace("y", "")));
    return exec.call(this, text);
  };
  try {
    await withQuickTree(TREE, async (cwd) => {
      for (const unit of Object.values(UNITS)) {
        const line = hostile(unit, 4000).slice(5);
        await find(cwd, [`${line}\ncart ${line}`], { terms: ["cart"] });
        await find(cwd, [line]);
      }
    });
  } finally {
    RegExp.prototype.exec = exec;
  }
  assertGreater(asked.size, 40);
  for (const [source, expression] of asked) {
    await t.step(source, () => {
      for (const text of stallingTexts(expression, STALLING)) {
        const most = STEPS * STALLING;
        assertLess(stepsOf(expression, text, most), most, text.slice(0, 20));
      }
    });
  }
});

Deno.test("a call pauses all through any text", async (t) => {
  for (const [what, unit] of Object.entries(UNITS)) {
    await t.step(what, () =>
      withQuickTree(TREE, async (cwd) => {
        let pauses = 0;
        const onProgress = () => void pauses++;
        using _clock = leapClock();
        assert((await find(cwd, [hostile(unit, LENGTH)], {}, { onProgress })).success);
        assertGreater(pauses, PAUSES_PER_PART * LENGTH / PART_LENGTH);
      }));
  }
});

Deno.test("an abort is obeyed at the next pause, wherever in a text", () =>
  withQuickTree(TREE, async (cwd) => {
    using _clock = leapClock();
    for (const at of [1, 10, 20]) {
      const controller = new AbortController();
      let pauses = 0;
      const onProgress = () => void (++pauses === at && controller.abort());
      const { signal } = controller;
      const call = () => find(cwd, [hostile("検索画面", LENGTH)], {}, { signal, onProgress });
      await assertRejects(call, DOMException);
      assert(pauses === at, `${pauses} of ${at}`);
    }
  }));
