import { assert, assertEquals } from "@std/assert";
import { DatabaseSync } from "node:sqlite";
import { rootOf } from "../../src/scope/path_text.ts";
import { withFixture } from "../support/cli.ts";
import { assertEnds, type CommandLineRow, runAll } from "../support/command_lines.ts";
import { rowsOf, withLog } from "../support/logging.ts";
import { ANY_NAME, LINKS, POSIX_PATHS, testsNeeding } from "../support/machine.ts";
import { link, type Tree, withTree } from "../support/tree.ts";

const test = testsNeeding(POSIX_PATHS, LINKS, ANY_NAME);

test("--memory FILE keeps project memory, and without permission for it exits 1 with one line", async () => {
  await withFixture(async (root) => {
    const words = ["list_dir", "b", "--target=project_memory", "--memory-key=k", "--memory"];
    const missing = `dirscope: no permission for 'notes.db': add --allow-write=${root}/notes.db\n`;
    const ends = { code: 1, stderr: missing };
    await assertEnds(root, [[[...words, "notes.db"], ends]], ["--allow-read=."]);
    assertEquals(await Deno.stat(`${root}/notes.db`).catch(() => "none"), "none");
    const stderr =
      "dirscope: cannot open 'a.txt/notes.db' as a Dirscope memory: its folder does not exist\n";
    await assertEnds(root, [
      [[...words, "notes.db"], { stdout: "Saved to project_memory: k\n" }],
      [[...words, "a.txt/notes.db"], { code: 1, stderr }],
    ], ["--allow-read=.", "--allow-write=."]);
    assert((await Deno.stat(`${root}/notes.db`)).isFile);
  });
});

const DOCS = { "docs/guide.md": "", "a/b": "" };

/** The flags that allow a log beside the tree that is listed. */
const LOG_FLAGS = ["--allow-read=.,../log.sqlite", "--allow-write=../log.sqlite"];

Deno.test("`--log FILE` turns it on: the calls are those of execute, with no more permission than the file's", async () => {
  await withLog(DOCS, async (cwd, file) => {
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
    assertEquals(done.map(({ code }) => code), [0, 0, 0, 0, 0, 1, 2, 0], JSON.stringify(done));
    const withoutLog = rows.map(([words]) => words.filter((word) => !/log/.test(word)));
    const plain = await runAll(cwd, withoutLog);
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
        JSON.stringify([cwd, rootOf(cwd)]),
      ]),
    );
    for (const [i, [, , , query]] of expected.entries()) {
      const { ...all } = JSON.parse(`${logged[i]!.query}`);
      assertEquals({ ...all, ...query }, all);
    }
  });
});

Deno.test("`--log` is refused where nothing would be recorded, rather than passed over", async () => {
  await withLog(DOCS, async (cwd, file) => {
    const stderr = /^dirscope: unknown option "--log"/;
    const lines = [[], ["LS"], ["--toolset", "files", "ls"]].map((words) => [...words, "--log"]);
    await assertEnds(cwd, lines.map((words) => [[...words, file], { code: 2, stderr }]), LOG_FLAGS);
    assertEquals([...Deno.readDirSync(`${cwd}/..`)].map(({ name }) => name), ["tree"]);
  });
});

Deno.test("`--log` with --scope and --all: the roots, and a record for each page", async () => {
  await withLog({ "a/.git/": "", "a/1": "", "a/2": "", "a/3": "", "b": "" }, async (cwd, file) => {
    const words = ["find_files", "a", "--all", "--limit", "2", "--scope", "a"];
    const line = [...words, "--log", "../log.sqlite"];
    await assertEnds(cwd, [[line, { stdout: "a/1\na/2\na/3\n" }]], LOG_FLAGS);
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

test("`--memory` and `--log` refuse what is no such file, or not within what is granted", async () => {
  // Other files in place of a store: see `sqlite_stores_test.ts`.
  const tree: Tree = {
    "in/text": "no database\n".repeat(99),
    "in/to-out": link("../out/l"),
    "in/out": link("../out"),
    "out/l": "",
  };
  const reasons: readonly (readonly [file: string, reason: string])[] = [
    ["text", "it is no SQLite database"],
    ["no\nne/l", "SQLite cannot open it, or write beside it; does its folder exist?"],
    // Deno itself would let SQLite follow them.
    ...["to-out", "out/l", "out/new"].map((file) =>
      [file, "it leads to where this program has no permission"] as const
    ),
    [":memory:", "it would be gone with the process; name a file"],
  ];
  await withTree(tree, async (root) => {
    const kinds = [
      ["a Dirscope log", ["find_files", "--log"]],
      ["a Dirscope memory", ["--target=project_memory", "--memory-key=k", "--memory"]],
    ] as const;
    const rows = kinds.flatMap(([what, words]) =>
      reasons.map(([file, reason]): CommandLineRow => {
        const kind = file === ":memory:" ? "a file" : what;
        const shown = `'${file.replace("\n", "\\n")}' as ${kind}`;
        const stderr = `dirscope: cannot open ${shown}: ${reason}\n`;
        return [[...words, file], { code: 1, stderr }];
      })
    );
    await assertEnds(`${root}/in`, rows, ["--allow-read=.", "--allow-write=."]);
    // A new file in a linked folder, where all may be read.
    const made = rows.filter(([words]) => words.at(-1) === "out/new");
    await assertEnds(`${root}/in`, made, ["--allow-read", "--allow-write=."]);
    assertEquals([...Deno.readDirSync(`${root}/out`)].map(({ name }) => name), ["l"]);
    assertEquals(Deno.statSync(`${root}/out/l`).size, 0);
  });
});

test("`--memory` and `--log` take a link inside what is granted, one that is granted by name, and odd names", async () => {
  const tree: Tree = {
    "in/l": "",
    "in/to-l": link("l"),
    "in/deep/": "",
    "in/way": link("deep"),
    "in/named": link("../out/l"),
    "out/l": "",
  };
  await withTree(tree, async (root) => {
    const files = ["to-l", "way/l", "./:memory:", "file:x?mode=memory", "x#y?z%20"];
    const lines = files.map((file) => ["find_files", "--name-contains", "none", "--log", file]);
    const done = await runAll(`${root}/in`, lines, ["--allow-read=.", "--allow-write=."]);
    assertEquals(done.map(({ code }) => code), files.map(() => 0), JSON.stringify(done));
    for (const file of files) assertEquals(rowsOf(`${root}/in/${file}`).length, 1, file);
    const named = `${root}/in/named`;
    const flags = [`--allow-read=${root}/in/deep,${named}`, `--allow-write=${named}`];
    const [byName] = await runAll(`${root}/in/deep`, [["find_files", "--log", named]], flags);
    assertEquals([byName!.code, rowsOf(`${root}/out/l`).length], [0, 1], byName!.stderr);
  });
});

Deno.test("`--log FILE` is whole when the command has ended; a record that cannot be written is reported in one line, and exits 1", async () => {
  await withLog({ "a": "" }, async (cwd, file) => {
    const words = ["find_files", "--log", "../log.sqlite"];
    await runAll(cwd, [words], LOG_FLAGS);
    // "is whole when the command has ended": nothing is left beside it.
    const names = [...Deno.readDirSync(`${cwd}/..`)].map(({ name }) => name).sort();
    assertEquals([names, rowsOf(file).length], [["log.sqlite", "tree"], 1]);
    {
      using database = new DatabaseSync(file);
      database.exec("UPDATE sqlite_sequence SET seq = 9223372036854775807");
    }
    const stderr = "error io_error: the log could not record the call: the disk is full\n";
    await assertEnds(cwd, [[words, { code: 1, stderr }]], LOG_FLAGS);
  });
});
