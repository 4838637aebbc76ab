import { assertEquals } from "@std/assert";
import { assertEnds, type CommandLineRow, runAll } from "../support/command_lines.ts";
import { needing, POSIX_PATHS } from "../support/machine.ts";
import { withTree } from "../support/tree.ts";

const TREE = {
  "in/.gitignore": "dist/\n",
  "in/a.ts": "",
  "in/b.md": "",
  "in/dist/c": "",
  "in/sub/a.ts": "",
  "in/sub/.ignore": "a.ts\n",
  "excludes": "*.md\n",
};

Deno.test("cli: --hide, --show, --excludes-file and --ignore-file, in both spellings and more than once", async () => {
  const rows: [words: string[], stdout: string][] = [
    [["--hide", "*.ts"], "b.md\n"],
    [["--hide=/a.ts", "--hide=*.md"], "sub/a.ts\n"],
    [["--show", "dist/"], "a.ts\nb.md\ndist/c\nsub/a.ts\n"],
    [["--show=dist/", "--hide", "c"], "a.ts\nb.md\nsub/a.ts\n"],
    [["--excludes-file", "../excludes"], "a.ts\nsub/a.ts\n"],
    [["--excludes_file=../excludes"], "a.ts\nsub/a.ts\n"],
    // "`.ignore` files with `--ignore-file NAME`"
    [["--ignore-file", ".ignore"], "a.ts\nb.md\n"],
    [["--scope", "sub", "--scope", ".", "--hide", "/a.ts"], "b.md\nsub/a.ts\n"],
    [["sub", "--scope", "sub", "--hide", "/a.ts"], ""],
  ];
  await withTree(TREE, async (root) => {
    const lines = rows.map(([words]) => ["find_files", ...words]);
    const done = await runAll(`${root}/in`, lines, [`--allow-read=${root}`]);
    for (const [i, [words, stdout]] of rows.entries()) {
      const given = done[i]!.stdout.split("\n").filter((line) =>
        !/^(sub\/)?\.(git)?ignore$/.test(line)
      ).join("\n");
      assertEquals([done[i]!.code, given], [0, stdout], `${words}: ${done[i]!.stderr}`);
    }
  });
});

Deno.test('"A `!` line there brings back what such files hide, and not what git ignores: that takes `--show`"', async () => {
  const tree = {
    ".gitignore": "*.gen\n",
    ".ignore": "!a.gen\n*.tmp\n!b.tmp\n",
    "in/.ignore": "!c.tmp\n",
    "in/c.tmp": "",
    ...{ "a.gen": "", "a.tmp": "", "b.gen": "", "b.tmp": "" },
  };
  const rows: [flags: string[], stdout: string][] = [
    [[], "a.tmp\nb.tmp\nin/c.tmp\n"],
    [["--ignore-file", ".ignore"], "b.tmp\nin/c.tmp\n"],
    [["--ignore-file", ".ignore", "--show", "a.gen"], "a.gen\nb.tmp\nin/c.tmp\n"],
    [["--ignore-file", ".ignore", "--show", "a.tmp"], "b.tmp\nin/c.tmp\n"],
    [["--ignore-file", ".ignore", "-I"], "a.gen\nb.gen\nb.tmp\nin/c.tmp\n"],
  ];
  await withTree(tree, async (root) => {
    const done = await runAll(
      root,
      rows.map(([flags]) => ["fd", ".", "-e", "gen", "-e", "tmp", ...flags]),
    );
    for (const [i, [flags, stdout]] of rows.entries()) {
      assertEquals([done[i]!.code, done[i]!.stdout], [0, stdout], flags.join(" "));
    }
  });
});

Deno.test(needing(POSIX_PATHS, "cli: a policy that cannot be is refused in words"), async () => {
  const large = "#".repeat(2 ** 20 + 1);
  const no = (file: string, reason: string): string =>
    `dirscope: cannot use '${file}' as an excludes file: ${reason}\n`;
  const rows: [words: string[], code: number, stderr: string][] = [
    [
      ["--ignore-file", "a/b"],
      2,
      "dirscope: --ignore-file must be an array of at most 16 file names (--help shows the usage)\n",
    ],
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
