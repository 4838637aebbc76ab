import { assert, assertEquals } from "@std/assert";
import { Pacer } from "../../../../src/pacing/pacer.ts";
import {
  addWeights,
  commitsLike,
  likestSubjects,
  recentCommits,
  type WeightedArea,
} from "../../../../src/tools/agent/rank/commit_weights.ts";
import { PathWeights } from "../../../../src/tools/agent/rank/path_weights.ts";
import { Ranking, type TaskRanker } from "../../../../src/tools/agent/rank/task_ranker.ts";
import { taskWords } from "../../../support/task.ts";
import { BusyPacer } from "../../../support/counted_pacer.ts";

/** Returns a ranker by a task and by the commits like it. */
async function rankerOf(
  text: string,
  history: ReturnType<typeof historyOf>,
  area: WeightedArea = { start: "" },
): Promise<TaskRanker> {
  const task = taskWords(text);
  const commits = await commitsLike(history, task, new Pacer());
  const likeness = new PathWeights();
  await addWeights(likeness, commits, area, new Pacer());
  return {
    task,
    commits: {
      likeness,
      recency: new PathWeights(),
      subjectsFor: (files, pacer) => likestSubjects(commits, area, files, pacer),
    },
  };
}

/** Commits, newest first. */
const historyOf = (commits: readonly (readonly [string, readonly string[]])[]) => ({
  head: "",
  isWhole: true,
  commits: commits.map(([subject, paths], i) => ({ id: `${i}`, subject, body: "", paths })),
});

const FOLDERS = [
  { prefix: "", files: ["README.md"] },
  { prefix: "src/", files: ["cart.ts", "price.ts", "main.ts"] },
  { prefix: "src/cart/", files: ["total.ts", "tax.ts"] },
];

async function ranked(ranker: TaskRanker, folders = FOLDERS): Promise<[string, number][]> {
  const { weights } = await Ranking.of(folders, ranker, new Pacer());
  return folders.flatMap(({ prefix, files }) =>
    files.flatMap((name): [string, number][] => {
      const weight = weights.in(prefix)?.get(name);
      return weight === undefined ? [] : [[prefix + name, Math.round(weight * 1000) / 1000]];
    })
  ).sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
}

Deno.test("commits whose subject is like the task lend their likeness to the files that they touched", async () => {
  const task = "round prices in the cart";
  const history = historyOf([
    ["Sort imports", ["src/main.ts", "README.md"]],
    ["Round prices", ["src/price.ts"]],
    ["Add everything", FOLDERS.flatMap(({ prefix, files }) => files.map((name) => prefix + name))],
  ]);
  const ranker = await rankerOf(task, history);
  const { likeness, recency } = ranker.commits!;
  await addWeights(recency, recentCommits(history), { start: "" }, new Pacer());
  assertEquals((await ranked(ranker)).map(([path]) => path), [
    "src/price.ts",
    "src/main.ts",
    "src/cart.ts",
    "src/cart/tax.ts",
    "src/cart/total.ts",
    "README.md",
  ]);
  assertEquals(likeness.in("src/")?.keys().toArray(), ["price.ts"]);
  const below = await rankerOf(task, history, { start: "src/" });
  assertEquals(below.commits?.likeness.in("")?.keys().toArray(), ["price.ts"]);
});

Deno.test("the subject of a file is that of the commit that adds the most to its likeness", async () => {
  const task = "round prices";
  const history = historyOf([
    ["Show prices", ["a/x.ts"]],
    ["Round prices", ["a/x.ts", "a/y.ts", "b/x.ts"]],
    ["Round prices again", ["a/x.ts"]],
  ]);
  const { commits } = await rankerOf(task, history, { start: "a/" });
  const subjects = await commits!.subjectsFor(["x.ts", "y.ts", "z.ts"], new Pacer());
  assertEquals([...subjects], [["x.ts", "Round prices again"], ["y.ts", "Round prices"]]);
});

Deno.test("9.9: lock files, change logs and manifests come after the rest, and releases say nothing, unless the task is about them", async (t) => {
  const files = ["CHANGELOG.md", "Cargo.lock", "Cargo.toml", "engine.rs", "lexer.rs"];
  const history = historyOf([
    ["matcher-0.1.9", ["Cargo.lock", "CHANGELOG.md"]],
    ["Bump the matcher", ["Cargo.lock"]],
    ["Fix a matcher", ["CHANGELOG.md", "engine.rs"]],
    ["Update dependency lexer to v4", ["Cargo.toml"]],
    ["Drop the old crate", ["Cargo.toml"]],
  ]);
  const rows: [task: string, first: string][] = [
    ["wrong bounds in the matcher", "engine.rs"],
    ["matcher-0.1.8", "Cargo.lock"],
    ["Bump the matcher", "Cargo.lock"],
    ["a line of the changelog on the matcher", "CHANGELOG.md"],
    ["the lexer drops the wrong line", "lexer.rs"],
    ["Update lexer to v5", "Cargo.toml"],
  ];
  for (const [text, first] of rows) {
    await t.step(text, async () => {
      const [found] = await ranked(await rankerOf(text, history), [{ prefix: "", files }]);
      assertEquals(found?.[0], first);
    });
  }
});

Deno.test("a commit that touches more than 100 files says what it is about of none", async () => {
  const paths = Array.from({ length: 101 }, (_, i) => `f${i}`);
  const task = taskWords("rename");
  const of = async (count: number) => {
    const history = historyOf([["Rename", paths.slice(0, count)]]);
    return (await commitsLike(history, task, new Pacer())).map(({ paths }) => paths.length);
  };
  assertEquals([await of(100), await of(101)], [[100], []]);
});

Deno.test("9.9: a file's reason is what adds more to its score: up to 60 characters of a subject, or words of its path", async (t) => {
  const rows: [subject: string, reason: string | undefined][] = [
    ["Round prices", 'touched by "Round prices"'],
    [
      `Round the prices of a ${"cart ".repeat(7)}abc`,
      `touched by "Round the prices of a ${"cart ".repeat(7)}abc"`,
    ],
    [
      `Round the prices of a ${"cart ".repeat(7)}abcd`,
      `touched by "Round the prices of a ${"cart ".repeat(7).trim()}…"`,
    ],
    [`Prices${"x".repeat(60)} round`, `touched by "Prices${"x".repeat(54)}…"`],
    ['round "prices" \\" fake', 'touched by "round \\"prices\\" \\\\\\" fake"'],
    ["round \u202ea\nb", 'touched by "round \\u{202E}a\\nb"'],
    [`round ${"\u{1F600}".repeat(60)}`, 'touched by "round…"'],
    ["Sort imports", undefined],
  ];
  for (const [subject, reason] of rows) {
    await t.step(JSON.stringify(subject), async () => {
      const history = historyOf([[subject, ["src/main.ts", "src/cart/tax.ts"]]]);
      const ranker = await rankerOf("round prices in the cart", history);
      const ranking = await Ranking.of(FOLDERS, ranker, new Pacer());
      const { files } = await ranking.best({ limit: 9 }, new Pacer());
      const reasons = new Map(files.map(({ path, reason }) => [path, reason]));
      assertEquals(reasons.get("src/main.ts"), reason);
    });
  }
});

Deno.test("ranking looks at the clock at every name, and at every commit that gives a reason", async () => {
  const files = Array.from({ length: 2000 }, (_, i) => `roundPrice${i}.ts`);
  const history = historyOf(files.map((name) => ["Round prices", [name]]));
  const ranker = await rankerOf("round prices", history);
  const pacer = new BusyPacer();
  const ranking = await Ranking.of([{ prefix: "", files }], ranker, pacer);
  assert(pacer.pauses >= 3 * 2000, `${pacer.pauses} pauses`);
  await ranking.best({ limit: 5 }, pacer);
  assert(pacer.pauses >= 5 * 2000, `${pacer.pauses} pauses`);
});
