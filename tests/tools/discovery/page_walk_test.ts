import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import type { DiscoveryResult } from "../../../mod.ts";

import { findSorted, follow, pathsOf, stream, TOOLS } from "../../support/discovery.ts";
import { readsOf } from "../../support/disk_reads.ts";
import { ANY_TREE, LINKS, SHELL, testsNeeding } from "../../support/machine.ts";
import { randomTree, withRandomTree } from "../../support/odd_trees.ts";
import { link, type Tree, withQuickTree } from "../../support/tree.ts";

const test = testsNeeding(LINKS, SHELL);

/** The tools that have pages: what each must be given, and which argument is the page size. */
const PAGED = [
  { name: "find_files", least: {}, size: "limit" },
  { name: "glob_search", least: { pattern: "**" }, size: "max_results" },
  { name: "list_dir_entries", least: { include_hidden: true }, size: "limit" },
] as const;

function join(pages: readonly DiscoveryResult[]): string[] {
  return pages.flatMap(pathsOf);
}

test("`truncated` is exact where only unwanted entries and empty directories are left", () =>
  withQuickTree(
    { "a": "", "b.md": "", "empty/deeper/": "", "z": link("a") },
    async (cwd) => {
      const result = await TOOLS.find_files!.execute({ limit: 2 }, { cwd });
      assertEquals([result.count, result.truncated], [2, false]);
      const one = await TOOLS.find_files!.execute({ limit: 1, name_contains: "a" }, { cwd });
      assertEquals([pathsOf(one), one.truncated], [["a"], false]);
      const globbed = await TOOLS.glob_search!.execute({ pattern: "*.md", max_results: 1 }, {
        cwd,
      });
      assertEquals([pathsOf(globbed), globbed.truncated], [["b.md"], false]);
    },
  ));

Deno.test("a page size at its bounds, 1 and 1000, over 1,001 entries", async () => {
  const tree = Object.fromEntries(Array.from({ length: 1001 }, (_, i) => [`${i + 1000}`, ""]));
  await withQuickTree(tree, async (cwd) => {
    for (const { name, least, size } of PAGED) {
      const pages = await follow(TOOLS[name]!, { ...least, [size]: 1000 }, { cwd });
      assertEquals(pages.map(({ count }) => count), [1000, 1], name);
      assertEquals(join(pages), Object.keys(tree));
      const one = await TOOLS[name]!.execute({ ...least, [size]: 1 }, { cwd });
      assertEquals([pathsOf(one), one.truncated], [["1000"], true]);
      const usual = await TOOLS[name]!.execute(least, { cwd });
      assertEquals(usual.count, name === "list_dir_entries" ? 200 : 100);
    }
    assertEquals((await TOOLS.list_dir!.execute({}, { cwd })).count, 1001, "all of them");
  });
});

testsNeeding(ANY_TREE)(
  "find_files and glob_search: pages concatenated equal `find … | LC_ALL=C sort`, every page size",
  async () => {
    await fc.assert(
      fc.asyncProperty(randomTree, (tree) =>
        withRandomTree(tree, async (cwd) => {
          const files = await findSorted(cwd, "-type f");
          for (let limit = 1; limit <= files.length + 1; limit++) {
            const pages = await follow(TOOLS.find_files!, { limit }, { cwd });
            assertEquals(join(pages), files);
            assertEquals(pages.length, Math.max(1, Math.ceil(files.length / limit)));
          }
          const all = await findSorted(cwd);
          for (let max_results = 1; max_results <= all.length + 1; max_results++) {
            const args = { pattern: "**", max_results };
            const pages = await follow(TOOLS.glob_search!, args, { cwd });
            assertEquals(join(pages), all);
            assertEquals(pages.length, Math.max(1, Math.ceil(all.length / max_results)));
          }
        })),
      { numRuns: 30 },
    );
  },
);

testsNeeding(ANY_TREE)(
  "pages() (one walk kept open) equals following the cursors, byte for byte, also out of budget",
  async () => {
    const budget = fc.option(fc.integer({ min: 0, max: 8 }), { nil: null });
    const limits = fc.integer({ min: 1, max: 6 });
    await fc.assert(
      fc.asyncProperty(
        randomTree,
        limits,
        budget,
        (tree, limit, maxScanned) =>
          withRandomTree(tree, async (cwd) => {
            const context = maxScanned === null ? { cwd } : { cwd, maxScanned };
            for (const { name, least, size } of PAGED) {
              const args = { ...least, [size]: limit };
              const streamed = await stream(TOOLS[name]!, args, context);
              const followed = await follow(TOOLS[name]!, args, context);
              assertEquals(JSON.stringify(streamed), JSON.stringify(followed), name);
            }
          }),
      ),
      { numRuns: 80 },
    );
  },
);

Deno.test("pages() reads each directory once", async () => {
  const tree = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`${i % 8}/${i}`, ""]));
  await withQuickTree(tree, async (cwd) => {
    const streamed = await readsOf(() => stream(TOOLS.find_files!, { limit: 3 }, { cwd }));
    assertEquals(streamed.reads.length, 9);
  });
});

test("maxScanned: a call that runs out says truncated, with a cursor that resumes there", async (t) => {
  const tree: Tree = { "a/1": "", "a/2": "", "b/c/1": "", "b/c/2": "", "d/": "", "e/f/g/1": "" };
  await withQuickTree(tree, async (cwd) => {
    const files = await findSorted(cwd, "-type f");
    const all = await findSorted(cwd);
    await t.step("even if `entries` is empty", async () => {
      const result = await TOOLS.find_files!.execute({}, { cwd, maxScanned: 1 });
      assertEquals([result.success, result.entries, result.truncated], [true, [], true]);
      assertEquals(typeof result.next_cursor, "string");
    });
    for (const maxScanned of [0, 1, 2, 3, 5, 8, 100]) {
      await t.step(`nothing is lost or repeated with ${maxScanned}`, async () => {
        for (const limit of [1, 2, 100]) {
          const found = await follow(TOOLS.find_files!, { limit }, { cwd, maxScanned });
          assertEquals(join(found), files);
          const args = { pattern: "**", max_results: limit };
          const globbed = await follow(TOOLS.glob_search!, args, { cwd, maxScanned });
          assertEquals(join(globbed), all);
        }
      });
    }
    await t.step("a call opens at least one directory past its cursor", async () => {
      const opened: string[] = [];
      let cursor: string | null = null;
      do {
        const { result, reads }: { result: DiscoveryResult; reads: string[] } = await readsOf(
          () => TOOLS.find_files!.execute({ cursor }, { cwd, maxScanned: 0 }),
        );
        const last = reads.at(-1)!;
        assert(reads.slice(0, -1).every((path) => last.startsWith(`${path}/`)), reads.join());
        opened.push(last.slice(cwd.length));
        cursor = result.next_cursor ?? null;
      } while (cursor !== null);
      assertEquals(opened, ["", "/a", "/b", "/b/c", "/d", "/e", "/e/f", "/e/f/g"]);
    });
  });
});
