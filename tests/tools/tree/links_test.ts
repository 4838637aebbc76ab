import { assertEquals } from "@std/assert";
import { TOOLSETS } from "../../../mod.ts";
import { LINKS as ANY_LINKS, needing } from "../../support/machine.ts";
import { fifo, link, needsOf, type Tree, withQuickTree } from "../../support/tree.ts";

/** A link of each kind. */
const LINKS: Tree = {
  "in/dangling": link("gone"),
  "in/dir": link("sub"),
  "in/file": link("f"),
  "in/f": "",
  "in/loop": link("loop"),
  "in/outside": link("../out"),
  "in/sub/": "",
  "out/": "",
};

const { execute } = TOOLSETS.tree.list_dir;

interface Row {
  readonly says: string;
  readonly tree: Tree;
  readonly args?: Record<string, unknown>;
  readonly shows: string;
}

/** Makes a test of each row: the annotated listing of the tree's `in`, which is also the only root. */
function table(rows: readonly Row[]): void {
  for (const { says, tree, args, shows } of rows) {
    Deno.test(needing(needsOf(tree), `list_dir ${says}`), async () => {
      await withQuickTree({ "in/": "", ...tree }, async (root) => {
        const context = { cwd: `${root}/in`, roots: ["."] };
        assertEquals(await execute({ show_data: true, ...args }, context), shows);
      });
    });
  }
}

const FOLLOW_FILES = { follow_file_symlinks: true };
const FOLLOW_FOLDERS = { recursive: true, follow_folder_symlinks: true };

// ANNOTATION FORMAT; FILE SYMLINK LOOP HANDLING; decisions 4.5 and 4.7.
table([
  {
    says: "shows a file link that is not followed as (link -> TARGET)",
    tree: { "in/f": "", "in/l": link("f"), "in/up": link("./../in/f") },
    shows: "f (file)\nl (link -> f)\nup (link -> ./../in/f)",
  },
  {
    says: 'shows "a file symlink that WAS followed and resolved cleanly" as (file)',
    tree: { "in/f": "", "in/l": link("f") },
    args: FOLLOW_FILES,
    shows: "f (file)\nl (file)",
  },
  {
    says: 'shows a "clean chain A -> B -> C (C is a real file)" as (file)',
    tree: { "in/a": link("b"), "in/b": link("c"), "in/c": "" },
    args: FOLLOW_FILES,
    shows: "a (file)\nb (file)\nc (file)",
  },
  {
    says: 'shows a "looping chain A -> B -> C -> A" as (link)',
    tree: { "in/a": link("b"), "in/b": link("c"), "in/c": link("a") },
    args: FOLLOW_FILES,
    shows: "a (link)\nb (link)\nc (link)",
  },
  {
    // Decision 4.7: "A→B→C→A is `(link)` in text"; a slash at the end of a target leads nowhere else.
    says: "shows a looping chain as (link) where targets end in slashes",
    tree: { "in/c1": link("c2/"), "in/c2": link("c1/./"), "in/s": link("s//") },
    args: FOLLOW_FILES,
    shows: "c1 (link)\nc2 (link)\ns (link)",
  },
  {
    says: "shows a looping chain that is not followed as (link -> TARGET)",
    tree: { "in/a": link("b"), "in/b": link("a"), "in/c": link("c") },
    shows: "a (link -> b)\nb (link -> a)\nc (link -> c)",
  },
  {
    says: "resolves each target against its link's own directory",
    tree: {
      "in/a": link("d/b"),
      "in/c": "",
      "in/d/b": link("../e/c"),
      "in/e/c": link("f"),
      "in/e/f": "",
    },
    args: { ...FOLLOW_FILES, recursive: true },
    shows: `a (file)
c (file)
d/ (folder)
  b (file)
e/ (folder)
  c (file)
  f (file)`,
  },
  {
    says: "follows absolute targets within the root, and only those",
    tree: {
      "in/a": { make: (path) => Deno.symlink(path.replace(/a$/, "f"), path), need: ANY_LINKS },
      "in/f": "",
    },
    args: { ...FOLLOW_FILES, show_data: false },
    shows: "a\nf",
  },
  {
    says: "shows a chain that ends in nothing as an unfollowed link",
    tree: {
      "in/a": link("b"),
      "in/b": link("gone"),
      "in/c": link("gone/x"),
      "in/d": link("f/x"),
      "in/f": "",
    },
    args: FOLLOW_FILES,
    shows: "a (link -> b)\nb (link -> gone)\nc (link -> gone/x)\nd (link -> f/x)\nf (file)",
  },
  {
    says: "shows a file link with a slash at its end as unfollowed",
    tree: { "in/f": "", "in/l": link("f/") },
    args: FOLLOW_FILES,
    shows: "f (file)\nl (link -> f/)",
  },
  {
    says: "shows a chain with a hop outside the scope as unfollowed, existing or not",
    tree: {
      "in/a": link("b"),
      "in/b": link("../out/f"),
      "in/c": link("../out/gone"),
      "in/d": link("../out"),
      "in/e": link("../out/back"),
      "in/f": "",
      "in/g": link("/etc/passwd"),
      "out/back": link("../in/f"),
      "out/f": "",
    },
    args: FOLLOW_FILES,
    shows: `a (link -> b)
b (link -> ../out/f)
c (link -> ../out/gone)
d (link -> ../out)
e (link -> ../out/back)
f (file)
g (link -> /etc/passwd)`,
  },
  {
    says: "shows a file link as unfollowed whose way leads out of the scope and back",
    tree: {
      "in/a": link("b/f"),
      "in/b": link("../out/back"),
      "in/d/f": "",
      "out/back": link("../in/d"),
    },
    args: FOLLOW_FILES,
    shows: "a (link -> b/f)\nb (link -> ../out/back)\nd/ (folder)",
  },
  {
    says: "shows a chain that ends in a directory as a folder link",
    tree: { "in/a": link("b"), "in/b": link("d"), "in/d/": "" },
    args: FOLLOW_FILES,
    shows: "a/ (link -> b)\nb/ (link -> d)\nd/ (folder)",
  },
  {
    says: 'filter "files" shows file, dangling, looping and outside links',
    tree: LINKS,
    args: { filter: "files" },
    shows: `dangling (link -> gone)
f (file)
file (link -> f)
loop (link -> loop)
outside (link -> ../out)`,
  },
  {
    says: 'filter "folders" shows folder links only',
    tree: LINKS,
    args: { filter: "folders" },
    shows: "dir (link -> sub)\nsub (folder)",
  },
  {
    says: "shows a followed link to a FIFO as (file), without opening it",
    tree: { "in/l": link("pipe"), "in/pipe": fifo() },
    args: FOLLOW_FILES,
    shows: "l (file)\npipe (file)",
  },
  {
    says: "follows a file link through a folder link",
    tree: { "in/a": link("d/f"), "in/d": link("real"), "in/real/f": "" },
    args: FOLLOW_FILES,
    shows: "a (file)\nd/ (link -> real)\nreal/ (folder)",
  },
  {
    says: "shows a link that needs itself as a folder as unfollowed",
    tree: { "in/a": link("a/x") },
    args: FOLLOW_FILES,
    shows: "a (link -> a/x)",
  },
]);

Deno.test(
  needing(needsOf(LINKS), "list_dir JSON gives a followed loop the target of its last node"),
  async () => {
    // "Looping chain A -> B -> C -> A: C is reported": `link_target` = C's stored target.
    const tree: Tree = {
      "d/a": link("b"),
      "d/b": link("../e/c"),
      "e/c": link("../d/./a"),
      "d/rho": link("a"),
      "d/self": link("self"),
    };
    await withQuickTree(tree, async (root) => {
      const call = (more: object) =>
        execute({ path: "d", filter: "files", format: "json", ...more }, { cwd: root });
      assertEquals(
        await call({ follow_file_symlinks: true }),
        `[
  {
    "path": "a",
    "type": "link",
    "link_target": "../d/./a"
  },
  {
    "path": "b",
    "type": "link",
    "link_target": "b"
  },
  {
    "path": "rho",
    "type": "link",
    "link_target": "../d/./a"
  },
  {
    "path": "self",
    "type": "link",
    "link_target": "self"
  }
]`,
      );
      assertEquals(
        await call({}),
        `[
  {
    "path": "a",
    "type": "link",
    "link_target": "b"
  },
  {
    "path": "b",
    "type": "link",
    "link_target": "../e/c"
  },
  {
    "path": "rho",
    "type": "link",
    "link_target": "a"
  },
  {
    "path": "self",
    "type": "link",
    "link_target": "self"
  }
]`,
      );
    });
  },
);

Deno.test(
  needing(
    needsOf(LINKS),
    "list_dir JSON gives a followed loop a target of the chain, not of a link on the way",
  ),
  async () => {
    // `d/a` leads through `a`, a folder link, back to itself.
    await withQuickTree({ "d/a": link("../a/a"), "a": link("d") }, async (root) => {
      assertEquals(
        await execute(
          { path: "d", filter: "files", format: "json", follow_file_symlinks: true },
          { cwd: root },
        ),
        `[
  {
    "path": "a",
    "type": "link",
    "link_target": "../a/a"
  }
]`,
      );
    });
  },
);

// The table "Type values by scenario".
const TYPES: readonly (readonly [scenario: string, tree: Tree, follows: object, entry: string])[] =
  [
    ["Regular file", { "in/x": "" }, {}, `"type": "file"`],
    ["Regular directory", { "in/x/": "" }, {}, `"type": "folder",\n      "children": []`],
    [
      "File symlink, not followed",
      { "in/x": link("../f"), "f": "" },
      {},
      `"type": "link",\n      "link_target": "../f"`,
    ],
    [
      "File symlink, followed, clean chain",
      { "in/x": link("../f"), "f": "" },
      FOLLOW_FILES,
      `"type": "file"`,
    ],
    [
      "File symlink, followed, looping chain",
      { "in/x": link("../y"), "y": link("in/x") },
      FOLLOW_FILES,
      `"type": "link",\n      "link_target": "in/x"`,
    ],
    [
      "Folder symlink/junction, not followed",
      { "in/x": link("../d"), "d/f": "" },
      FOLLOW_FILES,
      `"type": "link",\n      "link_target": "../d"`,
    ],
    [
      "Folder symlink/junction, followed",
      { "in/x": link("../d"), "d/": "" },
      FOLLOW_FOLDERS,
      `"type": "link",\n      "link_target": "../d",\n      "children": []`,
    ],
  ];

for (const [scenario, tree, follows, entry] of TYPES) {
  Deno.test(needing(needsOf(LINKS), `list_dir JSON type: ${scenario}`), async () => {
    await withQuickTree(tree, async (root) => {
      assertEquals(
        await execute({ path: "in", format: "json", ...follows }, { cwd: root }),
        `{
  "name": "in",
  "type": "folder",
  "children": [
    {
      "name": "x",
      ${entry}
    }
  ]
}`,
      );
    });
  });
}

// follow_folder_symlinks; INFINITE LOOP PROTECTION; decisions 4.4 and 4.6.
table([
  {
    says: "does not descend into folder links without follow_folder_symlinks",
    tree: { "in/d/f": "", "in/l": link("d") },
    args: { recursive: true },
    shows: "d/ (folder)\n  f (file)\nl/ (link -> d)",
  },
  {
    says: "ignores follow_folder_symlinks without recursive",
    tree: { "in/d/f": "", "in/l": link("d"), "in/self": link(".") },
    args: { follow_folder_symlinks: true },
    shows: "d/ (folder)\nl/ (link -> d)\nself/ (link -> .)",
  },
  {
    says: "descends into a followed folder link, which still shows (link -> TARGET)",
    tree: { "in/a": link("z/d"), "in/z/e": "", "in/z/d/f": "" },
    args: FOLLOW_FOLDERS,
    // The walk already entered `z/d` through `a`, so it gives no more output.
    shows: "a/ (link -> z/d)\n  f (file)\nz/ (folder)\n  e (file)",
  },
  {
    says: "skips a link about to be followed whose directory was descended into",
    tree: { "in/d/f": "", "in/l": link("d") },
    args: FOLLOW_FOLDERS,
    shows: "d/ (folder)\n  f (file)",
  },
  {
    says: "skips a link to the listed directory itself (recursive symlink A -> A)",
    tree: { "in/d/f": "", "in/d/up": link("../."), "in/self": link(".") },
    args: FOLLOW_FOLDERS,
    shows: "d/ (folder)\n  f (file)",
  },
  {
    says: "ends mutual symlinks (A -> B -> A)",
    tree: { "in/a/to_b": link("../b"), "in/b/to_a": link("../a"), "in/b/f": "" },
    args: FOLLOW_FOLDERS,
    shows: "a/ (folder)\n  to_b/ (link -> ../b)\n    f (file)",
  },
  {
    says: "skips a link that resolves to an ancestor",
    tree: { "in/a/b/up": link("../.."), "in/a/b/f": "" },
    args: FOLLOW_FOLDERS,
    shows: "a/ (folder)\n  b/ (folder)\n    f (file)",
  },
  {
    says: "always shows a link that is not followed, at the depth limit too",
    tree: { "in/a/f": "", "in/a/up": link(".."), "in/l": link("a") },
    args: { ...FOLLOW_FOLDERS, depth: 1 },
    shows: "a/ (folder)\n  f (file)\n  up/ (link -> ..)",
  },
  {
    says: "counts a followed link as a level",
    tree: { "in/a": link("z"), "in/z/y/x": "" },
    args: { ...FOLLOW_FOLDERS, depth: 1 },
    shows: "a/ (link -> z)\n  y/ (folder)",
  },
  {
    says: "adds a directory to visited_dirs only when it is descended into",
    tree: { "in/a/b/f": "", "in/l": link("a/b") },
    args: { ...FOLLOW_FOLDERS, depth: 1 },
    shows: "a/ (folder)\n  b/ (folder)\nl/ (link -> a/b)\n  f (file)",
  },
  {
    says: "never follows a link out of the scope",
    tree: { "in/l": link("../out"), "in/m": link("../out/gone"), "in/n": link("/"), "out/f": "" },
    args: { ...FOLLOW_FOLDERS, ...FOLLOW_FILES },
    shows: "l (link -> ../out)\nm (link -> ../out/gone)\nn (link -> /)",
  },
  {
    says: 'shows the contents of a followed link at their full paths with filter "files"',
    tree: { "in/l": link("z/d"), "in/z/d/e/f": "" },
    args: { ...FOLLOW_FOLDERS, filter: "files" },
    shows: "l/e/f (file)",
  },
  {
    says: 'shows a followed link and its folders with filter "folders"',
    tree: { "in/l": link("z/d"), "in/z/d/e/f": "" },
    args: { ...FOLLOW_FOLDERS, filter: "folders" },
    shows: "l (link -> z/d)\nl/e (folder)\nz (folder)",
  },
  {
    says: "resolves links met below a followed link from where they really are",
    tree: { "in/l": link("z/d"), "in/z/d/up": link("../f"), "in/z/f": "" },
    args: { ...FOLLOW_FOLDERS, ...FOLLOW_FILES },
    shows: "l/ (link -> z/d)\n  up (file)\nz/ (folder)\n  f (file)",
  },
  {
    says: "lists by its link a directory that stands outside the tree but inside the scope",
    tree: { "in/a/l": link("../b"), "in/b/f": "" },
    args: { ...FOLLOW_FOLDERS, path: "a" },
    shows: "l/ (link -> ../b)\n  f (file)",
  },
]);

Deno.test(
  needing(
    needsOf(LINKS),
    "list_dir keeps to 40 hops: a chain over 40 hops long is an unfollowed link",
  ),
  async () => {
    const names = Array.from({ length: 43 }, (_, i) => `l${String(i).padStart(2, "0")}`);
    const chain = Object.fromEntries(
      names.slice(0, -1).map((name, i) => [name, link(names[i + 1]!)]),
    );
    // 42 links: l00 is 42 hops from the end, l01 is 41, l02 is 40.
    const rest = (suffix: string) => names.slice(2, -1).map((name) => name + suffix);
    await withQuickTree({ ...chain, l42: "" }, async (root) => {
      assertEquals(
        await execute({ follow_file_symlinks: true, show_data: true }, { cwd: root }),
        ["l00 (link -> l01)", "l01 (link -> l02)", ...rest(" (file)"), "l42 (file)"].join("\n"),
      );
    });
    await withQuickTree({ ...chain, "l42/f": "" }, async (root) => {
      const context = { cwd: root };
      assertEquals(
        await execute({ filter: "folders" }, context),
        [...rest(""), "l42"].join("\n"),
      );
      assertEquals(await execute({ filter: "files" }, context), "l00\nl01");
      assertEquals(await execute({ path: "l02" }, context), "f");
      assertEquals(await execute({ path: "l01" }, context), "Error: 'l01' is not a directory.");
    });
  },
);

Deno.test(needing(needsOf(LINKS), "list_dir lists a directory named through a link"), async () => {
  await withQuickTree(
    { "real/a": "", "real/up": link(".."), "l": link("m"), "m": link("real") },
    async (root) => {
      const context = { cwd: root, roots: ["."] };
      assertEquals(await execute({ path: "l" }, context), "a\nup/");
      assertEquals(
        await execute({ path: "l", recursive: true, follow_folder_symlinks: true }, context),
        // `up` leads to the root, where `l` and `m` lead back to the listed directory.
        "a\nup/",
      );
      assertEquals(await execute({ path: "l/up/real" }, context), "a\nup/");
    },
  );
});
