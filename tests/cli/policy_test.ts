import { assertEquals } from "@std/assert";
import { assertEnds, type CommandLineRow, runAll } from "../support/command_lines.ts";
import { POSIX_PATHS, testsNeeding } from "../support/machine.ts";
import { withTree } from "../support/tree.ts";

const test = testsNeeding(POSIX_PATHS);

const TREE = {
  "in/.gitignore": "dist/\n",
  "in/a.ts": "",
  "in/b.md": "",
  "in/dist/c": "",
  "in/sub/a.ts": "",
  "excludes": "*.md\n",
};

Deno.test("cli: --hide, --show and --excludes-file, in both spellings and more than once", async () => {
  const rows: [words: string[], stdout: string][] = [
    [["--hide", "*.ts"], "b.md\n"],
    [["--hide=/a.ts", "--hide=*.md"], "sub/a.ts\n"],
    [["--show", "dist/"], "a.ts\nb.md\ndist/c\nsub/a.ts\n"],
    [["--show=dist/", "--hide", "c"], "a.ts\nb.md\nsub/a.ts\n"],
    [["--excludes-file", "../excludes"], "a.ts\nsub/a.ts\n"],
    [["--excludes_file=../excludes"], "a.ts\nsub/a.ts\n"],
    [["--scope", "sub", "--scope", ".", "--hide", "/a.ts"], "b.md\nsub/a.ts\n"],
    [["sub", "--scope", "sub", "--hide", "/a.ts"], ""],
  ];
  await withTree(TREE, async (root) => {
    const lines = rows.map(([words]) => ["find_files", ...words]);
    const done = await runAll(`${root}/in`, lines, [`--allow-read=${root}`]);
    for (const [i, [words, stdout]] of rows.entries()) {
      const given = done[i]!.stdout.split("\n").filter((line) => line !== ".gitignore").join("\n");
      assertEquals([done[i]!.code, given], [0, stdout], `${words}: ${done[i]!.stderr}`);
    }
  });
});

test("cli: a policy that cannot be is refused in words", async () => {
  const large = "#".repeat(2 ** 20 + 1);
  const no = (file: string, reason: string): CommandLineRow => [
    ["find_files", "--excludes-file", file],
    { code: 1, stderr: `dirscope: cannot use '${file}' as an excludes file: ${reason}\n` },
  ];
  const hiding = (pattern: string, stderr: RegExp): CommandLineRow => [
    ["find_files", "--hide", pattern],
    { code: 2, stderr },
  ];
  await withTree({ large }, (root) =>
    assertEnds(root, [
      no("none", "it does not exist"),
      no(".", "it cannot be read"),
      no("large", "it is too large"),
      [["find_files", "--excludes-file", "/etc/x"], {
        code: 1,
        stderr: "dirscope: no permission for '/etc/x': add --allow-read=/etc/x\n",
      }],
      hiding("./x", /^dirscope: --hide has a pattern that can match nothing: "\.\/x" \(patterns/),
      hiding("a\nb", /^dirscope: --hide must be an array of at most 1000 patterns, each one line/),
    ]));
});
