import { assertEquals, assertMatch } from "@std/assert";
import fc from "fast-check";
import { TOOLSETS } from "../../../../mod.ts";
import { DISCOVERY, files, followed } from "../../../support/agent.ts";
import { follow, pathsOf } from "../../../support/discovery.ts";
import { ANY_TREE, GIT, testsNeeding } from "../../../support/machine.ts";
import { shell } from "../../../support/shell.ts";
import { type Tree, withQuickTree } from "../../../support/tree.ts";

/** A workspace of two packages. */
const PROJECT: Tree = {
  ".git/HEAD": "",
  ".gitignore": "node_modules/\ndist/\n*.log\n",
  "debug.log": "",
  "package.json": "",
  ...files([
    "node_modules/react/index.js",
    "node_modules/react/package.json",
    "packages/app/package.json",
    "packages/app/src/App.tsx",
    "packages/app/src/app/[id]/page.tsx",
    "packages/app/src/app/layout.tsx",
    "packages/app/src/components/Button.test.tsx",
    "packages/app/src/components/Button.tsx",
    "packages/app/src/hooks/useUser.ts",
    "packages/app/dist/App.js",
    "packages/server/package.json",
    "packages/server/src/config/settings.ts",
    "packages/server/src/index.ts",
    "packages/server/src/user_service.ts",
    "packages/server/src/utils/date.ts",
    "packages/server/src/utils/date.test.ts",
    "packages/server/README.md",
  ]),
};

type Args = Readonly<Record<string, unknown>>;

/** A wrong search, and the entries if it was corrected, else the first hint or the error. */
type Row = readonly [args: Args, answer: readonly string[] | string];

const APP = "packages/app/src";
const SERVER = "packages/server/src";

const SEND_DIRECTORY = 'can match nothing; send a name ("dist") or a path from root ("src/gen")';
const SEND_ENDING = 'can match nothing; send what names end in: ["ts", ".test.ts"]';
const would = (count: number, change: string): string => `${count} would match with ${change}`;

const unknownTo = (argument: string, tool: string): string =>
  `${argument} is not an argument of ${tool} (${
    Object.keys(DISCOVERY[tool]!.DEFINITION.function.parameters.properties).join(", ")
  })`;

const FIND: readonly Row[] = [
  // Corrected: the meaning is unambiguous.
  [{ extensions: ["*.md"] }, ["packages/server/README.md"]],
  [{ extensions: ["**/*.md"] }, ["packages/server/README.md"]],
  [{ extensions: ["md,mdx"] }, ["packages/server/README.md"]],
  [{ extensions: ["mdx  md, rst"] }, ["packages/server/README.md"]],
  // Braces that do not close are plain text.
  [{ extensions: ["{md", "md"] }, ["packages/server/README.md"]],
  [{ name_contains: "utils/date.ts" }, [`${SERVER}/utils/date.ts`]],
  [{ extensions: ["tsx"], exclude_dirs: ["./packages/app/src/app", "components//"] }, [
    `${APP}/App.tsx`,
  ]],
  [{ extensions: ["tsx"], exclude_dirs: ["**/app/**"] }, []],
  [{ extensions: ["md"], exclude_dirs: ["node_modules/**", "**/dist"] }, [
    "packages/server/README.md",
  ]],
  [{ name_contains: "*.test.ts" }, [
    "packages/app/src/components/Button.test.tsx",
    "packages/server/src/utils/date.test.ts",
  ]],
  // One value for a list, a number and a switch as text.
  [{ extensions: "md", limit: "1", case_sensitive: "true" }, ["packages/server/README.md"]],
  [{ extensions: '["md", "mdx"]' }, ["packages/server/README.md"]],
  [
    { extensions: ["none"], exclude_dirs: ["packages", "nodemodules", "node_modules", "bild"] },
    'exclude_dirs "nodemodules", "bild" left nothing out',
  ],
  // Refused, with the tool that takes it.
  [{ pattern: "*.md" }, `${unknownTo("pattern", "find_files")}; glob_search takes it`],
  [{ query: "read me" }, `${unknownTo("query", "find_files")}; find_path takes it`],
  [{ directory: "packages" }, unknownTo("directory", "find_files")],
  // Refused, with the form to send.
  [{ exclude_dirs: ["/node_modules"] }, `exclude_dirs: "/node_modules" ${SEND_DIRECTORY}`],
  [{ exclude_dirs: ["../dist"] }, `exclude_dirs: "../dist" ${SEND_DIRECTORY}`],
  [{ exclude_dirs: ["build-*"] }, `exclude_dirs: "build-*" ${SEND_DIRECTORY}`],
  [{ extensions: ["ts/"] }, `extensions: "ts/" ${SEND_ENDING}`],
  [{ extensions: ["*.{md,mdx}"] }, `extensions: "*.{md,mdx}" ${SEND_ENDING}`],
  [{ extensions: ["*.t?"] }, `extensions: "*.t?" ${SEND_ENDING}`],
  [
    { name_contains: "src/utils", path_contains: "server" },
    'name_contains: "src/utils" can match nothing; a name holds no "/": send the text as path_contains',
  ],
];

const GLOB: readonly Row[] = [
  [{ pattern: "./packages/server/*.md" }, ["packages/server/README.md"]],
  [{ pattern: "ROOT/packages/server/*.md", root: "packages" }, ["packages/server/README.md"]],
  [{ pattern: "src/utils/*.ts" }, would(2, 'pattern: "**/src/utils/*.ts"')],
  [{ pattern: "packages/server/*.ts" }, would(5, 'pattern: "packages/server/**/*.ts"')],
  [
    { pattern: "**", extensions: ["md"] },
    `${unknownTo("extensions", "glob_search")}; find_files takes it`,
  ],
  // Refused, with the correction.
  [
    { pattern: "**.ts" },
    "pattern: ** joined to other text at character 1: ** stands alone between slashes, as in **/*.ts",
  ],
];

Deno.test("arguments that can match nothing are put right where the meaning is plain, else refused with the form to send; hints are counted, the right change first", async (t) => {
  await withQuickTree(PROJECT, async (root) => {
    for (const [name, rows] of [["find_files", FIND], ["glob_search", GLOB]] as const) {
      for (const [sent, answer] of rows) {
        const args = JSON.parse(JSON.stringify(sent).replace("ROOT", root)) as Args;
        await t.step(`${name} ${JSON.stringify(sent)}`, async () => {
          const result = await DISCOVERY[name]!.execute(args, { cwd: root });
          if (typeof answer !== "string") return assertEquals(pathsOf(result), answer);
          assertEquals(result.count, 0);
          assertEquals(result.error?.message ?? result.hints?.[0], answer);
        });
      }
    }
  });
});

Deno.test("a search that finds something says what it left out: `12 more are ignored by git (first: .gitignore:3 dist/)`", async (t) => {
  const IN_GIT = ", 1 of which belongs to .git";
  type LeftOut = readonly [tool: string, args: Args, left?: string, rule?: string, inGit?: string];
  const rows: readonly LeftOut[] = [
    ["find_files", { extensions: ["js", "tsx"] }, "2 more are", ".gitignore:1 node_modules/"],
    ["find_files", { extensions: ["log", "md"] }, "1 more is", ".gitignore:3 *.log"],
    ["find_files", {}, "5 more are", ".gitignore:3 *.log", IN_GIT],
    ["find_files", { root: "packages" }, "1 more is", ".gitignore:2 dist/"],
    ["find_files", { limit: 1 }, ">= 3 more are", ".gitignore:3 *.log"],
    ["find_files", { max_depth: 1 }, "1 more is", ".gitignore:3 *.log"],
    ["find_files", { max_depth: 3 }, "4 more are", ".gitignore:3 *.log", IN_GIT],
    [
      "find_files",
      { exclude_dirs: ["node_modules", ".git"], max_depth: 3 },
      "1 more is",
      ".gitignore:3 *.log",
    ],
    [
      "find_files",
      { exclude: ["*.log", ".git", "**/dist/**"] },
      "2 more are",
      ".gitignore:1 node_modules/",
    ],
    // Not counted where a time limits the search.
    ["find_files", { modified_within: "1999-01-01T00:00Z" }],
    ["find_files", { extensions: ["ts"] }],
    ["find_files", { use_gitignore: false }],
    ["find_files", { name_contains: "ead" }, "1 more"],
    ["glob_search", { pattern: "**/package.json" }, "1 more is", ".gitignore:1 node_modules/"],
    [
      "glob_search",
      { pattern: "*", kind: "dir" },
      "2 more are",
      ".gitignore:1 node_modules/",
      IN_GIT,
    ],
    ["glob_search", { pattern: "packages/**" }, "2 more are", ".gitignore:2 dist/"],
    ["glob_search", { pattern: "packages/*/src/**" }],
    [
      "glob_search",
      { pattern: "packages/app/src/*.tsx" },
      "4 more match packages/app/src/**/*.tsx",
    ],
    ["glob_search", { pattern: "packages/*/{README,x}.md", kind: "file" }],
    ["glob_search", { pattern: "packages/server/R*" }],
    ["glob_search", { pattern: "p*.json" }, "2 more match **/p*.json"],
    ["glob_search", { pattern: "p*.json", modified_within: "1999-01-01T00:00Z" }],
    ["glob_search", { pattern: "p*", max_results: 1 }],
    ["glob_search", { pattern: "package.json" }],
  ];
  await withQuickTree(PROJECT, async (root) => {
    for (const [name, args, left, rule, inGit = ""] of rows) {
      await t.step(`${name} ${JSON.stringify(args)}`, async () => {
        const result = await DISCOVERY[name]!.execute(args, { cwd: root });
        const hint = left?.includes("match")
          ? left
          : rule === undefined
          ? `${left} belongs to .git`
          : `${left} ignored by git (first: ${rule})${inGit}`;
        assertEquals(result.hints, left === undefined ? undefined : [hint]);
        if (left === undefined || left.startsWith(">=")) return;
        // "The numbers of a hint are what the changed call gives, to the entry."
        assertEquals(await followed(hint, name, args, root), parseInt(left));
      });
    }
  });
});

Deno.test("what a search left out is counted within a bound, and says so: `>=`", async () => {
  const tree: Tree = {
    ".git/": "",
    ".gitignore": "big/\n",
    "a.ts": "",
    ...files(Array.from({ length: 5100 }, (_, i) => `big/1/${i}.ts`)),
    ...files(Array.from({ length: 5100 }, (_, i) => `big/2/${i}.ts`)),
    "big/3/x.ts": "",
  };
  await withQuickTree(tree, async (root) => {
    const { hints } = await TOOLSETS.agent.find_files.execute({ extensions: ["ts"] }, {
      cwd: root,
    });
    assertEquals(hints, [">= 10200 more are ignored by git (first: .gitignore:1 big/)"]);
    const { hints: few } = await TOOLSETS.agent.find_files.execute(
      { extensions: ["ts"] },
      { cwd: root, maxScanned: 5000 },
    );
    assertEquals(few, [">= 5100 more are ignored by git (first: .gitignore:1 big/)"]);
  });
});

Deno.test("9.7: where the rules of `.gitignore` files above the scope cannot be known, every search says so once", async () => {
  const hint = "No .git was found within the scope: .gitignore files above it are not known.";
  const tree: Tree = { ".git/": "", ".gitignore": "*.log\n", "in/a.log": "", "in/b.log": "" };
  await withQuickTree(tree, async (root) => {
    const cwd = `${root}/in`;
    const { find_files } = TOOLSETS.agent;
    for (const [name, args] of [["find_files", {}], ["glob_search", { pattern: "*" }]] as const) {
      const inside = await DISCOVERY[name]!.execute(args, { cwd });
      assertEquals([inside.count, inside.hints], [2, [hint]]);
      const whole = await DISCOVERY[name]!.execute(args, { cwd, roots: [root] });
      assertEquals([whole.count, whole.hints?.[0]], [
        0,
        `2 would match with use_gitignore: false (first: ${root}/.gitignore:1 *.log)`,
      ]);
    }
    const [first, second] = await follow(find_files, { limit: 1 }, { cwd });
    assertEquals([first!.hints, second!.hints], [[hint], undefined]);
    // Nothing may be ignored where nothing was found, or rules do not count.
    const none = await find_files.execute({ extensions: ["ts"] }, { cwd });
    const all = await find_files.execute({ use_gitignore: false }, { cwd });
    assertEquals([none.hints, all.hints], [undefined, undefined]);
  });
});

testsNeeding(GIT)(
  "9.7: so it does where the repository of a linked work tree lies outside the scope",
  async () => {
    const hint =
      "The .git here leads out of the scope: its info/exclude and what it tracks are not known.";
    await withQuickTree({ "main/a.txt": "" }, async (root) => {
      await shell(
        `${root}/main`,
        "git init -q && git add a.txt && git -c user.name=a -c user.email=a@b commit -qm one && " +
          "echo secret.txt >.git/info/exclude && git worktree add -q ../wt && touch ../wt/secret.txt",
      );
      const cwd = `${root}/wt`;
      for (const [name, args] of [["find_files", {}], ["glob_search", { pattern: "*" }]] as const) {
        const { count, hints } = await DISCOVERY[name]!.execute(args, { cwd });
        assertEquals([count, hints], [2, ["1 more belongs to .git", hint]]);
        const whole = await DISCOVERY[name]!.execute(args, { cwd, roots: [root] });
        assertEquals([whole.count, whole.hints?.includes(hint)], [1, false]);
      }
    });
  },
);

Deno.test("a pattern that is refused gets no other in its place", async () => {
  for (const pattern of ["!(lib)/*.js", "lib/@(a|b).js", "../a/*.ts", "/elsewhere/*.md"]) {
    const found = await DISCOVERY.glob_search!.execute({ pattern });
    assertEquals([found.error?.code, found.hints], ["bad_pattern", undefined]);
  }
});

const name = fc.constantFrom("a", "A", "b", "ab", "a.ts", "A.ts", "b.ts", "d", "D", "x.TS");
const anyTree = fc.array(fc.array(name, { minLength: 1, maxLength: 3 }), { maxLength: 12 });
const text = fc.constantFrom("a", "A", "B", "b.ts", "X.ts", "d/a", "nope");
const pattern = fc.constantFrom(
  "a",
  "*.ts",
  "d/*.ts",
  "D/**/a",
  "*",
  "**/x.ts",
  "[aA]*",
  "?.ts",
  "d/*",
);
const anyFilter = fc.record({
  name_contains: text,
  path_contains: text,
  extensions: fc.subarray(["ts", "TS", "*.ts", "x"]),
  max_depth: fc.constantFrom(1, 2),
  exclude_dirs: fc.subarray(["a", "d/a", "D"]),
  exclude: fc.subarray(["*.TS", "d/*"]),
  case_sensitive: fc.boolean(),
  use_gitignore: fc.boolean(),
}, { requiredKeys: [] });
const anyGlob = fc.record({
  pattern,
  kind: fc.constantFrom("any", "file", "dir"),
  case_sensitive: fc.boolean(),
  use_gitignore: fc.boolean(),
}, { requiredKeys: ["pattern"] });

testsNeeding(ANY_TREE)(
  "the numbers of a hint are what the changed call gives, to the entry",
  async () => {
    let hinted = 0;
    const call = fc.oneof(
      fc.tuple(fc.constant("find_files"), anyFilter),
      fc.tuple(fc.constant("glob_search"), anyGlob),
    );
    await fc.assert(
      fc.asyncProperty(
        anyTree,
        fc.array(call, { minLength: 6, maxLength: 6 }),
        async (paths, calls) => {
          const folders = new Set(
            paths.flatMap((path) => path.map((_, i) => path.slice(0, i).join("/"))),
          );
          const kept = paths.map((path) => path.join("/")).filter((path) => !folders.has(path));
          const tree: Tree = { ".git/a": "", ".gitignore": "ab\nd/\n", ...files(kept) };
          await withQuickTree(tree, async (cwd) => {
            for (const [tool, args] of calls) {
              const result = await DISCOVERY[tool]!.execute(args, { cwd });
              for (const hint of result.hints ?? []) {
                if (/^exclude|does not exist$/.test(hint)) continue;
                hinted++;
                assertMatch(hint, /^\d+ /);
                const count = await followed(hint, tool, result.query, cwd);
                assertEquals(count, parseInt(hint), hint);
              }
            }
          });
        },
      ),
      { seed: 20_261_122, numRuns: 60 },
    );
    assertEquals(hinted > 80, true, String(hinted));
  },
);
