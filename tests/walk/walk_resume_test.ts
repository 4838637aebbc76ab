import { assertEquals } from "@std/assert";
import fc from "fast-check";
import type { PathOrder } from "../../src/walk/steps.ts";
import { compareBytes } from "../support/compare_bytes.ts";
import { withReads } from "../support/disk_reads.ts";
import { ANY_TREE, LINKS, needing } from "../support/machine.ts";
import { withQuickTree } from "../support/tree.ts";
import {
  arbitraryTree,
  entriesOf,
  NAMES,
  pathsIn,
  pathsOf,
  stepsOf,
  walkOf,
  withForest,
} from "../support/walking.ts";

Deno.test(
  needing(
    ANY_TREE,
    "Walk() resumes after any entry with exactly the rest",
  ),
  async () => {
    // Decision 8.7: "files added or removed between pages never cause a repeat or a loss among the
    // others."
    const property = fc.asyncProperty(
      arbitraryTree(NAMES),
      (tree) =>
        withQuickTree(tree, async (root) => {
          const all = await pathsOf(root, { order: "path" });
          assertEquals(all, entriesOf(tree).sort(compareBytes));
          for (const [i, after] of all.entries()) {
            assertEquals(await pathsOf(root, { order: "path", after }), all.slice(i + 1), after);
          }
        }),
    );
    await fc.assert(property, { numRuns: 40 });
  },
);

Deno.test(
  needing(
    ANY_TREE,
    "Walk() resumes after a path that is not there with all that is greater",
  ),
  async () => {
    const path = fc.array(fc.constantFrom(...NAMES, "0", "\x01", "zz", "\u{10FFFF}", "\uFFFF"), {
      minLength: 1,
      maxLength: 6,
    }).map((segments) => segments.join("/"));
    const property = fc.asyncProperty(
      arbitraryTree(NAMES),
      fc.array(path, { minLength: 20, maxLength: 20 }),
      (tree, candidates) =>
        withQuickTree(tree, async (root) => {
          const all = entriesOf(tree).sort(compareBytes);
          for (const after of candidates) {
            const greater = all.filter((path) => compareBytes(path, after) > 0);
            assertEquals(await pathsOf(root, { order: "path", after }), greater, after);
          }
        }),
    );
    await fc.assert(property, { numRuns: 30 });
  },
);

const movedRows: [string, (root: string) => void, string[]][] = [
  ["a file was removed", (root) => Deno.removeSync(`${root}/b/m`), ["b/n", "c"]],
  ["its directory was removed", (root) => Deno.removeSync(`${root}/b`, { recursive: true }), ["c"]],
  ["a file came before it", (root) => Deno.writeTextFileSync(`${root}/b/a`, ""), ["b/n", "c"]],
  ["a file came after it", (root) => Deno.writeTextFileSync(`${root}/b/mm`, ""), [
    "b/mm",
    "b/n",
    "c",
  ]],
  ["it became a directory", (root) => {
    Deno.removeSync(`${root}/b/m`);
    Deno.mkdirSync(`${root}/b/m/x`, { recursive: true });
  }, ["b/m/x", "b/n", "c"]],
  ["its directory became a file", (root) => {
    Deno.removeSync(`${root}/b`, { recursive: true });
    Deno.writeTextFileSync(`${root}/b`, "");
  }, ["c"]],
  ["its directory became a link", (root) => {
    Deno.renameSync(`${root}/b`, `${root}/a/b`);
    Deno.symlinkSync("a/b", `${root}/b`);
  }, ["c"]],
];

for (const [change, apply, expected] of movedRows) {
  Deno.test(
    needing(LINKS, `Walk() resumes without a repeat or a loss though ${change}`),
    async () => {
      // Decision 8.7: "The path in it is only compared with names read from disk, never opened."
      await withQuickTree({ "a/k": "", "b/l": "", "b/m": "", "b/n": "", "c": "" }, async (root) => {
        apply(root);
        assertEquals(await pathsOf(root, { order: "path", after: "b/m" }), expected);
      });
    },
  );
}

Deno.test("Walk() resumes by reading only the directories on the way and the page", async () => {
  // Decision 8.7: "Resuming costs the directories on the way to that path plus the page, not the
  // whole tree".
  await withForest(async (root) => {
    const reads: string[] = [];
    const found: string[] = [];
    await withReads(
      { before: (path) => void reads.push(path.slice(root.length)) },
      () =>
        walkOf(root, { order: "path", after: "d40/x/f1" }).run((step) => {
          found.push(...pathsIn([step]));
          return found.length < 5;
        }),
    );
    assertEquals(found, ["d40/x/f2", "d40/y", "d40/y/f0", "d40/y/f1", "d40/y/f2"]);
    assertEquals(reads, ["", "/d40", "/d40/x", "/d40/y"]);
  });
});

Deno.test(
  needing(
    ANY_TREE,
    "Walk() resumes at the contents of any directory with exactly the rest",
  ),
  async () => {
    // `after`: "where it ends in `/`, at the contents of that directory. Only the directories on the
    // way to it are read again."
    const property = fc.asyncProperty(
      arbitraryTree(NAMES),
      (tree) =>
        withQuickTree(tree, async (root) => {
          const all = entriesOf(tree).sort(compareBytes);
          for (const path of all) {
            const after = `${path}/`;
            const rest = all.filter((path) => compareBytes(path, after) > 0);
            assertEquals(await pathsOf(root, { order: "path", after }), rest, after);
          }
        }),
    );
    await fc.assert(property, { numRuns: 25 });
  },
);

const tooDeepRows: [number, Omit<PathOrder, "order">, string[]][] = [
  [0, {}, ["a", "a-b", "a/ too deep", "b", "b/ too deep", "c"]],
  [1, {}, ["a", "a-b", "a/x", "a/x-", "a/x/ too deep", "b", "c"]],
  [2, {}, ["a", "a-b", "a/x", "a/x-", "a/x/y", "b", "c"]],
  [0, { prune: (path) => path === "a" }, ["a", "a-b", "b", "b/ too deep", "c"]],
  [0, { after: "a" }, ["a-b", "a/ too deep", "b", "b/ too deep", "c"]],
  [0, { after: "a-b" }, ["a/ too deep", "b", "b/ too deep", "c"]],
  [0, { after: "a/" }, ["a/ too deep", "b", "b/ too deep", "c"]],
  [0, { after: "b" }, ["b/ too deep", "c"]],
];

tooDeepRows.forEach(([maxDepth, options, expected], i) => {
  Deno.test(`Walk() gives too_deep where a directory's contents would stand, row ${i}`, async () => {
    // Decision 7.3: "if one is met (not excluded, and its turn in path order comes before the walk
    // stops) `max-depth-reached` is true."
    const tree = { "a/x/y": "", "a/x-": "", "a-b": "", "b/": "", "c": "" };
    await withQuickTree(tree, async (root) => {
      const steps = await stepsOf(root, { order: "path", maxDepth, ...options });
      const given = steps.flatMap((step) =>
        step.type === "too_deep" ? [`${step.directory.prefix} too deep`] : pathsIn([step])
      );
      assertEquals(given, expected);
      for (const step of steps) {
        if (step.type === "too_deep") assertEquals(step.directory.depth, maxDepth + 1);
      }
    });
  });
});
