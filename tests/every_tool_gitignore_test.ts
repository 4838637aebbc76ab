/**
 * The `.gitignore` rules of the tools: one table for all of them, `tree` under both of its readings. Spec
 * 0's "any-match" is OR across files; all others mean "git's own verdicts" (decisions 4.8, 7.5, 8.11).
 */
import { assert, assertEquals } from "@std/assert";
import type { DiscoveryResult } from "../mod.ts";
import { readsOf } from "./support/disk_reads.ts";
import { farthestFrom, outputsOf } from "./support/every_tool.ts";
import { ANY_NAME, CASE, FIFOS, LINKS, testsNeeding } from "./support/machine.ts";
import { bytes, fifo, link, needsOf, type Node, type Tree, withQuickTree } from "./support/tree.ts";
import { filesBy, IGNORING, WALKERS } from "./support/walkers.ts";

const test = testsNeeding(LINKS, ANY_NAME, FIFOS);

interface Place {
  readonly path?: string;
  /** Relative to the tree. @default {["."]} */
  readonly roots?: readonly string[];
}

/** Checks the files that every tool returns in a tree; `anyMatch` are those of spec 0's reading. */
async function assertKept(
  cwd: string,
  kept: readonly string[],
  { path = ".", roots = ["."], anyMatch = kept }: Place & {
    readonly anyMatch?: readonly string[];
  } = {},
): Promise<void> {
  for (const walker of IGNORING) {
    const given = await filesBy(walker, { cwd, roots, gitignore: "git" }, path);
    // 9.11: "Stores of version control (`.git` as folder or file, […]) […]: left out in `agent`".
    const expected = walker.toolset === "agent" ? kept.filter((each) => each !== ".git") : kept;
    assertEquals(given, expected, `${walker.id} ${path}`);
    if (walker.toolset !== "tree") continue;
    const actual = await filesBy(walker, { cwd, roots, gitignore: "any-match" }, path);
    assertEquals(actual, anyMatch, `${walker.id} ${path}, any-match`);
  }
}

type Row = readonly [
  rule: string,
  tree: Tree,
  kept: readonly string[],
  more?: Place & { readonly anyMatch?: readonly string[] },
];

function files(...paths: string[]): Tree {
  return Object.fromEntries(paths.map((path) => [path, ""]));
}

const ROWS: readonly Row[] = [
  // "An entry is ignored if ANY matcher in the effective list returns True for it." KNOWN LIMITATION:
  // "important.log IS ignored (parent matcher returns True, OR logic short-circuits […])".
  [
    "a deeper file takes a rule back, but in spec 0",
    {
      "parent/.gitignore": "*.log\n",
      "parent/child/.gitignore": "!important.log\n",
      ...files("parent/child/important.log", "parent/child/other.log"),
    },
    ["parent/.gitignore", "parent/child/.gitignore", "parent/child/important.log"],
    { anyMatch: ["parent/.gitignore", "parent/child/.gitignore"] },
  ],
  [
    "files combine",
    { ".gitignore": "*.a\n", "d/.gitignore": "*.b\n", ...files("d/x.a", "d/x.b", "d/x.c", "x.b") },
    [".gitignore", "d/.gitignore", "d/x.c", "x.b"],
  ],
  [
    '"Within-file negation (! patterns in the same file) IS handled correctly"',
    { ".gitignore": "*.log\n!keep.log\n", ...files("a.log", "d/b.log", "d/keep.log", "keep.log") },
    [".gitignore", "d/keep.log", "keep.log"],
  ],
  [
    "nothing comes back from an ignored directory",
    { ".gitignore": "d\n!d/keep\n", "d/.gitignore": "!*", ...files("d/keep", "e") },
    [".gitignore", "e"],
  ],
  ["but from one whose contents are", { ".gitignore": "d/*\n!d/x", ...files("d/x", "d/y") }, [
    ".gitignore",
    "d/x",
  ]],
  [
    "a pattern with a slash starts in its file's own directory",
    { ".gitignore": "/a\nd/b\n", ...files("a", "b", "d/a", "d/b", "d/d/b") },
    [".gitignore", "b", "d/a", "d/d/b"],
  ],
  ["a file may ignore itself", { ".gitignore": ".gitignore\n", ...files("a") }, ["a"]],
  [
    "a line is read alike, whatever the others are",
    { ".gitignore": "?\n**/*z*\n", ...files("é", "bb", "zz") },
    [".gitignore", "bb", "é"],
    // Npm `ignore` matches characters, git bytes.
    { anyMatch: [".gitignore", "bb"] },
  ],
  // ".git EXCLUSION […] by name (entry.name == '.git'), on directory entries only."
  [
    ".git directories are skipped at every level, negated or not",
    { ".gitignore": "!.git\n", ...files(".git/HEAD", "d/.git/HEAD", "d/f") },
    [".gitignore", "d/f"],
  ],
  ["a .git file is not, but in agent", { ".git": "gitdir: x", ...files("a") }, [".git", "a"]],
  ["nor is one that is named", files(".git/HEAD"), ["HEAD"], { path: ".git" }],
  // "What a call names is never ignored itself, nor are its parents: asked for `node_modules/x`, a tool lists
  // it. The rules of ancestors apply to what lies below by their own match, as in ripgrep."
  [
    "what is named is not ignored",
    { ".gitignore": "node_modules/\n", ...files("node_modules/x/y") },
    ["x/y"],
    { path: "node_modules" },
  ],
  [
    "nor are its parents",
    {
      ".gitignore": "node_modules\n",
      ...files("node_modules/x/y", "node_modules/x/node_modules/z"),
    },
    ["y"],
    { path: "node_modules/x" },
  ],
  [
    "rules of ancestors hold below by their own match",
    {
      ".gitignore": "/d/*\n!/d/keep\n*.log\n",
      ...files("d/keep", "d/gone", "d/e/f", "d/keep.log"),
    },
    ["keep"],
    { path: "d" },
  ],
  ["a rule for everything below", { ".gitignore": "*\n", ...files("d/e/f") }, [], { path: "d" }],
  [
    "the ancestors are those of the resolved path",
    {
      "a/.gitignore": "x\n",
      ...files("a/d/x", "a/d/y"),
      "b/.gitignore": "y\n",
      "b/l": link("../a/d"),
    },
    ["y"],
    { path: "b/l" },
  ],
];

for (const [rule, tree, kept, more] of ROWS) {
  testsNeeding([...needsOf(tree), CASE])(
    `.gitignore, every tool: ${rule}`,
    () => withQuickTree(tree, (cwd) => assertKept(cwd, kept, more)),
  );
}

// ANCESTOR WALK: "Walk UP from `path` one directory at a time […] if (p / '.git').exists(): # .git file OR
// folder — presence only". "Inside the scope (no ancestor above the allowed root)".
const RULED = ["above", "anchored", "kept", "low", "mid", "own"];
const ANCESTORS: Tree = {
  ".gitignore": "above\n",
  "repo/.gitignore": "mid\n/src/utils/anchored\n",
  "repo/src/.gitignore": "low\n",
  "repo/src/utils/.gitignore": "own\n",
  ...files(...RULED.map((name) => `repo/src/utils/${name}`)),
};
const FROM:
  readonly (readonly [git: string | undefined, root: string, lifted: readonly string[]])[] = [
    [undefined, ".", []],
    ["repo/.git/", ".", ["above"]],
    ["repo/src/.git", ".", ["above", "anchored", "mid"]],
    ["repo/src/utils/.git/", ".", ["above", "anchored", "low", "mid"]],
    [undefined, "repo/src", ["above", "anchored", "mid"]],
    [undefined, "repo/src/utils", ["above", "anchored", "low", "mid"]],
  ];

for (const [git, root, lifted] of FROM) {
  Deno.test(`.gitignore, every tool: ancestors count up to ${git ?? "the scope"}, in ${root}`, () =>
    withQuickTree({ ...ANCESTORS, ...git && { [git]: "" } }, async (cwd) => {
      // A `.git` file is listed, but where it is a directory.
      const kept = [
        ".gitignore",
        ...RULED.filter((name) => name === "kept" || lifted.includes(name)),
      ];
      await assertKept(cwd, kept, { path: "repo/src/utils", roots: [root] });
    }));
}

test(".gitignore, every tool: a `.git` link that leads nowhere is no repository", async () => {
  const tree = { ".gitignore": "x\n", "d/.git": link("gone"), ...files("d/x", "d/y") };
  await withQuickTree(tree, async (cwd) => {
    for (const walker of IGNORING) {
      const shown = await filesBy(walker, { cwd }, "d");
      assertEquals(shown.filter((path) => path !== ".git"), ["y"], walker.id);
    }
  });
});

// Parents of the named path whose names hold pattern characters.
const PARENTS = [
  ..."!#$^()+{}|,-~\"'&=@%][*?\\é😀",
  ...["a b", " a", "a ", "[a]", "a*", "a\\", "\\a", "a\nb", "a\t", "!a", "#a", "\u2028", "a\r"],
  ...["...", "(?:", "a{2}", "$&", "\\!"],
];

test(".gitignore, every tool: a named path is not ignored, whatever its name", async () => {
  const tree: Record<string, Node> = { ".gitignore": "*/\n" };
  for (const name of PARENTS) tree[`${name}/${name}/f`] = tree[`${name}/f`] = "";
  await withQuickTree(tree, async (cwd) => {
    for (const name of PARENTS) {
      await assertKept(cwd, ["f"], { path: `./${name}` });
      await assertKept(cwd, ["f"], { path: `./${name}/${name}` });
    }
  });
});

// "read only when a regular file (never through a link, as git itself), at most 1 MiB, inside the scope […]; an
// odd one is passed over."
const MIB = 1024 * 1024;
const OVER: string = "x\n" + "#".repeat(MIB - 1);
const ODD: readonly (readonly [what: string, node: Node])[] = [
  ["a link", link("rules")],
  ["a link to itself", link(".gitignore")],
  ["a link to nothing", link("missing")],
  ["a link to a device", link("/dev/zero")],
  ["a FIFO", fifo()],
  ["over 1 MiB", OVER],
  ["all zero bytes", bytes(1000)],
];

for (const [what, node] of ODD) {
  test(`.gitignore, every tool: one that is ${what} is passed over`, async () => {
    const tree = { "d/.gitignore": node, "d/rules": "x\n", ...files("d/e/x", "d/x") };
    await withQuickTree(tree, async (cwd) => {
      // Once in the listed directory, once above it.
      await assertKept(cwd, ["x"], { path: "d/e" });
      for (const walker of IGNORING) {
        const shown = await filesBy(walker, { cwd }, "d");
        const others = shown.filter((path) => path !== ".gitignore");
        assertEquals(others, ["e/x", "rules", "x"], walker.id);
      }
    });
  });
}

Deno.test(".gitignore, every tool: one of 1 MiB is read, and one that is not valid UTF-8; a directory is none", async () => {
  const invalid: Node = {
    make: (path) => Deno.writeFile(path, new Uint8Array([0xff, 0x0a, 0x78, 0x0a, 0xc3])),
  };
  const tree = {
    "exact/.gitignore": OVER.slice(0, MIB),
    "folder/.gitignore/x": "",
    "invalid/.gitignore": invalid,
    ...files("exact/x", "exact/y", "folder/x", "invalid/x", "invalid/y"),
  };
  const kept = [
    "exact/.gitignore",
    "exact/y",
    "folder/.gitignore/x",
    "folder/x",
    "invalid/.gitignore",
    "invalid/y",
  ];
  await withQuickTree(tree, (cwd) => assertKept(cwd, kept));
});

// "No pattern in one can stall a call." A matcher that backtracks would not return in a lifetime.
const STALLING = [
  "*a".repeat(60) + "b",
  `/**/${"*a".repeat(60)}b`,
  "**/*a".repeat(40) + "/b",
  "**/a/".repeat(60) + "b",
  "*".repeat(1000) + "b",
  "[a-z]*".repeat(60) + "0",
  "*\\**a".repeat(40) + "b",
  "!" + "*a".repeat(60) + "b",
  "a" + " ".repeat(100_000) + "b",
  "a" + "\\".repeat(100_001),
  "[".repeat(5_000),
  "(a+)+$".repeat(20),
  "*a".repeat(200_000) + "b",
];

for (const [i, pattern] of STALLING.entries()) {
  Deno.test(`.gitignore, every tool: no pattern stalls a call: ${i}, ${pattern.slice(0, 10)}`, async () => {
    const name = "a".repeat(250);
    const path = Array(20).fill("a").join("/");
    await withQuickTree({ ".gitignore": `${pattern}\n`, [`${path}/${name}`]: "" }, async (cwd) => {
      await assertKept(cwd, [".gitignore", `${path}/${name}`]);
      // The same rules, in an ancestor.
      await assertKept(cwd, [name], { path });
    });
  });
}

// EARLY DIRECTORY PRUNING: "large ignored subtrees (e.g. node_modules/, .venv/) are never opened at all."
Deno.test(".gitignore, every tool: an ignored directory is never opened, and counts against no budget", async () => {
  const many = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`node_modules/${i}`, ""]));
  await withQuickTree({ ".gitignore": "node_modules\n", ...many, "z/f": "" }, async (cwd) => {
    for (const walker of IGNORING) {
      const { result, reads } = await readsOf(() => filesBy(walker, { cwd, maxScanned: 20 }));
      // In `agent`, a search then counts what it left out.
      const own = walker.toolset === "agent" ? reads.slice(0, 2) : reads;
      assertEquals([result, own], [[".gitignore", "z/f"], [cwd, `${cwd}/z`]], walker.id);
    }
  });
});

Deno.test("a .gitignore counts for nobody who does not ask", () =>
  withQuickTree({ ".gitignore": "a\n", ...files(".git/x", "a") }, async (cwd) => {
    for (const walker of WALKERS.filter(({ toolset }) => toolset !== "files")) {
      assertEquals(await filesBy(walker, { cwd }), [".git/x", ".gitignore", "a"], walker.id);
    }
  }));

Deno.test(".gitignore: the same verdicts page by page, and for directories", async () => {
  const tree = {
    ".gitignore": "*.log\nbuild/\n",
    ...files("a.log", "build/x", "d/b", "e/c.log", "f"),
  };
  await withQuickTree(tree, async (cwd) => {
    for (const walker of IGNORING.filter(({ tool }) => tool.pages !== undefined)) {
      const one = walker.name === "find_files" ? { limit: 1 } : { kind: "any", max_results: 1 };
      const args = { ...farthestFrom(walker, ".", { cwd }), ...walker.all, ...one };
      const pages = await outputsOf(walker, args, { cwd }) as DiscoveryResult[];
      assert(pages.length > 2);
      const paths = pages.flatMap(({ entries }) => entries.map(({ path }) => path));
      const dirs = walker.name === "find_files" ? [] : ["d", "e"];
      assertEquals(paths, [".gitignore", "d/b", "f", ...dirs].sort(), walker.id);
    }
  });
});
