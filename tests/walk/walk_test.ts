import { assertEquals, assertGreater } from "@std/assert";
import fc from "fast-check";
import { Pacer } from "../../src/pacing/pacer.ts";
import { rulesAbove } from "../../src/gitignore/rules_above.ts";
import { Scope } from "../../src/scope/scope.ts";
import { Walk } from "../../src/walk/walk.ts";
import type { WalkStep } from "../../src/walk/walk_options.ts";
import { compareBytes } from "../support/compare_bytes.ts";
import { osError, withReads } from "../support/disk_reads.ts";
import { ANY_TREE, LINKS, testsNeeding } from "../support/machine.ts";
import {
  oddName,
  oddPath,
  type RandomTree,
  treesOf,
  withRandomTree,
} from "../support/odd_trees.ts";
import { cutAtNul, endWithNul, pipe } from "../support/shell.ts";
import { link, type Tree, withQuickTree } from "../support/tree.ts";
import { errorsIn, pathsIn, pathsOf, stepsOf, walkOf } from "../support/walking.ts";

const test = testsNeeding(ANY_TREE);

function entriesOf({ files, directories, links }: RandomTree): string[] {
  return [...files, ...directories, ...links];
}

const ORDERS = ["name", "path", "breadth"] as const;

/** Root: 4 entries. a: 5, b: 1, c: 2. */
const BUDGET: Tree = {
  ...Object.fromEntries(["a/1", "a/2", "a/3", "a/4", "a/5", "b/6"].map((path) => [path, ""])),
  "c/7": "",
  "c/8": "",
  "d": "",
};

test("Walk() in every order equals its oracle on random trees", async () => {
  const childrenIn = (paths: readonly string[], prefix: string): string[] =>
    paths.filter((path) =>
      path.startsWith(prefix) && path.length > prefix.length &&
      !path.slice(prefix.length).includes("/")
    ).sort(compareBytes);
  const byName = (paths: readonly string[], prefix = ""): string[] =>
    childrenIn(paths, prefix).flatMap((path) => [path, ...byName(paths, `${path}/`)]);
  const byLevel = (paths: readonly string[]): string[] => {
    const found: string[] = [];
    let level = [""];
    while (level.length > 0) {
      const next = level.flatMap((prefix) => childrenIn(paths, prefix));
      found.push(...next);
      level = next.map((path) => `${path}/`);
    }
    return found;
  };
  const property = fc.asyncProperty(
    treesOf(oddPath, 40),
    (tree) =>
      withRandomTree(tree, async (root) => {
        const found = cutAtNul(
          await pipe("find", [root, "-mindepth", "1", "-printf", "%P\\0"], ""),
        );
        // "equal to `LC_ALL=C sort`. … It can be produced lazily."
        const env = { LC_ALL: "C" };
        const sorted = cutAtNul(await pipe("sort", ["-z"], endWithNul(found), { env }));
        assertEquals(sorted.length, entriesOf(tree).length);
        assertEquals(await pathsOf(root, { order: "path" }), sorted);
        assertEquals(await pathsOf(root, { order: "name" }), byName(found));
        assertEquals(await pathsOf(root, { order: "breadth" }), byLevel(found));
      }),
  );
  await fc.assert(property, { numRuns: 40 });
});

test("Walk() resumes after any path, there or not, with exactly what is greater", async () => {
  // Decision 8.7: "files added or removed between pages never cause a repeat or a loss among the others. The
  // path in it is only compared with names read from disk, never opened."
  const path = fc.array(
    fc.oneof(oddName, fc.constantFrom("0", "\x01", "zz", "\u{10FFFF}", "\uFFFF")),
    {
      minLength: 1,
      maxLength: 6,
    },
  ).map((segments) => segments.join("/"));
  const property = fc.asyncProperty(
    treesOf(oddPath, 24),
    fc.array(path, { minLength: 20, maxLength: 20 }),
    (tree, others) =>
      withRandomTree(tree, async (root) => {
        const all = entriesOf(tree).sort(compareBytes);
        // `after`: "where it ends in `/`, at the contents of that directory."
        for (const after of [...all, ...all.map((path) => `${path}/`), ...others]) {
          const greater = all.filter((path) => compareBytes(path, after) > 0);
          assertEquals(await pathsOf(root, { order: "path", after }), greater, after);
        }
      }),
  );
  await fc.assert(property, { numRuns: 30 });
});

const BUDGETS: readonly [
  maxScanned: number,
  after: string | undefined,
  opened: string[],
  scanned?: number,
  notOpened?: string,
][] = [
  [0, undefined, [""], 4, "a/"],
  [4, undefined, [""], 4, "a/"],
  [5, undefined, ["", "a"], 9, "b/"],
  [9, undefined, ["", "a"], 9, "b/"],
  [10, undefined, ["", "a", "b"], 10, "c/"],
  [11, undefined, ["", "a", "b", "c"]],
  // "directories read again on the way to a cursor do not count, and a call opens at least one
  // directory past its cursor."
  [0, "a/2", ["", "a", "b"], 1, "c/"],
  [2, "a/2", ["", "a", "b", "c"]],
  [0, "a", ["", "a"], 5, "b/"],
  [6, "a", ["", "a", "b"], 6, "c/"],
  [0, "b/6", ["", "b", "c"]],
  [0, "c/8", ["", "c"]],
  [0, "a/zz", ["", "a", "b"], 1, "c/"],
  // A cursor that ends in "/" resumes at the directory's contents, which count.
  [0, "a/", ["", "a"], 5, "b/"],
  [6, "a/", ["", "a", "b"], 6, "c/"],
  [0, "c/", ["", "c"]],
];

Deno.test("Walk() checks the budget before it reads a directory, and reads it whole", () =>
  withQuickTree(BUDGET, async (root) => {
    for (const [maxScanned, after, opened, scanned, notOpened] of BUDGETS) {
      const what = `maxScanned ${maxScanned}, after ${after ?? "nothing"}`;
      const reads: string[] = [];
      const before = (path: string): void => void reads.push(path.slice(root.length + 1));
      const options = { order: "path", maxScanned, after } as const;
      const steps = await withReads({ before }, () => stepsOf(root, options));
      assertEquals(reads, opened, what);
      const stops = steps.flatMap((step, i) =>
        step.type === "stopped" ? [[i, step.directory.prefix, step.scanned]] : []
      );
      const expected = [[steps.length - 1, notOpened, scanned]];
      assertEquals<unknown>(stops, scanned === undefined ? [] : expected, what);
    }
  }));

Deno.test("9.7: a walk whose match budget runs out in a directory stops there, and stays stopped", async () => {
  // Each verdict costs four times the characters of a key: the pattern has three.
  const tree: Tree = { ".gitignore": "*x?\n", "a/b": "", "a/c": "", "d": "", "e": link("d") };
  const rows: readonly (readonly [maxMatched: number, shown: readonly string[], stop?: string])[] =
    [
      [0, [], ""],
      [67, [], ""],
      [68, ["a", "d", "e", ".gitignore"], "a/"],
      [76, ["a", "d", "e", ".gitignore", "a/b", "a/c"]],
    ];
  await withQuickTree(tree, async (root) => {
    for (const order of ORDERS) {
      for (const [maxMatched, shown, stop] of rows) {
        const scope = new Scope({});
        const start = scope.enterDirectory(root);
        const pacer = new Pacer();
        const rules = await rulesAbove(scope, start, "git", pacer);
        const walk = new Walk(scope, start, { order, rules, maxMatched }, pacer);
        const steps: WalkStep[] = [];
        for (let runs = 0; runs < 2; runs++) await walk.run((step) => void steps.push(step));
        const stops = steps.flatMap((each) => each.type === "stopped" ? each.directory.prefix : []);
        assertEquals([...new Set(stops)], stop === undefined ? [] : [stop], order);
        assertEquals(pathsIn(steps).sort(), shown.toSorted(), `${order} ${maxMatched}`);
      }
    }
  });
});

test("Walk.renewBudget() lets a stopped walk go on without loss or repeat", async () => {
  // "a call opens at least one directory past its cursor."
  const property = fc.asyncProperty(
    treesOf(oddPath, 24),
    fc.integer({ min: 0, max: 6 }),
    fc.constantFrom(...ORDERS),
    (tree, maxScanned, order) =>
      withRandomTree(tree, async (root) => {
        const walk = walkOf(root, { order, maxScanned });
        const steps: WalkStep[] = [];
        for (let runs = 0; runs < 100; runs++) {
          const before = steps.length;
          let stops = 0;
          // It stays stopped until its budget is renewed, and is over after its end.
          for (let again = 0; again < 2; again++) {
            await walk.run((step) =>
              step.type === "stopped" ? void stops++ : void steps.push(step)
            );
          }
          if (stops === 0) break;
          assertEquals(stops, 2);
          assertGreater(steps.length, before);
          walk.renewBudget();
        }
        assertEquals(steps, await stepsOf(root, { order }));
      }),
  );
  await fc.assert(property, { numRuns: 60 });
});

testsNeeding(LINKS)(
  "Walk.run() stops where visit returns false and goes on without loss or repeat",
  () =>
    withQuickTree({ ...BUDGET, "a-b": "", "e/f/g": "", "e/l": link("f") }, async (root) => {
      for (const order of ORDERS) {
        for (const maxScanned of [Infinity, 10]) {
          const all = await stepsOf(root, { order, maxScanned });
          assertGreater(all.length, 5);
          for (let every = 1; every <= all.length; every++) {
            const steps: WalkStep[] = [];
            const walk = walkOf(root, { order, maxScanned });
            for (let calls = 0; calls <= all.length; calls++) {
              let left = every;
              await walk.run((step) => {
                steps.push(step);
                return --left > 0;
              });
              if (steps.at(-1)?.type === "stopped") break;
            }
            assertEquals(steps, all);
          }
        }
      }
    }),
);

Deno.test("Walk() loses only the entries below a directory that cannot be read", async () => {
  const tree: Record<string, string> = {};
  for (const a of ["a", "b", "c"]) {
    for (const b of ["a", "b", "c"]) {
      tree[`${a}/${b}/f`] = "";
      for (const c of ["k", "l"]) tree[`${a}/${b}/${c}/f`] = "";
    }
  }
  await withQuickTree(tree, async (root) => {
    for (const order of ORDERS) {
      const all = await pathsOf(root, { order });
      for (let n = 0; n < 31; n++) {
        let calls = 0;
        let failed = "";
        const before = (path: string): void => {
          if (calls++ !== n) return;
          failed = path === root ? "" : `${path.slice(root.length + 1)}/`;
          throw osError("EACCES", Deno.errors.PermissionDenied);
        };
        const steps = await withReads({ before }, () => stepsOf(root, { order }));
        assertEquals(pathsIn(steps), all.filter((path) => !path.startsWith(failed)));
        assertEquals(errorsIn(steps), [`${failed}: permission_denied`]);
      }
    }
  });
});

testsNeeding(LINKS)(
  "Walk() visits a directory itself where the link to it could not be read",
  () =>
    withQuickTree({ "l": link("z"), "z/f": "" }, async (root) => {
      // In path order the walk does not follow it, as it comes to the directory itself.
      for (const order of ["name", "breadth"] as const) {
        let reads = 0;
        const before = (path: string): void => {
          if (path === `${root}/z` && reads++ === 0) {
            throw osError("EACCES", Deno.errors.PermissionDenied);
          }
        };
        const options = { order, resolveLinks: true, followLinks: true };
        const steps = await withReads({ before }, () => stepsOf(root, options));
        assertEquals(errorsIn(steps), ["l/: permission_denied"]);
        assertEquals(pathsIn(steps), ["l", "z", "z/f"], order);
      }
    }),
);

Deno.test("Walk() splits a long run of files into steps without loss", () =>
  withQuickTree({ "a/": "", "b": "" }, async (root) => {
    const names = Array.from({ length: 9000 }, (_, i) => `f${String(i).padStart(5, "0")}`);
    for (const name of names) Deno.writeTextFileSync(`${root}/a/${name}`, "");
    for (const order of ["name", "path"] as const) {
      const steps = await stepsOf(root, { order });
      assertEquals(pathsIn(steps).filter((path) => path.length > 1), names.map((n) => `a/${n}`));
    }
  }));
