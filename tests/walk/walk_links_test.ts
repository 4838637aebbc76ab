import { assertEquals } from "@std/assert";
import { withReads } from "../support/disk_reads.ts";
import { LINKS, needing } from "../support/machine.ts";
import { link, type Tree, withQuickTree } from "../support/tree.ts";
import { pathsIn, pathsOf, stepsOf } from "../support/walking.ts";

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
  Deno.test(
    needing(LINKS, `Walk() with followLinks descends into each directory once: ${what}`),
    async () => {
      // Decision 4.6: "A real directory, or a link about to be followed, that is in it gives no
      // output at all; a link that is not followed is always shown."
      await withQuickTree(tree, async (root) => {
        assertEquals(await pathsOf(root, { resolveLinks: true, followLinks: true }), expected);
      });
    },
  );
}

Deno.test(
  needing(LINKS, "Walk() with followLinks shows a link that depth keeps from being followed"),
  async () => {
    await withQuickTree({ "a/self": link("."), "a/f": "" }, async (root) => {
      const options = { resolveLinks: true, followLinks: true };
      assertEquals(await pathsOf(root, { ...options, maxDepth: 1 }), ["a", "a/f", "a/self"]);
      assertEquals(await pathsOf(root, { ...options, maxDepth: 2 }), ["a", "a/f"]);
    });
  },
);

Deno.test(needing(LINKS, "Walk() without followLinks gives links and opens none"), async () => {
  await withQuickTree({ "a/self": link("."), "b": link("a"), "a/f": "" }, async (root) => {
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
  Deno.test(
    needing(LINKS, `Walk() opens 13 directories behind 4096 paths once each in order ${order}`),
    async () => {
      // `followLinks`: "Whether to descend into links to directories, each directory once."
      await withQuickTree(fanOut(), async (root) => {
        const reads: string[] = [];
        const paths = await withReads(
          { before: (path) => void reads.push(path) },
          () => pathsOf(root, { order, resolveLinks: true, followLinks: true }),
        );
        assertEquals(reads.length, new Set(reads).size);
        assertEquals(reads.length, 16);
        assertEquals(paths.filter((path) => path.endsWith("/f")).length, 1);
      });
    },
  );
}

Deno.test(
  needing(LINKS, "Walk() in order path gives a followed link's contents where they sort"),
  async () => {
    // Decision 7.6: "a followed directory link sorts as `name/`".
    await withQuickTree({ "l": link("z"), "l-": "", "l0": "", "z/f": "" }, async (root) => {
      const steps = await stepsOf(root, { order: "path", resolveLinks: true, followLinks: true });
      assertEquals(pathsIn(steps).filter((path) => path !== "z"), ["l", "l-", "l/f", "l0"]);
    });
  },
);
