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
  const no = (file: string, reason: string): string =>
    `dirscope: cannot use '${file}' as an excludes file: ${reason}\n`;
  const rows: [words: string[], code: number, stderr: string][] = [
    [
      ["--hide", "./x"],
      2,
      'dirscope: --hide has a pattern that can match nothing: "./x" (patterns start from each root) (--help shows the usage)\n',
    ],
    [["--excludes-file", "none"], 1, no("none", "it does not exist")],
    [["--excludes-file", "."], 1, no(".", "it cannot be read")],
    [["--excludes-file", "large"], 1, no("large", "it is too large")],
    [
      ["--excludes-file", "/etc/x"],
      1,
      "dirscope: no permission for '/etc/x': add --allow-read=/etc/x\n",
    ],
  ];
  await withTree({ large }, async (root) => {
    const ends = rows.map((
      [words, code, stderr],
    ): CommandLineRow => [["find_files", ...words], { code, stderr }]);
    const stderr =
      /^dirscope: --hide must be an array of at most 1000 patterns, each one line of at most 4096 characters \(/;
    await assertEnds(root, [...ends, [["find_files", "--hide", "a\nb"], { code: 2, stderr }]]);
  });
});
