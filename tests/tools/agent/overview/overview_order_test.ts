import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { failingDisk } from "../../../support/failing_disk.ts";
import { files, numbered, overview } from "../../../support/agent.ts";
import { makeHistory } from "../../../support/git.ts";
import { GIT, testsNeeding } from "../../../support/machine.ts";
import { randomFrom } from "../../../support/random.ts";
import { withQuickTree } from "../../../support/tree.ts";

const test = testsNeeding(GIT);

const SEED = 20_261_122;

/** A disk that lists each directory in another order, by a seed. */
function shufflingDisk(seed: number): Disposable {
  const random = randomFrom(seed);
  return failingDisk({
    readDirSync(_path, proceed) {
      const entries = [...proceed()].map((entry) => [random(), entry] as const);
      return entries.sort(([a], [b]) => a - b).map(([, entry]) => entry)[Symbol.iterator]();
    },
  });
}

const NAMES = [
  ...["main.rs", "lib.c", "a.md", "README.md", "x_test.go", "b.min.js", "Makefile", "c.bin"],
  "index.ts",
  ...["util.py", "data.json", "d.h", ".env", "types.ts", "app.vue", "e.txt", "LICENSE"],
];

test("overview: nothing depends on the order in which the disk lists", async () => {
  // Directories with equal entries have equal scores, but for rounding errors of sums.
  const copies = numbered(15, "all/copy").flatMap((copy) =>
    NAMES.flatMap((name) => numbered(5, `${copy}/a-name-that-costs-much-`, name))
  );
  const touched = copies.filter((_, i) => i % 5 === 3);
  for (const history of [[], touched]) {
    await withQuickTree(files(copies), async (root) => {
      if (history.length > 0) {
        await makeHistory(
          root,
          history.map((path) => ({ paths: [path, "gone"], subject: path })),
        );
      }
      for (const query of [null, "types main src", "read"]) {
        const calls = [250, 1500].map((max_tokens) => ({
          max_tokens,
          query,
          use_gitignore: false,
        }));
        const all = () => Promise.all(calls.map((args) => overview(root, args)));
        const expected = JSON.stringify(await all());
        await fc.assert(
          fc.asyncProperty(fc.nat(), async (seed) => {
            using _disk = shufflingDisk(seed);
            assertEquals(JSON.stringify(await all()), expected);
          }),
          { seed: SEED, numRuns: 3 },
        );
      }
    });
  }
});
