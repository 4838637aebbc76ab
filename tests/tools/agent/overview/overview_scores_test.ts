import { assert, assertEquals } from "@std/assert";
import { TOOLSETS, toToolResult } from "../../../../mod.ts";
import { files, numbered, overview } from "../../../support/agent.ts";
import { gitIn, makeHistory, type Touched } from "../../../support/git.ts";
import { GIT, testsNeeding } from "../../../support/machine.ts";
import { namedPaths } from "../../../support/overview_text.ts";
import { type Tree, withQuickTree } from "../../../support/tree.ts";

const test = testsNeeding(GIT);

/** Reports whether some budget names the one path and not the other; then none does the reverse. */
async function isFirst(
  [one, other]: readonly [string, string],
  namedBy: (max_tokens: number) => Promise<readonly string[]>,
): Promise<boolean> {
  // What a budget names, every larger one names too, so such budgets lie between two others.
  let [none, both] = [199, 6000];
  while (both - none > 1) {
    const middle = Math.floor((none + both) / 2);
    const names = await namedBy(middle);
    const [hasOne, hasOther] = [names.includes(one), names.includes(other)];
    if (hasOne !== hasOther) return hasOne;
    if (hasOne) both = middle;
    else none = middle;
  }
  return false;
}

/** What holds all of a tree. Its row takes more than the smallest budget, which therefore shows nothing. */
const ABOVE = `${"x".repeat(200)}/`.repeat(4);

/** More files than most budgets show. */
const MANY = numbered(300, "src/file", ".ts");

interface Case {
  readonly what: string;
  readonly files: readonly string[];
  readonly commits?: readonly Touched[];
  readonly query?: string;
  /** Each named by a smaller budget than the next. */
  readonly order: readonly string[];
}

/** Commits that touch files of their own, so that others make no difference to those that matter. */
const other = (count: number): Touched[] =>
  Array.from({ length: count }, (_, i) => ({ paths: [`src/file${100 + i % 50}.ts`] }));

const CASES: readonly Case[] = [
  {
    what: "files touched by commits come before the others",
    files: MANY,
    commits: [{ paths: ["src/file251.ts"] }],
    order: ["src/file251.ts", "src/file200.ts"],
  },
  {
    what: "the last commits count most",
    files: MANY,
    commits: [{ paths: ["src/file201.ts"] }, ...other(120), { paths: ["src/file251.ts"] }],
    order: ["src/file251.ts", "src/file201.ts"],
  },
  {
    what: "files touched often come before those touched once",
    files: MANY,
    commits: [...Array(3).fill({ paths: ["src/file251.ts"] }), ...other(60), {
      paths: ["src/file201.ts"],
    }],
    order: ["src/file251.ts", "src/file201.ts"],
  },
  {
    what: "a commit that touches much says little of each",
    files: MANY,
    commits: [...other(60), { paths: MANY.slice(200, 250) }, { paths: ["src/file251.ts"] }],
    order: ["src/file251.ts", "src/file201.ts"],
  },
  {
    what: "tests come later",
    files: [...MANY, "src/file251_test.ts"],
    commits: [...other(60), { paths: ["src/file251.ts", "src/file251_test.ts"] }],
    order: ["src/file251.ts", "src/file251_test.ts"],
  },
  {
    what: "deep files come before shallow ones if commits touched them",
    files: [...MANY, "src/a/b/c/deep.ts", "src/a/b/c/other.ts"],
    commits: [{ paths: ["src/a/b/c/deep.ts"] }],
    order: ["src/a/b/c/deep.ts", "src/file200.ts"],
  },
  {
    what: "without history: sources, then texts, then data and what is generated",
    files: [
      ...numbered(20, "src/x", ".rs"),
      ...numbered(20, "src/x", ".yml"),
      ...numbered(20, "src/x", ".bin"),
    ],
    order: ["src/x19.rs", "src/x19.yml", "src/x19.bin"],
  },
  {
    what: "without history: sources before tests and generated ones",
    files: [
      ...numbered(20, "src/x", ".go"),
      ...numbered(20, "src/x", "_test.go"),
      ...numbered(20, "src/x", ".pb.go"),
    ],
    order: ["src/x19.go", "src/x19_test.go", "src/x19.pb.go"],
  },
  {
    what: "without history: manifests and entries early",
    files: [...MANY, "src/Cargo.toml", "src/main.ts"],
    order: ["src/main.ts", "src/file200.ts"],
  },
  {
    what: "without history: shallow before deep",
    files: [...numbered(20, "lib/f", ".c"), ...numbered(20, "lib/a/b/g", ".c")],
    order: ["lib/f19.c", "lib/a/b/g19.c"],
  },
  {
    what: "without history: sources before tests, docs and what others wrote",
    files: ["core", "docs", "tests", "vendor"].flatMap((name) => numbered(30, `${name}/f`, ".c")),
    order: ["core/f29.c", "docs/f29.c", "tests/f29.c", "vendor/f29.c"],
  },
  {
    what: "query: names that match come first, those with more of its words before",
    files: [...MANY, "src/cart_total.ts", "src/cart.ts", "docs/total.bin"],
    query: "cart total",
    order: ["src/cart_total.ts", "src/cart.ts", "src/file200.ts"],
  },
  {
    what: "query: words match in any case, and joined",
    files: [...MANY, "src/ParseHTTPRequest.ts"],
    query: "parseRequest",
    order: ["src/ParseHTTPRequest.ts", "src/file200.ts"],
  },
  {
    what: "query: what lies below a path that matches comes before what does not",
    files: [...MANY, ...numbered(9, "lib/checkout/f", ".ts"), ...numbered(9, "lib/other/f", ".ts")],
    query: "checkout",
    order: ["lib/checkout/f8.ts", "lib/other/f8.ts"],
  },
  {
    what: "query: the subjects of commits lead to the files that they touched",
    files: MANY,
    commits: [
      { paths: ["src/file251.ts"], subject: "Round prices in the checkout" },
      ...other(60),
      { paths: ["src/file201.ts"], subject: "Sort imports" },
    ],
    query: "checkout prices",
    order: ["src/file251.ts", "src/file201.ts"],
  },
  {
    what: "query: tests come later",
    files: [...MANY, "src/cart_test.ts", "src/deep/cart/a.ts"],
    query: "total of the cart",
    order: ["src/deep/cart/a.ts", "src/cart_test.ts"],
  },
  {
    what: "query: tests come as early as the rest if it names them",
    files: [...MANY, "src/cart_test.ts", "src/deep/cart/a.ts"],
    query: "flaky test of the cart",
    order: ["src/cart_test.ts", "src/deep/cart/a.ts"],
  },
  {
    what: "query: a name that matches comes before a file that commits touched",
    files: [...MANY, "src/deep/down/checkout.bin"],
    commits: [{ paths: ["src/file251.ts"] }, ...other(40)],
    query: "checkout",
    order: ["src/deep/down/checkout.bin", "src/file140.ts"],
  },
];

for (const { what, files: paths, commits = [], query = null, order } of CASES) {
  testsNeeding(commits.length > 0 ? GIT : [])(`overview: ${what}`, async () => {
    const above = (path: string): string => ABOVE + path;
    await withQuickTree(files(paths.map(above)), async (root) => {
      if (commits.length > 0) {
        await makeHistory(
          root,
          commits.map((commit) => ({ ...commit, paths: commit.paths.map(above) })),
        );
      }
      const named = new Map<number, string[]>();
      const namedBy = async (max_tokens: number): Promise<string[]> => {
        const names = named.get(max_tokens) ??
          namedPaths(await overview(root, { max_tokens, query }));
        named.set(max_tokens, names);
        return names;
      };
      for (const [i, other] of order.slice(1).entries()) {
        const first = order[i]!;
        assert(await isFirst([above(first), above(other)], namedBy), `${first} before ${other}`);
      }
    });
  });
}

const REPOSITORY: Tree = files([
  ...numbered(120, "pkg/a/f", ".ts"),
  ...numbered(120, "pkg/ab/f", ".ts"),
  ...numbered(120, "f", ".ts"),
]);

const TOUCHED: readonly Touched[] = [
  { paths: ["pkg/ab/f111.ts", "f110.ts"] },
  { paths: ["pkg/a/f109.ts", "gone/away.ts"] },
];

test("overview: the history of a directory in a repository: its paths are cut to it", () =>
  withQuickTree(REPOSITORY, async (root) => {
    await makeHistory(root, TOUCHED);
    const rows: [path: string, touched: string, not: string[]][] = [
      ["pkg/a", "f109.ts", ["f110.ts", "f111.ts"]],
      ["pkg/ab", "f111.ts", ["f109.ts", "f110.ts"]],
      ["pkg", "a/f109.ts", ["a/f110.ts", "a/f111.ts"]],
    ];
    for (const [path, touched, not] of rows) {
      for (const context of [{ cwd: root }, { cwd: `${root}/pkg`, roots: [root] }]) {
        const asked = context.cwd === root ? path : path.replace(/^pkg\/?/, "") || ".";
        const result = await overview(context.cwd, { path: asked, max_tokens: 200 }, context);
        assertEquals(result.commits, 3);
        const names = namedPaths(result);
        assertEquals([touched, ...not].filter((name) => names.includes(name)), [touched]);
      }
    }
  }));

test("overview: the header says how many commits `git log --no-merges --max-count=500` lists, with a task 1,000", async () => {
  const tool = TOOLSETS.agent.overview;
  const list = ["log", "-z", "--no-merges", "--format=%H", "HEAD"];
  for (const count of [0, 1, 510]) {
    await withQuickTree({ "a.ts": "" }, async (root) => {
      await makeHistory(root, Array(count).fill({ paths: ["a.ts"] }));
      for (const [query, most] of [[null, 500], ["sort", 1000]] as const) {
        const commits = (await gitIn(root, [...list, `--max-count=${most}`])).length;
        const result = await overview(root, { query });
        const [header] = toToolResult(tool, result).text.split("\n");
        assertEquals([result.commits, header], [
          commits,
          `overview .: 1 file; ${
            commits > 1
              ? `${commits} commits read`
              : `1 commit read${query === null ? "" : ": ranked mostly by names and place"}`
          }`,
        ]);
      }
    });
  }
  await withQuickTree({ "a.ts": "" }, async (root) => {
    const headerFor = async (query: string | null): Promise<string> =>
      toToolResult(tool, await overview(root, { query })).text.split("\n")[0]!;
    assertEquals([await headerFor(null), await headerFor("sort")], [
      "overview .: 1 file; no history read (no .git in scope)",
      "overview .: 1 file; no history read (no .git in scope): ranked by names and place",
    ]);
  });
});

test("overview: what the host hides of git's own files changes no score, row or count", () =>
  withQuickTree({}, async (root) => {
    for (const name of numbered(120, "f", ".ts")) Deno.writeTextFileSync(`${root}/${name}`, "");
    await makeHistory(root, [{ paths: ["f111.ts"] }]);
    const hiding = async (...hide: string[]) =>
      await overview(root, { max_tokens: 200 }, { policy: { hide } });
    const shown = await hiding();
    for (const name of ["HEAD", "config", "index", "info", "objects", "refs"]) {
      assertEquals(await hiding(name), shown, name);
    }
    // The entry `.git` itself no longer counts as ignored.
    for (const output of [shown, await hiding(".git")]) {
      assertEquals([output.commits, namedPaths(output).includes("f111.ts")], [2, true]);
    }
  }));

test("overview: where git's own files are broken, elsewhere or empty, commits are null or none, and nothing throws", async (t) => {
  const rows: [
    what: string,
    spoil: (root: string) => Promise<void> | void,
    commits: number | null,
  ][] = [
    ["the scope ends below `.git`", (root) => {
      Deno.renameSync(`${root}/.git`, `${root}/../.git`);
    }, null],
    ["no objects", (root) => Deno.removeSync(`${root}/.git/objects`, { recursive: true }), null],
    ["HEAD is no reference", (root) => Deno.writeTextFileSync(`${root}/.git/HEAD`, "x\n"), null],
    ["shallow: its boundary counts, and says nothing of any path", async (root) => {
      const [log] = await gitIn(root, ["log", "-z", "--format=%H"]);
      const head = log!.split("\n")[0];
      Deno.writeTextFileSync(`${root}/.git/shallow`, `${head}\n`);
    }, 1],
    ["alternates outside", (root) => {
      Deno.renameSync(`${root}/.git/objects`, `${root}/../objects`);
      Deno.mkdirSync(`${root}/.git/objects/info`, { recursive: true });
      Deno.writeTextFileSync(`${root}/.git/objects/info/alternates`, `${root}/../objects\n`);
    }, null],
  ];
  for (const [what, spoil, commits] of rows) {
    await t.step(what, () =>
      withQuickTree({ "tree/": "" }, async (above) => {
        const root = `${above}/tree`;
        for (const name of numbered(120, "f", ".ts")) {
          Deno.writeTextFileSync(`${root}/${name}`, "");
        }
        await makeHistory(root, [{ paths: ["f111.ts"] }]);
        assertEquals((await overview(root)).commits, 2);
        await spoil(root);
        const result = await overview(root, { max_tokens: 200 });
        assertEquals([result.success, result.commits], [true, commits]);
        assert(!namedPaths(result).includes("f111.ts"), result.text);
      }));
  }
});
