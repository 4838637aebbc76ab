import { assert, assertEquals } from "@std/assert";
import { type Tool, TOOLSETS } from "../../../mod.ts";
import { leapClock } from "../../support/clock.ts";
import { ANY_NAME, FIFOS, LINKS, needing } from "../../support/machine.ts";
import {
  bytes,
  fifo,
  link,
  needsOf,
  type Node,
  type Tree,
  withQuickTree,
} from "../../support/tree.ts";

const { execute }: Tool<string> = TOOLSETS.tree.list_dir;

type GitignoreSemantics = "any-match" | "git";
const BOTH: readonly GitignoreSemantics[] = ["any-match", "git"];

interface Row {
  readonly says: string;
  readonly tree: Tree;
  readonly args?: Record<string, unknown>;
  /** The allowed roots, relative to the tree. @default {["."]} */
  readonly roots?: readonly string[];
  /** @default {both} */
  readonly gitignore?: GitignoreSemantics;
  readonly shows: string;
}

/** Makes a test of each row: the recursive listing with `use_gitignore`, byte for byte. */
function table(rows: readonly Row[]): void {
  for (const { says, tree, args, roots, gitignore, shows } of rows) {
    for (const combination of gitignore === undefined ? BOTH : [gitignore]) {
      Deno.test(
        needing(needsOf(tree), `list_dir use_gitignore (${combination}) ${says}`),
        async () => {
          await withQuickTree(tree, async (root) => {
            const context = { cwd: root, roots: roots ?? ["."], gitignore: combination };
            const all = { recursive: true, use_gitignore: true, ...args };
            assertEquals(await execute(all, context), shows);
          });
        },
      );
    }
  }
}

// "An entry is ignored if ANY matcher in the effective list returns True for it." and the table KNOWN
// LIMITATION; decision 4.8.
const NEGATED: Tree = {
  "parent/.gitignore": "*.log\n",
  "parent/child/.gitignore": "!important.log\n",
  "parent/child/important.log": "",
  "parent/child/other.log": "",
};
table([
  {
    says: "lets no file take another's rule back",
    tree: NEGATED,
    gitignore: "any-match",
    shows: "parent/\n  .gitignore\n  child/\n    .gitignore",
  },
  {
    says: "lets a deeper file take a rule back",
    tree: NEGATED,
    gitignore: "git",
    shows: "parent/\n  .gitignore\n  child/\n    .gitignore\n    important.log",
  },
  {
    says: "combines the files with OR",
    tree: {
      ".gitignore": "*.a\n",
      "d/.gitignore": "*.b\n",
      "d/x.a": "",
      "d/x.b": "",
      "d/x.c": "",
      "x.b": "",
    },
    shows: ".gitignore\nd/\n  .gitignore\n  x.c\nx.b",
  },
  {
    says: "honours negation within one file",
    tree: {
      ".gitignore": "*.log\n!important.log\n",
      "important.log": "",
      "d/important.log": "",
      "d/x.log": "",
    },
    shows: ".gitignore\nd/\n  important.log\nimportant.log",
  },
  {
    says: "lets the last rule of a file decide",
    tree: { ".gitignore": "!a\na\nb\n!b\n", "a": "", "b": "" },
    shows: ".gitignore\nb",
  },
  {
    says: "cannot include again what lies in an ignored directory",
    tree: { ".gitignore": "d/\n!d/keep\n", "d/keep": "", "e": "" },
    shows: ".gitignore\ne",
  },
  {
    says: "is off by default",
    tree: { ".gitignore": "a\n", "a": "", ".git/x": "" },
    args: { use_gitignore: false, recursive: false },
    shows: ".git/\n.gitignore\na",
  },
  {
    says: "matches case-sensitively",
    tree: { ".gitignore": "a\nB/\n", "A": "", "a/x": "", "b/x": "" },
    shows: ".gitignore\nA\nb/\n  x",
  },
  {
    says: "takes a pattern with a slash from its file's own directory",
    tree: { ".gitignore": "/a\nd/b\n", "a": "", "b": "", "d/a": "", "d/b": "", "d/d/b": "" },
    shows: ".gitignore\nb\nd/\n  a\n  d/\n    b",
  },
  {
    says: "passes over comments and blank lines, and keeps escapes",
    tree: {
      ".gitignore": "# a\n\n\\#b\n\\!c\nd\\ \ne   \n",
      "# a": "",
      "#b": "",
      "!c": "",
      "d ": "",
      "d": "",
      "e": "",
      "z": "",
    },
    shows: "# a\n.gitignore\nd\nz",
  },
  {
    says: "reads lines that end in CR LF, and the last one without an end",
    tree: { ".gitignore": "a\r\nb", "a": "", "b": "", "c": "" },
    shows: ".gitignore\nc",
  },
  {
    says: "passes over a byte order mark",
    tree: { ".gitignore": "\uFEFFa\n", "a": "", "b": "" },
    shows: ".gitignore\nb",
  },
]);

// ".gitignore DIRECTORY MATCHING"; section 3: "A link is matched as a non-directory; below a followed
// link, paths are matched as walked, and `.gitignore` files met there count."
table([
  {
    says: "matches a pattern with a trailing slash on directories only, at any depth",
    tree: {
      ".gitignore": "build/\n",
      "build/x": "",
      "d/build/x": "",
      "e/build": "",
      "f/build": link("../d"),
    },
    shows: ".gitignore\nd/\ne/\n  build\nf/\n  build/",
  },
  {
    says: "leaves a folder link matched by a directory pattern in, and follows it",
    tree: { ".gitignore": "l/\n", "z/f": "", "l": link("z") },
    args: { follow_folder_symlinks: true },
    shows: ".gitignore\nl/\n  f",
  },
  {
    says: "ignores links by name",
    tree: { ".gitignore": "l\nm\n", "z/f": "", "l": link("z"), "m": link("gone") },
    args: { follow_folder_symlinks: true },
    shows: ".gitignore\nz/\n  f",
  },
  {
    says: "matches paths below a followed link as walked",
    tree: { ".gitignore": "l/f\nz/d/g\n", "z/d/f": "", "z/d/g": "", "l": link("z/d") },
    args: { follow_folder_symlinks: true },
    shows: ".gitignore\nl/\n  g\nz/",
  },
  {
    says: "counts a .gitignore met below a followed link",
    tree: { "z/d/.gitignore": "/f\n", "z/d/f": "", "z/d/g": "", "l": link("z/d") },
    args: { follow_folder_symlinks: true },
    shows: "l/\n  .gitignore\n  g\nz/",
  },
  {
    says: 'holds in the flat list with filter "files"',
    tree: { ".gitignore": "b\n", "a/b/c": "", "a/d": "" },
    args: { filter: "files" },
    shows: ".gitignore\na/d",
  },
  {
    says: 'holds in the flat list with filter "folders"',
    tree: { ".gitignore": "b\n", "a/b/c": "", "a/d/": "" },
    args: { filter: "folders" },
    shows: "a\na/d",
  },
  {
    says: "holds in JSON",
    tree: { "x/.gitignore": "b\n*.gitignore\n", "x/b": "", "x/c": "" },
    args: { path: "x", filter: "files", format: "json" },
    shows: '[\n  {\n    "path": "c",\n    "type": "file"\n  }\n]',
  },
]);

// Decision 4.8: "exactly git's own verdicts". "Other consecutive asterisks are considered regular asterisks."
table([
  {
    says: "stays in one directory where ** follows plain text",
    tree: { ".gitignore": "foo**/bar\n", "foo/bar": "", "foo/x/bar": "", "foobar": "" },
    gitignore: "git",
    shows: ".gitignore\nfoo/\n  x/\n    bar\nfoobar",
  },
  {
    says: "reads **/** behind plain text as a name and everything inside",
    tree: { ".gitignore": "a**/**\n", "a/f": "", "ab/f": "", "b/f": "" },
    gitignore: "git",
    shows: ".gitignore\na/\nab/\nb/\n  f",
  },
]);

table([
  {
    says: "asks for a directory at least where an escaped slash follows **",
    tree: { ".gitignore": "**\\/x\n", "d/x": "", "x": "" },
    gitignore: "git",
    shows: ".gitignore\nd/\nx",
  },
  {
    says: "reads each line as npm ignore does, whatever the other lines are",
    tree: { ".gitignore": "?\n**/*z*\n", "é": "", "bb": "", "zz": "" },
    gitignore: "any-match",
    shows: ".gitignore\nbb",
  },
  {
    says: "reads a line alike, whatever the other lines are",
    tree: { ".gitignore": "foo**/bar\n**/unrelated/**\n", "foo/x/bar": "", "foobar": "" },
    shows: ".gitignore\nfoo/\n  x/\n    bar\nfoobar",
  },
]);

// ".git EXCLUSION … by name (entry.name == '.git'), on directory entries only."
table([
  {
    says: "skips .git directories at every level, negated or not",
    tree: { ".gitignore": "!.git\n", ".git/HEAD": "", "d/.git/HEAD": "", "d/f": "" },
    shows: ".gitignore\nd/\n  f",
  },
  { says: "shows a .git file", tree: { ".git": "gitdir: x", "a": "" }, shows: ".git\na" },
  {
    says: "shows a .git link",
    tree: { ".git": link("real"), "real/HEAD": "" },
    shows: ".git/\nreal/\n  HEAD",
  },
  {
    says: "lists .git where it is named itself",
    tree: { ".git/HEAD": "" },
    args: { path: ".git" },
    shows: "HEAD",
  },
]);

// ANCESTOR WALK; section 3: "What a call names is never ignored itself, nor are its parents. The rules
// of ancestors apply to what lies below by their own match"; "no ancestor above the allowed root".
const ANCESTORS: Tree = {
  ".gitignore": "top\n",
  "repo/.gitignore": "mid\n/src/utils/anchored\n",
  "repo/src/.gitignore": "low\n",
  "repo/src/utils/.gitignore": "own\n",
  ...Object.fromEntries(
    ["top", "mid", "low", "own", "anchored", "kept"].map((name) => [`repo/src/utils/${name}`, ""]),
  ),
};
const utils = { path: "repo/src/utils" };
table([
  {
    says: "walks up to the end of the scope where there is no .git",
    tree: ANCESTORS,
    args: utils,
    shows: ".gitignore\nkept",
  },
  {
    says: "walks up to a .git folder, its own directory included",
    tree: { ...ANCESTORS, "repo/.git/": "" },
    args: utils,
    shows: ".gitignore\nkept\ntop",
  },
  {
    says: "walks up to a .git file",
    tree: { ...ANCESTORS, "repo/src/.git": "" },
    args: utils,
    shows: ".gitignore\nanchored\nkept\nmid\ntop",
  },
  {
    says: "walks up no further than a .git in the listed directory",
    tree: { ...ANCESTORS, "repo/src/utils/.git/": "" },
    args: utils,
    shows: ".gitignore\nanchored\nkept\nlow\nmid\ntop",
  },
  {
    says: "reads no file above the allowed root",
    tree: ANCESTORS,
    args: utils,
    roots: ["repo/src"],
    shows: ".gitignore\nanchored\nkept\nmid\ntop",
  },
  {
    says: "reads none above the listed directory where that is the root",
    tree: ANCESTORS,
    args: utils,
    roots: ["repo/src/utils"],
    shows: ".gitignore\nanchored\nkept\nlow\nmid\ntop",
  },
  {
    says: "takes the ancestors of the resolved path",
    tree: {
      "a/.gitignore": "x\n",
      "a/d/x": "",
      "a/d/y": "",
      "b/.gitignore": "y\n",
      "b/l": link("../a/d"),
    },
    args: { path: "b/l" },
    shows: "y",
  },
  {
    says: "goes up past a .git link that leads nowhere: `(p / '.git').exists()`",
    tree: { ".gitignore": "x\n", "d/.git": link("gone"), "d/x": "", "d/y": "" },
    args: { path: "d" },
    shows: ".git\ny",
  },
  {
    says: "does not leave the named directory out",
    tree: { ".gitignore": "node_modules/\n", "node_modules/x/y": "" },
    args: { path: "node_modules" },
    shows: "x/\n  y",
  },
  {
    says: "does not leave the parents of the named directory out",
    tree: {
      ".gitignore": "node_modules\n",
      "node_modules/x/y": "",
      "node_modules/x/node_modules/z": "",
    },
    args: { path: "node_modules/x" },
    shows: "y",
  },
  {
    says: "applies the ancestors' rules by their own match",
    tree: { ".gitignore": "/d/*\n!/d/keep\n", "d/keep": "", "d/gone": "", "d/e/f": "" },
    args: { path: "d" },
    shows: "keep",
  },
  {
    says: "applies a rule for everything below",
    tree: { ".gitignore": "*\n", "d/e/f": "" },
    args: { path: "d" },
    shows: "",
  },
]);

// Parents of the named path whose names hold pattern characters.
const PARENTS = [
  ..."!#$^()+{}|.,-~\"'&=@%",
  ...["a b", " a", "a ", "[a]", "]", "[", "*", "?", "a*", "\\", "a\\", "\\a", "a\nb", "a\t", "!a"],
  ...["#a", "é", "😀", "\u2028", "a\r", "...", "(?:", "a{2}", "$&", "\\!"],
].filter((name) => name !== ".");

for (const combination of BOTH) {
  Deno.test(
    needing(
      ANY_NAME,
      `list_dir use_gitignore (${combination}) never ignores a named path, whatever its name`,
    ),
    async () => {
      const tree: Record<string, Node> = { ".gitignore": "*/\n" };
      for (const name of PARENTS) tree[`${name}/${name}/f`] = tree[`${name}/f`] = "";
      await withQuickTree(tree, async (root) => {
        const context = { cwd: root, roots: ["."], gitignore: combination };
        for (const name of PARENTS) {
          const call = (path: string) =>
            execute({ path, recursive: true, use_gitignore: true }, context);
          assertEquals([name, await call(`./${name}`)], [name, "f"]);
          assertEquals([name, await call(`./${name}/${name}`)], [name, "f"]);
        }
      });
    },
  );
}

// "Ignored directories are never opened" (EARLY DIRECTORY PRUNING): an opened one would be counted.
Deno.test("list_dir use_gitignore counts nothing of an ignored directory against maxScanned", async () => {
  const many = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`node_modules/${i}`, ""]));
  await withQuickTree({ ".gitignore": "node_modules\n", ...many, "z/f": "" }, async (root) => {
    const call = (use_gitignore: boolean) =>
      execute({ recursive: true, use_gitignore, filter: "folders" }, { cwd: root, maxScanned: 20 });
    assertEquals(await call(true), "z");
    assertEquals(await call(false), "node_modules\nz\n[stopped after 53 entries]");
  });
});

// Section 3: "read only when a regular file (never through a link, as git itself), at most 1 MiB, inside
// the scope; an odd one is passed over."
const MIB = 1024 * 1024;
const odd: readonly (readonly [string, Tree])[] = [
  ["a link", { "d/.gitignore": link("rules"), "d/rules": "x\n" }],
  ["a link to itself", { "d/.gitignore": link(".gitignore"), "d/rules": "" }],
  ["a FIFO", { "d/.gitignore": fifo(), "d/rules": "" }],
  ["a directory", { "d/.gitignore/": "", "d/rules": "" }],
  ["a file over 1 MiB", { "d/.gitignore": "x\n" + "#".repeat(MIB - 1), "d/rules": "" }],
  ["all zero bytes", { "d/.gitignore": bytes(1000), "d/rules": "" }],
];
for (const combination of BOTH) {
  for (const [what, tree] of odd) {
    Deno.test(
      needing(
        [LINKS, FIFOS],
        `list_dir use_gitignore (${combination}) passes over a .gitignore that is ${what}`,
      ),
      async () => {
        await withQuickTree({ ...tree, "d/x": "", "d/e/x": "" }, async (root) => {
          const args = { use_gitignore: true, filter: "files", recursive: true };
          const context = { cwd: root, roots: ["."], gitignore: combination };
          const gitignore = what === "a directory" ? [] : [".gitignore"];
          // Once below the listed directory, once above it.
          assertEquals(
            await execute({ ...args, path: "d" }, context),
            [...gitignore, "e/x", "rules", "x"].join("\n"),
          );
          assertEquals(await execute({ ...args, path: "d/e" }, context), "x");
        });
      },
    );
  }

  Deno.test(`list_dir use_gitignore (${combination}) reads a .gitignore of exactly 1 MiB`, async () => {
    await withQuickTree(
      { ".gitignore": "x\n" + "#".repeat(MIB - 2), "x": "", "y": "" },
      async (root) => {
        const context = { cwd: root, gitignore: combination };
        assertEquals(await execute({ use_gitignore: true }, context), ".gitignore\ny");
      },
    );
  });

  Deno.test(`list_dir use_gitignore (${combination}) reads a .gitignore that is not valid UTF-8`, async () => {
    const invalid: Node = {
      make: (path) => Deno.writeFile(path, new Uint8Array([0xff, 0x0a, 0x78, 0x0a, 0xc3])),
    };
    await withQuickTree({ ".gitignore": invalid, "x": "", "y": "" }, async (root) => {
      const context = { cwd: root, gitignore: combination };
      assertEquals(await execute({ use_gitignore: true }, context), ".gitignore\ny");
    });
  });
}

// "No pattern in one can stall a call." A matcher that backtracks would not return in a lifetime.
const STALLING: readonly (readonly [string, string])[] = [
  ["*a 60 times", "*a".repeat(60) + "b"],
  ["a* 60 times", "a*".repeat(60) + "b"],
  ["*a 60 times in a path", `/**/${"*a".repeat(60)}b`],
  ["**/ and *a in turn", "**/*a".repeat(40) + "/b"],
  ["**/a 60 times", "**/a/".repeat(60) + "b"],
  ["a run of 1,000 stars", "*".repeat(1000) + "b"],
  ["[a-z]* 60 times", "[a-z]*".repeat(60) + "0"],
  ["?* 60 times", "?*".repeat(60) + "\u0001"],
  ["*? 60 times", "*?".repeat(60) + "\u0001"],
  ["escaped stars between", "*\\**a".repeat(40) + "b"],
  ["a negated rule", "!" + "*a".repeat(60) + "b"],
  ["trailing spaces", "a" + " ".repeat(100_000) + "b"],
  ["trailing backslashes", "a" + "\\".repeat(100_001)],
  ["unclosed classes", "[".repeat(5_000)],
  ["regular expression syntax", "(a+)+$".repeat(20)],
  ["one line of 400,000 characters", "*a".repeat(200_000) + "b"],
];
for (const combination of BOTH) {
  for (const [what, pattern] of STALLING) {
    Deno.test(`list_dir use_gitignore (${combination}) is not stalled by ${what}`, async () => {
      const name = "a".repeat(250);
      const path = `${Array(20).fill("a").join("/")}`;
      await withQuickTree(
        { ".gitignore": `${pattern}\n`, [`${path}/${name}`]: "" },
        async (root) => {
          const context = { cwd: root, roots: ["."], gitignore: combination };
          assertEquals(
            await execute({ recursive: true, use_gitignore: true, filter: "files" }, context),
            `.gitignore\n${path}/${name}`,
          );
          // The same rules, in an ancestor.
          assertEquals(
            await execute({ path, recursive: true, use_gitignore: true }, context),
            name,
          );
        },
      );
    });
  }

  Deno.test(`list_dir use_gitignore (${combination}) yields while many rules are matched`, async () => {
    const rules = Array.from({ length: 2000 }, (_, i) => `*a*b*c*d*${i}`).join("\n");
    const names = Array.from({ length: 40 }, (_, i) => `${"abc".repeat(20)}${1000 + i}`);
    const tree = Object.fromEntries(names.map((name) => [name, ""]));
    await withQuickTree({ ".gitignore": rules, ...tree }, async (root) => {
      using _clock = leapClock(1);
      let turns = 0;
      const timer = setInterval(() => turns++, 0);
      try {
        const text = await execute(
          { use_gitignore: true },
          { cwd: root, gitignore: combination },
        );
        assertEquals(text, [".gitignore", ...names].join("\n"));
        assert(turns > 0);
      } finally {
        clearInterval(timer);
      }
    });
  });
}
