import { assert, assertEquals, assertGreater, assertRejects } from "@std/assert";
import fc from "fast-check";
import { Pacer } from "../../src/pacing/pacer.ts";
import type { WalkOptions, WalkStep } from "../../src/walk/walk.ts";
import { fifo, link, makeTree, type Tree, withTree } from "../support/tree.ts";
import {
  arbitraryTree,
  compareBytes,
  entriesOf,
  pathsIn,
  pathsOf,
  run,
  stepsOf,
  walkOf,
  withRandomTree,
  withReadDir,
} from "../support/walking.ts";

// Names that sort differently by UTF-16 unit, by locale, or by segment.
const NAMES = [
  "a",
  "b",
  "B",
  "a-",
  "a.b",
  "a!",
  "a\x01",
  "a b",
  "é",
  "\uE000",
  "\uFFFC",
  "😀",
  "😀a",
  "\u2028",
];

const PLAIN: Tree = {
  "a/x": "",
  "a/y/z": "",
  "a-b": "",
  "b/": "",
  "c": "",
  "d": link("a"),
};

function errorsIn(steps: readonly WalkStep[]): string[] {
  return steps.flatMap((step) =>
    step.type === "error" ? [`${step.directory.prefix}: ${step.code}`] : []
  );
}

Deno.test("Walk() gives a directory before its contents, sorted by name, in order name", async () => {
  await withTree(PLAIN, async (root) => {
    assertEquals(await pathsOf(root), ["a", "a/x", "a/y", "a/y/z", "a-b", "b", "c", "d"]);
  });
});

Deno.test("Walk() gives code point order of the whole path in order path", async () => {
  // Decision 8.6: "as an entry it sorts as `name`, its contents as `name/` (`a`, `a-b`, `a/x`)."
  await withTree(PLAIN, async (root) => {
    assertEquals(
      await pathsOf(root, { order: "path" }),
      ["a", "a-b", "a/x", "a/y", "a/y/z", "b", "c", "d"],
    );
  });
});

Deno.test("Walk() goes level by level, each directory by name, in order breadth", async () => {
  await withTree(PLAIN, async (root) => {
    assertEquals(
      await pathsOf(root, { order: "breadth" }),
      ["a", "a-b", "b", "c", "d", "a/x", "a/y", "a/y/z"],
    );
  });
});

Deno.test("Walk() in every order equals its oracle on random trees", async () => {
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
    arbitraryTree(NAMES, 40),
    (tree) =>
      withRandomTree(tree, async (root) => {
        const found = await run("find", [root, "-mindepth", "1", "-printf", "%P\\0"]);
        // "equal to `LC_ALL=C sort`. … It can be produced lazily."
        const sorted = await run("sort", ["-z"], found.map((path) => `${path}\0`).join(""));
        assertEquals(sorted.length, entriesOf(tree).length);
        assertEquals(await pathsOf(root, { order: "path" }), sorted);
        assertEquals(await pathsOf(root, { order: "name" }), byName(found));
        assertEquals(await pathsOf(root, { order: "breadth" }), byLevel(found));
      }),
  );
  await fc.assert(property, { numRuns: 40 });
});

Deno.test("Walk() opens and leaves directories like brackets in order name", async () => {
  const property = fc.asyncProperty(
    arbitraryTree(NAMES),
    (tree) =>
      withRandomTree(tree, async (root) => {
        const open = [""];
        let last: string | undefined;
        for (const step of await stepsOf(root)) {
          if (last !== undefined) open.push(last);
          last = undefined;
          assertEquals(step.type === "stopped" ? "" : step.directory.prefix, open.at(-1) ?? "none");
          if (step.type === "leave") open.pop();
          if (step.type === "entry" && step.descends) {
            last = `${step.directory.prefix}${step.name}/`;
          }
        }
        assertEquals(open, []);
      }),
  );
  await fc.assert(property, { numRuns: 20 });
});

const KINDS: Tree = { "d/": "", "f": "", "l": link("f"), "p": fifo(), "x": link("gone") };

for (const order of ["name", "path", "breadth"] as const) {
  Deno.test(`Walk() tells directories, links and others from files in order ${order}`, async () => {
    await withTree(KINDS, async (root) => {
      const kinds = (await stepsOf(root, { order })).flatMap((step) =>
        step.type === "entry"
          ? [[step.name, step.kind]]
          : step.type === "files"
          ? step.names.map((name) => [name, "file"])
          : []
      );
      assertEquals(kinds, [
        ["d", "directory"],
        ["f", "file"],
        ["l", "link"],
        ["p", "other"],
        ["x", "link"],
      ]);
    });
  });
}

const DEEP: Tree = { "a/b/c/d/e": "", "a/f": "", "g": "" };

const depthRows: [WalkOptions["order"], number, string[]][] = [
  ["name", 0, ["a", "g"]],
  ["name", 1, ["a", "a/b", "a/f", "g"]],
  ["name", 3, ["a", "a/b", "a/b/c", "a/b/c/d", "a/f", "g"]],
  ["name", 4, ["a", "a/b", "a/b/c", "a/b/c/d", "a/b/c/d/e", "a/f", "g"]],
  ["path", 0, ["a", "g"]],
  ["path", 2, ["a", "a/b", "a/b/c", "a/f", "g"]],
  ["breadth", 1, ["a", "g", "a/b", "a/f"]],
  ["breadth", 2, ["a", "g", "a/b", "a/f", "a/b/c"]],
];

for (const [order, maxDepth, expected] of depthRows) {
  Deno.test(`Walk() opens no directory below maxDepth ${maxDepth} in order ${order}`, async () => {
    await withTree(DEEP, async (root) => {
      let reads = 0;
      const paths = await withReadDir(() => void reads++, () => pathsOf(root, { order, maxDepth }));
      assertEquals(paths, expected);
      assertEquals(reads, maxDepth + 1);
    });
  });
}

Deno.test("Walk() gives pruned directories but does not open them", async () => {
  await withTree({ ...DEEP, "h/b/i": "", "b/j": "" }, async (root) => {
    for (const order of ["name", "path", "breadth"] as const) {
      const opened: string[] = [];
      const paths = await withReadDir(
        (path) => void opened.push(path.slice(root.length + 1)),
        () => pathsOf(root, { order, prune: (path) => path === "a/b" || path === "h" }),
      );
      assertEquals(paths.sort(), ["a", "a/b", "a/f", "b", "b/j", "g", "h"]);
      assertEquals(opened.sort(), ["", "a", "b"]);
    }
  });
});

Deno.test("Walk() asks prune for directories alone, by their path from the start", async () => {
  await withTree(PLAIN, async (root) => {
    const asked: string[] = [];
    const prune = (path: string): boolean => !asked.push(path);
    await pathsOf(root, { order: "path", prune });
    assertEquals(asked, ["a", "a/y", "b"]);
  });
});

Deno.test("Walk() resumes after any entry with exactly the rest", async () => {
  // Decision 8.7: "files added or removed between pages never cause a repeat or a loss among the
  // others."
  const property = fc.asyncProperty(
    arbitraryTree(NAMES),
    (tree) =>
      withRandomTree(tree, async (root) => {
        const all = await pathsOf(root, { order: "path" });
        assertEquals(all, entriesOf(tree).sort(compareBytes));
        for (const [i, after] of all.entries()) {
          assertEquals(await pathsOf(root, { order: "path", after }), all.slice(i + 1), after);
        }
      }),
  );
  await fc.assert(property, { numRuns: 40 });
});

Deno.test("Walk() resumes after a path that is not there with all that is greater", async () => {
  const path = fc.array(fc.constantFrom(...NAMES, "0", "\x01", "zz", "\u{10FFFF}", "\uFFFF"), {
    minLength: 1,
    maxLength: 6,
  }).map((segments) => segments.join("/"));
  const property = fc.asyncProperty(
    arbitraryTree(NAMES),
    fc.array(path, { minLength: 20, maxLength: 20 }),
    (tree, candidates) =>
      withRandomTree(tree, async (root) => {
        const all = entriesOf(tree).sort(compareBytes);
        for (const after of candidates) {
          const greater = all.filter((path) => compareBytes(path, after) > 0);
          assertEquals(await pathsOf(root, { order: "path", after }), greater, after);
        }
      }),
  );
  await fc.assert(property, { numRuns: 30 });
});

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
  Deno.test(`Walk() resumes without a repeat or a loss though ${change}`, async () => {
    // Decision 8.7: "The path in it is only compared with names read from disk, never opened."
    await withTree({ "a/k": "", "b/l": "", "b/m": "", "b/n": "", "c": "" }, async (root) => {
      apply(root);
      assertEquals(await pathsOf(root, { order: "path", after: "b/m" }), expected);
    });
  });
}

async function withForest(test: (root: string) => Promise<void>): Promise<void> {
  const tree: Record<string, string> = {};
  for (let d = 10; d < 60; d++) {
    for (const inner of ["x", "y"]) {
      for (let f = 0; f < 3; f++) tree[`d${d}/${inner}/f${f}`] = "";
    }
  }
  await withTree(tree, test);
}

Deno.test("Walk() reads a directory only when its turn comes", async () => {
  // Decision 8.8: "A page costs a page: it reads up to the first entry after it, no further".
  await withForest(async (root) => {
    for (const [order, expected] of [["name", 3], ["path", 3], ["breadth", 1]] as const) {
      let reads = 0;
      let found = 0;
      await withReadDir(
        () => void reads++,
        () => walkOf(root, { order }).run((step) => (found += pathsIn([step]).length) < 5),
      );
      assertEquals([order, reads], [order, expected]);
      assert(found >= 5);
    }
  });
});

Deno.test("Walk() resumes by reading only the directories on the way and the page", async () => {
  // Decision 8.7: "Resuming costs the directories on the way to that path plus the page, not the
  // whole tree".
  await withForest(async (root) => {
    const reads: string[] = [];
    const found: string[] = [];
    await withReadDir(
      (path) => void reads.push(path.slice(root.length)),
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

// Root: 4 entries. a: 5, b: 1, c: 2.
const BUDGET: Tree = {
  "a/1": "",
  "a/2": "",
  "a/3": "",
  "a/4": "",
  "a/5": "",
  "b/6": "",
  "c/7": "",
  "c/8": "",
  "d": "",
};

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
    await withTree(BUDGET, async (root) => {
      const reads: string[] = [];
      const steps = await withReadDir(
        (path) => void reads.push(path.slice(root.length + 1)),
        () => stepsOf(root, { order: "path", maxScanned, after }),
      );
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
    await withTree(BUDGET, async (root) => {
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
  Deno.test(`Walk() gives every entry once when resumed at each stop, by ${where}`, async () => {
    const property = fc.asyncProperty(
      arbitraryTree(NAMES),
      fc.integer({ min: 0, max: 6 }),
      (tree, maxScanned) =>
        withRandomTree(tree, async (root) => {
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
  });
}

Deno.test("Walk() resumes at the contents of any directory with exactly the rest", async () => {
  // `after`: "where it ends in `/`, at the contents of that directory. Only the directories on the
  // way to it are read again."
  const property = fc.asyncProperty(
    arbitraryTree(NAMES),
    (tree) =>
      withRandomTree(tree, async (root) => {
        const all = entriesOf(tree).sort(compareBytes);
        for (const path of all) {
          const after = `${path}/`;
          const rest = all.filter((path) => compareBytes(path, after) > 0);
          assertEquals(await pathsOf(root, { order: "path", after }), rest, after);
        }
      }),
  );
  await fc.assert(property, { numRuns: 25 });
});

Deno.test("Walk() stays stopped until its budget is renewed, and is over after its end", async () => {
  await withTree(BUDGET, async (root) => {
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
  Deno.test(`Walk.renewBudget() lets a stopped walk go on without loss or repeat in order ${order}`, async () => {
    // "a call opens at least one directory past its cursor."
    const property = fc.asyncProperty(
      arbitraryTree(NAMES),
      fc.integer({ min: 0, max: 6 }),
      (tree, maxScanned) =>
        withRandomTree(tree, async (root) => {
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
  });
}

for (const order of ["name", "path", "breadth"] as const) {
  Deno.test(`Walk() tells the name, prefix and depth of each directory in order ${order}`, async () => {
    await withTree(DEEP, async (root) => {
      const directories = (await stepsOf(root, { order })).flatMap((step) =>
        step.type === "leave" ? [step.directory] : []
      );
      assertEquals(directories.length, 5);
      for (const { name, prefix, depth, path } of directories) {
        const names = prefix.split("/").slice(0, -1);
        assertEquals([name, depth], [names.at(-1) ?? "", names.length]);
        assertEquals(`${path.open}/`, `${root}/${prefix}`);
      }
    });
  });
}

const tooDeepRows: [number, Partial<WalkOptions>, string[]][] = [
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
    await withTree(tree, async (root) => {
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

const followRows: [string, Tree, string[]][] = [
  ["a link to its own directory", { "a/self": link("."), "a/f": "" }, ["a", "a/f"]],
  ["a link to the start", { "a/up": link(".."), "a/f": "" }, ["a", "a/f"]],
  ["two directories that link to each other", { "a/b": link("../b"), "b/a": link("../a") }, [
    "a",
    "a/b",
  ]],
  ["two links to one directory", {
    "m/d/f": "",
    "x": link("m/d"),
    "y": link("m/d"),
    "z": link("m/d"),
  }, ["m", "m/d", "m/d/f"]],
  ["a link that comes before its target", { "a": link("b"), "b/f": "" }, ["a", "a/f"]],
  ["a link to a link to a directory", { "a": link("b"), "b": link("c"), "c/f": "" }, [
    "a",
    "a/f",
  ]],
  ["links that lead nowhere, round, or to a file", {
    "f": "",
    "gone": link("x"),
    "l": link("f"),
    "r": link("s"),
    "s": link("r"),
  }, ["f", "gone", "l", "r", "s"]],
];

for (const [what, tree, expected] of followRows) {
  Deno.test(`Walk() with followLinks descends into each directory once: ${what}`, async () => {
    // Decision 4.6: "A real directory, or a link about to be followed, that is in it gives no
    // output at all; a link that is not followed is always shown."
    await withTree(tree, async (root) => {
      assertEquals(await pathsOf(root, { resolveLinks: true, followLinks: true }), expected);
    });
  });
}

Deno.test("Walk() with followLinks shows a link that depth keeps from being followed", async () => {
  await withTree({ "a/self": link("."), "a/f": "" }, async (root) => {
    const options = { resolveLinks: true, followLinks: true };
    assertEquals(await pathsOf(root, { ...options, maxDepth: 1 }), ["a", "a/f", "a/self"]);
    assertEquals(await pathsOf(root, { ...options, maxDepth: 2 }), ["a", "a/f"]);
  });
});

Deno.test("Walk() without followLinks gives links and opens none", async () => {
  await withTree({ "a/self": link("."), "b": link("a"), "a/f": "" }, async (root) => {
    for (const resolveLinks of [false, true]) {
      assertEquals(await pathsOf(root, { resolveLinks }), ["a", "a/f", "a/self", "b"]);
    }
  });
});

/** 13 directories, two links from each to the next: 2^12 paths to the last. */
function fanOut(): Tree {
  const tree: Record<string, string | ReturnType<typeof link>> = {};
  for (let i = 0; i < 12; i++) {
    const next = link(i === 11 ? "../../t/last" : `../d${String(i + 1).padStart(2, "0")}`);
    tree[`s/d${String(i).padStart(2, "0")}/p`] = next;
    tree[`s/d${String(i).padStart(2, "0")}/q`] = next;
  }
  tree["t/last/f"] = "";
  return tree;
}

for (const order of ["name", "breadth", "path"] as const) {
  Deno.test(`Walk() opens 13 directories behind 4096 paths once each in order ${order}`, async () => {
    // `followLinks`: "Whether to descend into links to directories, each directory once."
    await withTree(fanOut(), async (root) => {
      const reads: string[] = [];
      const paths = await withReadDir(
        (path) => void reads.push(path),
        () => pathsOf(root, { order, resolveLinks: true, followLinks: true }),
      );
      assertEquals(reads.length, new Set(reads).size);
      assertEquals(reads.length, 16);
      assertEquals(paths.filter((path) => path.endsWith("/f")).length, 1);
    });
  });
}

Deno.test("Walk() in order path gives a followed link's contents where they sort", async () => {
  // Decision 7.6: "a followed directory link sorts as `name/`".
  await withTree({ "l": link("z"), "l-": "", "l0": "", "z/f": "" }, async (root) => {
    const steps = await stepsOf(root, { order: "path", resolveLinks: true, followLinks: true });
    assertEquals(pathsIn(steps).filter((path) => path !== "z"), ["l", "l-", "l/f", "l0"]);
  });
});

Deno.test("Walk() goes on when a directory vanishes during the walk", async () => {
  // Decision 3: "directories that vanish or turn unreadable during a walk: the walk goes on,
  // nothing crashes, nothing already found is lost."
  for (const order of ["name", "path", "breadth"] as const) {
    await withTree({ "a/1": "", "b/2": "", "b/x/3": "", "c/4": "" }, async (root) => {
      const steps: WalkStep[] = [];
      await walkOf(root, { order }).run((step) => {
        if (steps.length === 0) Deno.removeSync(`${root}/b`, { recursive: true });
        steps.push(step);
      });
      assertEquals(pathsIn(steps).sort(), ["a", "a/1", "b", "c", "c/4"]);
      assertEquals(errorsIn(steps), ["b/: not_found"]);
    });
  }
});

Deno.test("Walk() goes on when a directory becomes a file or a dangling link", async () => {
  await withTree({ "a/1": "", "b/2": "", "c/3": "", "d/4": "" }, async (root) => {
    const steps: WalkStep[] = [];
    await walkOf(root).run((step) => {
      if (steps.length === 0) {
        Deno.removeSync(`${root}/b`, { recursive: true });
        Deno.writeTextFileSync(`${root}/b`, "");
        Deno.removeSync(`${root}/c`, { recursive: true });
        Deno.symlinkSync("gone", `${root}/c`);
      }
      steps.push(step);
    });
    assertEquals(pathsIn(steps), ["a", "a/1", "b", "c", "d", "d/4"]);
    assertEquals(errorsIn(steps), ["b/: not_a_directory", "c/: not_a_directory"]);
  });
});

const faults: [string, () => Error, string][] = [
  ["ENOENT", () => withCode(new Deno.errors.NotFound("No such file"), "ENOENT"), "not_found"],
  [
    "EACCES",
    () => withCode(new Deno.errors.PermissionDenied("Permission denied"), "EACCES"),
    "permission_denied",
  ],
  ["NotCapable", () => new Deno.errors.NotCapable("Requires read access"), "outside_scope"],
  [
    "ENAMETOOLONG",
    () => withCode(new Error("File name too long"), "ENAMETOOLONG"),
    "name_too_long",
  ],
  ["a plain Error", () => new Error("I/O error"), "io_error"],
];

function withCode(error: Error, code: string): Error {
  return Object.assign(error, { code });
}

for (const [fault, make, code] of faults) {
  Deno.test(`Walk() loses nothing but what lies below a directory that throws ${fault}`, async () => {
    const tree: Record<string, string> = {};
    for (const a of ["a", "b", "c"]) {
      for (const b of ["a", "b", "c"]) {
        tree[`${a}/${b}/f`] = "";
        for (const c of ["k", "l"]) tree[`${a}/${b}/${c}/f`] = "";
      }
    }
    await withTree(tree, async (root) => {
      for (const order of ["name", "path", "breadth"] as const) {
        const all = await pathsOf(root, { order });
        for (let n = 0; n < 31; n++) {
          let calls = 0;
          let failed = "";
          const steps = await withReadDir((path) => {
            if (calls++ !== n) return;
            failed = path === root ? "" : `${path.slice(root.length + 1)}/`;
            throw make();
          }, () => stepsOf(root, { order }));
          assertEquals(pathsIn(steps), all.filter((path) => !path.startsWith(failed)));
          assertEquals(errorsIn(steps), [`${failed}: ${code}`]);
        }
      }
    });
  });
}

Deno.test("Walk() gives a start that cannot be read as an error at depth 0", async () => {
  await withTree({ "a": "" }, async (root) => {
    const walk = walkOf(root);
    await Deno.remove(`${root}/a`);
    await Deno.remove(root);
    const steps: WalkStep[] = [];
    await walk.run((step) => void steps.push(step));
    await Deno.mkdir(root);
    assertEquals(steps.length, 1);
    assertEquals(errorsIn(steps), [": not_found"]);
  });
});

Deno.test("Walk() gives a failing Deno.readDir of a huge directory as an error", async () => {
  await withTree({ "a/1": "", "b/2": "", "c/3": "" }, async (root) => {
    const { lstatSync, readDir } = Deno;
    Deno.lstatSync = (path) => {
      const info = lstatSync(path);
      return String(path).endsWith("/b") ? { ...info, size: 1 << 30 } : info;
    };
    Deno.readDir = (path) =>
      (async function* () {
        yield* readDir(path);
        throw new Deno.errors.PermissionDenied("half way");
      })();
    try {
      const steps = await stepsOf(root);
      assertEquals(errorsIn(steps), ["b/: permission_denied"]);
      assertEquals(pathsIn(steps).filter((path) => path !== "b/2"), ["a", "a/1", "b", "c", "c/3"]);
    } finally {
      Deno.lstatSync = lstatSync;
      Deno.readDir = readDir;
    }
  });
});

Deno.test("Walk() lists but does not descend into a directory whose name is not UTF-8", async () => {
  // Decision 3: "A name holding U+FFFD is listed with the kind that the directory gave, never
  // stat'ed, resolved or descended into".
  await withTree({ "a/f": "", "z": "" }, async (root) => {
    const made = await new Deno.Command("bash", {
      args: ["-c", `mkdir "$0"/m$'\\xff' "$0"/m$'\\xfe' && touch "$0"/m$'\\xff'/f`, root],
    }).output();
    assert(made.success);
    for (const order of ["name", "path", "breadth"] as const) {
      const steps = await stepsOf(root, { order });
      assertEquals(pathsIn(steps).sort(), ["a", "a/f", "m\uFFFD", "z"].sort());
      assertEquals(errorsIn(steps), ["m\uFFFD/: unaddressable"]);
    }
  });
});

Deno.test("Walk() does not take a valid name with U+FFFD for the one that was meant", async () => {
  await withTree({ "m\uFFFD/secret": "", "z": "" }, async (root) => {
    const made = await new Deno.Command("bash", { args: ["-c", `mkdir "$0"/m$'\\xff'`, root] })
      .output();
    assert(made.success);
    const steps = await stepsOf(root);
    assertEquals(pathsIn(steps), ["m\uFFFD", "z"]);
  });
});

for (const order of ["name", "path", "breadth"] as const) {
  Deno.test(`Walk() reaches the bottom of 1,200 levels in order ${order}`, async () => {
    const root = await makeTree({});
    try {
      await Deno.mkdir(`${root}/${"d/".repeat(1200)}`, { recursive: true });
      await Deno.writeTextFile(`${root}/z`, "");
      const paths = await pathsOf(root, { order });
      assertEquals(paths.length, 1201);
      assert(paths.includes("d" + "/d".repeat(1199)));
      assert(paths.includes("z"));
    } finally {
      await run("rm", ["-rf", root]);
    }
  });
}

Deno.test("Walk() gives a directory beyond PATH_MAX as an error, and goes on", async () => {
  // Decision 3: "Paths longer than PATH_MAX […]: the walk goes on, nothing crashes, nothing already
  // found is lost. Walks use an explicit stack: 2,000 levels are fine."
  const root = await makeTree({ "z/f": "" });
  try {
    // 2 × 900 levels of 4 bytes: each half can be reached, the whole cannot.
    const half = Array(900).fill("ddd").join("/");
    await Deno.mkdir(`${root}/${half}`, { recursive: true });
    await Deno.mkdir(`${root}/e/${half}`, { recursive: true });
    await Deno.rename(`${root}/e`, `${root}/${half}/e`);
    for (const order of ["name", "path", "breadth"] as const) {
      const steps = await stepsOf(root, { order });
      const paths = pathsIn(steps);
      assertGreater(paths.length, 900);
      assert(paths.includes("z/f"));
      assertEquals(errorsIn(steps).map((error) => error.replace(/.*: /, "")), ["name_too_long"]);
    }
  } finally {
    await run("rm", ["-rf", root]);
  }
});

Deno.test("Walk.run() lets timers have their turn", async () => {
  // Decision 3: "the walk yields to the event loop (a real macrotask: timers and sockets get their
  // turn) at least every 20 ms".
  await withForest(async (root) => {
    let ticks = 0;
    const timer = setInterval(() => ticks++, 5);
    try {
      await walkOf(root).run(() => {
        const end = performance.now() + 2;
        while (performance.now() < end);
      });
    } finally {
      clearInterval(timer);
    }
    assertGreater(ticks, 4);
  });
});

Deno.test("Walk.run() rejects with AbortError once the signal aborts", async () => {
  await withForest(async (root) => {
    const controller = new AbortController();
    const walk = walkOf(root, {}, new Pacer({ signal: controller.signal }));
    let steps = 0;
    const running = walk.run(() => {
      steps++;
      if (steps === 3) controller.abort(new TypeError("any reason"));
      const end = performance.now() + 5;
      while (performance.now() < end);
    });
    const error = await assertRejects(() => running, DOMException);
    assertEquals(error.name, "AbortError");
    assert(steps < 20);
  });
});

Deno.test("Walk.run() stops where visit returns false and goes on without loss or repeat", async () => {
  await withTree({ ...BUDGET, "a-b": "", "e/f/g": "", "e/l": link("f") }, async (root) => {
    for (const order of ["name", "path", "breadth"] as const) {
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
  });
});

Deno.test("Walk.run() leaves an error of visit to the caller", async () => {
  await withTree(PLAIN, async (root) => {
    await assertRejects(
      () =>
        walkOf(root).run(() => {
          throw new RangeError("from visit");
        }),
      RangeError,
      "from visit",
    );
  });
});

Deno.test("Walk() counts directories and entries for progress", async () => {
  await withTree(BUDGET, async (root) => {
    const pacer = new Pacer();
    await walkOf(root, {}, pacer).run(() => {});
    assertEquals([pacer.directories, pacer.entries], [4, 12]);
  });
});

Deno.test("Walk() cuts a long stretch of files into steps without loss", async () => {
  await withTree({ "a/": "", "b": "" }, async (root) => {
    const names = Array.from({ length: 9000 }, (_, i) => `f${String(i).padStart(5, "0")}`);
    for (const name of names) Deno.writeTextFileSync(`${root}/a/${name}`, "");
    for (const order of ["name", "path"] as const) {
      const steps = await stepsOf(root, { order });
      assertEquals(pathsIn(steps).filter((path) => path.length > 1), names.map((n) => `a/${n}`));
    }
  });
});
