import { assert, assertEquals } from "@std/assert";
import { TOOLSETS, TreeCache } from "../../../../mod.ts";
import { rankerFor } from "../../../../src/tools/agent/rank/recent_history.ts";
import { taskWords } from "../../../support/task.ts";
import { numbered, overview } from "../../../support/agent.ts";
import { BusyPacer } from "../../../support/counted_pacer.ts";
import { line, madeId, makeRepository, tree } from "../../../support/made_repository.ts";
import { withQuickTree } from "../../../support/tree.ts";
import { whenOld } from "../../../support/when_old.ts";

const TASK = "order the walk of files";
const NAMES = numbered(300, "walk_order_file", ".ts");

/** Histories, and how many commits are read of each with a task, and without one. */
const HISTORIES: readonly (readonly [
  what: string,
  length: number,
  message: string,
  read: readonly [withTask: number, withoutTask: number],
])[] = [
  // 32 MB are read: see the bounds of a history.
  ["subjects of a megabyte", 40, `${TASK} `.repeat(2 ** 20 / 24), [30, 30]],
  ["very many commits", 4000, "m", [1000, 500]],
  ["commits and paths that all share the task's words", 1200, TASK, [1000, 500]],
];

for (const [what, length, message, [withTask, withoutTask]] of HISTORIES) {
  Deno.test(`'hostile histories cost what the budgets allow', and rank alike each time: ${what}`, () =>
    withQuickTree(
      Object.fromEntries(NAMES.map((name) => [name, ""])),
      (root) =>
        whenOld(async () => {
          const objects = line(length, (number) => ({
            commit: { message },
            tree: tree(madeId("tree", number), [
              ["100644", NAMES[number % NAMES.length]!, madeId("blob", number)],
            ]),
          }));
          makeRepository(root, objects, madeId("commit", length - 1));
          assertEquals((await overview(root)).commits, withoutTask);
          const cache = new TreeCache();
          const texts = new Set<string>();
          for (const context of [{}, { cache }, { cache }]) {
            const { text, commits } = await overview(
              root,
              { query: TASK, max_tokens: 500 },
              context,
            );
            const found = await TOOLSETS.agent.find_path.execute(
              { queries: [TASK] },
              { cwd: root, ...context },
            );
            assertEquals(commits, withTask);
            texts.add(text + JSON.stringify(found));
          }
          assertEquals(texts.size, 1);
        }),
    ));
}

Deno.test("ranking looks at the clock at every commit, however many paths each has", async () => {
  const paths = numbered(500, "walk/order", ".ts");
  const commits = Array.from(
    { length: 1000 },
    (_, i) => ({ id: `${i}`, subject: TASK, body: "", paths }),
  );
  const history = { head: "", isWhole: true, commits };
  const pacer = new BusyPacer();
  await rankerFor([{ history, prefix: "", isQuotable: true }], taskWords(TASK), pacer);
  // Once for what a subject has of the task, and once for the files that are recent.
  assert(pacer.pauses >= 2000, `${pacer.pauses} pauses`);
});
