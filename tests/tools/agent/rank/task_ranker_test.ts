import { assertEquals } from "@std/assert";
import { Pacer } from "../../../../src/pacing/pacer.ts";
import {
  commitsLike,
  likenessOf,
  likestSubjects,
  recencyOf,
} from "../../../../src/tools/agent/rank/commit_weights.ts";
import { TaskRanker } from "../../../../src/tools/agent/rank/task_ranker.ts";
import { TaskWords } from "../../../../src/tools/agent/rank/task_words.ts";

/** Commits, newest first. */
const historyOf = (commits: readonly (readonly [string, readonly string[]])[]) => ({
  head: "",
  isWhole: true,
  commits: commits.map(([subject, paths], i) => ({ id: `${i}`, subject, paths })),
});

const FOLDERS = [
  { prefix: "", files: ["README.md"] },
  { prefix: "src/", files: ["cart.ts", "price.ts", "main.ts"] },
  { prefix: "src/cart/", files: ["total.ts", "tax.ts"] },
];

/** The files with a weight, heaviest first. */
async function ranked(task: TaskRanker, folders = FOLDERS): Promise<[string, number][]> {
  const weights = await task.rank(folders, new Pacer());
  return folders.flatMap(({ prefix, files }) =>
    files.flatMap((name): [string, number][] => {
      const weight = weights.in(prefix)?.get(name);
      return weight === undefined ? [] : [[prefix + name, Math.round(weight * 1000) / 1000]];
    })
  ).sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
}

Deno.test("without commits, files are ranked by the words and the place of their paths", async () => {
  const ranker = new TaskRanker(new TaskWords("wrong total in the cart"), {});
  const expected: [string, number][] = [
    ["src/cart/total.ts", 0.294],
    ["src/cart.ts", 0.058],
    ["src/cart/tax.ts", 0.047],
  ];
  assertEquals(await ranked(ranker), expected);
  assertEquals(await ranked(ranker, FOLDERS.toReversed()), expected);
});

Deno.test("commits whose subject is like the task lend their likeness to the files that they touched", async () => {
  const task = new TaskWords("round prices in the cart");
  const history = historyOf([
    ["Sort imports", ["src/main.ts", "README.md"]],
    ["Round prices", ["src/price.ts"]],
    ["Add everything", FOLDERS.flatMap(({ prefix, files }) => files.map((name) => prefix + name))],
  ]);
  const commits = await commitsLike(history, task, new Pacer());
  const likeness = await likenessOf(commits, "", new Pacer());
  const recency = await recencyOf(history, "", new Pacer());
  assertEquals((await ranked(new TaskRanker(task, { likeness, recency }))).map(([path]) => path), [
    "src/price.ts",
    "README.md",
    "src/main.ts",
    "src/cart.ts",
    "src/cart/tax.ts",
    "src/cart/total.ts",
  ]);
  const below = await likenessOf(commits, "src/", new Pacer());
  assertEquals(below.in("")?.keys().toArray(), ["price.ts"]);
});

Deno.test("words and commits that many files share say less of each than one late commit of one file", async () => {
  const carts = Array.from({ length: 20 }, (_, i) => `cart${i}.ts`);
  const task = new TaskWords("show the cart");
  const history = historyOf([["Sort imports", ["main.ts"]], ["Show the cart", carts]]);
  const ranker = new TaskRanker(task, {
    likeness: await likenessOf(await commitsLike(history, task, new Pacer()), "", new Pacer()),
    recency: await recencyOf(history, "", new Pacer()),
  });
  const [first] = await ranked(ranker, [{ prefix: "", files: ["main.ts", ...carts] }]);
  assertEquals(first?.[0], "main.ts");
});

Deno.test("a commit that touches more than 100 files says what it is about of none", async () => {
  const paths = Array.from({ length: 101 }, (_, i) => `f${i}`);
  const task = new TaskWords("rename");
  const of = async (count: number) => {
    const history = historyOf([["Rename", paths.slice(0, count)]]);
    return (await commitsLike(history, task, new Pacer())).map(({ paths }) => paths.length);
  };
  assertEquals([await of(100), await of(101)], [[100], []]);
});

Deno.test("a file's reason is what adds more to its score: a subject, or the words of its path", async (t) => {
  const rows: [subject: string, reason: string | undefined][] = [
    ["Round prices", 'touched by "Round prices"'],
    ["Round the prices of cart", 'touched by "Round the prices of cart"'],
    ["Round the prices of carts", 'touched by "Round the prices of…"'],
    [`Prices${"x".repeat(30)} round`, `touched by "Prices${"x".repeat(18)}…"`],
    ["round \u202ea\nb", 'touched by "round \\u{202E}a\\nb"'],
    [`round ${"\u{1F600}".repeat(30)}`, 'touched by "round…"'],
    ["Sort imports", undefined],
  ];
  for (const [subject, reason] of rows) {
    await t.step(JSON.stringify(subject), async () => {
      const task = new TaskWords("round prices in the cart");
      const history = historyOf([[subject, ["src/main.ts", "src/cart/tax.ts"]]]);
      const commits = await commitsLike(history, task, new Pacer());
      const ranker = new TaskRanker(task, {
        likeness: await likenessOf(commits, "", new Pacer()),
        subjectsFor: (paths) => likestSubjects(commits, "", paths),
      });
      assertEquals(ranker.reasonsFor(["src/main.ts"]).size, 0);
      await ranker.rank(FOLDERS, new Pacer());
      const reasons = ranker.reasonsFor(["src/main.ts", "src/cart/total.ts", "src/price.ts"]);
      assertEquals(reasons.get("src/main.ts"), reason);
      assertEquals(reasons.get("src/cart/total.ts"), "name: cart");
      assertEquals(reasons.get("src/price.ts"), "name: price");
    });
  }
});

Deno.test("the subject of a file is that of the commit that adds the most to its likeness", async () => {
  const task = new TaskWords("round prices");
  const history = historyOf([
    ["Show prices", ["a/x.ts"]],
    ["Round prices", ["a/x.ts", "a/y.ts", "b/x.ts"]],
    ["Round prices again", ["a/x.ts"]],
  ]);
  const commits = await commitsLike(history, task, new Pacer());
  assertEquals(
    [...likestSubjects(commits, "a/", ["x.ts", "y.ts", "z.ts"])],
    [["x.ts", "Round prices again"], ["y.ts", "Round prices"]],
  );
});
