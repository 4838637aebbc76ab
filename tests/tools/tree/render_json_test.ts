import { assertEquals } from "@std/assert";
import { TOOLSETS } from "../../../mod.ts";
import { testsNeeding } from "../../support/machine.ts";
import { sketch } from "../../support/sketch.ts";
import { fifo, link, needsOf, type Tree, withQuickTree } from "../../support/tree.ts";

const { execute } = TOOLSETS.tree.list_dir;

const FOLLOW = { recursive: true, follow_folder_symlinks: true };

// "JSON is `JSON.stringify(value, null, 2)`, keys in the order of spec 0."
Deno.test("list_dir JSON, byte for byte", () =>
  withQuickTree(sketch("src/main.py, src/utils/"), async (cwd) => {
    assertEquals(
      await execute({ path: "src", format: "json" }, { cwd }),
      `{
  "name": "src",
  "type": "folder",
  "children": [
    {
      "name": "main.py",
      "type": "file"
    },
    {
      "name": "utils",
      "type": "folder",
      "children": []
    }
  ]
}`,
    );
    assertEquals(
      await execute({ path: "src", format: "json", filter: "files" }, { cwd }),
      `[
  {
    "path": "main.py",
    "type": "file"
  }
]`,
    );
    assertEquals(
      await execute({ path: "src/utils", format: "json", filter: "files" }, { cwd }),
      "[]",
    );
  }));

/** The tree of the examples in JSON FORMAT. */
const EXAMPLE = sketch(
  "real.txt, old/, other/data.csv, src/dangling -> nowhere, src/followed_link -> ../other, src/main.py, " +
    "src/link_to_file -> ../real.txt, src/utils/sub/, src/utils/helpers.py",
);
const DATA = { name: "data.csv", type: "file" };
const HELPERS = { name: "helpers.py", type: "file" };

type Row = readonly [
  says: string,
  tree: Tree,
  args: Readonly<Record<string, unknown>>,
  value: unknown,
];

/** An `x` in a folder `in`, as the table "Type values by scenario" has it. */
function typed(scenario: string, tree: string, args: object, entry: object): Row {
  const value = { name: "in", type: "folder", children: [{ name: "x", ...entry }] };
  return [scenario, sketch(tree), { path: "in", ...args }, value];
}

const ROWS: readonly Row[] = [
  [
    "a single root object representing the listed directory, with nested children",
    EXAMPLE,
    { path: "src", ...FOLLOW },
    {
      name: "src",
      type: "folder",
      children: [
        { name: "dangling", type: "link", link_target: "nowhere" },
        { name: "followed_link", type: "link", link_target: "../other", children: [DATA] },
        { name: "link_to_file", type: "link", link_target: "../real.txt" },
        { name: "main.py", type: "file" },
        {
          name: "utils",
          type: "folder",
          children: [HELPERS, { name: "sub", type: "folder", children: [] }],
        },
      ],
    },
  ],
  [
    'each object includes "path" (forward-slash relative path from the listed root) instead of "name"',
    EXAMPLE,
    { path: "src", ...FOLLOW, filter: "files" },
    [
      { path: "dangling", type: "link", link_target: "nowhere" },
      { path: "followed_link/data.csv", type: "file" },
      { path: "link_to_file", type: "link", link_target: "../real.txt" },
      { path: "main.py", type: "file" },
      { path: "utils/helpers.py", type: "file" },
    ],
  ],
  [
    "a followed folder symlink/junction itself appears if filter='folders'",
    EXAMPLE,
    { path: "src", ...FOLLOW, filter: "folders" },
    [
      { path: "followed_link", type: "link", link_target: "../other" },
      { path: "utils", type: "folder" },
      { path: "utils/sub", type: "folder" },
    ],
  ],
  typed("Regular file", "in/x", {}, { type: "file" }),
  // Decision 4.4: "Every `folder` object has `children`, `[]` where it was not descended into".
  typed("Regular directory", "in/x/y", {}, { type: "folder", children: [] }),
  typed("File symlink, not followed", "in/x -> ../f, f", {}, { type: "link", link_target: "../f" }),
  typed("File symlink, followed, clean chain", "in/x -> ../f, f", { follow_file_symlinks: true }, {
    type: "file",
  }),
  typed("File symlink, followed, looping chain", "in/x -> ../y, y -> in/x", {
    follow_file_symlinks: true,
  }, {
    type: "link",
    link_target: "in/x",
  }),
  typed("Folder symlink/junction, not followed", "in/x -> ../d, d/f", {}, {
    type: "link",
    link_target: "../d",
  }),
  typed("Folder symlink/junction, followed", "in/x -> ../d, d/", FOLLOW, {
    type: "link",
    link_target: "../d",
    children: [],
  }),
  // "show_data has no effect when format='json'".
  typed("show_data has no effect", "in/x", { show_data: true }, { type: "file" }),
  [
    "name is the base name of the resolved path",
    sketch("real/, way/alias -> ../real"),
    { path: "way/alias" },
    { name: "real", type: "folder", children: [] },
  ],
  ["a FIFO is a file", { pipe: fifo() }, { filter: "files" }, [{ path: "pipe", type: "file" }]],
  ["a name may read like an error", { "Error: x": "" }, { filter: "files" }, [{
    path: "Error: x",
    type: "file",
  }]],
];

for (const [says, tree, args, value] of ROWS) {
  testsNeeding(needsOf(tree))(`list_dir JSON: ${says}`, () =>
    withQuickTree(tree, async (cwd) => {
      assertEquals(
        await execute({ ...args, format: "json" }, { cwd }),
        JSON.stringify(value, null, 2),
      );
    }));
}

const ODD: Tree = { 'd/a\n"\\\u202E😀': link("x\ty\\") };

testsNeeding(needsOf(ODD))(
  "list_dir JSON carries names and targets unchanged, invisible characters as its own escapes",
  () =>
    withQuickTree(ODD, async (cwd) => {
      assertEquals(
        await execute({ path: "d", filter: "files", format: "json" }, { cwd }),
        `[
  {
    "path": "a\\n\\"\\\\\\u202e😀",
    "type": "link",
    "link_target": "x\\ty\\\\"
  }
]`,
      );
    }),
);

Deno.test("list_dir JSON names the root directory /", async () => {
  const { name, type } = JSON.parse(await execute({ path: "/", format: "json" }, {}));
  assertEquals([name, type], ["/", "folder"]);
});
