import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { TOOLSETS } from "../../mod.ts";
import { baseNameOf } from "../../src/scope/path_text.ts";
import { assertEnds, type CommandLineRow, runAll } from "../support/command_lines.ts";
import { CLI } from "../support/cli.ts";
import { HABITS, HABITS_TREE, makeOld, namesOf, REFUSED, wordsOf } from "../support/habits.ts";
import { ANY_NAME, LINKS, needing, SHELL, TERMINAL } from "../support/machine.ts";
import { denoRun, hasProgram, onTerminal, run } from "../support/process.ts";
import { shell } from "../support/shell.ts";
import { link, withTree } from "../support/tree.ts";

/** The programs by the name of each in a row. Debian calls `fd` another name. */
const PROGRAMS: Readonly<Record<string, string | undefined>> = Object.fromEntries(
  [["ls", "ls"], ["tree", "tree"], ["fd", "fd"], ["fd", "fdfind"], ["rg", "rg"], ["find", "find"]]
    .filter(([, program]) => hasProgram(program!)),
);

Deno.test('"Habits work": at least 60 lines that people type print what the program prints', async () => {
  assert(HABITS.length >= 60);
  await withTree(HABITS_TREE, async (root) => {
    await makeOld(root);
    // The line of the real program is one of ours, too.
    const rows = HABITS.flatMap(([typed, ...rest]) =>
      [typed, rest[0]].map((line) => [line, ...rest] as const)
    );
    const done = await runAll(root, rows.map(([line]) => wordsOf(line)));
    for (const [i, [typed, real, prints, differs]] of rows.entries()) {
      const { code, stdout } = done[i]!;
      const program = real.split(" ")[0]!;
      const found = namesOf(stdout, program === "tree" ? "dirscope" : program);
      assertEquals([code, found], [0, differs?.ours ?? prints], typed);
      assert(differs === undefined || differs.ours !== prints, typed);
    }
  });
});

Deno.test(
  needing(SHELL, "the programs that are here print what the table says of them"),
  async () => {
    await withTree(HABITS_TREE, async (root) => {
      await makeOld(root);
      for (const [, real, prints] of HABITS) {
        const [name = "", ...words] = real.split(" ");
        if (PROGRAMS[name] === undefined) continue;
        const script = [PROGRAMS[name], ...words].join(" ");
        const env = { LC_ALL: "C.UTF-8" };
        const { stdout } = await run(["sh", "-c", script], { cwd: root, env, input: "" });
        assertEquals(namesOf(stdout, name), prints, real);
      }
    });
  },
);

Deno.test('"What has no meaning here names the nearest of ours"', async () => {
  await withTree(HABITS_TREE, async (root) => {
    const done = await runAll(root, REFUSED.map(([typed]) => wordsOf(typed)));
    for (const [i, [typed, says]] of REFUSED.entries()) {
      assertEquals([done[i]!.code, done[i]!.stdout], [2, ""], typed);
      assertStringIncludes(done[i]!.stderr, says, typed);
    }
  });
});

Deno.test("tree -d is a tree of folders, and with --json the list that the tool gives", async () => {
  await withTree({ "a/b/c/": "", "d/f": "" }, async (root) => {
    const args = { recursive: true, filter: "folders", format: "json" } as const;
    const json = await TOOLSETS.tree.list_dir.execute(args, { cwd: root });
    await assertEnds(root, [
      [["tree", "-d"], { stdout: "a/\n  b/\n    c/\nd/\n" }],
      [["tree", "-d", "--json"], { stdout: `${json}\n` }],
    ]);
  });
});

Deno.test(
  needing(
    [LINKS, ANY_NAME],
    "a name that reads like an annotation is no link and no folder: rows of tree come from data",
  ),
  async () => {
    const tree = {
      "Error: a/Error: b/": "",
      "d (file)/f (folder)": "",
      "d (file)/l (link": link("x) (file)"),
      "n\n (link -> y)": "",
      "o@ -> y": "",
      "x (link -> y)": "",
      "y": link("d (file)"),
      "z (link -> y)/": "",
    };
    const all = "\\u{45}rror: a/\n  \\u{45}rror: b/\nd (file)/\n  f (folder)\n" +
      "  l (link@ -> x) (file)\nn\\n (link -> y)\no@ -> y\nx (link -> y)\n" +
      "y@ -> d (file)\nz (link -> y)/\n";
    await withTree(tree, async (root) => {
      await assertEnds(root, [
        [["tree"], { stdout: all }],
        [["-R"], { stdout: all }],
        [["tree", "-d"], {
          stdout: "\\u{45}rror: a/\n  \\u{45}rror: b/\nd (file)/\n" +
            "y@ -> d (file)\nz (link -> y)/\n",
        }],
        [["tree", "--filter", "files", "-I", "[xyznoE]*"], {
          stdout: "d (file)/f (folder)\nd (file)/l (link@ -> x) (file)\n",
        }],
        [["tree", "-L", "1", "--show-data", "-I", "[noEz]*"], {
          stdout: "d (file)/ (folder)\nx (link -> y) (file)\ny/ (link -> d (file))\n",
        }],
      ]);
    });
  },
);

Deno.test(
  needing(
    [TERMINAL, LINKS, SHELL],
    "at a terminal, sizes and times stand in columns, as `ls -l` has them, and reasons",
  ),
  async () => {
    await withTree(
      { "a.ts": "x".repeat(2000), "b/c": "", "b/l": link("../d"), "d": "1" },
      async (root) => {
        for (const name of ["a.ts", "b/c", "b", "d"]) {
          await Deno.utime(`${root}/${name}`, new Date(0), new Date("2026-01-02T03:04:05Z"));
        }
        await shell(root, "TZ=UTC touch -h -t 202601020304.05 b/l b");
        const env = { NO_COLOR: "1", TZ: "Asia/Tokyo" };
        const at = "2026-01-02 12:04";
        const rows: [words: string[], lines: string[]][] = [
          [["ls", "-l"], [`2000  ${at}  a.ts`, `   -  ${at}  b/`, `   1  ${at}  d`]],
          [["ls", "-lhS"], [`2.0K  ${at}  a.ts`, `   1  ${at}  d`, `   -  ${at}  b/`]],
          [["ls", "b"], ["c", "l@"]],
          [["ls", "-lt", "d", "a.ts", "b"], [
            `2000  ${at}  a.ts`,
            `   1  ${at}  d`,
            "",
            "b:",
            `0  ${at}  c`,
            `-  ${at}  l@ -> ../d`,
          ]],
          [["ls", "-ldr", "b", "d", "a.ts"], [
            `   1  ${at}  d`,
            `   -  ${at}  b/`,
            `2000  ${at}  a.ts`,
          ]],
          [["list_dir_entries"], [
            `   -  ${at}  b/`,
            `2000  ${at}  a.ts`,
            `   1  ${at}  d`,
            "list_dir_entries .: 3 entries",
          ]],
          [["fd", "-I", "a", "--changed-within", "2026-01-02 12:04"], [
            "a.ts",
            "glob_search .: 1 entry, modified since 2026-01-02T03:04:00.000Z",
          ]],
          [["find_path", "a.ts", "--no-use-gitignore"], ["a.ts\texact", "find_path .: 1 entry"]],
        ];
        for (const [words, lines] of rows) {
          const command = onTerminal(denoRun(["--allow-read=."], CLI, ...words));
          const { stdout } = await run(command, { cwd: root, env });
          assertEquals(stdout.trimEnd().split("\r\n"), lines, words.join(" "));
        }
      },
    );
  },
);

Deno.test('"words after find_path that are no folder are one query", "Several folders after a search are searched in turn"', async () => {
  await withTree({ "lib/content-type.js": "", "src/type.js": "", "x.js": "" }, async (root) => {
    const lines = [
      ["find_path", "content", "type"],
      ["find_path", "content", "type", "lib", "src"],
      ["find_path", "lib"],
      ["-e", "js", "lib", "src"],
      ["-e", "js", "lib", "none"],
      ["find_files", "--sort", "newest", "lib"],
    ];
    const done = await runAll(root, lines);
    assertEquals(done.map(({ code, stdout }) => [code, stdout.replace(/\t.*/, "")]), [
      [0, "lib/content-type.js\n"],
      [0, "lib/content-type.js\nsrc/type.js\n"],
      [0, "lib/\nlib/content-type.js\n"],
      [0, "lib/content-type.js\nsrc/type.js\n"],
      [2, ""],
      [0, "lib/content-type.js\n"],
    ]);
  });
});

Deno.test(
  needing(
    [LINKS, ANY_NAME],
    "ls names a path that exists, as it is or as it is printed; tree says where links lead",
  ),
  async () => {
    const tree = { "a\tb": "", "c\\d": "", "src/x": "", "to": link("src"), "lost": link("none") };
    await withTree(tree, async (root) => {
      const rows = ["a\\tb", "a\tb"].flatMap((typed): CommandLineRow[] => [
        [["ls", typed], { stdout: "a\\tb\n" }],
        [["ls", "-d", typed], { stdout: "a\\tb\n" }],
        [["ls", "-l", typed], { stdout: /^a\\tb\t0\t/ }],
        [["ls", "-0", typed], { stdout: "a\tb\0" }],
        [["ls", "-j", typed], { stdout: /"path": "a\\tb"/ }],
      ]);
      await assertEnds(root, [
        ...rows,
        [["ls", "c\\\\d", "src/"], { stdout: "c\\\\d\n\nsrc/:\nx\n" }],
        [["ls", "-d", "src/"], { stdout: "src/\n" }],
        [["ls", baseNameOf(root)], { code: 1, stderr: /does not exist/ }],
        [["--files", baseNameOf(root)], { code: 1, stderr: /does not exist/ }],
        [["tree", "-j", "src", "src"], { stdout: /^\{[^]*\}\n\{[^]*\}\n$/ }],
        [["ls", "none", "src"], { code: 1, stdout: "src:\nx\n", stderr: /not_found/ }],
        [["ls", "-R", "to", "lost", "src"], { stdout: "lost@\n\nto:\nx\n\nsrc:\nx\n" }],
        [["ls", "lost"], { stdout: "lost@\n" }],
        [["ls", "to"], { stdout: "x\n" }],
        [["ls", "-l", "to"], { stdout: /^to@\t-\t/ }],
        [["ls", "-l", "to/"], { stdout: /^to\/x\t0\t/ }],
        [["ls", "-r", "--limit", "2"], { stdout: "to@\nsrc/\n", stderr: /: 2 entries, truncated/ }],
        [["ls", "-rj", "--limit", "1"], { stdout: /"count": 1,[^]*"path": "to"/ }],
        [["tree", "-I", "*[bd]"], { stdout: "lost@ -> none\nsrc/\n  x\nto@ -> src\n" }],
        [["tree", "-d"], { stdout: "src/\nto@ -> src\n" }],
      ]);
    });
  },
);

Deno.test(
  needing(SHELL, "a task in plain words, as a diff begins, or on standard input"),
  async () => {
    await withTree({ "a/walk.ts": "", "b.ts": "" }, async (root) => {
      const asked = async (...words: string[]) => {
        const command = denoRun(["--allow-read=."], CLI, ...words, "--json");
        const { stdout } = await run(command, { cwd: root, input: "fix the walk\n" });
        const { query } = JSON.parse(stdout);
        return [query.path ?? query.root, query.query ?? query.queries[0]];
      };
      const rows: [words: string[], path: string, query: string][] = [
        [["overview", "fix the walk"], ".", "fix the walk"],
        [["overview", "fix", "the", "walk", "a"], "a", "fix the walk"],
        [["overview", "--query", "--- a/walk.ts"], ".", "--- a/walk.ts"],
        [["overview", "--query", "---\n\\u0000: walk"], ".", "---\n\\u0000: walk"],
        [["overview", "--task", "- walk", "a"], "a", "- walk"],
        [["overview", "--query", "-"], ".", "fix the walk\n"],
        [["overview", "-", "a"], "a", "fix the walk\n"],
        [["find_path", "--- a/walk.ts", "a"], "a", "--- a/walk.ts"],
        [["find_path", "-"], ".", "fix the walk\n"],
      ];
      for (const [words, ...expected] of rows) {
        assertEquals(await asked(...words), expected, words.join(" "));
      }
    });
  },
);
