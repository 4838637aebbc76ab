import { assertEquals } from "@std/assert";
import { type Tool, TOOLSETS } from "../../../mod.ts";
import { LINKS, needing } from "../../support/machine.ts";
import { fifo, link, type Tree, withQuickTree } from "../../support/tree.ts";
import { table } from "../../support/tree_table.ts";

const { execute }: Tool<string> = TOOLSETS.tree.list_dir;

Deno.test(
  needing(LINKS, "list_dir JSON tree is a root object, keys in the order of the spec"),
  async () => {
    const tree: Tree = {
      "src/main.py": "",
      "src/utils/helpers.py": "",
      "src/link_to_old": link("../old"),
      "src/followed_link": link("../other"),
      "src/dangling": link("nowhere"),
      "other/data.csv": "",
    };
    await withQuickTree(tree, async (root) => {
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
  },
);

Deno.test(
  needing(LINKS, "list_dir JSON list is a flat array with path in place of name"),
  async () => {
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
    await withQuickTree(tree, async (root) => {
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
  },
);

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
    says: "JSON carries names and targets unchanged, invisible characters as its own escapes",
    tree: { 'd/a\n"\\\u202E😀': link("x\ty\\") },
    args: { path: "d", filter: "files", format: "json" },
    shows: `[
  {
    "path": "a\\n\\"\\\\\\u202e😀",
    "type": "link",
    "link_target": "x\\ty\\\\"
  }
]`,
  },
  {
    says: "an empty flat JSON is []",
    tree: { "a/": "" },
    args: { filter: "files", format: "json" },
    shows: "[]",
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

Deno.test("list_dir JSON names the root directory /", async () => {
  const { name, type } = JSON.parse(await execute({ path: "/", format: "json" }, {}));
  assertEquals([name, type], ["/", "folder"]);
});
