import { assert, assertEquals, assertGreater } from "@std/assert";
import fc from "fast-check";
import type { WalkStep } from "../../src/walk/steps.ts";
import { compareBytes } from "../support/compare_bytes.ts";
import { withReads } from "../support/disk_reads.ts";
import { ANY_TREE, needing } from "../support/machine.ts";
import { withQuickTree } from "../support/tree.ts";
import {
  arbitraryTree,
  BUDGET,
  entriesOf,
  NAMES,
  pathsIn,
  stepsOf,
  walkOf,
} from "../support/walking.ts";

const budgetRows: [
  maxScanned: number,
  after: string | undefined,
  opened: string[],
  scanned?: number,
  notOpened?: string,
][] = [
  [0, undefined, [""], 4, "a/"],
  [1, undefined, [""], 4, "a/"],
  [4, undefined, [""], 4, "a/"],
  [5, undefined, ["", "a"], 9, "b/"],
  [9, undefined, ["", "a"], 9, "b/"],
  [10, undefined, ["", "a", "b"], 10, "c/"],
  [11, undefined, ["", "a", "b", "c"]],
  // "directories read again on the way to a cursor do not count, and a call opens at least one
  // directory past its cursor."
  [0, "a/2", ["", "a", "b"], 1, "c/"],
  [1, "a/2", ["", "a", "b"], 1, "c/"],
  [2, "a/2", ["", "a", "b", "c"]],
  [0, "a", ["", "a"], 5, "b/"],
  [5, "a", ["", "a"], 5, "b/"],
  [6, "a", ["", "a", "b"], 6, "c/"],
  [0, "b/6", ["", "b", "c"]],
  [0, "c/8", ["", "c"]],
  [0, "a/zz", ["", "a", "b"], 1, "c/"],
  // A cursor that ends in "/" resumes at the directory's contents, which count.
  [0, "a/", ["", "a"], 5, "b/"],
  [5, "a/", ["", "a"], 5, "b/"],
  [6, "a/", ["", "a", "b"], 6, "c/"],
  [0, "b/", ["", "b"], 1, "c/"],
  [0, "c/", ["", "c"]],
];

for (const [maxScanned, after, opened, scanned, notOpened] of budgetRows) {
  const name = `maxScanned ${maxScanned}, after ${after ?? "nothing"}`;
  Deno.test(`Walk() checks the budget before a directory is opened: ${name}`, async () => {
    // Decision 3: "the budget `maxScanned` is checked before a directory is opened; an opened
    // directory is read whole and counted".
    await withQuickTree(BUDGET, async (root) => {
      const reads: string[] = [];
      const steps = await withReads({
        before: (path) => void reads.push(path.slice(root.length + 1)),
      }, () => stepsOf(root, { order: "path", maxScanned, after }));
      assertEquals(reads, opened);
      assertEquals(
        steps.flatMap((step) =>
          step.type === "stopped" ? [[step.directory.prefix, step.scanned]] : []
        ),
        scanned === undefined ? [] : [[notOpened, scanned]],
      );
      if (scanned !== undefined) assertEquals(steps.at(-1)?.type, "stopped");
    });
  });
}

for (const order of ["name", "breadth"] as const) {
  Deno.test(`Walk() stops at the budget in order ${order}, opened directories whole`, async () => {
    await withQuickTree(BUDGET, async (root) => {
      const steps = await stepsOf(root, { order, maxScanned: 5 });
      const found = pathsIn(steps);
      for (let i = 1; i <= 5; i++) assert(found.includes(`a/${i}`));
      assert(!found.includes("b/6"));
      const last = steps.at(-1);
      assert(last?.type === "stopped");
      assertEquals([last.directory.prefix, last.scanned], ["b/", 9]);
    });
  });
}

/** Where to resume a walk that gave these steps and was stopped. */
type Resume = (
  steps: readonly WalkStep[],
  found: readonly string[],
  after: string | undefined,
) => string | undefined;

const resumes: Readonly<Record<string, Resume>> = {
  // Past the last entry, and past all of the last directory that was walked to its end.
  "what was walked": (steps, found, after) => {
    const left = steps.findLast((step) => step.type === "leave");
    for (const path of [found.at(-1), left && `${left.directory.prefix}\u{10FFFF}`]) {
      if (path !== undefined && compareBytes(path, after ?? "") > 0) after = path;
    }
    return after;
  },
  // `after`: "start after this path, or, where it ends in `/`, at the contents of that directory."
  "the directory that was not opened": (steps) => {
    const last = steps.at(-1);
    return last?.type === "stopped" ? last.directory.prefix : undefined;
  },
};

for (const [where, resume] of Object.entries(resumes)) {
  Deno.test(
    needing(
      ANY_TREE,
      `Walk() gives every entry once when resumed at each stop, by ${where}`,
    ),
    async () => {
      const property = fc.asyncProperty(
        arbitraryTree(NAMES),
        fc.integer({ min: 0, max: 6 }),
        (tree, maxScanned) =>
          withQuickTree(tree, async (root) => {
            const found: string[] = [];
            let after: string | undefined;
            for (let calls = 0; calls < 100; calls++) {
              const steps = await stepsOf(root, { order: "path", maxScanned, after });
              found.push(...pathsIn(steps));
              if (steps.at(-1)?.type !== "stopped") break;
              after = resume(steps, found, after);
            }
            assertEquals(found, entriesOf(tree).sort(compareBytes));
          }),
      );
      await fc.assert(property, { numRuns: 25 });
    },
  );
}

Deno.test("Walk() stays stopped until its budget is renewed, and is over after its end", async () => {
  await withQuickTree(BUDGET, async (root) => {
    for (const order of ["name", "path", "breadth"] as const) {
      const walk = walkOf(root, { order, maxScanned: 5 });
      const stops: WalkStep[] = [];
      let found: string[] = [];
      const visit = (step: WalkStep): void => {
        found.push(...pathsIn([step]));
        if (step.type === "stopped") stops.push(step);
      };
      await walk.run(visit);
      assertEquals(stops.length, 1);
      found = [];
      for (let again = 0; again < 3; again++) await walk.run(visit);
      assertEquals(found, []);
      assertEquals(stops, Array(4).fill(stops[0]));
    }
    const walk = walkOf(root, { maxScanned: 100 });
    await walk.run(() => {});
    let more = 0;
    for (let again = 0; again < 2; again++) {
      await walk.run(() => void more++);
      walk.renewBudget();
    }
    assertEquals(more, 0);
  });
});

for (const order of ["name", "path", "breadth"] as const) {
  Deno.test(
    needing(
      ANY_TREE,
      `Walk.renewBudget() lets a stopped walk go on without loss or repeat in order ${order}`,
    ),
    async () => {
      // "a call opens at least one directory past its cursor."
      const property = fc.asyncProperty(
        arbitraryTree(NAMES),
        fc.integer({ min: 0, max: 6 }),
        (tree, maxScanned) =>
          withQuickTree(tree, async (root) => {
            const all = await stepsOf(root, { order });
            const walk = walkOf(root, { order, maxScanned });
            const steps: WalkStep[] = [];
            for (let runs = 0; runs < 100; runs++) {
              const before = steps.length;
              let isStopped = false;
              await walk.run((step) => {
                if (step.type === "stopped") isStopped = true;
                else steps.push(step);
              });
              if (!isStopped) break;
              assertGreater(steps.length, before);
              walk.renewBudget();
            }
            assertEquals(steps, all);
          }),
      );
      await fc.assert(property, { numRuns: 20 });
    },
  );
}
