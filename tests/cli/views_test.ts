import { assertEnds } from "../support/command_lines.ts";
import { LINKS, testsNeeding } from "../support/machine.ts";
import { link, type Tree, withTree } from "../support/tree.ts";

const test = testsNeeding(LINKS);

const TREE: Tree = {
  ".git/": "",
  ".hidden": "",
  "a/deep/x.ts": "12",
  "a/y.md": "",
  "b.ts": "123",
  "to-a": link("a"),
};

test('"`ls` and `tree` are thin views of our own tools\' data, not the programs"', () =>
  withTree(TREE, async (root) => {
    Deno.utimeSync(`${root}/b.ts`, 0, 0);
    await assertEnds(root, [
      [["ls"], { stdout: "a/\nb.ts\nto-a@\n" }],
      [["ls", "-a", "."], { stdout: ".git/\na/\n.hidden\nb.ts\nto-a@\n" }],
      [["ls", "-l"], {
        stdout: /^a\/\t-\t\d{4}-.*\nb\.ts\t3\t1970-01-01T00:00:00\.000Z\nto-a@\t-\t/,
      }],
      // Each path in turn, under its own line; a tool's error is its own.
      [["ls", "a", "none", "a/deep"], {
        code: 1,
        stdout: "a:\ndeep/\ny.md\n\na/deep:\nx.ts\n",
        stderr: "error not_found: 'none' does not exist\n",
      }],
      [["ls", "-0", "a"], { stdout: "a/deep\0a/y.md\0" }],
      [["tree"], { stdout: "a/\n  deep/\n    x.ts\n  y.md\nb.ts\nto-a@ -> a\n" }],
      [["tree", "-L", "1"], { stdout: "a/\nb.ts\nto-a@ -> a\n" }],
      [["tree", "-d", "-I", "to-*"], { stdout: "a/\n  deep/\n" }],
      [["tree", "-I", "*.ts|to-a"], { stdout: "a/\n  deep/\n  y.md\n" }],
      [["tree", "-a", "-L1", "-I", "a"], { stdout: ".git/\n.hidden\nb.ts\nto-a@ -> a\n" }],
      [["tree", "a", "--json"], { stdout: /"name": "a"/ }],
      // What a line names is never left out.
      [["tree", "./.git/.."], { stdout: /^a\// }],
    ]);
  }));

test('"several paths at the end are looked at in turn", for every tool; letters', () =>
  withTree(TREE, async (root) => {
    await assertEnds(root, [
      [["glob_search", "*.*", "a", "a/deep"], {
        stdout: "a/y.md\na/deep/x.ts\n",
        stderr:
          "glob_search a: 1 entry\nhint: 1 more matches **/*.*\nglob_search a/deep: 1 entry\n",
      }],
      [["glob_search", "-g", "*.ts"], {
        stdout: "a/deep/x.ts\nb.ts\n",
        stderr: "glob_search .: 2 entries\n",
      }],
      [["glob_search", "**", "-d"], { stdout: "a/\na/deep/\n", stderr: /2 entries/ }],
      [["find_files", "-L", "1", "--extensions", "ts"], { stdout: "b.ts\n", stderr: /1 entry/ }],
      [["LS", "-a", "a"], { stdout: /y\.md/ }],
      [["find_path", "deep", "a", "-d0"], { stdout: "a/deep\0", stderr: /1 entry/ }],
      [["find_path", "xts", "a", "-0"], { stdout: "a/deep/x.ts\0", stderr: /./ }],
      [["list_dir", "a", "a/deep"], { stdout: "a:\ndeep/\ny.md\n\na/deep:\nx.ts\n" }],
      [["stat_path", "a", "b.ts"], { stdout: /kind: dir[^]*kind: file/, stderr: /./ }],
    ]);
  }));
