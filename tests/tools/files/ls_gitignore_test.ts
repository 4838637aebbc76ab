import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { compareBytes } from "../../support/compare_bytes.ts";
import { filesIn, list, relativeTo } from "../../support/files.ts";
import { CASE, GIT, LINKS, needing } from "../../support/machine.ts";
import { cutAtNul, pipe } from "../../support/shell.ts";
import { fifo, link, makeTree, type Tree, withQuickTree } from "../../support/tree.ts";

Deno.test(
  needing(
    CASE,
    "files ls: .gitignore means git's own verdicts, nested files and negation across files (7.5)",
  ),
  async () => {
    const rows: [Tree, string[]][] = [
      [{ ".gitignore": "*.log\n!keep.log\n", "a.log": "", "keep.log": "", "d/b.log": "" }, [
        ".gitignore",
        "keep.log",
      ]],
      [
        { ".gitignore": "*.log", "d/.gitignore": "!b.log", "d/b.log": "", "b.log": "" },
        [
          ".gitignore",
          "d/.gitignore",
        ].concat("d/b.log"),
      ],
      [{ ".gitignore": "d/", "d/.gitignore": "!*", "d/x": "" }, [".gitignore"]],
      [{ ".gitignore": "d/*\n!d/x", "d/x": "", "d/y": "" }, [".gitignore", "d/x"]],
      [{ ".gitignore": "/a", "a": "", "d/a": "" }, [".gitignore", "d/a"]],
      [{ ".gitignore": "d/a", "d/a": "", "e/d/a": "" }, [".gitignore", "e/d/a"]],
      [{ ".gitignore": "a/", "a": "", "d/a/x": "" }, [".gitignore", "a"]],
      [{ ".gitignore": "a/**/z", "a/z": "", "a/b/z": "", "a/b/c/z": "", "z": "" }, [
        ".gitignore",
        "z",
      ]],
      [{ ".gitignore": "A", "a": "", "A/x": "" }, [".gitignore", "a"]],
      [{ ".gitignore": "# a\n\\#b\na \nc\\ \n", "# a": "", "#b": "", "a": "", "c ": "", "c": "" }, [
        "# a",
        ".gitignore",
        "c",
      ]],
      [{ ".gitignore": ".gitignore\n.DS_Store\n", "a": "" }, ["a"]],
      [{ ".gitignore": "*", "a": "", "d/b": "" }, []],
    ];
    for (const [tree, expected] of rows) {
      await withQuickTree(tree, async (root) => {
        assertEquals(await filesIn(root), expected, tree[".gitignore"] as string);
      });
    }
  },
);

Deno.test("files ls: ancestors count 'up to the repository root as far as the scope reaches' (7.5)", async () => {
  await withQuickTree({
    ".gitignore": "above\n",
    "repo/.git/HEAD": "",
    "repo/.gitignore": "top\n*.log\n",
    "repo/a/.gitignore": "middle\n!keep.log\n",
    "repo/a/b/.gitignore": "own\n",
    ...Object.fromEntries(
      ["above", "top", "middle", "own", "x.log", "keep.log", "free"]
        .map((name) => [`repo/a/b/${name}`, ""]),
    ),
  }, async (root) => {
    const b = `${root}/repo/a/b`;
    const rows: [string, string[]][] = [
      // The repository root is the directory with `.git`; rules above it do not count.
      [root, [".gitignore", "above", "free", "keep.log"]],
      [`${root}/repo`, [".gitignore", "above", "free", "keep.log"]],
      [`${root}/repo/a`, [".gitignore", "above", "free", "keep.log", "top", "x.log"]],
      [b, [".gitignore", "above", "free", "keep.log", "middle", "top", "x.log"]],
    ];
    for (const [scope, names] of rows) {
      const { files } = await list({ path: b }, { cwd: b, roots: [scope] });
      assertEquals(files, names.map((name) => `${b}/${name}`), scope);
    }
  });
});

Deno.test("files ls: what is named is never ignored itself; rules of ancestors hold below by their own match", async () => {
  await withQuickTree({
    ".git/HEAD": "",
    ".gitignore": "node_modules/\n*.log\n/dist/*\n",
    "node_modules/x/f": "",
    "node_modules/x/f.log": "",
    "node_modules/x/node_modules/g": "",
    "dist/a": "",
    "dist/d/b": "",
  }, async (root) => {
    const rows: [string, string[]][] = [
      [".", [".gitignore"]],
      ["node_modules", ["node_modules/x/f"]],
      ["node_modules/x", ["node_modules/x/f"]],
      ["node_modules/x/node_modules", ["node_modules/x/node_modules/g"]],
      ["dist", []],
      ["dist/d", ["dist/d/b"]],
      ["node_modules/x/f.log", ["node_modules/x/f.log"]],
      [".git", [".git/HEAD"]],
    ];
    for (const [path, expected] of rows) {
      const { files } = await list({ path }, { cwd: root });
      assertEquals(relativeTo(root, files), expected, path);
    }
  });
});

Deno.test(
  needing(
    LINKS,
    "files ls: a .gitignore is read 'only when a regular file', at most 1 MiB, inside the scope",
  ),
  async () => {
    const MIB = 1024 * 1024;
    const sized = (size: number) => "*.log\n" + "#".repeat(size - 6);
    await withQuickTree({
      "exact/.gitignore": sized(MIB),
      "exact/a.log": "",
      "large/.gitignore": sized(MIB + 1),
      "large/a.log": "",
      "link/.gitignore": link("rules"),
      "link/rules": "*.log",
      "link/a.log": "",
      "folder/.gitignore/x": "",
      "folder/a.log": "",
      "nothing/.gitignore": link("missing"),
      "nothing/a.log": "",
    }, async (root) => {
      assertEquals(await filesIn(root, {}, 1), [
        "exact/.gitignore",
        "folder/.gitignore/x",
        "folder/a.log",
        "large/.gitignore",
        "large/a.log",
        "link/.gitignore",
        "link/a.log",
        "link/rules",
        "nothing/a.log",
      ]);
    });
    // The same holds above the named directory.
    for (const odd of [link("rules"), fifo(), link("/dev/zero"), sized(MIB + 1)]) {
      const tree = { ".git/": "", ".gitignore": odd, "rules": "*.log", "d/a.log": "" };
      await withQuickTree(tree, async (root) => {
        const { files } = await list({ path: "d" }, { cwd: root });
        assertEquals(files, [`${root}/d/a.log`]);
      });
    }
  },
);

Deno.test("files ls: no pattern of a .gitignore can stall a call", async () => {
  const name = "a".repeat(250);
  await withQuickTree({
    ".gitignore": `${"*a".repeat(100)}b\n${"**/".repeat(100)}b\n${"[a-z]*".repeat(60)}!\n`,
    [name]: "",
    [`d/${name}`]: "",
  }, async (root) => {
    assertEquals(await filesIn(root), [".gitignore", name, `d/${name}`]);
  });
});

const PARTS = ["a", "b", "a.log", "b.txt", "a-b", "é", "x y", "build", "A"];

const globs = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...PARTS) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      "*",
      "*.log",
      "*.txt",
      "a*",
      "?",
      "[ab]",
      "[!a]*",
      "*b*",
      "a?b",
      "\\a",
      "x\\ y",
      "[[:alpha:]]",
    ),
  },
);

const rules = fc.oneof(
  { weight: 5, arbitrary: globs },
  { weight: 2, arbitrary: fc.tuple(globs, globs).map(([a, b]) => `${a}/${b}`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "**/a",
      "a/**",
      "a/**/b",
      "**/b/*",
      "**",
      "/**/a",
      "# a",
      "",
      " ",
      "\\#a",
      "a ",
      "*/*",
      "!",
      "/",
    ),
  },
).chain((glob) =>
  fc.constantFrom(
    glob,
    glob,
    glob,
    `/${glob}`,
    `${glob}/`,
    `!${glob}`,
    `!${glob}`,
    `!/${glob}/`,
    `${glob}  `,
    `${glob}\r`,
  )
);

const gitignores = fc.array(rules, { minLength: 1, maxLength: 4 }).map((lines) => lines.join("\n"));

/** Random trees with `.gitignore` files in some directories. */
const gitTrees = fc.tuple(
  fc.uniqueArray(fc.array(fc.constantFrom(...PARTS), { minLength: 1, maxLength: 4 }), {
    selector: (parts) => parts.join("/"),
    minLength: 4,
    maxLength: 14,
  }),
  fc.option(gitignores, { freq: 3, nil: undefined }),
  fc.array(fc.tuple(fc.nat(), gitignores), { maxLength: 2 }),
).map(([paths, top, nested]) => {
  const tree: Record<string, string> = {};
  const folders = new Set<string>();
  for (const parts of paths) {
    const above = parts.slice(0, -1).map((_, i) => parts.slice(0, i + 1).join("/"));
    const path = parts.join("/");
    if (folders.has(path) || above.some((folder) => folder in tree)) continue;
    for (const folder of above) folders.add(folder);
    tree[path] = "";
  }
  if (top !== undefined) tree[".gitignore"] = top;
  const all = [...folders];
  for (const [i, text] of nested) {
    if (all.length > 0) tree[`${all[i % all.length]}/.gitignore`] = text;
  }
  return tree;
});

Deno.test({
  ...needing(
    [GIT, CASE],
    "files ls: agrees with git ls-files -co --exclude-standard on random trees",
  ),
  fn: agreesWithGit,
});

async function agreesWithGit(): Promise<void> {
  const trees = fc.sample(fc.tuple(gitTrees, gitignores), { numRuns: 64, seed: 21 });
  await withQuickTree({ "home/": "" }, async (base) => {
    const env = {
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_CONFIG_SYSTEM: "/dev/null",
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_CEILING_DIRECTORIES: base,
      HOME: `${base}/home`,
      XDG_CONFIG_HOME: `${base}/home`,
    };
    let [kept, ignored, named] = [0, 0, 0];
    // Eight trees to a repository, so that git starts less often.
    for (let r = 0; r < 8; r++) {
      const tree: Record<string, string> = { "README": "" };
      const group = trees.slice(r * 8, r * 8 + 8);
      group.forEach(([nested], i) => {
        for (const [path, text] of Object.entries(nested)) tree[`t${i}/${path}`] = text;
      });
      // Half of the repositories have rules at their root too.
      if (r % 2 === 1) tree[".gitignore"] = group[0]![1];
      const root = await makeTree(tree);
      try {
        const git = (args: string[], input = "") => pipe("git", args, input, { cwd: root, env });
        await git(["init", "--quiet"]);
        const output = await git(["ls-files", "-co", "--exclude-standard", "-z"]);
        const expected = cutAtNul(output).toSorted(compareBytes);
        const shown = JSON.stringify(tree, null, 1);
        assertEquals(await filesIn(root), expected, shown);
        kept += expected.length;
        ignored += Object.keys(tree).length - expected.length;
        // Each tree alone, under the rules above it, unless the tree itself is ignored.
        const names = group.map((_, i) => `t${i}`);
        const verdicts = (await git(
          ["check-ignore", "--no-index", "--non-matching", "--verbose", "-z", "--stdin"],
          names.map((name) => `${name}/\0`).join(""),
        ).catch(() => undefined))?.split("\0") ?? [];
        for (const [i, name] of names.entries()) {
          const pattern = verdicts[i * 4 + 2] ?? "";
          if (pattern !== "" && !pattern.startsWith("!")) continue;
          named++;
          assertEquals(
            await filesIn(root, { path: name }),
            expected.filter((path) => path.startsWith(`${name}/`)),
            `${name} of ${shown}`,
          );
        }
      } finally {
        await Deno.remove(root, { recursive: true });
      }
    }
    assert(kept > 100 && ignored > 100, `${kept} kept, ${ignored} ignored`);
    assert(named > 30 && named < 64, `${named} trees were named`);
  });
}
