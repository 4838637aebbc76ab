import { assertEquals } from "@std/assert";
import { TOOLSETS } from "../../../mod.ts";
import { bytes, fifo, link, type Tree, withTree } from "../../support/tree.ts";

const { execute } = TOOLSETS.tree.list_dir;

/** The tree of the examples in the OUTPUT FORMAT section. */
const EXAMPLE: Tree = {
  "old/x.txt": "",
  "src/main.py": "print()",
  "src/utils/helpers.py": "",
  "src/link_to_old": link("../old"),
  "src/data.csv": bytes(3),
};

interface Row {
  readonly says: string;
  readonly tree: Tree;
  readonly args: Record<string, unknown>;
  readonly shows: string;
}

/** A test for each row: the listing of the tree's root, byte by byte. */
function table(rows: readonly Row[]): void {
  for (const { says, tree, args, shows } of rows) {
    Deno.test(`list_dir ${says}`, async () => {
      await withTree(tree, async (root) => {
        assertEquals(await execute(args, { cwd: root }), shows);
      });
    });
  }
}

// "Indented tree view. Each level of depth is indented by 2 spaces. Directories are shown with a
// trailing '/'." Decisions 4.1 (sorted by name), 4.2 (no line for the listed directory), 4.3 (the
// suffix of a link).
table([
  {
    says: "mode A shows an indented tree, 2 spaces a level",
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
    says: "mode A with show_data annotates each entry",
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
    says: "mode A starts at the children of a named directory",
    tree: EXAMPLE,
    args: { path: "src", show_data: true },
    shows: `data.csv (file)
link_to_old/ (link -> ../old)
main.py (file)
utils/ (folder)`,
  },
  {
    says: 'mode B with filter "files" shows relative paths, without indentation',
    tree: EXAMPLE,
    args: { recursive: true, filter: "files" },
    shows: `old/x.txt
src/data.csv
src/main.py
src/utils/helpers.py`,
  },
  {
    says: 'mode B with filter "files" and show_data annotates each path',
    tree: EXAMPLE,
    args: { recursive: true, filter: "files", show_data: true },
    shows: `old/x.txt (file)
src/data.csv (file)
src/main.py (file)
src/utils/helpers.py (file)`,
  },
  {
    says: 'mode B with filter "folders" has no "/" at the end of a path',
    tree: EXAMPLE,
    args: { recursive: true, filter: "folders" },
    shows: `old
src
src/link_to_old
src/utils`,
  },
  {
    says: 'mode B with filter "folders" and show_data annotates folders and folder links',
    tree: EXAMPLE,
    args: { recursive: true, filter: "folders", show_data: true },
    shows: `old (folder)
src (folder)
src/link_to_old (link -> ../old)
src/utils (folder)`,
  },
  {
    says: 'mode B paths are "relative to the `path` argument"',
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
    says: "mode B is depth first in the order of names, a directory before its contents",
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
    says: "an empty flat JSON is []",
    tree: { "a/": "" },
    args: { filter: "files", format: "json" },
    shows: "[]",
  },
  {
    says: "shows FIFOs as file, and does not open them",
    tree: { "pipe": fifo(), "d/pipe": fifo() },
    args: { recursive: true, show_data: true },
    shows: "d/ (folder)\n  pipe (file)\npipe (file)",
  },
  {
    says: 'filter "files" shows FIFOs, in JSON as "file"',
    tree: { "pipe": fifo() },
    args: { filter: "files", format: "json" },
    shows: `[
  {
    "path": "pipe",
    "type": "file"
  }
]`,
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

Deno.test("list_dir JSON mode A is a root object, keys in the order of the spec", async () => {
  const tree: Tree = {
    "src/main.py": "",
    "src/utils/helpers.py": "",
    "src/link_to_old": link("../old"),
    "src/followed_link": link("../other"),
    "src/dangling": link("nowhere"),
    "other/data.csv": "",
  };
  await withTree(tree, async (root) => {
    assertEquals(
      await execute(
        { path: "src", recursive: true, follow_folder_symlinks: true, format: "json" },
        { cwd: root },
      ),
      `{
  "name": "src",
  "type": "folder",
  "children": [
    {
      "name": "dangling",
      "type": "link",
      "link_target": "nowhere"
    },
    {
      "name": "followed_link",
      "type": "link",
      "link_target": "../other",
      "children": [
        {
          "name": "data.csv",
          "type": "file"
        }
      ]
    },
    {
      "name": "link_to_old",
      "type": "link",
      "link_target": "../old"
    },
    {
      "name": "main.py",
      "type": "file"
    },
    {
      "name": "utils",
      "type": "folder",
      "children": [
        {
          "name": "helpers.py",
          "type": "file"
        }
      ]
    }
  ]
}`,
    );
  });
});

Deno.test("list_dir JSON mode B is a flat array with path in place of name", async () => {
  const tree: Tree = {
    "real.txt": "",
    "old/": "",
    "other/data.csv": "",
    "src/main.py": "",
    "src/utils/sub/": "",
    "src/utils/helpers.py": "",
    "src/link_to_file": link("../real.txt"),
    "src/followed_link": link("../other"),
  };
  await withTree(tree, async (root) => {
    const call = (filter: string) =>
      execute(
        { path: "src", recursive: true, follow_folder_symlinks: true, format: "json", filter },
        { cwd: root },
      );
    assertEquals(
      await call("files"),
      `[
  {
    "path": "followed_link/data.csv",
    "type": "file"
  },
  {
    "path": "link_to_file",
    "type": "link",
    "link_target": "../real.txt"
  },
  {
    "path": "main.py",
    "type": "file"
  },
  {
    "path": "utils/helpers.py",
    "type": "file"
  }
]`,
    );
    // "a followed folder symlink/junction itself appears if filter='folders'"
    assertEquals(
      await call("folders"),
      `[
  {
    "path": "followed_link",
    "type": "link",
    "link_target": "../other"
  },
  {
    "path": "utils",
    "type": "folder"
  },
  {
    "path": "utils/sub",
    "type": "folder"
  }
]`,
    );
  });
});

// Decision 4.4: "Every `folder` object has `children`, `[]` where it was not descended into".
table([
  {
    says: "gives each folder that is not descended into empty children in JSON",
    tree: { "a/b/c": "", "l": link("a") },
    args: { format: "json", path: "a" },
    shows: `{
  "name": "a",
  "type": "folder",
  "children": [
    {
      "name": "b",
      "type": "folder",
      "children": []
    }
  ]
}`,
  },
  {
    says: "show_data has no effect on JSON",
    tree: { "a/": "" },
    args: { format: "json", path: "a", show_data: true },
    shows: `{
  "name": "a",
  "type": "folder",
  "children": []
}`,
  },
  {
    says: "JSON name is the base name of the resolved path",
    tree: { "real/": "", "way/alias": link("../real") },
    args: { path: "way/alias", format: "json" },
    shows: `{
  "name": "real",
  "type": "folder",
  "children": []
}`,
  },
  {
    says: "JSON carries names and targets unchanged",
    tree: { 'd/a\n"\\\u202E😀': link("x\ty\\") },
    args: { path: "d", filter: "files", format: "json" },
    shows: `[
  {
    "path": "a\\n\\"\\\\\u202E😀",
    "type": "link",
    "link_target": "x\\ty\\\\"
  }
]`,
  },
]);

Deno.test("list_dir JSON names the root directory /", async () => {
  const { name, type } = JSON.parse(await execute({ path: "/", format: "json" }, {}));
  assertEquals([name, type], ["/", "folder"]);
});

Deno.test("list_dir path defaults to cwd, relative ones start there, absolute ones stand alone", async () => {
  await withTree({ "in/a": "", "b": "" }, async (root) => {
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

// Section 3: "a control character (U+0000–001F, U+007F–009F), a line or paragraph separator, bidi
// control, invisible or tag character … shows as `\n`, `\t`, `\r` or `\u{XX}` (upper-case hex), and a
// backslash in any name as `\\`."
const ESCAPES: readonly (readonly [name: string, shown: string])[] = [
  ["a\nb", "a\\nb"],
  ["a\tb", "a\\tb"],
  ["a\rb", "a\\rb"],
  ["a\\nb", "a\\\\nb"],
  ["\\", "\\\\"],
  ["\x1b[31m", "\\u{1B}[31m"],
  ["x\x1fy", "x\\u{1F}y"],
  ["x\x7fy", "x\\u{7F}y"],
  ["x\x80y", "x\\u{80}y"],
  ["x\x85y", "x\\u{85}y"],
  ["x\x9fy", "x\\u{9F}y"],
  ["x\u061Cy", "x\\u{61C}y"],
  ["x\u200By", "x\\u{200B}y"],
  ["x\u200Ey", "x\\u{200E}y"],
  ["x\u200Fy", "x\\u{200F}y"],
  ["x\u2028y", "x\\u{2028}y"],
  ["x\u2029y", "x\\u{2029}y"],
  ["x\u202Ey", "x\\u{202E}y"],
  ["x\u2060y", "x\\u{2060}y"],
  ["x\u2066y", "x\\u{2066}y"],
  ["x\u2069y", "x\\u{2069}y"],
  ["x\uFEFFy", "x\\u{FEFF}y"],
  ["x\u{E0000}y", "x\\u{E0000}y"],
  ["x\u{E0041}y", "x\\u{E0041}y"],
  ["x\u{E007F}y", "x\\u{E007F}y"],
  // Just outside the ranges: shown as they are.
  ["x\xa0y", "x\xa0y"],
  ["x\u061By", "x\u061By"],
  ["x\u200Cy", "x\u200Cy"],
  ["x\u200Dy", "x\u200Dy"],
  ["x\u2027y", "x\u2027y"],
  ["x\u202Fy", "x\u202Fy"],
  ["x\u205Fy", "x\u205Fy"],
  ["x\u206Ay", "x\u206Ay"],
  ["x\u{E0080}y", "x\u{E0080}y"],
  ["x\u{DFFFF}y", "x\u{DFFFF}y"],
  ["👨‍👩‍👧", "👨‍👩‍👧"],
  [" x ", " x "],
];

Deno.test("list_dir text is line-safe in names, paths and targets", async () => {
  for (const [name, shown] of ESCAPES) {
    await withTree({ [`${name}/f`]: "", "l": link(name) }, async (root) => {
      const call = (args: object) => execute({ recursive: true, ...args }, { cwd: root });
      const tree = [`${shown}/ (folder)\n  f (file)`, `l/ (link -> ${shown})`];
      assertEquals(await call({ show_data: true, depth: 1 }), inOrder(tree, name));
      assertEquals(await call({ filter: "files" }), `${shown}/f`);
      assertEquals(await call({ filter: "folders" }), inOrder([shown, "l"], name));
      const { children } = JSON.parse(await call({ format: "json" }));
      assertEquals(
        children.map((child: { name: string }) => child.name),
        name < "l" ? [name, "l"] : ["l", name],
      );
    });
  }
});

function inOrder([entry, other]: readonly string[], name: string): string {
  return (name < "l" ? [entry, other] : [other, entry]).join("\n");
}

// Decision 4.12: "a text listing whose first line would start so shows that `E` as `\u{45}`".
table([
  {
    says: "shows the E of a first line that reads like an error as \\u{45}",
    tree: { "Error: x": "", "Error: y": "" },
    args: {},
    shows: "\\u{45}rror: x\nError: y",
  },
  {
    says: "does so for a folder, annotated",
    tree: { "Error: x/f": "" },
    args: { recursive: true, show_data: true },
    shows: "\\u{45}rror: x/ (folder)\n  f (file)",
  },
  {
    says: "does so in a flat list",
    tree: { "Error: x/f": "" },
    args: { recursive: true, filter: "files" },
    shows: "\\u{45}rror: x/f",
  },
  {
    says: "leaves a later line and a near miss alone",
    tree: { "A": "", "Error: x": "", "Error:y": "" },
    args: {},
    shows: "A\nError: x\nError:y",
  },
  {
    says: "leaves a first line without the space alone",
    tree: { "Error:": "" },
    args: {},
    shows: "Error:",
  },
  {
    says: "leaves JSON alone",
    tree: { "Error: x": "" },
    args: { filter: "files", format: "json" },
    shows: `[
  {
    "path": "Error: x",
    "type": "file"
  }
]`,
  },
]);
