/** "What the call does not show is not opened […]; after a file is opened its place is asked again." */
import { assert, assertEquals, assertGreater } from "@std/assert";
import type { ToolContext } from "../../../../mod.ts";
import { failingDisk, OPERATIONS, watching } from "../../../support/failing_disk.ts";
import { find } from "../../../support/find_path.ts";
import { LINKS, testsNeeding } from "../../../support/machine.ts";
import { link, type Tree, withQuickTree } from "../../../support/tree.ts";

const test = testsNeeding(LINKS);

const TASK = "the cart has a wrong total";

/** Moves two entries to each other's places. */
function exchange(one: string, other: string): void {
  Deno.renameSync(one, `${one}~`);
  Deno.renameSync(other, one);
  Deno.renameSync(`${one}~`, other);
}

test("nothing behind a link shows that takes a folder's place at one moment and gives it back at another", async (t) => {
  const rows: [what: string, tree: Tree, folder: string, context: ToolContext][] = [
    ["a folder outside", { "out/a.ts": "cart total elsewhere", "link": link("../out") }, "a", {}],
    [
      "what is above the folder leads outside",
      { "out/b/c/a.ts": "cart total elsewhere", "link": link("../out") },
      "a/b/c",
      {},
    ],
    [
      "a folder that the host hides",
      { "in/kept/a.ts": "cart total elsewhere", "link": link("kept") },
      "a",
      { policy: { hide: ["kept/"] } },
    ],
  ];
  for (const [what, others, folder, context] of rows) {
    await t.step(
      what,
      () =>
        withQuickTree({ ...others, [`in/${folder}/a.ts`]: "cart total" }, async (root) => {
          const paths: readonly [string, string] = [`${root}/in/a`, `${root}/link`];
          const answers = new Set<string>();
          /** Exchanges before two of the calls of the disk from that on which first asks about the file. */
          const findWhile = async (first: number, second: number): Promise<number> => {
            let count = -1;
            let exchanged = 0;
            {
              using _disk = failingDisk(watching(OPERATIONS, ({ path }) => {
                if (count < 0 && !path.endsWith("a.ts")) return;
                count++;
                if (count !== first && count !== second) return;
                exchange(...paths);
                exchanged++;
              }));
              const answer = JSON.stringify(await find(`${root}/in`, [TASK], {}, context));
              assert(
                !answer.includes("elsewhere"),
                `exchanged before calls ${first} and ${second}`,
              );
              answers.add(answer);
            }
            if (exchanged % 2 === 1) exchange(...paths);
            return count;
          };
          const last = await findWhile(-1, -1);
          assertGreater(last, 5);
          for (let first = 0; first <= last; first++) {
            for (let second = first + 1; second <= last + 1; second++) {
              await findWhile(first, second);
            }
          }
          assertGreater(answers.size, 1, "some exchanges were seen");
        }),
    );
  }
});

Deno.test("the real path of no file and no folder below the root is asked: each takes longer the deeper it lies", () =>
  withQuickTree({ [`${"d/".repeat(200)}a.ts`]: "cart total" }, async (root) => {
    const asked: string[] = [];
    using _disk = failingDisk(
      watching(["realPath", "realPathSync"], ({ path }) => void asked.push(path)),
    );
    const { results } = await find(root, [TASK]);
    assertEquals(results[0]!.entries[0]?.lines?.[0]?.text, "cart total");
    assertEquals(asked.filter((path) => path.length > root.length), []);
  }));
