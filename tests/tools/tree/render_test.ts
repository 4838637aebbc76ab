import { assertEquals } from "@std/assert";
import { TOOLSETS } from "../../../mod.ts";
import { bytes, fifo, link, type Tree, withQuickTree } from "../../support/tree.ts";
import { table } from "../../support/tree_table.ts";

const { execute } = TOOLSETS.tree.list_dir;

/** The tree of the examples in the OUTPUT FORMAT section. */
const EXAMPLE: Tree = {
  "old/x.txt": "",
  "src/main.py": "print()",
  "src/utils/helpers.py": "",
  "src/link_to_old": link("../old"),
  "src/data.csv": bytes(3),
};

// "Indented tree view. Each level of depth is indented by 2 spaces. Directories are shown with a
// trailing '/'." Decisions 4.1 (sorted by name), 4.2 (no line for the listed directory), 4.3 (the
// suffix of a link).
table([
  {
    says: "shows an indented tree, 2 spaces a level",
    tree: EXAMPLE,
    args: { recursive: true },
    shows: `old/
  x.txt
src/
  data.csv
  link_to_old/
  main.py
  utils/
    helpers.py`,
  },
  {
    says: "with show_data annotates each entry of a tree",
    tree: EXAMPLE,
    args: { recursive: true, show_data: true },
    shows: `old/ (folder)
  x.txt (file)
src/ (folder)
  data.csv (file)
  link_to_old/ (link -> ../old)
  main.py (file)
  utils/ (folder)
    helpers.py (file)`,
  },
  {
    says: "starts a tree at the children of a named directory",
    tree: EXAMPLE,
    args: { path: "src", show_data: true },
    shows: `data.csv (file)
link_to_old/ (link -> ../old)
main.py (file)
utils/ (folder)`,
  },
  {
    says: 'with filter "files" shows relative paths, without indentation',
    tree: EXAMPLE,
    args: { recursive: true, filter: "files" },
    shows: `old/x.txt
src/data.csv
src/main.py
src/utils/helpers.py`,
  },
  {
    says: 'with filter "files" and show_data annotates each path',
    tree: EXAMPLE,
    args: { recursive: true, filter: "files", show_data: true },
    shows: `old/x.txt (file)
src/data.csv (file)
src/main.py (file)
src/utils/helpers.py (file)`,
  },
  {
    says: 'with filter "folders" has no "/" at the end of a path',
    tree: EXAMPLE,
    args: { recursive: true, filter: "folders" },
    shows: `old
src
src/link_to_old
src/utils`,
  },
  {
    says: 'with filter "folders" and show_data annotates folders and folder links',
    tree: EXAMPLE,
    args: { recursive: true, filter: "folders", show_data: true },
    shows: `old (folder)
src (folder)
src/link_to_old (link -> ../old)
src/utils (folder)`,
  },
  {
    says: 'flat paths are "relative to the `path` argument"',
    tree: EXAMPLE,
    args: { path: "src", recursive: true, filter: "files" },
    shows: "data.csv\nmain.py\nutils/helpers.py",
  },
  {
    says: 'filter "files" still descends: "filtering affects OUTPUT ONLY"',
    tree: { "a/b/c/d": "" },
    args: { recursive: true, filter: "files" },
    shows: "a/b/c/d",
  },
  {
    says: "flat lists are depth first in the order of names, a directory before its contents",
    tree: { "a/b/c/": "", "a-b/": "", "a.b/x/": "" },
    args: { recursive: true, filter: "folders" },
    shows: "a\na/b\na/b/c\na-b\na.b\na.b/x",
  },
  {
    says: "sorts files, folders and links together",
    tree: { "c": "", "b/x": "", "a": "", "d": link("b"), "bb": link("a") },
    args: {},
    shows: "a\nb/\nbb\nc\nd/",
  },
  {
    says: "sorts names by code point, not by locale nor UTF-16 unit",
    tree: {
      "a": "",
      "B": "",
      "é": "",
      "z": "",
      "Z": "",
      "！": "",
      "😀": "",
      "\uE000": "",
      "10": "",
      "9": "",
      "_": "",
    },
    args: {},
    shows: "10\n9\nB\nZ\n_\na\nz\né\n\uE000\n！\n😀",
  },
  {
    says: "sorts a name before the names it is a prefix of",
    tree: { "a/x": "", "a b": "", "a\x01": "", "a-": "", "aa": "" },
    args: { recursive: true },
    shows: "a/\n  x\na\\u{1}\na b\na-\naa",
  },
  { says: "text of an empty directory is empty", tree: {}, args: {}, shows: "" },
  { says: "an empty flat text is empty", tree: { "a/": "" }, args: { filter: "files" }, shows: "" },
  {
    says: "shows FIFOs as file, and does not open them",
    tree: { "pipe": fifo(), "d/pipe": fifo() },
    args: { recursive: true, show_data: true },
    shows: "d/ (folder)\n  pipe (file)\npipe (file)",
  },
  {
    says: "shows hidden entries and .git without use_gitignore",
    tree: { ".git/HEAD": "", ".gitignore": "*", ".env": "", "a": "" },
    args: { recursive: true },
    shows: ".env\n.git/\n  HEAD\n.gitignore\na",
  },
]);

// "Follows the standard recursive-function convention", and decision 4.9.
const DEEP: Tree = { "a/b/c/d/": "", "a/f": "", "z": "" };
table([
  { says: "without recursive lists immediate children", tree: DEEP, args: {}, shows: "a/\nz" },
  {
    says: "depth 0 lists immediate children only",
    tree: DEEP,
    args: { recursive: true, depth: 0 },
    shows: "a/\nz",
  },
  {
    says: "depth 1 descends one level",
    tree: DEEP,
    args: { recursive: true, depth: 1 },
    shows: "a/\n  b/\n  f\nz",
  },
  {
    says: "depth 2 descends two levels",
    tree: DEEP,
    args: { recursive: true, depth: 2 },
    shows: "a/\n  b/\n    c/\n  f\nz",
  },
  {
    says: "depth null is unlimited",
    tree: DEEP,
    args: { recursive: true, depth: null },
    shows: "a/\n  b/\n    c/\n      d/\n  f\nz",
  },
  {
    says: "depth beyond the tree is unlimited",
    tree: DEEP,
    args: { recursive: true, depth: 1e15 },
    shows: "a/\n  b/\n    c/\n      d/\n  f\nz",
  },
  { says: "depth without recursive is ignored", tree: DEEP, args: { depth: 2 }, shows: "a/\nz" },
  {
    says: 'depth holds with filter "files" too',
    tree: DEEP,
    args: { recursive: true, depth: 1, filter: "files" },
    shows: "a/f\nz",
  },
]);

Deno.test("list_dir path defaults to cwd, relative ones start there, absolute ones stand alone", async () => {
  await withQuickTree({ "in/a": "", "b": "" }, async (root) => {
    const context = { cwd: `${root}/in` };
    assertEquals(await execute({}, context), "a");
    assertEquals(await execute({ path: "." }, context), "a");
    assertEquals(await execute({ path: ".." }, context), "b\nin/");
    assertEquals(await execute({ path: root }, context), "b\nin/");
    assertEquals(await execute({ path: "../in/./" }, context), "a");
    assertEquals(await execute({ path: `${root}//in//` }, context), "a");
  });
});

Deno.test("list_dir without context lists the working directory of the process", async () => {
  assertEquals(await execute({}), await execute({ path: Deno.cwd() }));
});
