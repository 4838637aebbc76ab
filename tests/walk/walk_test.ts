import { assert, assertEquals, assertGreater, assertRejects } from "@std/assert";
import fc from "fast-check";
import { Pacer } from "../../src/pacing/pacer.ts";
import type { WalkOptions, WalkStep } from "../../src/walk/steps.ts";
import { compareBytes } from "../support/compare_bytes.ts";
import { withReads } from "../support/disk_reads.ts";
import { ANY_TREE, FIFOS, LINKS, needing } from "../support/machine.ts";
import { cutAtNul, endWithNul, pipe } from "../support/shell.ts";
import { fifo, link, type Tree, withQuickTree } from "../support/tree.ts";
import {
  arbitraryTree,
  BUDGET,
  entriesOf,
  NAMES,
  pathsIn,
  pathsOf,
  PLAIN,
  stepsOf,
  walkOf,
  withForest,
} from "../support/walking.ts";

Deno.test(
  needing(LINKS, "Walk() gives a directory before its contents, sorted by name, in order name"),
  async () => {
    await withQuickTree(PLAIN, async (root) => {
      assertEquals(await pathsOf(root), ["a", "a/x", "a/y", "a/y/z", "a-b", "b", "c", "d"]);
    });
  },
);

Deno.test(
  needing(LINKS, "Walk() gives code point order of the whole path in order path"),
  async () => {
    // Decision 8.6: "as an entry it sorts as `name`, its contents as `name/` (`a`, `a-b`, `a/x`)."
    await withQuickTree(PLAIN, async (root) => {
      assertEquals(
        await pathsOf(root, { order: "path" }),
        ["a", "a-b", "a/x", "a/y", "a/y/z", "b", "c", "d"],
      );
    });
  },
);

Deno.test(
  needing(LINKS, "Walk() goes level by level, each directory by name, in order breadth"),
  async () => {
    await withQuickTree(PLAIN, async (root) => {
      assertEquals(
        await pathsOf(root, { order: "breadth" }),
        ["a", "a-b", "b", "c", "d", "a/x", "a/y", "a/y/z"],
      );
    });
  },
);

Deno.test(
  needing(
    ANY_TREE,
    "Walk() in every order equals its oracle on random trees",
  ),
  async () => {
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
        withQuickTree(tree, async (root) => {
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
  },
);

Deno.test(
  needing(
    ANY_TREE,
    "Walk() opens and leaves directories like brackets in order name",
  ),
  async () => {
    const property = fc.asyncProperty(
      arbitraryTree(NAMES),
      (tree) =>
        withQuickTree(tree, async (root) => {
          const open = [""];
          let last: string | undefined;
          for (const step of await stepsOf(root)) {
            if (last !== undefined) open.push(last);
            last = undefined;
            assertEquals(
              step.type === "stopped" ? "" : step.directory.prefix,
              open.at(-1) ?? "none",
            );
            if (step.type === "leave") open.pop();
            if (step.type === "entry" && step.descends) {
              last = `${step.directory.prefix}${step.name}/`;
            }
          }
          assertEquals(open, []);
        }),
    );
    await fc.assert(property, { numRuns: 20 });
  },
);

const KINDS: Tree = { "d/": "", "f": "", "l": link("f"), "p": fifo(), "x": link("gone") };

for (const order of ["name", "path", "breadth"] as const) {
  Deno.test(
    needing(
      [LINKS, FIFOS],
      `Walk() tells directories, links and others from files in order ${order}`,
    ),
    async () => {
      await withQuickTree(KINDS, async (root) => {
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
    },
  );
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
    await withQuickTree(DEEP, async (root) => {
      let reads = 0;
      const paths = await withReads(
        { before: () => void reads++ },
        () => pathsOf(root, { order, maxDepth }),
      );
      assertEquals(paths, expected);
      assertEquals(reads, maxDepth + 1);
    });
  });
}

Deno.test("Walk() gives pruned directories but does not open them", async () => {
  await withQuickTree({ ...DEEP, "h/b/i": "", "b/j": "" }, async (root) => {
    for (const order of ["name", "path", "breadth"] as const) {
      const opened: string[] = [];
      const paths = await withReads({
        before: (path) => void opened.push(path.slice(root.length + 1)),
      }, () => pathsOf(root, { order, prune: (path) => path === "a/b" || path === "h" }));
      assertEquals(paths.sort(), ["a", "a/b", "a/f", "b", "b/j", "g", "h"]);
      assertEquals(opened.sort(), ["", "a", "b"]);
    }
  });
});

Deno.test(
  needing(LINKS, "Walk() asks prune for directories alone, by their path from the start"),
  async () => {
    await withQuickTree(PLAIN, async (root) => {
      const asked: string[] = [];
      const prune = (path: string): boolean => !asked.push(path);
      await pathsOf(root, { order: "path", prune });
      assertEquals(asked, ["a", "a/y", "b"]);
    });
  },
);

for (const order of ["name", "path", "breadth"] as const) {
  Deno.test(`Walk() tells the name, prefix and depth of each directory in order ${order}`, async () => {
    await withQuickTree(DEEP, async (root) => {
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

Deno.test("Walk() reads a directory only when its turn comes", async () => {
  // Decision 8.8: "A page costs a page: it reads up to the first entry after it, no further".
  await withForest(async (root) => {
    for (const [order, expected] of [["name", 3], ["path", 3], ["breadth", 1]] as const) {
      let reads = 0;
      let found = 0;
      await withReads(
        { before: () => void reads++ },
        () => walkOf(root, { order }).run((step) => (found += pathsIn([step]).length) < 5),
      );
      assertEquals([order, reads], [order, expected]);
      assert(found >= 5);
    }
  });
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

Deno.test(
  needing(LINKS, "Walk.run() stops where visit returns false and goes on without loss or repeat"),
  async () => {
    await withQuickTree({ ...BUDGET, "a-b": "", "e/f/g": "", "e/l": link("f") }, async (root) => {
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
  },
);

Deno.test(needing(LINKS, "Walk.run() leaves an error of visit to the caller"), async () => {
  await withQuickTree(PLAIN, async (root) => {
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
  await withQuickTree(BUDGET, async (root) => {
    const pacer = new Pacer();
    await walkOf(root, {}, pacer).run(() => {});
    assertEquals([pacer.counts.directories, pacer.counts.entries], [4, 12]);
  });
});

Deno.test("Walk() cuts a long stretch of files into steps without loss", async () => {
  await withQuickTree({ "a/": "", "b": "" }, async (root) => {
    const names = Array.from({ length: 9000 }, (_, i) => `f${String(i).padStart(5, "0")}`);
    for (const name of names) Deno.writeTextFileSync(`${root}/a/${name}`, "");
    for (const order of ["name", "path"] as const) {
      const steps = await stepsOf(root, { order });
      assertEquals(pathsIn(steps).filter((path) => path.length > 1), names.map((n) => `a/${n}`));
    }
  });
});
