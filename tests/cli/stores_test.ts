import { assert, assertEquals, assertMatch } from "@std/assert";
import { DatabaseSync } from "node:sqlite";
import { CLI, COMMANDS_TREE, withFixture } from "../support/cli.ts";
import { runAll } from "../support/command_lines.ts";
import { rowsOf, withLog } from "../support/logging.ts";
import { denoRun, run } from "../support/process.ts";
import { withTree } from "../support/tree.ts";

Deno.test("--memory FILE keeps project memory, and without permission for it exits 1 with one line", async () => {
  await withFixture(async (root) => {
    const words = ["b", "--target=project_memory", "--memory-key=k", "--memory", "notes.db"];
    const granted = denoRun(["--no-prompt", "--allow-read=.", "--allow-write=."], CLI, ...words);
    const saved = { code: 0, signal: null, stdout: "Saved to project_memory: k\n", stderr: "" };
    const flag = (name: string) => `--allow-${name}=${root}/notes.db`;
    for (
      const [flags, missing] of [
        [["--allow-read=."], [flag("write")]],
        [["--allow-write=."], [flag("read")]],
        [[], [flag("read"), flag("write")]],
      ]
    ) {
      const ended = await run(denoRun(["--no-prompt", ...flags!], CLI, ...words), { cwd: root });
      const stderr = `dirscope: no permission for 'notes.db': add ${missing!.join(" ")}\n`;
      assertEquals(ended, { code: 1, signal: null, stdout: "", stderr });
    }
    assertEquals(await Deno.stat(`${root}/notes.db`).catch(() => "none"), "none");
    assertEquals(await run(granted, { cwd: root }), saved);
    assert((await Deno.stat(`${root}/notes.db`)).isFile);
    const unfit = [...granted.slice(0, -1), "a.txt/notes.db"];
    const ended = await run(unfit, { cwd: root });
    const stderr = "dirscope: cannot open 'a.txt/notes.db' as a memory file\n";
    assertEquals(ended, { code: 1, signal: null, stdout: "", stderr });
  });
});

/** The flags that allow a log beside the tree that is listed. */
const LOG_FLAGS = ["--allow-read=.,../log.sqlite", "--allow-write=../log.sqlite"];

Deno.test("`--log FILE` turns it on: the calls are those of execute, with no more permission than the file's", async () => {
  await withLog(COMMANDS_TREE, async (cwd, file) => {
    const log = ["--log", "../log.sqlite"];
    const rows: [words: string[], toolset?: string, operation?: string, query?: object][] = [
      [["find_files", ...log], "agent", "find_files", { root: ".", limit: 100, cursor: null }],
      [["overview", "docs", ...log], "agent", "overview", { path: "docs", max_tokens: 2000 }],
      [["explain_path", "docs", ...log], "agent", "explain_path", { path: "docs" }],
      [["--toolset", "discovery", "list_dir", ...log], "discovery", "list_dir", { path: "." }],
      [["stat_path", "dosc", ...log, "--json"], "agent", "stat_path", { path: "dosc" }],
      [["find_files", "none", ...log], "agent", "find_files", { root: "none" }],
      // A refused command line makes no call.
      [["find_files", "--limit", "0", ...log]],
      [["find_files", "--help", ...log]],
    ];
    const done = await runAll(cwd, rows.map(([words]) => words), LOG_FLAGS);
    assertEquals(
      done.map(({ code }) => code),
      [0, 0, 0, 0, 0, 1, 2, 0],
      JSON.stringify(done),
    );
    const plain = await runAll(
      cwd,
      rows.map(([words]) => words.filter((word) => !/log/.test(word))),
    );
    assertEquals(done.map(({ stdout }) => stdout), plain.map(({ stdout }) => stdout));
    const expected = rows.filter(([, toolset]) => toolset !== undefined);
    const logged = rowsOf(file);
    assertEquals(
      logged.map((row) => [row.toolset, row.operation, row.cwd, row.roots]),
      expected.map(([, toolset, operation]) => [
        toolset,
        operation,
        JSON.stringify(cwd),
        // "without it a person's own permissions decide, for every tool"
        JSON.stringify([cwd, "/"]),
      ]),
    );
    for (const [i, [, , , query]] of expected.entries()) {
      const { ...all } = JSON.parse(`${logged[i]!.query}`);
      assertEquals({ ...all, ...query }, all);
    }
  });
});

Deno.test("`--log` is refused where nothing would be recorded, rather than passed over", async () => {
  await withLog(COMMANDS_TREE, async (cwd, file) => {
    const done = await runAll(
      cwd,
      [["--log", file, "docs"], ["LS", "--log", file], ["ls", "--log", file]],
      LOG_FLAGS,
    );
    const refusal =
      "dirscope: --log is for the tools of agent and discovery (--help shows the usage)\n";
    assertEquals(done, done.map(() => ({ code: 2, stdout: "", stderr: refusal })));
    assertEquals([...Deno.readDirSync(`${cwd}/..`)].map(({ name }) => name), ["tree"]);
  });
});

Deno.test("`--log` with --scope and --all: the roots, and a record for each page", async () => {
  await withLog({ "a/1": "", "a/2": "", "a/3": "", "b": "" }, async (cwd, file) => {
    const words = [
      "find_files",
      "a",
      "--all",
      "--limit",
      "2",
      "--scope",
      "a",
      "--log",
      "../log.sqlite",
    ];
    const { code, stdout } = await run(denoRun([...LOG_FLAGS, "--no-prompt"], CLI, ...words), {
      cwd,
    });
    assertEquals([code, stdout], [0, "a/1\na/2\na/3\n"]);
    const rows = rowsOf(file);
    assertEquals(rows.map(({ roots, count }) => [roots, count]), [
      [JSON.stringify([`${cwd}/a`]), 2],
      [JSON.stringify([`${cwd}/a`]), 1],
    ]);
    assertEquals(rows.map(({ query }) => JSON.parse(`${query}`).cursor), [
      null,
      rows[0]!.next_cursor,
    ]);
  });
});

Deno.test('`--log`: "without the permission it needs it says which to add, in one line, and exits 1"', async () => {
  await withTree(
    { "a": "", "text": "no database\n".repeat(99), "with space/": "" },
    async (root) => {
      const rows: [permissions: string[], file: string, stderr: string][] = [
        [["--allow-read=."], "l", `no permission for 'l': add --allow-write=${root}/l`],
        [[], "l", `no permission for 'l': add --allow-read=${root}/l --allow-write=${root}/l`],
        [["--allow-write"], "l", `no permission for 'l': add --allow-read=${root}/l`],
        [
          ["--allow-read=.", "--allow-write=m"],
          "./l",
          `no permission for './l': add --allow-write=${root}/l`,
        ],
        [
          ["--allow-read=."],
          "with space/l",
          `no permission for 'with space/l': add --allow-write='${root}/with space/l'`,
        ],
        [["--allow-read=."], "a,b", "no permission for 'a,b': add --allow-write"],
        [["-R", "-W"], "text", "cannot open 'text' as a log"],
        [["-R", "-W"], "with space", "cannot open 'with space' as a log"],
        [["-R", "-W"], "none/l", "cannot open 'none/l' as a log"],
        [["-R", "-W"], "no\nne/l", "cannot open 'no\\nne/l' as a log"],
      ];
      for (const [permissions, file, stderr] of rows) {
        const lines = ["find_files", "overview", "list_dir_entries"].map((
          name,
        ) => [name, "--log", file]);
        for (const done of await runAll(root, lines, permissions)) {
          assertEquals(done, { code: 1, stdout: "", stderr: `dirscope: ${stderr}\n` });
        }
      }
      assertEquals([...Deno.readDirSync(root)].length, 3, "nothing is made");
    },
  );
});

Deno.test("a call whose record cannot be written is told in one line, without a stack trace, and exits 1", async () => {
  await withLog({ "a": "" }, async (cwd, file) => {
    const words = ["find_files", "--log", "../log.sqlite"];
    await runAll(cwd, [words], LOG_FLAGS);
    {
      using database = new DatabaseSync(file);
      database.exec(`CREATE TRIGGER full BEFORE INSERT ON discovery_log
        BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`);
    }
    const command = denoRun([...LOG_FLAGS, "--no-prompt"], CLI, ...words);
    const { code, stderr } = await run(command, { cwd, env: { NO_COLOR: "1" } });
    assertMatch(stderr, /^dirscope: [^\n]+\n$/);
    assertEquals(code, 1);
  });
});
