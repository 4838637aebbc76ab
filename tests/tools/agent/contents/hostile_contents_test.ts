/** "The pauses of section 3 hold for any contents"; equal trees give equal answers. */
import { assert, assertEquals, assertGreater, assertRejects } from "@std/assert";
import { type ToolContext, TreeCache } from "../../../../mod.ts";
import { numbered, overview } from "../../../support/agent.ts";
import { leapClock } from "../../../support/clock.ts";
import { find } from "../../../support/find_path.ts";
import { makeHistory } from "../../../support/git.ts";
import { GIT, testsNeeding } from "../../../support/machine.ts";
import { pick, randomFrom } from "../../../support/random.ts";
import { type Node, type Tree, withQuickTree } from "../../../support/tree.ts";
import { whenOld } from "../../../support/when_old.ts";

const test = testsNeeding(GIT);

const MIB = 2 ** 20;
const TASK = "the db cart has a wrong total 検索画面";

/** A file of 1 MiB: a text over and over, or bytes. */
function mebibyte(unit: string | Uint8Array): Node {
  const bytes = typeof unit === "string" ? new TextEncoder().encode(unit) : unit;
  return {
    make: (path) =>
      Deno.writeFile(path, Uint8Array.from({ length: MIB }, (_, i) => bytes[i % bytes.length]!)),
  };
}

/** A text in UTF-16, which has no NUL where no letter is of Latin. */
const utf16 = (text: string): Uint8Array =>
  new Uint8Array(Uint16Array.from(text, (letter) => letter.charCodeAt(0)).buffer);

const random = randomFrom(45);
const bytesFrom = (from: number): Uint8Array =>
  Uint8Array.from({ length: 65_521 }, () => from + Math.floor(random() * (256 - from)));
const letters = Array.from({ length: 20_000 }, (_, i) => String.fromCodePoint(0x4e00 + i));

const HOSTILE: Readonly<Record<string, Node>> = {
  "one line of words of the task": mebibyte("cart total "),
  "one line without any": mebibyte("x."),
  "a line for each word": mebibyte("db\n"),
  "line ends": mebibyte("\n"),
  "Chinese": mebibyte(Array.from({ length: 65_536 }, () => pick(letters, random)).join("")),
  "Japanese of the task": mebibyte("検索画面"),
  "marks to be ordered": mebibyte(`a${"\u0301".repeat(900)}${"\u0323".repeat(900)} `),
  "bytes that are no UTF-8": mebibyte(bytesFrom(0x80)),
  "any bytes but NUL": mebibyte(bytesFrom(1)),
  "UTF-16": mebibyte(utf16("検索画面が遅い")),
  "names and receivers": mebibyte(`fn func (${"x".repeat(81)}`),
};

// Slices of 64 KiB are scanned without a pause.
Deno.test("a call pauses all through any contents, in time with their bytes, and ends", async (t) => {
  for (const [what, node] of Object.entries(HOSTILE)) {
    await t.step(what, () =>
      withQuickTree({ "f": node }, async (cwd) => {
        let pauses = 0;
        using _clock = leapClock();
        const onProgress = () => void pauses++;
        const { success } = await find(cwd, [TASK], {}, { onProgress });
        assert(success);
        assertGreater(pauses, 16);
      }));
  }
});

Deno.test("an abort is obeyed at the next pause, wherever in a file", () =>
  withQuickTree({ "f": mebibyte("a long line of the cart ") }, async (cwd) => {
    const calls: ((context: ToolContext) => Promise<unknown>)[] = [
      (context) => find(cwd, [TASK], {}, context),
      (context) => overview(cwd, { query: TASK }, context),
    ];
    for (const call of calls) {
      using _clock = leapClock();
      let all = 0;
      await call({ onProgress: () => void all++ });
      // Some while files are looked through, and some while places are found in them.
      for (let at = 1; at < all; at += Math.ceil(all / 6)) {
        const controller = new AbortController();
        let pauses = 0;
        const onProgress = () => void (++pauses === at && controller.abort());
        const { signal } = controller;
        const error = await assertRejects(() => call({ signal, onProgress }), DOMException);
        assertEquals([error.name, pauses], ["AbortError", at]);
      }
    }
  }));

test("equal trees give equal answers: with a cache and without, however they were made", () =>
  whenOld(async () => {
    const tree: Tree = {
      ...Object.fromEntries(
        numbered(30, "src/f", ".ts").map((name, i) => [name, `cart ${"total\n".repeat(i % 4)}`]),
      ),
      "src/cart.ts": "class Cart { total() {} }\n",
      "検索画面.ts": "// 検索画面を開く\n",
      ".env": "cart total",
    };
    const answers = new Set<string>();
    for (const made of [tree, Object.fromEntries(Object.entries(tree).reverse())]) {
      await withQuickTree(made, async (cwd) => {
        await makeHistory(cwd, [{ paths: ["src/f03.ts"], subject: "Round the total" }]);
        const cache = new TreeCache();
        for (const context of [{}, { cache }, { cache }, {}]) {
          const seen = await overview(cwd, { query: TASK }, context);
          answers.add(
            JSON.stringify([await find(cwd, [TASK, "wrong total"], {}, context), seen]),
          );
        }
      });
    }
    assertEquals(answers.size, 1);
  }));
