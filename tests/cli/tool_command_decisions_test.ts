import { assert, assertEquals } from "@std/assert";
import { assertEnds, type CommandLineRow, runAll } from "../support/command_lines.ts";
import { SUBJECTS } from "../support/every_tool.ts";
import { LINKS, RAW_NAMES, testsNeeding } from "../support/machine.ts";
import { run } from "../support/process.ts";
import { link, type Tree, withTree } from "../support/tree.ts";

const test = testsNeeding(LINKS);

const TREE = {
  "in/docs/a.md": "",
  "in/up": link("../out/d"),
  "in/upf": link("../out/d/f.txt"),
  "out/d/f.txt": "",
  "out/d/secret/key": "",
  "out/ld": link("d"),
  "out/lf": link("d/f.txt"),
};

/** The words before the path, by the argument that the first word fills. */
const FIRST_WORDS: Readonly<Record<string, string[]>> = {
  pattern: ["**"],
  queries: ["f"],
};

/** Command lines of every tool for one path. */
function linesFor(path: string): string[][] {
  return SUBJECTS.map(({ toolset, name, tool: { TRAITS } }) => [
    ...["--toolset", toolset, name, ...FIRST_WORDS[TRAITS.wordArguments?.[0] ?? ""] ?? []],
    path,
  ]);
}

test("without --scope a person's own permissions decide, for every tool", async () => {
  await withTree(TREE, async (root) => {
    const paths = ["out/d", "out/ld", "in/../out/d", "in/up"];
    const lines = paths.flatMap((path) => linesFor(`${root}/${path}`));
    const done = await runAll(`${root}/in`, lines, [`--allow-read=${root}`]);
    for (const [i, { code, stdout, stderr }] of done.entries()) {
      assertEquals(code, 0, `${lines[i]}: ${stderr}`);
      const showsFiles = !/stat_path|explain_path/.test(`${lines[i]}`);
      assert(!showsFiles || stdout.includes("f.txt"), `${lines[i]}: ${stdout}`);
    }
    const kinds = ["../out/lf", "up", "../out/d/f.txt"].flatMap((path) =>
      ["stat_path", "explain_path"].map((name) => [name, path])
    );
    const facts = await runAll(`${root}/in`, kinds, [`--allow-read=${root}`]);
    assertEquals(
      facts.map(({ stdout }) => stdout.match(/^kind: (.+)$/m)?.[1]),
      ["symlink", "symlink", "symlink", "symlink", "file", "file"],
    );
  });
});

test("without the permission: one line, which --allow-read to add, exit 1, for every tool", async () => {
  await withTree(TREE, async (root) => {
    const lines = linesFor(`${root}/out/d`);
    const stderr = `dirscope: no permission for '${root}/out/d': add --allow-read=${root}/out/d\n`;
    const refused = (words: string[]): CommandLineRow => [words, { code: 1, stderr }];
    await assertEnds(`${root}/in`, lines.map(refused), []);
    // A link that may be read, and leads to what may not.
    const through = [...lines, ["overview", "up"], ["LS", "up"]];
    await assertEnds(`${root}/in`, through.map(refused), [`--allow-read=${root}/in`]);
  });
});

Deno.test("what could not be read is reported in a line on standard error, once for all pages", async () => {
  const tree: Tree = { ".git/": "", "a/f": "", "b/f": "", "c/f": "", "d": "" };
  await withTree(tree, async (root) => {
    const flags = [`--allow-read=${root}`, `--deny-read=${root}/a,${root}/c`];
    const lines = [
      ["find_files", "--all", "--limit", "1"],
      ["--recursive"],
      ["--toolset", "codex", "list_dir", root],
      ["--toolset", "files", "ls", "."],
    ];
    const done = await runAll(root, lines, flags);
    for (const { code, stderr } of done) {
      assertEquals([code, stderr], [0, "skipped: 2 outside_root\n"]);
    }
  });
});

Deno.test("with --json, an error is printed as JSON on stdout, and the status stays", async () => {
  await withTree({}, async (root) => {
    const lines = [["LS"], ["ls"], ["find_files"], ["find_files", "--all"], ["overview"]]
      .map((words) => [...words, "no/pe", "--json"]);
    const done = await runAll(root, [...lines, ["--toolset", "codex", "list_dir", "x", "-j"]]);
    for (const { code, stdout, stderr } of done) {
      assertEquals([code, stderr, typeof JSON.parse(stdout)], [1, "", "object"]);
    }
  });
});

testsNeeding(RAW_NAMES)(
  "--null leaves out names that it cannot give back, says how many, and exits 1",
  () =>
    withTree({ "a": "", "z\uFFFD": "" }, async (root) => {
      await run(["sh", "-c", "touch \"$(printf 'b\\377')\""], { cwd: root });
      const lines = [["find_files", "-0"], ["find_files", "-0", "--all", "--limit", "1"]];
      const done = await runAll(root, [...lines, ["find_files"]]);
      for (const { code, stdout, stderr } of done.slice(0, 2)) {
        assertEquals([code, stdout], [1, "a\0"]);
        assert(/^left out: \d not valid UTF-8$/m.test(stderr), stderr);
      }
      assertEquals(done[2]!.code, 0);
    }),
);
