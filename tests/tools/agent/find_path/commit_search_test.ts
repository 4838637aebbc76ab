/** A commit id, or the number of an issue, as a query. */
import { assertEquals } from "@std/assert";
import { commitMentionOf } from "../../../../src/tools/agent/task/commit_mention.ts";
import { files } from "../../../support/agent.ts";
import { find } from "../../../support/find_path.ts";
import { gitIn, makeHistory } from "../../../support/git.ts";
import { GIT, testsNeeding } from "../../../support/machine.ts";
import { withQuickTree } from "../../../support/tree.ts";

const test = testsNeeding(GIT);

const PATHS = ["src/cart.ts", "src/price.ts", "src/tax.ts", "lib/a.ts"];

async function found(root: string, query: string, args = {}): Promise<string[]> {
  const { results } = await find(root, [query], args);
  return results[0]!.entries.map(({ path, why }) => `${path}: ${why}`);
}

test("9: 'A commit id, or `#123`: the files of the commit, or of those whose subjects name the number'", () =>
  withQuickTree(files(PATHS), async (root) => {
    await makeHistory(root, [
      { paths: ["src/cart.ts", "src/gone.ts", "src/price.ts"], subject: "Round prices (#123)" },
      { paths: ["lib/a.ts"], subject: "Count to 1234 (#1234)" },
      { paths: ["src/tax.ts", "src/cart.ts"], subject: "Follow gh-123: tax" },
      { paths: ["lib/a.ts"], subject: "Sort" },
    ]);
    const ids = await gitIn(root, ["log", "-z", "--format=%H"]);
    const [sort, tax, , prices] = ids as [string, string, string, string];
    const ofPrices = [
      'src/cart.ts: touched by "Round prices (#123)"',
      'src/price.ts: touched by "Round prices (#123)"',
    ];
    const ofNumber = [
      'src/cart.ts: touched by "Follow gh-123: tax"',
      'src/tax.ts: touched by "Follow gh-123: tax"',
      'src/price.ts: touched by "Round prices (#123)"',
    ];
    const rows: [query: string, found: string[]][] = [
      [prices, ofPrices],
      [prices.slice(0, 7), ofPrices],
      [prices.toUpperCase().slice(0, 12), ofPrices],
      [`commit ${prices.slice(0, 10)}`, ofPrices],
      [sort, ['lib/a.ts: touched by "Sort"']],
      ["#123", ofNumber],
      ["GH-#123", ofNumber],
      ["GH-123", ofNumber],
      ["shop/cart#123", ofNumber],
      ["issue #123", ofNumber],
      ["fixes #123", ofNumber],
      ["#1234", ['lib/a.ts: touched by "Count to 1234 (#1234)"']],
    ];
    for (const [query, expected] of rows) assertEquals(await found(root, query), expected, query);
    // Those of the folder that is searched, and no more than the limit.
    assertEquals(await found(root, tax, { root: "src" }), ofNumber.slice(0, 2));
    const { results, truncated } = await find(root, ["#123"], { limit: 1 });
    assertEquals([results[0]!.entries.length, truncated], [1, true]);
    // "which are not quoted where the host hides paths"
    const hidden = await find(root, ["#1234"], {}, { policy: { hide: ["x"] } });
    assertEquals(hidden.results[0]!.entries.map(({ path, why }) => [path, why]), [
      ["lib/a.ts", "commits"],
    ]);
  }));

test("a file of such a name comes before the commit, and what no commit has is a name", () =>
  withQuickTree({ ...files(PATHS), "abc1234": "" }, async (root) => {
    await makeHistory(root, [{ paths: ["src/cart.ts"], subject: "Round prices (#123)" }]);
    assertEquals(await found(root, "abc1234"), ["abc1234: exact"]);
    assertEquals(await found(root, "#77"), []);
    assertEquals(await found(root, "1234567"), []);
  }));

Deno.test("what reads as a commit, or as a number of an issue", () => {
  const rows: [text: string, mention: ReturnType<typeof commitMentionOf>][] = [
    ["#12", { number: "12" }],
    ["GH-12", { number: "12" }],
    ["gh-#12", { number: "12" }],
    ["PR #12", { number: "12" }],
    ["closes: #12", { number: "12" }],
    ["a/b#12", { number: "12" }],
    ["1a2b3c4", { id: "1a2b3c4" }],
    ["1A2B3C4D", { id: "1a2b3c4d" }],
    ["1a2b3c", undefined],
    ["defaced", undefined],
    ["12", undefined],
    ["#12 and more", undefined],
    ["1a2b3c4 and more", undefined],
  ];
  for (const [text, mention] of rows) assertEquals(commitMentionOf(text), mention, text);
});

test("9: commits are like a task by their whole messages, and are quoted by their subjects", () =>
  withQuickTree(files(PATHS), async (root) => {
    await makeHistory(root, [
      { paths: ["src/tax.ts"], subject: "Follow up\n\nThe basket of guests was emptied twice.\n" },
      { paths: ["lib/a.ts"], subject: "Sort" },
    ]);
    assertEquals(await found(root, "guests lose their basket"), [
      'src/tax.ts: touched by "Follow up"',
    ]);
  }));
