import { assertEquals, assertMatch } from "@std/assert";
import { follow, pathsOf, TOOLS } from "../../support/discovery.ts";
import { readsOf } from "../../support/disk_reads.ts";
import { CASE, FIFOS, LINKS, testsNeeding } from "../../support/machine.ts";
import { fifo, link, type Tree, withQuickTree } from "../../support/tree.ts";

const test = testsNeeding(LINKS, FIFOS, CASE);

const glob_search = TOOLS.glob_search!;

const TREE: Tree = {
  ".hidden/x.ts": "",
  "lib/x.ts": "",
  "lib/deep/er/x.ts": "",
  "src/x.ts": "",
  "src/X.TS": "",
  "src/a/x.ts": "",
  "src/a/b/y.ts": "",
  "src/link": link("a"),
  "src/pipe": fifo(),
  "top.ts": "",
};

type Arguments = Readonly<Record<string, unknown>>;

test("glob_search returns matches {path, name, kind}, by path", () =>
  withQuickTree(TREE, async (cwd) => {
    const { entries } = await glob_search.execute({ pattern: "src/*" }, { cwd });
    assertEquals(
      JSON.stringify(entries),
      '[{"path":"src/X.TS","name":"X.TS","kind":"file"},' +
        '{"path":"src/a","name":"a","kind":"dir"},' +
        '{"path":"src/link","name":"link","kind":"symlink"},' +
        '{"path":"src/pipe","name":"pipe","kind":"other"},' +
        '{"path":"src/x.ts","name":"x.ts","kind":"file"}]',
    );
  }));

test("glob_search: arguments", async (t) => {
  const rows: [rule: string, args: Arguments, expected: string][] = [
    ["kind file", { pattern: "src/*", kind: "file" }, "src/X.TS src/x.ts"],
    [
      "kind dir",
      { pattern: "**", kind: "dir" },
      ".hidden lib lib/deep lib/deep/er src src/a src/a/b",
    ],
    ["kind any is the default", { pattern: "*" }, ".hidden lib src top.ts"],
    ["dot names match like any other", { pattern: "*/x.ts" }, ".hidden/x.ts lib/x.ts src/x.ts"],
    ["`**` is zero or more directories", { pattern: "src/**/x.ts" }, "src/a/x.ts src/x.ts"],
    [
      "`**` at the end: everything below, not the directory itself",
      { pattern: "lib/**" },
      "lib/deep lib/deep/er lib/deep/er/x.ts lib/x.ts",
    ],
    ["case_sensitive by default", { pattern: "src/x.*" }, "src/x.ts"],
    ["case_sensitive: false", { pattern: "SRC/x.*", case_sensitive: false }, "src/X.TS src/x.ts"],
    ["the pattern is relative to root", { pattern: "*/x.ts", root: "src" }, "src/a/x.ts"],
    ["root's own name takes no part", { pattern: "src/**", root: "src" }, ""],
    ["braces", { pattern: "{src,lib}/x.ts" }, "lib/x.ts src/x.ts"],
    ["an entry that several expansions match comes once", { pattern: "{top,t*}.ts" }, "top.ts"],
    ["a link is not followed", { pattern: "src/link/**" }, ""],
    ["no match is a success", { pattern: "nothing/*" }, ""],
    ["a literal", { pattern: "src/a/b/y.ts" }, "src/a/b/y.ts"],
  ];
  await withQuickTree(TREE, async (cwd) => {
    for (const [rule, args, expected] of rows) {
      await t.step(rule, async () => {
        const result = await glob_search.execute(args, { cwd });
        assertEquals([result.success, pathsOf(result).join(" ")], [true, expected]);
      });
    }
  });
});

test("glob_search: directories that cannot lead to a match are not read", async (t) => {
  const rows: [pattern: string, opened: string[]][] = [
    ["src/**/x.ts", ["", "src", "src/a", "src/a/b"]],
    ["*", [""]],
    ["*/x.ts", ["", ".hidden", "lib", "src"]],
    ["lib/*/er/*", ["", "lib", "lib/deep", "lib/deep/er"]],
    ["{lib,nothing}/deep/none", ["", "lib", "lib/deep"]],
    ["top.ts/**", [""]],
    ["src/link/*", ["", "src"]],
    ["[!s]*/deep/*", ["", ".hidden", "lib", "lib/deep"]],
  ];
  await withQuickTree(TREE, async (cwd) => {
    for (const [pattern, opened] of rows) {
      await t.step(pattern, async () => {
        const { reads } = await readsOf(() => glob_search.execute({ pattern }, { cwd }));
        assertEquals(reads.map((path) => path.slice(cwd.length + 1)), opened);
      });
    }
  });
});

test("glob_search: a cursor resumes without reading what cannot match", () =>
  withQuickTree(TREE, async (cwd) => {
    const args = { pattern: "src/**/*.ts", max_results: 1 };
    const { next_cursor } = await glob_search.execute(args, { cwd });
    const { result, reads } = await readsOf(() =>
      glob_search.execute({ ...args, cursor: next_cursor }, { cwd })
    );
    assertEquals(pathsOf(result), ["src/a/x.ts"]);
    assertEquals(reads.includes(`${cwd}/lib`), false);
    const pages = await follow(glob_search, args, { cwd });
    assertEquals(pages.flatMap(pathsOf), ["src/a/b/y.ts", "src/a/x.ts", "src/x.ts"]);
  }));

Deno.test("glob_search: a refused pattern is bad_pattern, before it is known whether root exists", async () => {
  // With position and reason; `tests/glob/parse_glob_test.ts` has every one.
  for (const [pattern, character] of [["", 1], ["a//b", 3], ["x".repeat(200_000), 1025]] as const) {
    const { result, reads } = await readsOf(() =>
      glob_search.execute({ pattern, root: "nowhere" }, { cwd: "/" })
    );
    assertEquals([result.error?.code, reads], ["bad_pattern", []]);
    assertMatch(result.error!.message, new RegExp(`^.{1,150} at character ${character}(?:: .+)?$`));
  }
});
