/** Suggestions for the wrong paths that models send, in a typical project. */
import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { TOOLSETS, toToolResult } from "../../../../mod.ts";
import { files, suggestionsOfAll } from "../../../support/agent.ts";
import { readsOf } from "../../../support/disk_reads.ts";
import { ANY_NAME, ANY_TREE, LINKS, testsNeeding } from "../../../support/machine.ts";
import { oddName, oddPath, randomTree, withRandomTree } from "../../../support/odd_trees.ts";
import { link, type Tree, withQuickTree } from "../../../support/tree.ts";

const test = testsNeeding(LINKS, ANY_NAME);

const { agent } = TOOLSETS;

/** The name of the root in the tree: a monorepo with two applications and three packages. */
const ROOT = "proj";

const PROJECT: Tree = {
  ...files([
    ".git/HEAD",
    "README.md",
    "package.json",
    "apps/api/tests/test_user.py",
    "apps/web/app/(auth)/login/page.tsx",
    "apps/web/app/blog/[slug]/page.tsx",
    "apps/web/app/layout.tsx",
    "apps/web/app/page.tsx",
    "apps/web/app/users/[id]/page.tsx",
    "apps/web/next.config.mjs",
    "apps/web/public/logo.svg",
    "docs/Getting Started.md",
    "docs/images/Übersicht.png",
    "packages/config/package.json",
    "packages/core/package.json",
    "packages/core/src/date-utils.ts",
    "packages/core/src/index.ts",
    "packages/core/src/lib/settings.ts",
    "packages/core/src/utils/date.ts",
    "packages/core/src/utils/index.ts",
    "packages/core/src/utils/string.ts",
    "packages/ui/package.json",
    "packages/ui/src/components/Button.css",
    "packages/ui/src/components/Button.tsx",
    "packages/ui/src/components/ButtonGroup.tsx",
    "packages/ui/src/components/Modal/Modal.tsx",
    "packages/ui/src/components/Modal/index.ts",
    "packages/ui/src/hooks/useDebounce.ts",
    "packages/ui/src/index.ts",
    "src/config/env.ts",
    "src/index.ts",
    "src/server.ts",
    // Ignored.
    "dist/bundle.js",
    "dist/server.js",
    "node_modules/react/index.js",
    "node_modules/react/package.json",
    "node_modules/zod/lib/index.js",
    "node_modules/zod/package.json",
  ]),
  ".gitignore": "node_modules/\ndist/\n",
  "current": link("packages/core"),
  "secrets": link("../outside"),
};

/** Files beside the root, which no suggestion may reveal. */
const BESIDE: Tree = { "outside/secret.ts": "", "outside/Vault.tsx": "" };

/** A wrong path and its suggestions, the right one first. */
type Row = readonly [path: string, ...suggestions: string[]];

const BUTTON = "packages/ui/src/components/Button.tsx";
const UI_INDEX = "packages/ui/src/index.ts";
const CORE_INDEX = "packages/core/src/index.ts";

const ROWS: Readonly<Record<string, readonly Row[]>> = {
  "the same name elsewhere": [
    ["Button.tsx", BUTTON],
    ["components", "packages/ui/src/components"],
    ["src/logo.svg", "apps/web/public/logo.svg"],
    // Any of four may be meant.
    [
      "foo/bar/page.tsx",
      "apps/web/app/page.tsx",
      "apps/web/app/(auth)/login/page.tsx",
      "apps/web/app/blog/[slug]/page.tsx",
    ],
  ],
  "the same trailing path": [
    ["utils/date.ts", "packages/core/src/utils/date.ts"],
    ["components/Button.tsx", BUTTON],
    ["src/components/Button.tsx", BUTTON],
    ["ui/src/index.ts", UI_INDEX, "packages/ui/src/components/Modal/index.ts"],
    ["packages/ui/components/Button.tsx", BUTTON],
  ],
  "the root's own name, and the paths of other machines": [
    ["proj/src/index.ts", "src/index.ts"],
    ["proj", "."],
    ["Proj/README.md", "README.md"],
    ["~/proj/src/index.ts", "src/index.ts"],
    ["${PWD}/src/server.ts", "src/server.ts"],
    ["/src/index.ts", "src/index.ts"],
    ["/workspace/proj/src/server.ts", "src/server.ts"],
    ["/home/user/other/README.md", "README.md"],
    ["C:\\Users\\me\\proj\\src\\index.ts", "src/index.ts"],
    ["https://github.com/o/r/blob/main/src/server.ts#L3", "src/server.ts"],
    ["../src/index.ts", "src/index.ts"],
    ["/workspace/proj/src/srever.ts", "src/server.ts"],
  ],
  "what surrounds a path": [
    ['"src/index.ts"', "src/index.ts"],
    ["`src/index.ts`", "src/index.ts"],
    ["**src/index.ts**", "src/index.ts"],
    ["[index](src/index.ts)", "src/index.ts"],
    ["src/index.ts.", "src/index.ts"],
    [" src/index.ts\n", "src/index.ts"],
    ["@src/index.ts", "src/index.ts"],
    ["`src/index.ts:12`,", "src/index.ts"],
  ],
  "a place in a file": [
    ["src/index.ts:12", "src/index.ts"],
    ["src/index.ts:12-20", "src/index.ts"],
    ["src/index.ts#L12", "src/index.ts"],
    ["src/index.ts, line 12", "src/index.ts"],
    ["apps/api/tests/test_user.py::test_login", "apps/api/tests/test_user.py"],
    ["src/srever.ts:12", "src/server.ts"],
  ],
  "another alphabet of paths": [
    ["src\\index.ts", "src/index.ts"],
    ["docs/Getting%20Started.md", "docs/Getting Started.md"],
    ["docs/Getting\\ Started.md", "docs/Getting Started.md"],
    ["docs/images/U\u0308bersicht.png", "docs/images/Übersicht.png"],
    ["src/ind\u200Bex.ts", "src/index.ts"],
  ],
  "another case, other separators": [
    ["readme.md", "README.md"],
    ["SRC/Index.ts", "src/index.ts", CORE_INDEX, UI_INDEX],
    ["packages/ui/src/components/button.tsx", BUTTON],
    ["packages/core/src/dateUtils.ts", "packages/core/src/date-utils.ts"],
    ["docs/getting-started.md", "docs/Getting Started.md"],
  ],
  "another extension": [
    ["src/server.js", "src/server.ts"],
    ["README", "README.md"],
    ["packages/ui/src/components/Button.jsx", BUTTON],
    ["packages/ui/src/components/Button", BUTTON, BUTTON.replace("tsx", "css")],
    ["next.config.js", "apps/web/next.config.mjs"],
    ["@/components/Button", BUTTON, BUTTON.replace("tsx", "css")],
    ["packages/core/src/utils.ts", "packages/core/src/utils"],
    ["packages/ui/src/components/Modal.tsx", "packages/ui/src/components/Modal/Modal.tsx"],
  ],
  "the nearest names": [
    ["src/sever.ts", "src/server.ts"],
    ["pakage.json", "package.json"],
    ["packages/iu/src/index.ts", UI_INDEX],
    ["packages/core/src/util/date.ts", "packages/core/src/utils/date.ts"],
    ["scr/server.ts", "src/server.ts"],
    ["current/src/util/date.ts", "current/src/utils/date.ts"],
  ],
  "the way as far as it goes": [
    // No name is near, though a directory's is.
    ["src/confg/nothing-like-it.txt"],
    ["src/index.ts/handler", "src/index.ts"],
  ],
  "what git ignores, where it was asked for": [
    ["dist/budle.js", "dist/bundle.js"],
    ["node_modules/recat/index.js", "node_modules/react/index.js"],
    // Only ignored paths have that name.
    ["bundle.js"],
    [".git/head", ".git/HEAD"],
  ],
  "nothing, rather than noise": [
    // No name is near.
    ["x"],
    ["xy.ts"],
    // Two typos of "server", and neither of its first two letters.
    ["src/nzrver.ts"],
    // A file of the system, not of the project.
    ["/etc/passwd"],
    // The targets of links that lead out are not searched.
    ["secret.ts"],
    ["secrets/secret.ts"],
    ["../outside/secret.t"],
    ["/"],
    [".."],
    // Longer than any typo.
    [`${"src/".repeat(1100)}index.ts`],
  ],
};

async function withProject(test: (root: string) => Promise<void>): Promise<void> {
  const tree = Object.fromEntries(
    Object.entries(PROJECT).map(([path, node]) => [`${ROOT}/${path}`, node]),
  );
  await withQuickTree({ ...BESIDE, ...tree }, (parent) => test(`${parent}/${ROOT}`));
}

test("suggestions: for the wrong paths that models send, the right one first", async (t) => {
  await withProject(async (root) => {
    for (const [kind, rows] of Object.entries(ROWS)) {
      await t.step(kind, async () => {
        const seen: Row[] = [];
        for (const [path] of rows) {
          const { suggestions = [] } = await agent.stat_path.execute({ path }, { cwd: root });
          seen.push([path, ...suggestions]);
        }
        assertEquals(seen, rows);
      });
    }
  });
});

test("suggestions: a hint where a path uses a file as a directory, or a link that leads outside", async () => {
  await withProject(async (root) => {
    const path = "src/index.ts/handler";
    const hints = ["'src/index.ts' is a file: nothing lies below it"];
    const stat = await agent.stat_path.execute({ path }, { cwd: root });
    assertEquals([stat.suggestions, stat.hints], [["src/index.ts"], hints]);
    const listed = await agent.list_dir.execute({ path }, { cwd: root });
    assertEquals([listed.error?.code, listed.hints], ["not_a_directory", hints]);
    assertEquals(
      toToolResult(agent.list_dir, listed).text,
      "error not_a_directory: 'src/index.ts/handler' is not a directory\n" +
        "hint: 'src/index.ts' is a file: nothing lies below it",
    );
    const itself = await agent.list_dir.execute({ path: "src/index.ts" }, { cwd: root });
    assertEquals([itself.error?.code, itself.hints], ["not_a_directory", undefined]);
    for (const path of ["secrets", "./secrets/none"]) {
      const { error, hints } = await agent.list_dir.execute({ path }, { cwd: root });
      const link = "'secrets' is a link that leads outside";
      assertEquals([error?.code, hints], ["outside_root", [link]]);
    }
  });
});

test("suggestions: none for a pattern, but the tool that takes one", async () => {
  await withProject(async (root) => {
    const rows: [path: string, pattern: string][] = [
      ["*", "*"],
      ["src/*.ts", "src/*.ts"],
      ["**/*.tsx", "**/*.tsx"],
      ["./packages/**", "packages/**"],
      [`${root}/src/*.ts`, "src/*.ts"],
      ["/src/*.ts", "src/*.ts"],
      ["src/{index,server}.ts", "src/{index,server}.ts"],
      ["src/index.?s", "src/index.?s"],
    ];
    for (const [path, pattern] of rows) {
      const hints = [`this is a pattern: glob_search takes pattern: "${pattern}"`];
      for (const { execute } of [agent.stat_path, agent.list_dir_entries, agent.list_dir]) {
        const { suggestions, hints: given } = await execute({ path }, { cwd: root });
        assertEquals([suggestions, given], [undefined, hints], path);
      }
    }
  });
});

test("suggestions are as they are sent: escaped in text alone", async () => {
  const tree: Tree = { "a/new\nline.ts": "", "a/ space.ts": "" };
  await withQuickTree(tree, async (root) => {
    for (const path of Object.keys(tree)) {
      const stat = await agent.stat_path.execute({ path: path.slice(2) }, { cwd: root });
      assertEquals(stat.suggestions, [path]);
      const { text } = toToolResult(agent.stat_path, stat);
      assertEquals(text.split("\n").length, 2, text);
      const found = await agent.stat_path.execute({ path: stat.suggestions![0]! }, { cwd: root });
      assertEquals(found.entries[0]?.exists, true);
    }
  });
});

Deno.test("suggestions: from the working directory, other roots, and above it", async () => {
  await withQuickTree({ "a/src/x.ts": "", "b/src/deep/y.ts": "", "c/z.ts": "" }, async (root) => {
    const ask = async (path: string, cwd: string, roots: string[]) =>
      (await agent.stat_path.execute({ path }, { cwd, roots })).suggestions;
    const [a, b] = [`${root}/a`, `${root}/b`];
    assertEquals(await ask("x.ts", a, [a, b]), ["src/x.ts"]);
    assertEquals(await ask(`${a}/x.ts`, a, [a, b]), ["src/x.ts"]);
    assertEquals(await ask("../a/x.ts", a, [root]), ["src/x.ts"]);
    assertEquals(await ask("a/x.ts", root, [a]), ["a/src/x.ts"]);
    // What is missing in the first root may lie in another.
    assertEquals(await ask("y.ts", a, [a, b]), [`${b}/src/deep/y.ts`]);
    assertEquals(await ask(`${b}/y.ts`, a, [a, b]), [`${b}/src/deep/y.ts`]);
    assertEquals(await ask("src/deep/y.ts", a, [a, b]), [`${b}/src/deep/y.ts`]);
    assertEquals(await ask("b/src/deep/y.ts", a, [root]), [`${b}/src/deep/y.ts`]);
    assertEquals(await ask("../b/y.ts", a, [root]), [`${b}/src/deep/y.ts`]);
    // The name of the root is the root where it stands alone.
    assertEquals(await ask("a", a, [a]), ["."]);
    assertEquals(await ask("a/bin/a", a, [a]), undefined);
    // Outside every root.
    assertEquals(await ask("z.ts", a, [a, b]), undefined);
    assertEquals(await ask("x.ts", `${root}/c`, [a]), [`${a}/src/x.ts`]);
    assertEquals(await ask("x.ts", a, []), undefined);
  });
});

Deno.test("suggestions: the walk stays within maxScanned, with the same result each time", async () => {
  const tree = files([
    ...Array.from({ length: 50 }, (_, i) => `d${i}/file${i}.ts`),
    "d49/wanted.ts",
    "e/f/g/h/wanted.ts",
  ]);
  await withQuickTree(tree, async (root) => {
    const rows: [maxScanned: number | undefined, reads: number, suggestions?: string[]][] = [
      [undefined, 55 + 1, ["d49/wanted.ts", "e/f/g/h/wanted.ts"]],
      [60, 1 + 1 + 9],
      [1, 1 + 1],
    ];
    for (const [maxScanned, most, suggestions] of rows) {
      const context = { cwd: root, ...maxScanned && { maxScanned } };
      const call = () => agent.stat_path.execute({ path: "wanted.ts" }, context);
      const { result, reads } = await readsOf(call);
      assertEquals(result.suggestions, suggestions);
      assertEquals(reads.length, most);
      assertEquals(await call(), result);
    }
  });
});

/** A change that makes a path wrong. */
const MISTAKE: fc.Arbitrary<(path: string) => string> = fc.oneof(
  fc.constantFrom(
    (path: string) => `/${path}`,
    (path: string) => `~/${path}`,
    (path: string) => `"${path}"`,
    (path: string) => `${path}:12`,
    (path: string) => path.toUpperCase(),
    (path: string) => path.replaceAll("/", "\\"),
    (path: string) => path.split("/").slice(1).join("/"),
    (path: string) => path.split("/").at(-1)!,
    (path: string) => `${path}.js`,
    (path: string) => encodeURI(path.toWellFormed()),
    (path: string) => `../${path}`,
    (path: string) => `${path}/x`,
  ),
  fc.tuple(fc.nat(20), oddName).map(([at, more]) => (path: string) =>
    path.slice(0, at) + more + path.slice(at + 1)
  ),
);

testsNeeding(ANY_TREE)(
  "suggestions exist, are inside, at most 3, each once, and the same each time",
  async () => {
    let suggested = 0;
    await fc.assert(
      fc.asyncProperty(
        randomTree,
        fc.array(fc.tuple(oddPath, fc.array(MISTAKE, { maxLength: 3 })), {
          minLength: 4,
          maxLength: 8,
        }),
        async (tree, requests) => {
          const known = [...tree.files, ...tree.directories, ...tree.links];
          await withRandomTree(tree, async (root) => {
            for (const [i, [other, mistakes]] of requests.entries()) {
              const right = i % 4 === 3 ? other : known[i % known.length]!;
              const path = mistakes.reduce((text, mistake) => mistake(text), right);
              if (path === "" || path.includes("\0")) continue;
              const all = await suggestionsOfAll(path, root);
              assertEquals(await suggestionsOfAll(path, root), all);
              for (const [name, found = []] of Object.entries(all)) {
                const suggestions = found as string[];
                assert(suggestions.length <= 3 && new Set(suggestions).size === suggestions.length);
                for (const each of suggestions) {
                  assert(!/^\/|(^|\/)\.\.(\/|$)/.test(each), `${name} ${path}: ${each}`);
                  Deno.lstatSync(`${root}/${each}`);
                  suggested++;
                }
              }
            }
          });
        },
      ),
      { numRuns: 6, seed: 20_260_801 },
    );
    assert(suggested > 50, String(suggested));
  },
);
