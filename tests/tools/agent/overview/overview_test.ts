import { assertEquals, assertLessOrEqual } from "@std/assert";
import { TOOLSETS, toToolResult } from "../../../../mod.ts";
import { lines, NOTHING_OMITTED, overview, testOverview } from "../../../support/agent.ts";
import { FIFOS, LINKS, testsNeeding } from "../../../support/machine.ts";
import { fifo, link, type Tree, withQuickTree } from "../../../support/tree.ts";

const test = testsNeeding(LINKS, FIFOS);

const tool = TOOLSETS.agent.overview;

const SAMPLE: Tree = {
  ".env": "",
  ".git/HEAD": "",
  ".gitignore": "node_modules/\n*.log\n",
  "a.log": "",
  "docs/debug.log": "",
  "docs/guide.md": "",
  "empty/": "",
  "gone": link("nothing"),
  "in": link("docs"),
  "logs/x.log": "",
  "logs/y.log": "",
  "node_modules/p/index.js": "",
  "out": link("/etc/passwd"),
  "pipe": fifo(),
  "self": link("self"),
  "src/util/x.ts": "",
  "up": link(".."),
};

const SAMPLE_TEXT = lines(
  ".env",
  ".git/ (ignored)",
  ".gitignore",
  "docs/",
  " guide.md",
  "empty/ (empty)",
  "gone@ -> nothing",
  "in@ -> docs",
  "logs/ (2 omitted)",
  "node_modules/ (ignored)",
  "out@ -> (outside)",
  "pipe (other)",
  "self@ -> self",
  "src/util/",
  " x.ts",
  "up@ -> (outside)",
  "omitted: 6 ignored",
);

test("overview: an indented tree, `node_modules/ (ignored)`, `out@ -> (outside)` and a last line", () =>
  withQuickTree(SAMPLE, async (root) => {
    const result = await overview(root);
    const expected = {
      success: true,
      operation: "overview",
      root: ".",
      query: {
        path: ".",
        max_tokens: 2000,
        query: null,
        use_gitignore: true,
        include_hidden: true,
      },
      truncated: false,
      text: SAMPLE_TEXT,
      totals: { files: 4, dirs: 5, links: 5, others: 1 },
      omitted: { ...NOTHING_OMITTED, ignored: 6 },
      estimated_tokens: result.estimated_tokens,
      commits: null,
      no_history: "unreadable",
    };
    assertEquals(JSON.stringify(result), JSON.stringify(expected));
    assertLessOrEqual(Math.ceil(SAMPLE_TEXT.length / 3), result.estimated_tokens);
  }));

testOverview("use_gitignore false shows what git ignores, `.git` too", SAMPLE, {
  text: lines(
    ".env",
    ".git/",
    " HEAD",
    ".gitignore",
    "a.log",
    "docs/",
    " debug.log",
    " guide.md",
    "empty/ (empty)",
    "gone@ -> nothing",
    "in@ -> docs",
    "logs/",
    " x.log",
    " y.log",
    "node_modules/p/",
    " index.js",
    "out@ -> (outside)",
    "pipe (other)",
    "self@ -> self",
    "src/util/",
    " x.ts",
    "up@ -> (outside)",
  ),
  totals: { files: 10, dirs: 8, links: 5, others: 1 },
  omitted: NOTHING_OMITTED,
}, { use_gitignore: false });

const HIDDEN: Tree = {
  ".a/b/c": "",
  ".env": "",
  ".l": link("x"),
  ".p": fifo(),
  "x/.y": "",
  "x/.z/q": "",
  "w/v": "",
};

testOverview("an entry is counted exactly once: hidden names and what lies below them", HIDDEN, {
  text: lines("w/", " v", "x/ (2 omitted)", "omitted: 6 hidden"),
  totals: { files: 1, dirs: 2, links: 0, others: 0 },
  omitted: { ...NOTHING_OMITTED, hidden: 6 },
  truncated: false,
}, { include_hidden: false });

testOverview("hidden names are shown by default", HIDDEN, {
  totals: { files: 5, dirs: 5, links: 1, others: 1 },
  omitted: NOTHING_OMITTED,
});

testOverview(
  "`include_hidden`: `Whether to show names that start with a dot` holds for ignored ones, which count once",
  { ".git/HEAD": "", ".gitignore": ".x\n.d/\n", ".x": "", ".d/f": "", "a": "" },
  {
    text: "a\nomitted: 3 ignored, 1 hidden",
    totals: { files: 1, dirs: 0, links: 0, others: 0 },
  },
  { include_hidden: false },
);

Deno.test("overview: an empty directory is an empty text, `empty` in the header", () =>
  withQuickTree({ "d/": "" }, async (root) => {
    const result = await overview(root, { path: "d" });
    assertEquals([result.text, result.truncated, result.estimated_tokens], ["", false, 0]);
    assertEquals(result.totals, { files: 0, dirs: 0, links: 0, others: 0 });
    const unknown = "No .git was found within the scope: .gitignore files above it are not known.";
    assertEquals(
      toToolResult(tool, result).text,
      `overview d: empty; no history read (no .git in scope)\n${unknown}`,
    );
  }));

test("overview: `rules_above_scope: unknown` only where no .git was met up to the allowed root, or one that leads out", async (t) => {
  const tree: Tree = {
    "none/a/f": "",
    "repo/.git/HEAD": "",
    "repo/.gitignore": "x\n",
    "repo/a/b/x": "",
    "linked/.git": link("/somewhere/else"),
    "linked/a/f": "",
  };
  const no = "No .git was found within the scope: .gitignore files above it are not known.";
  const out =
    "The .git here leads out of the scope: its info/exclude and what it tracks are not known.";
  const rows: [root: string, path: string, use_gitignore: boolean, text: string][] = [
    ["none", "a", true, `f\n${no}`],
    ["none", "a", false, "f"],
    ["repo", "a", true, "b/ (1 omitted)\nomitted: 1 ignored"],
    ["repo/a", ".", true, `b/\n x\n${no}`],
    ["linked", "a", true, `f\n${out}`],
  ];
  await withQuickTree(tree, async (root) => {
    for (const [cwd, path, use_gitignore, text] of rows) {
      await t.step(`${cwd} ${path} ${use_gitignore}`, async () => {
        const result = await overview(`${root}/${cwd}`, { path, use_gitignore });
        const isUnknown = text.endsWith("not known.");
        assertEquals(result.rules_above_scope, isUnknown ? "unknown" : undefined);
        const [, ...lines] = toToolResult(tool, result).text.split("\n");
        assertEquals(lines.join("\n"), text);
      });
    }
  });
});
