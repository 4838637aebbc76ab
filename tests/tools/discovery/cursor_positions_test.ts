/** What cursors lead to where the tree changed since, and where their position is anything at all. */
import { assertEquals, assertLess } from "@std/assert";
import fc from "fast-check";
import type { DiscoveryResult } from "../../../mod.ts";
import { seal, unseal } from "../../support/cursors.ts";
import { compareBytes } from "../../support/compare_bytes.ts";
import { follow, pathsOf, TOOLS } from "../../support/discovery.ts";
import { readsOf } from "../../support/disk_reads.ts";
import { ANY_NAME, ANY_TREE, FIFOS, LINKS, testsNeeding } from "../../support/machine.ts";
import { oddPath, randomTree, withRandomTree } from "../../support/odd_trees.ts";
import { sketch } from "../../support/sketch.ts";
import { fifo, link, type Tree, withQuickTree } from "../../support/tree.ts";

const test = testsNeeding(LINKS, FIFOS, ANY_NAME);

/** The searches: what each must be given, and which argument is the page size. */
const SEARCHES = [
  { name: "find_files", least: {}, size: "limit" },
  { name: "glob_search", least: { pattern: "**" }, size: "max_results" },
] as const;

function join(pages: readonly DiscoveryResult[]): string[] {
  return pages.flatMap(pathsOf);
}

test("Cursors: list_dir_entries resumes by kind and name, whatever was added or removed", async () => {
  const tree: Tree = { "d1/": "", "d3/": "", "f1": "", "f3": "", "l1": link("f1"), "p": fifo() };
  await withQuickTree(tree, async (cwd) => {
    const changes: (() => void)[] = [
      () => Deno.removeSync(`${cwd}/d1`),
      () => Deno.mkdirSync(`${cwd}/d2`),
      () => Deno.writeTextFileSync(`${cwd}/f2`, ""),
      () => Deno.removeSync(`${cwd}/f1`),
      () => Deno.writeTextFileSync(`${cwd}/f0`, ""),
      () => Deno.renameSync(`${cwd}/d3`, `${cwd}/zd`),
    ];
    const pages = await follow(TOOLS.list_dir_entries!, { limit: 1 }, { cwd }, () => {
      changes.shift()?.();
    });
    assertEquals(join(pages), ["d1", "d3", "f1", "f2", "f3", "p", "l1"]);
  });
});

test("Cursors: what the cursor names may have vanished or changed its kind", async () => {
  const remove = (path: string): void => Deno.removeSync(path, { recursive: true });
  type Row = readonly [what: string, after: number, change: (root: string) => void, rest: string];
  const rows: readonly Row[] = [
    ["the file is gone", 1, (root) => remove(`${root}/a`), "b-c b/1 b/2 b/3 c"],
    ["its directory is gone", 3, (root) => remove(`${root}/b`), "c"],
    ["its directory is a file now", 3, (root) => {
      remove(`${root}/b`);
      Deno.writeTextFileSync(`${root}/b`, "");
    }, "c"],
    ["its directory is a link now", 3, (root) => {
      Deno.renameSync(`${root}/b`, `${root}/zz`);
      Deno.symlinkSync("zz", `${root}/b`);
    }, "c zz/1 zz/2 zz/3"],
    ["the file is a directory now", 1, (root) => {
      remove(`${root}/a`);
      Deno.mkdirSync(`${root}/a`);
      Deno.writeTextFileSync(`${root}/a/in`, "");
    }, "a/in b-c b/1 b/2 b/3 c"],
    [
      "everything is gone",
      3,
      (root) => ["a", "b", "b-c", "c"].forEach((name) => remove(`${root}/${name}`)),
      "",
    ],
  ];
  for (const [what, limit, change, rest] of rows) {
    await withQuickTree(sketch("a, b/1, b/2, b/3, b-c, c"), async (cwd) => {
      const { next_cursor } = await TOOLS.find_files!.execute({ limit }, { cwd });
      change(cwd);
      const pages = await follow(TOOLS.find_files!, { limit, cursor: next_cursor }, { cwd });
      assertEquals(join(pages).join(" "), rest, what);
    });
  }
});

testsNeeding(ANY_TREE)(
  "a right cursor at any position gives exactly what sorts after it, and opens nothing outside",
  async () => {
    const position = fc.oneof(
      oddPath,
      oddPath.map((path) => `${path}/`),
      fc.array(fc.constantFrom("a", "a-b", "/", "..", ".", "\u{1F600}", "\uFF01", "-", "b"))
        .map((parts) => parts.join("")),
      fc.constantFrom("", "..", "../", "../a", "/etc/passwd", "//", "a//", "a/../b", "./a", "~"),
      fc.string().filter((text) => !text.includes("\0")),
    );
    await fc.assert(
      fc.asyncProperty(
        randomTree,
        fc.array(position, { maxLength: 12 }),
        (tree, positions) =>
          withRandomTree(tree, async (cwd) => {
            for (const { name, least, size } of SEARCHES) {
              const first = await TOOLS[name]!.execute({ ...least, [size]: 1 }, { cwd });
              if (first.next_cursor === undefined) continue;
              const [version, hash] = unseal(first.next_cursor);
              const all = pathsOf(await TOOLS[name]!.execute(least, { cwd }));
              for (const at of positions) {
                const cursor = await seal(version, hash, at);
                const { result, reads } = await readsOf(() =>
                  TOOLS[name]!.execute({ ...least, cursor }, { cwd })
                );
                assertEquals(pathsOf(result), all.filter((path) => compareBytes(path, at) > 0), at);
                const outside = reads.filter((path) =>
                  !`${path}/`.startsWith(`${cwd}/`) || path.split("/").includes("..")
                );
                assertEquals(outside, []);
              }
            }
          }),
      ),
      { numRuns: 40 },
    );
  },
);

test("every cursor that a tool hands out works, however odd and long the path in it", async () => {
  const rows: [what: string, name: string, levels: number][] = [
    ["control characters", "\u0001".repeat(250), 6],
    ["quotes", '"'.repeat(250), 14],
    ["backslashes", "\\".repeat(250), 14],
    ["emoji", "\u{1F600}".repeat(60), 14],
    ["plain", "n".repeat(250), 14],
  ];
  for (const [what, name, levels] of rows) {
    const root = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "dirscope-" }));
    try {
      const path = root + `/${name}`.repeat(levels);
      Deno.mkdirSync(path, { recursive: true });
      for (const file of ["1", "2"]) Deno.writeTextFileSync(`${path}/${file}`, "");
      const pages = await follow(TOOLS.find_files!, { limit: 1 }, { cwd: root });
      assertEquals(pages.map(({ error }) => error), [undefined, undefined], what);
      assertEquals(pages.map(({ entries }) => entries[0]?.name), ["1", "2"], what);
      assertLess(pages[0]!.next_cursor!.length, 8 * 1024 + 1, what);
    } finally {
      Deno.removeSync(root, { recursive: true });
    }
  }
});
