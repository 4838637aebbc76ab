import { assertEquals, assertLessOrEqual } from "@std/assert";
import { type DiscoveryResult, type Tool, TOOLSETS, toToolResult } from "../../../../mod.ts";
import { DISCOVERY, files, followed, numbered } from "../../../support/agent.ts";
import { SEARCHES } from "../../../support/discovery.ts";
import { readsOf } from "../../../support/disk_reads.ts";
import { ANY_NAME, LINKS, testsNeeding } from "../../../support/machine.ts";
import { link, type Tree, withQuickTree } from "../../../support/tree.ts";

const test = testsNeeding(LINKS, ANY_NAME);

const { agent, discovery } = TOOLSETS;

const SEARCHED: Tree = {
  ".git/HEAD": "",
  ".git/config.js": "",
  ".gitignore": "# build\n\ndist/\n*.gen.ts\n",
  "dist/app.js": "",
  "dist/lib/util.js": "",
  "src/a.gen.ts": "",
  "src/deep/er/Deep.ts": "",
  "src/README.md": "",
  "src/vendor/jq.js": "",
  "docs/Guide.MD": "",
  "folder/inner/": "",
  "folder/[id].tsx": "",
  "ln": link("src"),
};

const FUTURE = "2999-01-01T00:00:00.000Z";
const PAST = "1999-01-01T00:00:00.000Z";

/** A search without a match, and its hints. */
type HintRow = readonly [
  args: Readonly<Record<string, unknown>>,
  hints?: readonly string[],
  suggestions?: readonly string[],
];

const FIND: readonly HintRow[] = [
  [{ extensions: ["js"], use_gitignore: true, exclude_dirs: ["vendor"] }, [
    "3 would match with use_gitignore: false (first: .gitignore:3 dist/)",
  ]],
  [{ name_contains: "util", use_gitignore: true }, [
    "1 would match with use_gitignore: false (first: .gitignore:3 dist/)",
  ]],
  [{ extensions: ["gen.ts"], use_gitignore: true }, [
    "1 would match with use_gitignore: false (first: .gitignore:4 *.gen.ts)",
  ]],
  [{ name_contains: "HEAD", use_gitignore: true, case_sensitive: true }, [
    "1 would match with use_gitignore: false (first: in .git)",
  ]],
  [{ name_contains: "deep.ts", case_sensitive: true }, [
    "1 differs only by case (case_sensitive: false)",
  ]],
  [{ extensions: ["md"], root: "docs", case_sensitive: true }, [
    "1 differs only by case (case_sensitive: false)",
  ]],
  [{ extensions: ["Js"], case_sensitive: true }, ["4 differ only by case (case_sensitive: false)"]],
  [{ name_contains: "util", max_depth: 2 }, ["1 lies deeper than max_depth"]],
  [{ extensions: ["js"], max_depth: 1 }, ["4 lie deeper than max_depth"]],
  [{ name_contains: "README", max_depth: 1, case_sensitive: true, exclude: ["docs"] }, [
    "1 lies deeper than max_depth",
  ]],
  // What other arguments leave out is not counted, nor what takes two changes.
  [{ name_contains: "jq", exclude_dirs: ["src/vendor"] }],
  [{ name_contains: "jq", exclude: ["vendor"], extensions: ["js"] }],
  [{ name_contains: "JQ", case_sensitive: true, exclude_dirs: ["vendor/"] }],
  [{ name_contains: "util", use_gitignore: true, max_depth: 1 }],
  // Nor anything where a time limits the search.
  [{ extensions: ["Js"], case_sensitive: true, modified_within: FUTURE }],
  [{ name_contains: "util", use_gitignore: true, modified_within: FUTURE }],
  [{ name_contains: "nothing", exclude: ["*.md", "nowhere/**", "*.none", "/*/*/*/*/*/*/*"] }, [
    'exclude "*.md" left nothing out',
    'exclude "nowhere/**" left nothing out',
    'exclude "*.none" left nothing out',
  ]],
  [{ name_contains: "UTIL", case_sensitive: true, use_gitignore: true }],
  // What a call names is never ignored itself.
  [{ root: "dist", extensions: ["ts"], use_gitignore: true }],
];

const GLOB: readonly HintRow[] = [
  [{ pattern: "*.js" }, ['4 would match with pattern: "**/*.js"']],
  [{ pattern: "er/Deep.ts" }, ['1 would match with pattern: "**/er/Deep.ts"']],
  [{ pattern: "**/deep.ts" }, ["1 differs only by case (case_sensitive: false)"]],
  [{ pattern: "**/*.Js" }, ["4 differ only by case (case_sensitive: false)"]],
  [{ pattern: "deep.ts" }],
  [{ pattern: "src/*.js" }, ['1 would match with pattern: "src/**/*.js"']],
  [{ pattern: "SRC/readme.MD" }, ["1 differs only by case (case_sensitive: false)"]],
  [{ pattern: "docs/*.js" }],
  // A text where a glob is meant, and the languages of others.
  [{ pattern: "uid" }],
  [{ pattern: "*.none|*.Js,*.js" }],
  [{ pattern: "**/*.Js", modified_within: PAST }],
  [{ pattern: "dist/**", use_gitignore: true }, [
    "3 would match with use_gitignore: false (first: .gitignore:3 dist/)",
  ]],
  [{ pattern: ".git/**", use_gitignore: true }, [
    "2 would match with use_gitignore: false (first: in .git)",
  ]],
  [{ pattern: "{util,app}.js", use_gitignore: true }],
  [{ pattern: "**/none", use_gitignore: true }],
  [{ pattern: "**/none", case_sensitive: false }],
];

test("hints on a search without a match, counted", async (t) => {
  await withQuickTree(SEARCHED, async (root) => {
    for (const [name, rows] of [["find_files", FIND], ["glob_search", GLOB]] as const) {
      for (const [args, hints, suggestions] of rows) {
        await t.step(`${name} ${JSON.stringify(args)}`, async () => {
          const sent = { use_gitignore: false, ...args };
          const result = await DISCOVERY[name]!.execute(sent, { cwd: root });
          assertEquals([result.count, result.truncated], [0, false]);
          assertEquals([result.hints, result.suggestions], [hints, suggestions]);
          assertEquals("hints" in result, hints !== undefined);
          // The change of the hint finds the number of the hint.
          for (const hint of hints?.filter((each) => /^\d/.test(each)) ?? []) {
            assertEquals(await followed(hint, name, sent, root), parseInt(hint), hint);
          }
        });
      }
    }
  });
});

test("hints in a call's text, a line each, line-safe", async () => {
  await withQuickTree(
    { ".git/": "", ".gitignore": "*.l\u202Eg\\\\\n*.x\n", "a.x": "" },
    async (root) => {
      const args = { extensions: ["x"], use_gitignore: true };
      const output = await agent.find_files.execute(args, { cwd: root });
      assertEquals(
        toToolResult(agent.find_files, output).text,
        "find_files .: 0 entries\nhint: 1 would match with use_gitignore: false (first: .gitignore:2 *.x)",
      );
      assertEquals(agent.find_files.toReport!(output)!.notes, [
        "hint: 1 would match with use_gitignore: false (first: .gitignore:2 *.x)",
      ]);
    },
  );
  await withQuickTree(
    { ".git/": "", "a\nb/.gitignore": "\u202Ex*\n", "a\nb/\u202Ex": "" },
    async (root) => {
      const args = { name_contains: "x", use_gitignore: true };
      const output = await agent.find_files.execute(args, { cwd: root });
      assertEquals(output.hints, [
        "1 would match with use_gitignore: false (first: a\nb/.gitignore:1 \u202Ex*)",
      ]);
      assertEquals(
        toToolResult(agent.find_files, output).text.split("\n")[1],
        "hint: 1 would match with use_gitignore: false (first: a\\nb/.gitignore:1 \\u{202E}x*)",
      );
    },
  );
});

Deno.test("hints: a search that needs no other walk makes none; else at most one extra walk", async (t) => {
  const tree: Tree = { ".git/": "", ".gitignore": "x/\n", "x/y/z/f": "", "a/b/f.TS": "" };
  const rows: [name: string, args: Record<string, unknown>, extra: boolean | readonly string[]][] =
    [
      ["find_files", { name_contains: "none" }, false],
      ["find_files", { name_contains: "f" }, false],
      ["find_files", { name_contains: "none", exclude_dirs: [] }, false],
      ["find_files", { name_contains: "none", use_gitignore: true }, [".git", "x", "x/y", "x/y/z"]],
      ["find_files", { name_contains: "none", max_depth: 1 }, true],
      ["find_files", { name_contains: "none", exclude_dirs: ["a"] }, false],
      ["find_files", { extensions: ["ts"], case_sensitive: true }, true],
      ["glob_search", { pattern: "**/none", case_sensitive: false }, false],
      ["glob_search", { pattern: "**/none*", case_sensitive: false }, false],
      ["glob_search", { pattern: "a/*/f*" }, ["", "a", "a/b"]],
      ["glob_search", { pattern: "a/*/*" }, false],
      ["glob_search", { pattern: "a/b/f.TS" }, false],
      ["glob_search", { pattern: "none" }, true],
      ["glob_search", { pattern: "a/**" }, false],
      ["list_dir_entries", { path: "x/y/z" }, false],
      ["list_dir", {}, false],
    ];
  await withQuickTree(tree, async (root) => {
    const { reads: whole } = await readsOf(() =>
      discovery.find_files.execute({ name_contains: "none" }, { cwd: root })
    );
    for (const [name, sent, extra] of rows) {
      await t.step(`${name} ${JSON.stringify(sent)}`, async () => {
        const args = SEARCHES.includes(name) ? { use_gitignore: false, ...sent } : sent;
        const plain: Tool<DiscoveryResult> = discovery[name as keyof typeof discovery];
        const { reads: first } = await readsOf(() => plain.execute(args, { cwd: root }));
        const { reads } = await readsOf(() => DISCOVERY[name]!.execute(args, { cwd: root }));
        assertEquals(reads.slice(0, first.length), first);
        const more = reads.slice(first.length);
        const below = (path: string) => path === "" ? root : `${root}/${path}`;
        const expected = extra === true ? whole : extra === false ? [] : extra.map(below);
        assertEquals(more.toSorted(), expected.toSorted());
      });
    }
  });
});

Deno.test("hints: `>= N` when the scan budget ran out, within maxScanned", async () => {
  const tree: Tree = {
    ...files(numbered(20, "a/f", ".ts")),
    ...files(numbered(20, "b/f", ".ts")),
    ...files(numbered(20, "c/f", ".ts")),
  };
  await withQuickTree(tree, async (root) => {
    const args = { extensions: ["ts"], max_depth: 1 };
    for (
      const [maxScanned, hint, read] of [
        [3, undefined, 1],
        [4, ">= 20 lie deeper than max_depth", 2],
        [24, ">= 40 lie deeper than max_depth", 3],
        [60, "60 lie deeper than max_depth", 4],
      ] as const
    ) {
      const { result, reads } = await readsOf(() =>
        agent.find_files.execute(args, { cwd: root, maxScanned })
      );
      assertEquals([result.hints, result.truncated], [hint && [hint], false], String(maxScanned));
      assertLessOrEqual(reads.length, 1 + read);
    }
    // `>= 1` is plural.
    const one = await agent.find_files.execute(
      { name_contains: "F00.", max_depth: 1 },
      { cwd: root, maxScanned: 4 },
    );
    assertEquals(one.hints, [">= 1 lie deeper than max_depth"]);
  });
});

Deno.test("hints only on the first page of a search without a match", async () => {
  const tree: Tree = { ".git/": "", "a/f": "", "b/g.TS": "", "c/h": "" };
  await withQuickTree(tree, async (root) => {
    const args = { extensions: ["ts"], case_sensitive: true };
    // The budget runs out: there may be more, so there is no other hint yet, nor any on a later page.
    const first = await agent.find_files.execute(args, { cwd: root, maxScanned: 1 });
    assertEquals([first.count, first.truncated], [0, true]);
    assertEquals(first.hints, ["only 4 entries were read"]);
    const cursor = first.next_cursor;
    const last = await agent.find_files.execute({ ...args, cursor }, { cwd: root });
    assertEquals([last.count, last.truncated, last.hints], [0, false, undefined]);
    const whole = await agent.find_files.execute(args, { cwd: root });
    assertEquals(whole.hints, ["1 differs only by case (case_sensitive: false)"]);
    const found = await agent.find_files.execute({ extensions: ["TS"] }, { cwd: root });
    assertEquals([found.count, found.hints], [1, undefined]);
    for (const name of SEARCHES) {
      const args = { root: "none", ...name === "glob_search" && { pattern: "*" } };
      const failed = await DISCOVERY[name]!.execute(args, { cwd: root });
      assertEquals([failed.error?.code, failed.hints], ["not_found", undefined]);
    }
  });
});

test("hints are of the directory that a path with escapes means", async () => {
  await withQuickTree({ "a\\b/x.TS": "" }, async (root) => {
    const args = { root: "a\\\\b", extensions: ["ts"], case_sensitive: true };
    const { hints, query } = await agent.find_files.execute(args, { cwd: root });
    assertEquals([hints, query.root], [
      ["1 differs only by case (case_sensitive: false)"],
      "a\\\\b",
    ]);
  });
});
