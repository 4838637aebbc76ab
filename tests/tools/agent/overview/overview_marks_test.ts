import { assert, assertEquals, assertLessOrEqual, assertMatch } from "@std/assert";
import fc from "fast-check";
import { TOOLSETS } from "../../../../mod.ts";
import { Marks } from "../../../../src/tools/agent/overview/marks.ts";
import { costOf, estimateTokens } from "../../../../src/tools/agent/overview/token_cost.ts";
import { files, numbered, overview } from "../../../support/agent.ts";
import { ANY_NAME, GIT, testsNeeding } from "../../../support/machine.ts";
import { makeHistory } from "../../../support/git.ts";
import { MARK } from "../../../support/overview_text.ts";
import { withQuickTree, withTree } from "../../../support/tree.ts";

const test = testsNeeding(GIT);

const SEED = 20_261_124;

/** Returns the marked rows of a text: the row without its indentation, the number and the reason. */
function marksIn(text: string): [row: string, number: string, why: string][] {
  return text.split("\n").flatMap((line) => {
    const [, number, why = ""] = MARK.exec(line) ?? [];
    return number === undefined ? [] : [[line.replace(MARK, "").trim(), number, why]];
  });
}

test("9.2: 'The five likeliest are marked where they stand', `#1` to `#5`, each with why (as `find_path` says it)", () =>
  withQuickTree(
    files([
      ...["src/cart.ts", "src/cart/total.ts", "src/cart/sum.ts", "src/price.ts", "src/tax.ts"],
      ...["src/cart/a/cart_total.ts", "docs/cart.md", ...numbered(300, "lib/f", ".ts")],
    ]),
    async (root) => {
      await makeHistory(root, [
        { subject: "Round the total of the cart", paths: ["src/price.ts", "src/tax.ts"] },
        { subject: "Begin the cart", paths: ["src/cart.ts"] },
      ]);
      const query = "the total of a cart is rounded twice";
      const { text, marked } = await overview(root, { query, max_tokens: 2000 });
      const { results } = await TOOLSETS.agent.find_path.execute(
        { queries: [query] },
        { cwd: root },
      );
      const expected = results[0]!.entries.slice(0, 5).map(({ name, why }, i) => [
        name,
        `${i + 1}`,
        why as string,
      ]);
      assertEquals(marksIn(text).sort(([, a], [, b]) => Number(a) - Number(b)), expected);
      // Programs have them as data, with paths as `find_path` gives them.
      const best = results[0]!.entries.slice(0, 5).map(({ path, why }) => ({ path, why }));
      assertEquals(marked, best as typeof marked);
      const inner = await overview(root, { query, path: "src" });
      assertMatch(inner.marked![0]!.path, /^src\/price/);
      assertMatch(text, /^ price\.ts\t#\d touched by "/m);
      const plain = await overview(root);
      assertEquals([marksIn(plain.text), "marked" in plain], [[], false]);
    },
  ));

Deno.test("a mark without a task's word, or of a directory: there is none", () =>
  withTree(files(["src/cart/a.bin", "src/other.ts"]), async (root) => {
    for (const query of ["unheard of", "…", ""]) {
      const { text, hints } = await overview(root, { query });
      const hint = "no file here fits the query; rows are ranked as without one";
      assertEquals([marksIn(text), hints], [[], query === "" ? undefined : [hint]]);
    }
  }));

testsNeeding(ANY_NAME)(
  "no name can look like a marked row: a tab in it is escaped",
  () =>
    withTree({ "a\t#1 exact": "", "cart.ts": "" }, async (root) => {
      const { text } = await overview(root, { query: "cart" });
      assertEquals(text, "a\\t#1 exact\ncart.ts\t#1 name: cart");
    }),
);

Deno.test("9.2: marks take 'at most a quarter of the budget', and a larger budget has all of a smaller one", () => {
  const files = fc.array(
    fc.record({ path: fc.uuid(), why: fc.string({ maxLength: 80 }) }),
    { maxLength: 5 },
  );
  const budgets = fc.tuple(fc.integer({ min: 200, max: 600 }), fc.nat(200));
  fc.assert(
    fc.property(files, budgets, (files, [maxTokens, more]) => {
      const [less, larger] = [maxTokens, maxTokens + more].map((each) => new Marks(files, each));
      const text = files.map(({ path }) => `${less!.of(path)}\n`).join("");
      const tokens = estimateTokens(costOf(text));
      assertLessOrEqual(tokens, less!.used);
      assertLessOrEqual(less!.used, less!.reserved);
      assertLessOrEqual(less!.reserved, maxTokens / 4);
      for (const [i, { path }] of files.entries()) {
        assert(less!.of(path).startsWith(`\t#${i + 1}`));
        assert(larger!.of(path).startsWith(less!.of(path)));
      }
      assertLessOrEqual(maxTokens - less!.reserved, maxTokens + more - larger!.reserved);
    }),
    { seed: SEED },
  );
});
